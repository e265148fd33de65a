package dev.rowlock.diagnose.oncall;

import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.fixture.Provocation;
import dev.rowlock.diagnose.fixture.Session;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Each cause made for real, and the report has to name it. */
final class WhyTest {
    private static final Duration WINDOW = Duration.ofMillis(1_200);

    @EachServer(only = {ServerKind.MYSQL_8_0, ServerKind.MARIADB_SYSTEM})
    void namesDeadlocksAndWhoLost(TestDatabase database) throws Exception {
        Provocation.createOrders(database);
        CompletableFuture<WhyReport> answer = inBackground(database, question(Duration.ofSeconds(2)));
        while (!answer.isDone()) {
            Provocation.batchAgainstOnline(database);
        }
        WhyReport report = answer.get();
        Finding finding = finding(report, Cause.DEADLOCKS);
        assertThat(finding.evidence().get(0))
                .contains("deadlock", "on " + database.schema() + ".orders")
                .doesNotContain("online 0")
                .contains("batch 0, unknown side 0");
        assertThat(finding.evidence().toString())
                .contains("UPDATE orders SET status = status + ? WHERE id BETWEEN ? AND ?");
        assertThat(finding.advice().toString()).contains("The online side was rolled back", "C7");
        assertThat(report.before()).isEmpty();
    }

