package dev.rowlock.cli.work;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Whether a person watches. */
final class Terminal {
    private Terminal() {}

    /** Since 22 there is a console without a terminal, too, and a method that tells; before, there was none without. */
    @SuppressWarnings("SystemConsoleNull") // asked before and after 22
    static boolean isThere() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException before22) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
