package dev.rowlock.cli;

import dev.rowlock.cli.table.TableOptions;
import dev.rowlock.mysql.RowlockException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells errors: one message with what is wrong and what mends it, never a trace unless asked for. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Output output;
    private final boolean debug;

    Failures(Output output, boolean debug) {
        this.output = output;
        this.debug = debug;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        return tell(e, table(command)).number();
    }

    /** The table the command is about, if its name can be read. */
    private static Optional<String> table(CommandLine command) {
        try {
            return command.getCommandSpec().mixins().values().stream()
                    .map(CommandLine.Model.CommandSpec::userObject)
                    .filter(TableOptions.class::isInstance)
                    .map(options -> ((TableOptions) options).tableName().quoted())
                    .findFirst();
        } catch (RowlockException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        if (e.getCause() instanceof RowlockException cause) {
            return tell(cause, Optional.empty()).number();
        }
        String suggestions = e instanceof UnmatchedArgumentException unmatched
                ? unmatched.getSuggestions().stream().limit(3).collect(Collectors.joining(" or "))
                : "";
        print(
                "usage",
                String.valueOf(e.getMessage()).replaceFirst("^Error: ", "")
                        + (suggestions.isEmpty() ? "" : "; did you mean " + suggestions + "?")
                        + " Try: " + e.getCommandLine().getCommandSpec().qualifiedName(" ") + " --help");
        trace(e);
        return ExitCode.WRONG.number();
    }

    /** Prints the error and says how to exit. */
    private ExitCode tell(Exception e, Optional<String> table) {
        trace(e);
        if (e instanceof RowlockException failure) {
            print(failure.code().name().toLowerCase(Locale.ROOT).replace('_', '-'), Advice.of(failure, table));
            return ExitCode.of(failure.code());
        }
        print("unexpected", "unexpected error, please report it (--debug prints the trace): " + e);
        return ExitCode.WRONG;
    }

    private void print(String code, String message) {
        if (output.isJson()) {
            Map<String, Object> error = new LinkedHashMap<>();
            error.put("code", code);
            error.put("message", message);
            output.note(Output.text(Map.of("error", error)));
        } else {
            output.note("rowlock: " + message);
        }
    }

    private void trace(Exception e) {
        if (debug) {
            java.io.StringWriter text = new java.io.StringWriter();
            e.printStackTrace(new java.io.PrintWriter(text, true));
            output.note(text.toString());
        }
    }
}
