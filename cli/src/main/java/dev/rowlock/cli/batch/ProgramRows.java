package dev.rowlock.cli.batch;

import dev.rowlock.batch.HandledRow;
import dev.rowlock.batch.RowHandler;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.work.Program;
import dev.rowlock.cli.work.ProgramSettings;
import dev.rowlock.mysql.ConfigurationException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs the user's program for the rows of a chunk; exit code 0 says that all of them are done. Thread-safe. */
final class ProgramRows implements RowHandler {
    private static final int CANNOT_RUN = 126;
    private static final int NOT_FOUND = 127;
    private static final int SIGNALLED = 128;

    private final long run;
    private final ProgramSettings settings;
    private final Consumer<ConfigurationException> giveUp;
    private volatile boolean everRan;

    ProgramRows(long run, ProgramSettings settings, Consumer<ConfigurationException> giveUp) {
        this.run = run;
        this.settings = settings;
        this.giveUp = giveUp;
    }

    /** The program could not do it: its exit code and what it said last. */
    static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;

        Failed(String message) {
            super(message);
        }
    }

    @Override
    public void handle(List<HandledRow> rows) throws Exception {
        Map<String, String> environment =
                Map.of("ROWLOCK_RUN", Long.toString(run), "ROWLOCK_ROWS", Integer.toString(rows.size()));
        Program program = Program.start(settings, environment, lines(rows));
        Optional<Integer> exit;
        try {
            exit = program.await(settings.timeout());
        } catch (InterruptedException e) {
            program.awaitEndOrKill();
            throw e;
        }
        if (exit.isEmpty()) {
            throw new Failed("ran longer than " + settings.timeout().orElseThrow() + said(program));
        }
        int code = exit.get();
        if ((code == NOT_FOUND || code == CANNOT_RUN) && !everRan) {
            giveUp.accept(new ConfigurationException("the program cannot be run (exit code " + code
                    + "), no row was touched: --exec '" + settings.command() + "'" + said(program)));
            throw new InterruptedException("the program cannot be run"); // writes nothing down: no attempt is counted
        }
        everRan = true;
        if (code != 0) {
            throw new Failed((code > SIGNALLED ? "killed by signal " + (code - SIGNALLED) : "exit code " + code)
                    + said(program));
        }
    }

    private static byte[] lines(List<HandledRow> rows) {
        StringBuilder text = new StringBuilder();
        for (HandledRow row : rows) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("key", row.key().toString());
            json.put("columns", row.columns());
            text.append(Output.text(json)).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String said(Program program) {
        String lines = program.lastLines();
        return lines.isEmpty() ? "" : ": " + lines;
    }
}
