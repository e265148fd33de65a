package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.Availability;
import dev.rowlock.embedded.EmbeddedServerException;
import dev.rowlock.embedded.ServerFamily;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The newest MySQL of Debian unstable, which {@code dev/mysql} of the checkout fetches and unpacks. */
public final class DevMySql implements Distribution {
    private static final String SHARE = "--lc-messages-dir=";

    @Override
    public ServerFamily family() {
        return ServerFamily.MYSQL;
    }

    @Override
    public Availability availability() {
        return Checkout.find()
                .map(DevMySql::availability)
                .orElseGet(() -> new Availability.Missing(
                        "dev/mysql belongs to a checkout of Rowlock, and this program does not run in one."));
    }

    private static Availability availability(Checkout checkout) {
        if (Files.isExecutable(checkout.ignored().resolve("mysql/usr/sbin/mysqld"))
                || Programs.find("apt-get").isPresent()) {
            return new Availability.Available();
        }
        return new Availability.Missing("dev/mysql needs Debian's apt-get, which this machine does not have.");
    }

    @Override
    public Installation install(Cache cache) {
        Checkout checkout = Checkout.find()
                .orElseThrow(() -> new EmbeddedServerException("this program does not run in a checkout of Rowlock"));
        Path log = cache.child("dev-mysql-" + ProcessHandle.current().pid() + ".log");
        List<String> command = Programs.run(log, List.of(checkout.script().toString(), "binary"))
                .lines()
                .toList();
        Path share = command.stream()
                .filter(word -> word.startsWith(SHARE))
                .map(word -> Path.of(word.substring(SHARE.length())))
                .findFirst()
                .orElseThrow(() -> new EmbeddedServerException("dev/mysql binary printed no " + SHARE));
        // The template is named by when the program was unpacked, so that an update makes a new one.
        String unpacked = Long.toString(share.toFile().lastModified(), Character.MAX_RADIX);
        return new Installation("mysql-dev-" + unpacked, family(), command, share);
    }
}
