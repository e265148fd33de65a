package dev.rowlock.embedded.internal.sql;

import java.util.List;

/** Statements of the script that makes a fresh data folder; the server runs them by itself, with nobody connected, one a line. */
public final class BootstrapStatements {
    private BootstrapStatements() {}

    /** MySQL only (MariaDB's scripts do it): root for 127.0.0.1 as well, because {@code localhost} is not matched under {@code --skip-name-resolve}. */
    public static final List<String> ACCOUNTS = List.of(
            "CREATE USER IF NOT EXISTS 'root'@'127.0.0.1';",
            "GRANT ALL ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;",
            "GRANT PROXY ON ''@'' TO 'root'@'127.0.0.1' WITH GRANT OPTION;");

    /** Where the system tables of MariaDB's own scripts go, and root without a password. */
    public static final List<String> MARIADB_BEGIN =
            List.of("CREATE DATABASE IF NOT EXISTS mysql;", "USE mysql;", "SET @auth_root_socket=NULL;");

    /** The schema that every server has. */
    public static final List<String> TEST_SCHEMA = List.of("CREATE DATABASE IF NOT EXISTS test;");
}
