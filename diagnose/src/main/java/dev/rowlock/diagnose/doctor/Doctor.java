package dev.rowlock.diagnose.doctor;

import dev.rowlock.diagnose.internal.doctor.Rounds;
import dev.rowlock.diagnose.internal.doctor.Visit;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * Examines a server and its tables before they go live, and when they misbehave (A10, B9).
 *
 * <p>Reads only, on one connection, each statement under a time limit of its own; the session is given back as it came. An examination that the
 * server refuses is a note, not the end of the visit. With {@link Probing#TWO_SESSIONS} two more connections lock up to three rows of
 * each table for a few statements; if this process dies meanwhile, the server rolls them back when it notices.
 *
 * <p>Thread-safe; each call takes its own connections.
 */
public final class Doctor {
    private final DataSource dataSource;
    private final DoctorSettings settings;

    private Doctor(DataSource dataSource, DoctorSettings settings) {
        this.dataSource = dataSource;
        this.settings = settings;
    }

    public static Doctor of(DataSource dataSource, DoctorSettings settings) {
        return new Doctor(dataSource, settings);
    }

    /**
     * Examines the server and these tables; without any, those of the connection's schema that look like queues.
     *
     * @throws dev.rowlock.mysql.ConfigurationException when a named table does not exist
     * @throws StoreException when the server cannot be reached or is lost
     */
    public DoctorReport examine(List<TableName> tables) {
        try (Connection connection = dataSource.getConnection();
                Visit visit = Visit.begin(connection, settings)) {
            return new Rounds(visit, dataSource).make(tables);
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }
}
