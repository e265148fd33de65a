package dev.rowlock.cli.diagnose;

import dev.rowlock.cli.connect.Account;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.diagnose.InnodbStatus;
import dev.rowlock.diagnose.VictimNumbering;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;

/**
 * Where reports come from.
 *
 * @param text a text with any number of reports, held in memory as a whole
 * @param numbering what is known of the server that printed it
 */
record ReportText(String text, VictimNumbering numbering) {
    private static final String STANDARD_INPUT = "-";

    /** A file, or standard input. Bytes that are no UTF-8, as in statements of other character sets, are replaced. */
    static ReportText ofFile(String file) {
        try {
            byte[] bytes = file.equals(STANDARD_INPUT) ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
            return new ReportText(new String(bytes, StandardCharsets.UTF_8), VictimNumbering.UNKNOWN);
        } catch (NoSuchFileException | InvalidPathException e) {
            throw new ConfigurationException("there is no file " + file, e);
        } catch (IOException e) {
            throw new ConfigurationException(
                    "the file " + file + " cannot be read: is it a text that you may read?", e);
        }
    }

    /** The latest deadlock of a server. */
    static ReportText ofServer(Account account) {
        try (Server server = Server.connect(account, PoolSize.ONE_COMMAND, SessionZone.SERVER);
                Connection connection = server.dataSource().getConnection()) {
            ServerFacts facts = ServerFacts.read(connection, Clock.systemUTC());
            return new ReportText(InnodbStatus.read(connection), VictimNumbering.of(facts.family(), facts.version()));
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }
}
