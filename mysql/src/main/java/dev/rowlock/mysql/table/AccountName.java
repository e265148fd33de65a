package dev.rowlock.mysql.table;

/** An account as statements name it. Holds no state. */
public final class AccountName {
    private AccountName() {}

    /** {@code 'user'@'host'}, from the {@code user@host} that servers print; the host is what follows the last at sign. */
    public static String quoted(String account) {
        int at = account.lastIndexOf('@');
        return at < 0 ? part(account) : part(account.substring(0, at)) + "@" + part(account.substring(at + 1));
    }

    private static String part(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
