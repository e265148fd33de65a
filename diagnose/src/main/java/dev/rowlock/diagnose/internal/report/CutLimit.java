package dev.rowlock.diagnose.internal.report;

/**
 * Where servers cut a statement that they print. A statement cut in a string or comment never closes it; that it ends exactly where the
 * server cuts proves that what follows is the server's, since nothing of the statement can stand behind that point.
 */
enum CutLimit {
    /** MySQL: 3000 bytes of the statement. MariaDB: 3071 bytes of thread line and statement. */
    TODAY {
        @Override
        boolean cuts(boolean mariaDb, int threadLine, int statement) {
            return mariaDb ? near(threadLine + 1 + statement, 3071) : near(statement, 3000);
        }
    },
    /** 1023 bytes of thread line and statement: a buffer of 1024. */
    OLD {
        @Override
        boolean cuts(boolean mariaDb, int threadLine, int statement) {
            return near(threadLine + 1 + statement, 1023);
        }
    },
    /** In the lists of transactions and of foreign key errors. MySQL: 600 bytes of the statement. */
    IN_LISTS {
        @Override
        boolean cuts(boolean mariaDb, int threadLine, int statement) {
            return mariaDb ? TODAY.cuts(true, threadLine, statement) : near(statement, 600);
        }
    };

    /** A character cut in its middle is printed as one to three others. */
    private static final int SLACK = 2;

    /** No server prints more of a statement, so no statement reaches further into a report. */
    static final int MOST = 3100;

    /** Lengths in bytes of the thread line and of the statement so far, without line breaks around them. */
    abstract boolean cuts(boolean mariaDb, int threadLine, int statement);

    private static boolean near(int length, int limit) {
        return Math.abs(length - limit) <= SLACK;
    }
}
