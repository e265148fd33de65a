package dev.rowlock.embedded;

/** The two families of servers that speak the MySQL protocol and have InnoDB. */
public enum ServerFamily {
    MYSQL,
    MARIADB
}
