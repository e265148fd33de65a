package dev.rowlock.cli.work;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.work.Handler;
import dev.rowlock.claim.work.Outcome;
import dev.rowlock.claim.work.Work;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.RowKey;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs the user's program for a row; its exit code decides what becomes of the row. Thread-safe. */
final class ProgramHandler implements Handler {
    /** {@code EX_TEMPFAIL} of sysexits.h. */
    private static final int NOT_NOW = 75;

    /** What a shell answers when a command is there but cannot be run, or is not there. */
    private static final int CANNOT_RUN = 126;

    private static final int NOT_FOUND = 127;

    private static final int SIGNALLED = 128;
    private static final int LAST_SIGNAL = 64;

    private final LeaseTable table;
    private final ProgramSettings settings;
    private final Consumer<ConfigurationException> giveUp;
    private final boolean hasPayload;
    private volatile boolean everRan;

    ProgramHandler(LeaseTable table, ProgramSettings settings, Consumer<ConfigurationException> giveUp) {
        this.table = table;
        this.settings = settings;
        this.giveUp = giveUp;
        this.hasPayload = table.columns().contains(ColumnRole.PAYLOAD);
    }

    @Override
    public Outcome handle(Work work) throws IOException, InterruptedException {
        Lease lease = work.lease();
        Map<String, String> environment = environment(lease);
        byte[] input = new byte[0];
        if (hasPayload) {
            Map<RowKey, Optional<byte[]>> read = table.payloads(List.of(lease));
            if (!read.containsKey(lease.key())) {
                return Outcome.released(Duration.ZERO); // the row is gone, which this will tell
            }
            Optional<byte[]> payload = Objects.requireNonNull(read.get(lease.key()));
            input = payload.orElse(input);
            if (payload.isEmpty()) {
                environment.put("ROWLOCK_PAYLOAD_NULL", "1");
            }
        }
        Program program = Program.start(settings, environment, input);
        work.onCancel(program::end);
        try {
            Optional<Integer> exit = program.await(settings.timeout());
            return work.isCancelled() && exit.orElse(1) != 0
                    ? Outcome.released(Duration.ZERO)
                    : outcome(lease, exit, program);
        } catch (InterruptedException e) {
            program.awaitEndOrKill();
            return Outcome.released(Duration.ZERO);
        }
    }

    private Map<String, String> environment(Lease lease) {
        Map<String, String> environment = new HashMap<>();
        environment.put("ROWLOCK_TABLE", table.name().toString());
        environment.put("ROWLOCK_ID", lease.key().toString());
        environment.put("ROWLOCK_ATTEMPT", Integer.toString(lease.attempt()));
        lease.fence().token().ifPresent(token -> environment.put("ROWLOCK_TOKEN", Long.toString(token)));
        lease.fence().leaseUntil().ifPresent(time -> environment.put("ROWLOCK_LEASE_UNTIL", time));
        lease.fence().claimedAt().ifPresent(time -> environment.put("ROWLOCK_CLAIMED_AT", time));
        lease.fence().owner().ifPresent(name -> environment.put("ROWLOCK_OWNER", name));
        return environment;
    }

    private Outcome outcome(Lease lease, Optional<Integer> exit, Program program) {
        if (exit.isEmpty()) {
            return Outcome.failed("ran longer than " + settings.timeout().orElseThrow() + said(program));
        }
        int code = exit.get();
        if ((code == NOT_FOUND || code == CANNOT_RUN) && !everRan) {
            giveUp.accept(new ConfigurationException("the program cannot be run (exit code " + code
                    + "), no attempt was counted: --exec '" + settings.command() + "'" + said(program)));
            return Outcome.released(Duration.ZERO);
        }
        everRan = true;
        if (code == 0) {
            return Outcome.done();
        }
        if (code == NOT_NOW) {
            return Outcome.released(table.settings().backoff().after(lease.attempt()));
        }
        boolean signalled = code > SIGNALLED && code <= SIGNALLED + LAST_SIGNAL;
        String end = signalled ? "killed by signal " + (code - SIGNALLED) : "exit code " + code;
        return Outcome.failed(end + said(program));
    }

    private static String said(Program program) {
        String lines = program.lastLines();
        return lines.isEmpty() ? "" : ": " + lines;
    }
}
