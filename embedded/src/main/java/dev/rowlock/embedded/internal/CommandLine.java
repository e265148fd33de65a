package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.ServerFamily;
import java.util.ArrayList;
import java.util.List;

/** The words that run a server over its data folder. */
public final class CommandLine {
    private CommandLine() {}

    /** Loopback only; binary log on and both logs flushed at each commit, which is MySQL's default but not MariaDB's. */
    public static List<String> of(Installation installation, InstanceFolder folder, int port, List<String> options) {
        List<String> words = new ArrayList<>(installation.command());
        words.addAll(List.of(
                folder.dataOption(),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                // Relative to the data folder: absolute paths of deep folders exceed the 107 bytes a socket may have.
                "--socket=server.sock",
                "--pid-file=" + folder.serverPidFile(),
                "--log-error=" + folder.log(),
                "--tmpdir=" + folder.temporary()));
        words.addAll(
                installation.family() == ServerFamily.MYSQL
                        ? List.of("--mysqlx=OFF")
                        : List.of("--skip-ssl", "--log-bin=binlog", "--sync-binlog=1"));
        words.addAll(account(words));
        words.addAll(options);
        return List.copyOf(words);
    }

    /** Servers refuse to run as root unless told so. */
    static List<String> account(List<String> words) {
        boolean needed = "root".equals(System.getProperty("user.name")) && !words.contains("--user=root");
        return needed ? List.of("--user=root") : List.of();
    }
}
