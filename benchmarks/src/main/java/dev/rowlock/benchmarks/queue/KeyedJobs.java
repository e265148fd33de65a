package dev.rowlock.benchmarks.queue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rowlock.benchmarks.Arguments;
import dev.rowlock.benchmarks.internal.sql.GroundStatements;
import dev.rowlock.cli.bench.Figures;
import dev.rowlock.cli.connect.Account;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.queue.KeyLimits;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.Rate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Jobs with a key or under a limit beside the same jobs without, in turn on one worker at default durability: jobs a second, the share of it that is left, statements and
 * server time a job. Prints one JSON object for each kind of key and limit.
 *
 * <p>Arguments: jobs (20000), batch (100), rounds (5), what to measure (all; else names of {@link Shape} with commas, beside no key), and a JDBC URL whose account may make the
 * schema {@code rowlock_bench_keys}; without a URL it starts the newest server there is.
 */
public final class KeyedJobs {
    private static final String FAST =
            "cachePrepStmts=true&prepStmtCacheSize=200&prepStmtCacheSqlLimit=65536&useServerPrepStmts=true&rewriteBatchedStatements=true";
    private static final int CONCURRENCY = 50;

    /** Fewer than a worker holds, so that most jobs of the kind have to wait for others. */
    private static final int SOME = 100;

    private static final int MANY = 10_000;

    /** Which key the n-th job has, or what the queue is held to. */
    private enum Shape {
        NO_KEY("no key", n -> builder().build()),
        ORDERED_EACH(
                "an ordering key for each job",
                n -> builder().orderingKey("customer " + n).build()),
        ORDERED_100(
                "100 ordering keys",
                n -> builder().orderingKey("customer " + n % 100).build()),
        LIMITED_EACH(
                "a concurrency key for each job",
                n -> builder().concurrencyKey("customer " + n).build()),
        LIMITED_100(
                "100 concurrency keys",
                n -> builder().concurrencyKey("customer " + n % 100).build()),
        KIND_MANY(
                "no key, 10000 of the kind at once",
                n -> builder().build(),
                queue -> queue.limitKind(NoopJobs.KIND.name(), KeyLimits.none().withConcurrent(MANY))),
        KIND_SOME(
                "no key, 100 of the kind at once",
                n -> builder().build(),
                queue -> queue.limitKind(NoopJobs.KIND.name(), KeyLimits.none().withConcurrent(SOME))),
        RATE(
                "no key, a rate of 1000 in 1 ms",
                n -> builder().build(),
                queue -> queue.limitRate(new Rate(1_000, Duration.ofMillis(1))));

        private final String text;
        private final IntFunction<NewJob> job;
        private final Consumer<Queue> limit;

        Shape(String text, IntFunction<NewJob> job) {
            this(text, job, queue -> {});
        }

        Shape(String text, IntFunction<NewJob> job, Consumer<Queue> limit) {
            this.text = text;
            this.job = job;
            this.limit = limit;
        }

        /** Those named, and what they are measured beside. */
        static Set<Shape> of(String names) {
            if (names.equals("all")) {
                return EnumSet.allOf(Shape.class);
            }
            EnumSet<Shape> shapes = EnumSet.of(NO_KEY);
            for (String name : names.split(",", -1)) {
                shapes.add(valueOf(name.strip().toUpperCase(Locale.ROOT)));
            }
            return shapes;
        }

        private static NewJob.Builder builder() {
            return NewJob.builder(NoopJobs.KIND, NoopJobs.PAYLOAD);
        }
    }

    /** One round of one shape. */
    private record Figure(double enqueued, double worked, double statements, double cpuMicros) {}

    private final Ground ground;
    private final Connection watch;
    private final StatementCount statements;
    private final ServerProcess process;
    private final int jobs;
    private final int batch;

    private KeyedJobs(Ground ground, Connection watch, StatementCount statements, int jobs, int batch)
            throws SQLException {
        this.ground = ground;
        this.watch = watch;
        this.statements = statements;
        this.process = ServerProcess.of(watch);
        this.jobs = jobs;
        this.batch = batch;
    }

    public static void main(String[] arguments) throws Exception {
        Arguments given = Arguments.of(arguments);
        int jobs = given.number(0, 20_000);
        int batch = given.number(1, 100);
        int rounds = given.number(2, 5);
        Set<Shape> shapes = Shape.of(given.text(3, "all"));
        given.onServer(4, (url, server) -> measure(url, jobs, batch, rounds, shapes));
    }

