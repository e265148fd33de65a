package dev.rowlock.queue.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Slots of ordered lines: an INSERT says whether they are free. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class SlotsTest {
    private static Slot slot(String line, long job) {
        return new Slot(LineKey.ordered(line), Slot.OF_ORDERED, new JobId(new UUID(job, 0)), 0);
    }

    /** An earlier job of a line was committed after it was looked at, and another claim has let it out. */
    @Test
    void whereSomebodyHasOneNoneIsTakenAndThenTheOthersAre(TestDatabase database) {
        Mails mails = Mails.open(database);
        Slots slots = new Slots(1);
        Slot theirs = slot("b", 1);
        mails.transactions()
                .inTransaction(Isolation.READ_COMMITTED, connection -> slots.takeAll(connection, List.of(theirs)));
        List<Slot> wanted = List.of(slot("a", 2), slot("b", 3), slot("c", 4));
        mails.transactions().inTransaction(Isolation.READ_COMMITTED, connection -> {
            assertThat(slots.takeAll(connection, wanted)).isFalse();
            assertThat(slots.take(connection, wanted)).containsExactlyInAnyOrder(wanted.get(0), wanted.get(2));
            assertThat(slots.look(connection, wanted)).contains(theirs).hasSize(3);
            return 0;
        });
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_slot")).isEqualTo(3);
    }

    /** More than one statement takes: what the first has taken is ours when the second is refused. */
    @Test
    void manyAreTakenWithSeveralStatements(TestDatabase database) {
        Mails mails = Mails.open(database);
        Slots slots = new Slots(1);
        List<Slot> wanted = IntStream.range(0, 700)
                .mapToObj(n -> slot("line " + (1_000 + n), n))
                .toList();
        mails.transactions().inTransaction(Isolation.READ_COMMITTED, connection -> {
            slots.takeAll(connection, List.of(slot("line 1699", 5_000)));
            assertThat(slots.takeAll(connection, wanted)).isFalse();
            assertThat(slots.take(connection, wanted)).hasSize(699);
            return 0;
        });
    }
}
