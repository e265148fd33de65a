package dev.rowlock.cli.bench;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.GlobalOptions;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.bench.Measure.Met;
import dev.rowlock.cli.connect.Account;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.EmbeddedServerException;
import dev.rowlock.mysql.ConfigurationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rowlock bench}. */
@Command(
        name = "bench",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Measures what Rowlock promises, each figure beside its reference in one run: P8, what online traffic feels of a batch; P9, how",
            "fast the batch is against a naive one; P10, the memory it takes. Makes the table rowlock_bench_order in the schema of the URL",
            "anew, or starts a server of its own when no URL is given.",
            "",
            "In a checkout also P1 to P7, the managed queue: P1, its speed against a bare JDBC loop; P2, against db-scheduler, JobRunr and Quartz;",
            "P3, bulk enqueue; P4, with an old snapshot open; P5, with millions of rows; P6, how soon a job starts; P7, statements a job. They make",
            "schemas of their own, rowlock_bench, rowlock_bench_full and rowlock_bench_count, and drop them.",
            ""
        },
        footer = {
            "",
            "The machine should do nothing else meanwhile: the P99 of 320 writes a second tells the truth only when it is not the machine's.",
            "Exit code 0: every goal is met; 1: some is not.",
            "",
            "Examples:",
            "  rowlock bench --only P1,P2,P3,P4,P5,P6,P7",
            "  rowlock bench --only P8,P9,P10",
            "  rowlock bench --only P8 --rows 600000 --rounds 3 --url jdbc:mysql://localhost:3306/test"
        })
public final class BenchCommand implements Callable<Integer> {
    private static final Set<String> QUEUE = Set.of("P1", "P2", "P3", "P4", "P5", "P6", "P7");

    @Option(names = "--only", split = ",", paramLabel = "ID", description = "P1 to P10; default: all")
    private List<String> only = List.of();

    @Mixin
    private final BatchSizes batches = new BatchSizes();

    @Mixin
    private final QueueSizes sizes = new QueueSizes();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        Set<String> wanted = wanted();
        batches.check();
        sizes.check();
        GlobalOptions global = RowlockCommand.global(spec);
        if (global.isServerGiven()) {
            return run(global.account(), wanted);
        }
        RowlockCommand.output(spec).note("no --url: starting a server of our own ...");
        try (EmbeddedServer server = start()) {
            return run(new Account(server.jdbcUrl("test"), null, null), wanted);
        }
    }

    private static EmbeddedServer start() {
        try {
            return EmbeddedServer.newest().start();
        } catch (EmbeddedServerException e) {
            throw new ConfigurationException("no server of our own can be started here: " + e.getMessage(), e);
        }
    }

    private Set<String> wanted() {
        List<String> known = new ArrayList<>();
        more().forEach(module -> known.addAll(module.ids()));
        known.addAll(new TreeSet<>(BatchBench.IDS));
        Set<String> wanted = new LinkedHashSet<>();
        for (String id : only.isEmpty() ? known : only) {
            String upper = id.strip().toUpperCase(Locale.ROOT);
            if (!known.contains(upper)) {
                throw new ConfigurationException(
                        QUEUE.contains(upper)
                                ? upper
                                        + " is measured by the module benchmarks, which brings the libraries it is measured beside"
                                        + " and is no part of a release: run ./rowlock bench in a checkout"
                                : "there is no measure " + id + ": write one of " + String.join(", ", known));
            }
            wanted.add(upper);
        }
        return wanted;
    }

    private static Iterable<MoreMeasures> more() {
        return ServiceLoader.load(MoreMeasures.class);
    }

    private int run(Account account, Set<String> wanted) throws SQLException, IOException, InterruptedException {
        Output output = RowlockCommand.output(spec);
        List<Measure> measures = new ArrayList<>();
        Consumer<Measure> found = measure -> {
            output.answer(measure.json(), measure.text());
            measures.add(measure);
        };
        for (MoreMeasures module : more()) {
            Set<String> its = both(wanted, module.ids());
            if (!its.isEmpty()) {
                module.run(new MoreMeasures.Request(account, its, sizes, output::note), found);
            }
        }
        Set<String> ofBatches = both(wanted, BatchBench.IDS);
        if (!ofBatches.isEmpty()) {
            ofBatches(account, ofBatches).forEach(found);
        }
        boolean all = measures.stream().allMatch(measure -> measure.met() == Met.YES);
        return (all ? ExitCode.DONE : ExitCode.NO).number();
    }

    private static Set<String> both(Set<String> wanted, Collection<String> known) {
        Set<String> both = new LinkedHashSet<>(wanted);
        both.retainAll(known);
        return both;
    }

    private List<Measure> ofBatches(Account account, Set<String> wanted)
            throws SQLException, IOException, InterruptedException {
        try (Server server = Server.connect(account, new PoolSize(2), SessionZone.SERVER)) {
            return new BatchBench(
                            server.newSessions(), new BatchProcess(account), batches, RowlockCommand.output(spec)::note)
                    .run(wanted);
        }
    }
}
