package dev.rowlock.diagnose.internal.report;

import org.jspecify.annotations.Nullable;

/**
 * {@code MySQL thread id 19, OS thread handle 139684669515456, query id 61 localhost 127.0.0.1 app updating}.
 *
 * @param threadId the connection id; null when the line is cut in it
 * @param account {@code user@host}; null when it is missing, cut or cannot be told
 * @param mariaDb whether the server calls itself MariaDB
 */
record ThreadLine(@Nullable Long threadId, @Nullable String account, boolean mariaDb) {
    private static final int MOST_DIGITS = 18;

    static ThreadLine parse(String line, boolean whole) {
        int id = line.indexOf("thread id ") + "thread id ".length();
        int comma = line.indexOf(',', id);
        Long threadId = comma < 0 ? null : number(line, id, comma);
        int query = line.indexOf("query id ", id);
        int account = query < 0 ? -1 : line.indexOf(' ', query + "query id ".length());
        return new ThreadLine(
                threadId,
                account < 0 || !whole ? null : AccountText.parse(line.substring(account + 1)),
                line.startsWith("MariaDB"));
    }

    private static @Nullable Long number(String line, int from, int to) {
        if (from == to || to - from > MOST_DIGITS) {
            return null;
        }
        for (int i = from; i < to; i++) {
            if (line.charAt(i) < '0' || line.charAt(i) > '9') {
                return null;
            }
        }
        return Long.parseLong(line, from, to, 10);
    }
}
