package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.ReportStatements;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Writes what attempts have told of themselves, many with one statement, in a transaction that is open. Holds no state. */
final class Reports {
    private static final int MOST_ROWS = 100;
    private static final int MOST_BYTES = 512 * 1024;

    /** What is new about one attempt. */
    record News(LeasedJob job, Report report, Report.Content content) {
        /** It is committed. */
        void written() {
            report.written(content);
        }

        private int size() {
            String log = content.log();
            return 300 + (log == null ? 0 : log.getBytes(StandardCharsets.UTF_8).length);
        }
    }

    private static final Comparator<News> KEY_ORDER = Comparator.comparing(
                    (News news) -> news.job().id())
            .thenComparingLong(news -> news.job().token());

    private Reports() {}

    /** What is new about these, in the order in which it is written (facts 3.6). */
    static List<News> of(Collection<Held> rows) {
        List<News> all = new ArrayList<>();
        for (Held held : rows) {
            Report report = held.report;
            Report.Content content = report == null ? null : report.unwritten();
            if (content != null) {
                all.add(new News(held.job, Objects.requireNonNull(report), content));
            }
        }
        all.sort(KEY_ORDER);
        return all;
    }

    static void write(Connection connection, List<News> all) throws SQLException {
        int from = 0;
        while (from < all.size()) {
            int to = end(all, from);
            put(connection, all.subList(from, to));
            from = to;
        }
    }

    private static int end(List<News> all, int from) {
        int to = from;
        int bytes = 0;
        do {
            bytes += all.get(to).size();
            to++;
        } while (to < all.size() && to - from < MOST_ROWS && bytes + all.get(to).size() <= MOST_BYTES);
        return to;
    }

    private static void put(Connection connection, List<News> part) throws SQLException {
        Call call = new Call(
                connection, ReportStatements.REPORT_PUT + Rows.repeated(ReportStatements.REPORT_ROW, part.size()));
        for (News news : part) {
            Report.Content content = news.content();
            call.with(news.job().id().bytes())
                    .with(news.job().token())
                    .with(news.job().token())
                    .with(news.job().attempts() + 1)
                    .with(content.done())
                    .with(content.total())
                    .with(content.note())
                    .with(content.omitted())
                    .with(content.log());
        }
        call.update();
    }
}
