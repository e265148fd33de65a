package dev.rowlock.diagnose.internal.analysis;

/** A transaction id as servers print it: decimal, hexadecimal on 5.5, two decimal words on 5.0. */
final class TransactionId {
    private static final int MOST_DIGITS = 18;

    private TransactionId() {}

    /** Whether a printed id can mean a number. */
    static boolean is(String printed, long number) {
        int blank = printed.indexOf(' ');
        if (blank > 0) {
            String high = printed.substring(0, blank);
            String low = printed.substring(blank + 1);
            return isNumber(high, 10)
                    && isNumber(low, 10)
                    && (Long.parseLong(high) << 32) + Long.parseLong(low) == number;
        }
        return (isNumber(printed, 10) && Long.parseLong(printed) == number)
                || (isNumber(printed, 16) && printed.length() < 16 && Long.parseLong(printed, 16) == number);
    }

    private static boolean isNumber(String text, int radix) {
        return !text.isEmpty()
                && text.length() <= MOST_DIGITS
                && text.chars().allMatch(c -> Character.digit(c, radix) >= 0);
    }
}
