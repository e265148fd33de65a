package dev.rowlock.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import picocli.CommandLine;

/** Starts the command line. */
public final class Main {
    private static final int HELP_WIDTH = 120;

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments, System.getenv(), System.out, System.err));
    }

    /**
     * Runs one command.
     *
     * @return its exit code, see {@link ExitCode}
     */
    public static int run(String[] arguments, Map<String, String> environment, PrintStream out, PrintStream error) {
        PrintWriter outWriter = new PrintWriter(out, true, StandardCharsets.UTF_8);
        PrintWriter errorWriter = new PrintWriter(error, true, StandardCharsets.UTF_8);
        // Errors of the command line itself come before its options are known.
        Format format = Arrays.asList(arguments).contains("--json") ? Format.JSON : Format.TEXT;
        boolean debug = Arrays.asList(arguments).contains("--debug");
        Failures failures = new Failures(new Output(format, outWriter, errorWriter), debug);
        int code = new CommandLine(new RowlockCommand(environment))
                .setOut(outWriter)
                .setErr(errorWriter)
                // A payload may begin with @.
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(HELP_WIDTH)
                .registerConverter(java.time.Duration.class, new DurationConverter())
                .registerConverter(DurationRange.class, new DurationRange.Converter())
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures)
                .execute(arguments);
        outWriter.flush();
        errorWriter.flush();
        return code;
    }
}