    private static void measure(String url, int jobs, int batch, int rounds, Set<Shape> shapes) throws Exception {
        Account account = new Account(url + (url.contains("?") ? "&" : "?") + FAST, null, null);
        try (Server server = Server.connect(account, new PoolSize(1), SessionZone.SERVER);
                Ground ground = Ground.create("rowlock_bench_keys", server.newSessions());
                Connection watch = server.newSessions().getConnection();
                StatementCount statements = StatementCount.of(server.newSessions(), ground)) {
            new KeyedJobs(ground, watch, statements, jobs, batch).run(rounds, shapes);
        }
    }

    private void run(int rounds, Set<Shape> shapes) throws Exception {
        Map<Shape, List<Figure>> figures = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            for (Shape shape : shapes) {
                Figure figure = round(shape);
                System.err.printf(
                        Locale.ROOT,
                        "%s %-33s enqueue %7.0f/s, work %7.0f/s, %.4f statements and %5.1f us of the server a job%n",
                        round == 0 ? "warm-up" : "round " + round,
                        shape.text,
                        figure.enqueued(),
                        figure.worked(),
                        figure.statements(),
                        figure.cpuMicros());
                if (round > 0) {
                    figures.computeIfAbsent(shape, some -> new ArrayList<>()).add(figure);
                }
            }
        }
        for (Shape shape : shapes) {
            print(shape, figures.getOrDefault(shape, List.of()), figures.getOrDefault(Shape.NO_KEY, List.of()));
        }
        tellStatements();
    }

    private Figure round(Shape shape) throws SQLException {
        Queue queue = ground.queues().queue(shape.name());
        shape.limit.accept(queue);
        double enqueue = NoopJobs.enqueue(queue, jobs, batch, shape.job);
        long sent = statements.read();
        double cpu = process.cpuSeconds().orElse(Double.NaN);
        Timing timing = Managed.noop(queue, CONCURRENCY, batch).work(jobs, enqueue);
        double micros = (process.cpuSeconds().orElse(Double.NaN) - cpu) * 1e6 / jobs;
        return new Figure(
                timing.enqueuedPerSecond(),
                timing.workedPerSecond(),
                (double) (statements.read() - sent) / jobs,
                micros);
    }

    /** Where the time went, of all rounds together. */
    private void tellStatements() throws SQLException {
        try (PreparedStatement digests = watch.prepareStatement(GroundStatements.STATEMENTS_BY_DIGEST)) {
            digests.setString(1, ground.schema());
            try (ResultSet row = digests.executeQuery()) {
                for (int at = 0; at < 25 && row.next(); at++) {
                    System.err.printf(
                            Locale.ROOT,
                            "%9.0f ms %8d x %7.2f ms  %s%n",
                            row.getDouble(3) / 1_000,
                            row.getLong(2),
                            row.getDouble(3) / 1_000 / row.getLong(2),
                            row.getString(1));
                }
            }
        }
    }

    private static void print(Shape shape, List<Figure> own, List<Figure> plain) throws Exception {
        Ratios worked = new Ratios();
        Ratios enqueued = new Ratios();
        for (int at = 0; at < own.size(); at++) {
            worked.add(own.get(at).worked(), plain.get(at).worked());
            enqueued.add(own.get(at).enqueued(), plain.get(at).enqueued());
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("jobs", shape.text);
        result.put("enqueuePerSecond", Math.round(enqueued.value()));
        result.put("workPerSecond", Math.round(worked.value()));
        result.put("workShare", rounded(worked.median()));
        result.put(
                "workSpread", worked.spread().stream().map(KeyedJobs::rounded).toList());
        result.put("enqueueShare", rounded(enqueued.median()));
        result.put(
                "statementsPerJob",
                rounded(Figures.median(own.stream().map(Figure::statements).toList())));
        result.put(
                "serverMicrosPerJob",
                rounded(Figures.median(own.stream().map(Figure::cpuMicros).toList())));
        System.out.println(new ObjectMapper().writeValueAsString(result));
    }

    private static double rounded(double value) {
        return Figures.rounded(value, 3);
    }
}
