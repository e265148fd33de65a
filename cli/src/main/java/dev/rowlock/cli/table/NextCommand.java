package dev.rowlock.cli.table;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The command that goes on where this one ended, ready to be pasted: same table, same options about it. */
final class NextCommand {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:,+@%-]+");

    private static final Set<String> CARRIED = Set.of(
            "--status-column",
            "--available-column",
            "--lease-column",
            "--claimed-column",
            "--attempts-column",
            "--token-column",
            "--owner-column",
            "--error-column",
            "--payload-column",
            "--ready",
            "--processing",
            "--done",
            "--dead",
            "--on-complete",
            "--clock",
            "--scan",
            "--lease",
            "--max-attempts",
            "--backoff");

    private final String table;
    private final List<String> options = new ArrayList<>();

    private NextCommand(String table) {
        this.table = table;
    }

    static NextCommand of(CommandSpec spec, TableOptions table) {
        NextCommand next = new NextCommand(quoted(table.table()));
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptionsSet()) {
            if (CARRIED.contains(option.longestName())) {
                next.options.add(option.longestName());
                if (option.arity().max() > 0) {
                    option.originalStringValues().forEach(value -> next.options.add(quoted(value)));
                }
            }
        }
        return next;
    }

    /** {@code rowlock table VERB} about this lease. */
    String about(String verb, Lease lease, Set<ColumnRole> columns) {
        List<String> words = new ArrayList<>(List.of("rowlock", "table", verb, table));
        words.add("--key");
        words.add(quoted(lease.key().toString()));
        FenceParts.of(lease.fence(), columns).forEach((option, value) -> {
            words.add(option);
            words.add(quoted(value));
        });
        words.addAll(options);
        return String.join(" ", words);
    }

    static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
