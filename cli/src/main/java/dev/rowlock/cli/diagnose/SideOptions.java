package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.Sides;
import dev.rowlock.mysql.ConfigurationException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Option;

/** Who is batch and who is online. Filled by picocli. */
final class SideOptions {
    @Option(
            names = "--batch-connection",
            paramLabel = "ID",
            split = ",",
            description = "connection ids that belong to the batch")
    private List<Long> batchConnections = List.of();

    @Option(
            names = "--batch-account",
            paramLabel = "USER[@HOST]",
            split = ",",
            description = "accounts that do batch work")
    private List<String> batchAccounts = List.of();

    @Option(
            names = "--online-account",
            paramLabel = "USER[@HOST]",
            split = ",",
            description = "accounts of online traffic")
    private List<String> onlineAccounts = List.of();

    @Option(
            names = "--batch-statement",
            paramLabel = "REGEX",
            description = "what only statements of the batch have, such as '(?i)limit 500'; may be given again")
    private List<String> batchStatements = List.of();

    @Option(
            names = "--online-statement",
            paramLabel = "REGEX",
            description = "what only statements of online traffic have; may be given again")
    private List<String> onlineStatements = List.of();

    Sides sides() {
        Sides.Builder sides = Sides.builder().connections(Side.BATCH, new LinkedHashSet<>(batchConnections));
        batchAccounts.forEach(account -> sides.account(Side.BATCH, account));
        onlineAccounts.forEach(account -> sides.account(Side.ONLINE, account));
        batchStatements.forEach(regex -> sides.statement(Side.BATCH, pattern("--batch-statement", regex)));
        onlineStatements.forEach(regex -> sides.statement(Side.ONLINE, pattern("--online-statement", regex)));
        return sides.build();
    }

    private static Pattern pattern(String option, String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new ConfigurationException(
                    option + " " + regex + " is no regular expression: " + e.getDescription(), e);
        }
    }
}
