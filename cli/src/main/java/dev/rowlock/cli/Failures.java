package dev.rowlock.cli;

import dev.rowlock.mysql.RowlockException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
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
        return tell(e).number();
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        if (e.getCause() instanceof RowlockException cause) {
            return tell(cause).number();
        }
        StringBuilder message = new StringBuilder(e.getMessage());
        UnmatchedArgumentException.printSuggestions(e, new java.io.PrintWriter(new Appending(message)));
        print("usage", message.toString());
        if (!output.isJson()) {
            output.note("Try: " + e.getCommandLine().getCommandSpec().qualifiedName(" ") + " --help");
        }
        trace(e);
        return ExitCode.WRONG.number();
    }

    /** Prints the error and says how to exit. */
    ExitCode tell(Exception e) {
        trace(e);
        if (e instanceof RowlockException failure) {
            print(failure.code().name().toLowerCase(Locale.ROOT).replace('_', '-'), Advice.of(failure));
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

    /** Collects what picocli prints. */
    private static final class Appending extends java.io.Writer {
        private final StringBuilder text;

        Appending(StringBuilder text) {
            this.text = text;
        }

        @Override
        public void write(char[] characters, int from, int length) {
            text.append(characters, from, length);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