    /** Fifty rows are held for as long as a naive batch computes between its SELECT and its COMMIT. */
    @EachServer
    void namesTheBatchThatHoldsRows(TestDatabase database) throws Exception {
        Provocation.createOrders(database);
        try (Loop batch = new Loop(database, "batch", (statement, loop) -> {
                            statement.execute("SELECT * FROM orders WHERE id BETWEEN 1 AND 50 FOR UPDATE");
                            loop.pause(300);
                            statement.execute("UPDATE orders SET status = 1 - status WHERE id BETWEEN 1 AND 50");
                        })
                        .awaitFirstRound();
                Loop online = new Loop(
                        database,
                        "online",
                        (statement, loop) -> statement.execute("UPDATE orders SET amount = amount + 1 WHERE id = 7"))) {
            WhyLimits limits = WhyLimits.standard().batchRows(40);
            WhyReport report = Why.of(database.dataSource())
                    .ask(new WhyQuestion(TableName.of("orders"), WINDOW, Sides.byComment(), limits));
            Finding finding = finding(report, Cause.BATCH_HOLDS_ROWS);
            assertThat(finding.evidence().get(0)).contains("waited on " + database.schema() + ".orders");
            assertThat(finding.evidence().toString())
                    .contains("in the way: connection ", "rows locked")
                    .contains("waiting: UPDATE orders SET amount = amount + ? WHERE id = ?");
            assertThat(finding.advice().toString()).contains("C3", "C4", "C5", "C6");
            assertThat(report.before()).extracting(StepResult::step).containsExactly(Step.DEADLOCKS, Step.COLLISIONS);
            assertThat(online).isNotNull();
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void namesTheIdleTransactionThatBlocks(TestDatabase database) throws Exception {
        Provocation.createOrders(database);
        try (Session idle = new Session(database, TRANSACTION_REPEATABLE_READ)
                        .run("UPDATE orders SET note = 'secret' WHERE id = 1");
                Session online = new Session(database, TRANSACTION_REPEATABLE_READ)) {
            online.waitIn("UPDATE orders SET amount = 4711 WHERE id = 1");
            WhyReport report = ask(database, question(Duration.ofSeconds(3)));
            Finding finding = finding(report, Cause.IDLE_TRANSACTION);
            assertThat(finding.evidence().toString())
                    .contains("in the way: connection " + idle.id() + " of ", "idle for", "1 changed")
                    .contains("waiting: UPDATE orders SET amount = ? WHERE id = ?")
                    .doesNotContain("secret", "4711");
            assertThat(finding.advice().toString()).contains("KILL " + idle.id(), "A5");
            if (!database.isMariaDb()) {
                assertThat(finding.evidence().toString())
                        .contains("its latest statement: UPDATE orders SET note = ? WHERE id = ?");
            }
            idle.rollback();
        }
    }

    @EachServer
    void findsNothingWhereNothingIsWrong(TestDatabase database) throws Exception {
        Provocation.createOrders(database);
        database.execute("CREATE TABLE other AS SELECT * FROM orders");
        try (Loop online = new Loop(database, "online", (statement, loop) -> {
                    statement.execute("UPDATE orders SET amount = amount + 1 WHERE id = 7");
                    loop.pause(5);
                });
                Session elsewhere = new Session(database, TRANSACTION_REPEATABLE_READ)
                        .run("UPDATE other SET amount = 1 WHERE id = 1");
                Session waiter = new Session(database, TRANSACTION_REPEATABLE_READ)) {
            waiter.waitIn("UPDATE other SET amount = 2 WHERE id = 1");
            WhyReport report = ask(database, question(WINDOW));
            assertThat(report.finding()).as(report.toString()).isEmpty();
            assertThat(report.steps()).hasSize(Step.values().length);
            assertThat(report.notes())
                    .allSatisfy(note -> assertThat(note).containsAnyOf("collision rate", "statement P99"));
            assertThat(online).isNotNull();
            elsewhere.rollback();
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void namesTheChangeOfTheTableThatWaits(TestDatabase database) throws Exception {
        Provocation.createOrders(database);
        try (Session reader = new Session(database, TRANSACTION_REPEATABLE_READ).run("SELECT * FROM orders");
                Session change = new Session(database, TRANSACTION_REPEATABLE_READ)) {
            change.start("ALTER TABLE orders ADD COLUMN more INT NULL");
            Finding finding = finding(ask(database, question(WINDOW)), Cause.DEFINITION_LOCK);
            assertThat(finding.evidence().toString()).contains("waiting: ALTER TABLE orders");
            if (!database.isMariaDb()) {
                assertThat(finding.evidence().toString()).contains("in the way: connection " + reader.id());
            }
            reader.close();
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void namesTheOldSnapshot(TestDatabase database) throws Exception {
        Provocation.createOrders(database);
        try (Session reader = new Session(database, TRANSACTION_REPEATABLE_READ).run("SELECT * FROM orders")) {
            for (int i = 0; i < 300; i++) {
                database.execute("UPDATE orders SET amount = amount + 1 WHERE id = 7");
            }
            // Ages are told in whole seconds: a snapshot that is younger than this may look as young as the window.
            await().until(() ->
                    database.number("SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id = "
                                    + reader.id() + " AND trx_started <= NOW() - INTERVAL 3 SECOND")
                            == 1);
            WhyLimits limits = WhyLimits.standard().snapshots(Duration.ofSeconds(1), 200);
            WhyReport report =
                    ask(database, new WhyQuestion(TableName.of("orders"), WINDOW, Sides.byComment(), limits));
            assertThat(finding(report, Cause.OLD_SNAPSHOT).evidence().toString())
                    .contains("the session to blame: connection " + reader.id());
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void namesTheStatementThatGotSlower(TestDatabase database) throws Exception {
        Provocation.createOrders(database);
        try (Session fast = new Session(database, TRANSACTION_REPEATABLE_READ)) {
            for (int i = 0; i < 500; i++) {
                fast.run("SELECT SLEEP(0) FROM orders WHERE id = 7");
            }
        }
        Loop.Round round = (statement, loop) -> statement.execute("SELECT SLEEP(0.08) FROM orders WHERE id = 7");
        try (Loop one = new Loop(database, "slow-1", round);
                Loop two = new Loop(database, "slow-2", round);
                Loop three = new Loop(database, "slow-3", round);
                Loop four = new Loop(database, "slow-4", round);
                Loop five = new Loop(database, "slow-5", round)) {
            WhyReport report = ask(database, question(Duration.ofSeconds(3)));
            Finding finding = finding(report, Cause.SLOW_STATEMENT);
            assertThat(finding.evidence().get(0)).contains("P99 of SELECT `SLEEP` (?) FROM `orders`", "before it");
            assertThat(finding.advice().toString()).contains("as many rows as before");
            assertThat(List.of(one, two, three, four, five)).hasSize(5);
        }
    }

    /** The collision rate comes before lock waits. */
    @EachServer(only = ServerKind.MYSQL_DEV)
    void putsTheCollisionRateBeforeLockWaits(TestDatabase database) throws Exception {
        Provocation.createOrders(database);
        try (Session idle = new Session(database, TRANSACTION_REPEATABLE_READ)
                        .run("UPDATE orders SET note = 'x' WHERE id = 1");
                Session online = new Session(database, TRANSACTION_REPEATABLE_READ)) {
            online.waitIn("UPDATE orders SET amount = 1 WHERE id = 1");
            Collisions rate = (table, window) ->
                    new Collisions.Measured(true, "4.00 % of " + table + "'s rows", List.of("shard it (C3)"));
            WhyReport report = Why.of(database.dataSource()).collisions(rate).ask(question(Duration.ofSeconds(1)));
            assertThat(finding(report, Cause.COLLISIONS).advice()).containsExactly("shard it (C3)");
            Collisions failing = (table, window) -> {
                throw new dev.rowlock.mysql.ConfigurationException("no such column");
            };
            WhyReport without =
                    Why.of(database.dataSource()).collisions(failing).ask(question(Duration.ofSeconds(1)));
            assertThat(without.finding()).isPresent();
            assertThat(without.notes()).contains("collision rate: not measured: no such column");
            idle.rollback();
        }
    }

    /** Sides by connection id: what the batch's own pool knows. */
    @EachServer(only = ServerKind.MARIADB_11_4)
    void aBatchOfOneRowIsKnownByItsSide(TestDatabase database) throws Exception {
        Provocation.createOrders(database);
        try (Session batch = new Session(database, TRANSACTION_REPEATABLE_READ)
                        .run("UPDATE orders SET note = 'x' WHERE id = 1");
                Session online = new Session(database, TRANSACTION_REPEATABLE_READ)) {
            online.waitIn("UPDATE orders SET amount = 1 WHERE id = 1");
            Sides sides =
                    Sides.builder().connections(Side.BATCH, Set.of(batch.id())).build();
            WhyReport report = ask(
                    database,
                    new WhyQuestion(TableName.of("orders"), Duration.ofSeconds(1), sides, WhyLimits.standard()));
            assertThat(finding(report, Cause.BATCH_HOLDS_ROWS).evidence().toString())
                    .contains("(batch)");
            batch.rollback();
        }
    }

    private static WhyQuestion question(Duration window) {
        return WhyQuestion.of(TableName.of("orders"), window);
    }

    private static WhyReport ask(TestDatabase database, WhyQuestion question) throws InterruptedException {
        return Why.of(database.dataSource()).ask(question);
    }

    private static CompletableFuture<WhyReport> inBackground(TestDatabase database, WhyQuestion question) {
        CompletableFuture<WhyReport> answer = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        answer.complete(ask(database, question));
                    } catch (InterruptedException | RuntimeException e) {
                        answer.completeExceptionally(e);
                    }
                },
                "why");
        thread.start();
        return answer;
    }

    private static Finding finding(WhyReport report, Cause cause) {
        assertThat(report.finding()).as(report.toString()).isPresent();
        Finding finding = report.finding().orElseThrow();
        assertThat(finding.cause()).as(report.toString()).isEqualTo(cause);
        return finding;
    }
}
