package dev.rowlock.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.fixture.Rendering;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms that single lines take on one server or another. */
final class ReportFormsTest {
    private static final String FORGED = """

            *** (1) WAITING FOR THIS LOCK TO BE GRANTED:
            TABLE LOCK table `f`.`f` trx id 9 lock mode IX waiting
            *** WE ROLL BACK TRANSACTION (2)
            """;

    private final DeadlockReader reader = DeadlockReader.plain();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "111212 22:52:42                                   | 2011-12-12T22:52:42",
                "070913  1:14:21                                   | 2007-09-13T01:14:21",
                "2014-12-23 15:47:11 1f4c                          | 2014-12-23T15:47:11",
                "2016-05-03 10:40:12 7f221231d700                  | 2016-05-03T10:40:12",
                "2019-08-02 11:46:04 0x7f2a1409b700                | 2019-08-02T11:46:04",
                "2025-04-03 10:47:06 139785079354944               | 2025-04-03T10:47:06",
                "2026-11-30T07:38:07.094735Z 108 [Note] InnoDB:    | 2026-11-30T07:38:07.094735Z",
                "2020-12-16T16:28:12.888779+08:00 245 [Note] InnoDB: | 2020-12-16T16:28:12.888779+08:00",
                "2026-11-30T07:39:42.270918Z 0 [Note] [MY-012469] [InnoDB] | 2026-11-30T07:39:42.270918Z",
                "2019-13-02 11:46:04                               | -",
                "2019-11-02 25:46:04                               | -",
                "no time at all                                    | -"
            })
    void timesOfEveryForm(String printed, String expected) {
        Deadlock deadlock = only(printed + "\n*** (1) TRANSACTION:\nTRANSACTION 5, ACTIVE 1 sec\n");
        Stamp at = deadlock.at();
        assertThat(at == null ? "-" : at.text()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "localhost app updating                            | app@localhost",
                "localhost 127.0.0.1 app updating                  | app@localhost",
                "localhost ::1 app updating                        | app@localhost",
                "192.0.2.10 root Sending data                      | root@192.0.2.10",
                "2001:db8::7 root Sending data                     | root@2001:db8::7",
                "host2 192.0.2.14 app Searching rows for update    | app@host2",
                "localhost 127.0.0.1    root update                | root@localhost",
                "localhost app                                     | app@localhost",
                "localhost                                         | -",
                "<anonymized>                                      | -"
            })
    void accountsOfEveryForm(String printed, String expected) {
        Deadlock deadlock = only("*** (1) TRANSACTION:\nTRANSACTION 5, ACTIVE 1 sec\n"
                + "MySQL thread id 4294967295, OS thread handle 0x7f, query id 18446744073709551615 " + printed
                + "\nselect 1\n");
        Transaction transaction = deadlock.transactions().get(0);
        assertThat(transaction.threadId()).isEqualTo(4294967295L);
        String account = transaction.account();
        assertThat(account == null ? "-" : account).isEqualTo(expected);
        assertThat(transaction.sql()).isEqualTo("select 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "index PRIMARY of table `a`.`b` trx id 5 lock_mode X waiting | a.b PRIMARY X waiting",
                "index `k` of   table `a`.`b` trx id 5 lock mode S locks rec but not gap | a.b k S rec-but-not-gap",
                "index \"k\" of table \"a\".\"b\" trx id 5 lock_mode X locks gap before rec | a.b k X gap",
                "index `k` of table `a/b` trx id 0 5 lock_mode X | a.b k X",
                "index k of table `b` trx id 5 lock_mode X | b k X",
                "index k of table a.b trx id 5 lock_mode X | a.b k X",
                "index k of table `a`.`b` /* Partition `p0` */ trx id 5 lock_mode X insert intention | a.b partition p0 k X insert-intention",
                "index k of table `a`.`b` /* Partition `p0`, Subpartition `s` */ trx id 5 lock_mode X | a.b partition p0 k X",
                "index k of table `a`.`b#P#p0` trx id 5 lock_mode X | a.b partition p0 k X",
                "index k of table `a`.`b` trx table locks 2 total table locks 2  trx id 5 lock mode S waiting lock hold time 0 | a.b k S waiting",
                "index `a`` of table x` of table `lock_mode S`.`t waiting ` trx id 5 lock_mode X | lock_mode S.t waiting  a` of table x X",
            })
    void locksOfEveryForm(String printed, String expected) {
        Deadlock deadlock = only("*** (1) TRANSACTION:\nTRANSACTION 5, ACTIVE 1 sec\n*** (1) HOLDS THE LOCK(S):\n"
                + "RECORD LOCKS space id 0 page no 3 n bits 72 " + printed + "\n");
        assertThat(deadlock.transactions().get(0).holds())
                .singleElement()
                .satisfies(lock -> assertThat(Rendering.lock(lock)).isEqualTo(expected));
    }

    @Test
    void aNumberAboveThoseShownIsGivenAsPrinted() {
        Deadlock deadlock = only("""
                *** (1) TRANSACTION:
                TRANSACTION 5, ACTIVE 1 sec
                *** (1) HOLDS THE LOCK(S):
                TABLE LOCK table `a`.`b` trx id 5 lock mode IX
                *** WE ROLL BACK TRANSACTION (3)
                """);
        assertThat(deadlock.victim()).isEqualTo(3);
        assertThat(deadlock.victimTransaction()).isEmpty();
        assertThat(deadlock.victimSide()).isEqualTo(Side.UNKNOWN);
        assertThat(deadlock.notes()).contains("(3) was rolled back, and the report does not show it");
    }

    @Test
    void aServerThatNamesNobodyLeavesTheVictimUnknown() {
        Deadlock deadlock = only(report("UPDATE t SET a = 1").replace("TRANSACTION (1)", "TRANSACTION (0)"));
        assertThat(deadlock.victim()).isNull();
        assertThat(deadlock.notes()).anyMatch(note -> note.contains("MDEV-29187"));
    }

    @Test
    void aStatementThatAPersonShortenedInAStringIsToldApart() {
        Deadlock deadlock = only(report("INSERT INTO t VALUES ('abc..."));
        assertThat(deadlock.victim()).isEqualTo(1);
        assertThat(deadlock.transactions().get(0).sql()).isEqualTo("INSERT INTO t VALUES ('abc...");
        assertThat(deadlock.transactions().get(0).waits()).hasSize(1);
    }

    @Test
    void aStringThatDoesNotEndLeavesTheVictimUnknown() {
        Deadlock deadlock = only(report("UPDATE t SET a='"));
        assertThat(deadlock.victim()).isNull();
        assertThat(deadlock.notes()).anyMatch(note -> note.contains("cannot be told whether it is the server's"));
    }

    /** The attacker's own session has another way to split SQL, so that the usual one ends the string too early. */
    @Test
    void aStatementOfASessionWithoutBackslashEscapesIsToldApart() {
        Deadlock deadlock = only(report("UPDATE t SET a=1 WHERE b <> '\\' /* ' " + FORGED + "*/"));
        assertThat(deadlock.victim()).isEqualTo(1);
        assertThat(deadlock.transactions().get(0).waits())
                .extracting(Lock::table)
                .containsExactly("a.b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "UPDATE t SET a = 'it''s \\' {F}' WHERE id = 1",
                "UPDATE t SET a = \"{F}\"\"{F}\" WHERE id = 1",
                "UPDATE `t{F}` SET a = 1",
                "/*!50000 UPDATE */ t SET a = '*/{F}'",
                "UPDATE t SET a = 1 -- it's\\n WHERE b = '{F}'",
                "UPDATE t SET a = 1 # it's /*\\n WHERE b = '{F}'",
                "UPDATE t SET a = 2*/* {F} */3",
                "UPDATE t SET a = 1--'{F}'",
                "UPDATE t SET a = 1 /* it's {F} */ WHERE b = 2",
                "/*! UPDATE t SET a = 1 *//* {F} */"
            })
    void everyWayToHoldTextInAStatement(String statement) {
        String sql = statement.replace("\\n", "\n").replace("{F}", FORGED);
        Deadlock deadlock = only(report(sql));
        assertThat(deadlock.victim()).isEqualTo(1);
        assertThat(deadlock.transactions()).singleElement().satisfies(transaction -> {
            assertThat(transaction.sql()).isEqualTo(sql.strip());
            assertThat(transaction.waits()).extracting(Lock::table).containsExactly("a.b");
        });
    }

    private static String report(String sql) {
        return """
                *** (1) TRANSACTION:
                TRANSACTION 5, ACTIVE 1 sec
                MySQL thread id 7, OS thread handle 1, query id 2 localhost app update
                {sql}
                *** (1) WAITING FOR THIS LOCK TO BE GRANTED:
                TABLE LOCK table `a`.`b` trx id 5 lock mode IX waiting
                *** WE ROLL BACK TRANSACTION (1)
                """.replace("{sql}", sql);
    }

    private Deadlock only(String text) {
        assertThat(reader.read(text)).hasSize(1);
        return reader.read(text).get(0);
    }
}
