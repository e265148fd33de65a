package dev.rowlock.cli.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.Fence;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.cli.Output;
import dev.rowlock.mysql.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Which leases a command is about: one, in options, or many, as {@code claim --json} printed them. Filled by picocli. */
final class LeaseOptions {
    /** One lease or many. */
    static final class Which {
        @Option(names = "--key", paramLabel = "KEY", required = true, description = "the row; a composite key as a,b")
        private @Nullable String key;

        @Option(
                names = "--from",
                paramLabel = "FILE",
                required = true,
                description = "leases as 'claim --json' printed them; - is standard input")
        private @Nullable String from;
    }

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // required
    private Which which;

    @Option(names = "--token", paramLabel = "N", description = "the claim's token")
    private @Nullable Long token;

    @Option(names = "--lease-until", paramLabel = "TIME", description = "end of the lease, as the claim printed it")
    private @Nullable String leaseUntil;

    @Option(names = "--claimed-at", paramLabel = "TIME", description = "time of the claim, as the claim printed it")
    private @Nullable String claimedAt;

    /** The leases, with what this table needs to know of each claim. */
    List<Lease> leases(LeaseTable table, @Nullable String owner) {
        if (which.key != null) {
            return List.of(lease(table, which.key, 1, new Fence(token, leaseUntil, claimedAt, owner)));
        }
        List<Lease> leases = new ArrayList<>();
        for (JsonNode node : nodes(read(String.valueOf(which.from)))) {
            leases.add(lease(table, node, owner));
        }
        return leases;
    }

    private static Lease lease(LeaseTable table, JsonNode node, @Nullable String owner) {
        JsonNode key = node.get("key");
        if (key == null || !key.isValueNode()) {
            throw new ConfigurationException("a lease in the JSON has no key: " + node);
        }
        JsonNode number = node.get("token");
        Fence fence = new Fence(
                number == null || number.isNull() ? null : (Long) number.asLong(),
                text(node, "leaseUntil"),
                text(node, "claimedAt"),
                text(node, "owner") == null ? owner : text(node, "owner"));
        return lease(table, key.asText(), node.path("attempt").asInt(1), fence);
    }

    private static Lease lease(LeaseTable table, String key, int attempt, Fence fence) {
        requireWhole(table, key, fence);
        return new Lease(
                table.parseKey(key),
                attempt,
                fence,
                System.nanoTime(),
                table.settings().lease());
    }

    /** A write that does not name the whole fence could hit somebody else's claim. */
    private static void requireWhole(LeaseTable table, String key, Fence fence) {
        List<String> missing = new ArrayList<>();
        if (table.columns().contains(ColumnRole.TOKEN)) {
            if (fence.token().isEmpty()) {
                missing.add("--token");
            }
        } else {
            if (table.columns().contains(ColumnRole.LEASE_UNTIL)
                    && fence.leaseUntil().isEmpty()) {
                missing.add("--lease-until");
            }
            if (table.columns().contains(ColumnRole.CLAIMED_AT)
                    && fence.claimedAt().isEmpty()) {
                missing.add("--claimed-at");
            }
            if (table.columns().contains(ColumnRole.OWNER) && fence.owner().isEmpty()) {
                missing.add("--owner");
            }
        }
        if (!missing.isEmpty()) {
            throw new ConfigurationException(
                    "row " + key + " of " + table.name() + " can be told from later claims only by "
                            + String.join(", ", missing) + ": give what the claim printed");
        }
    }

    private static @Nullable String text(JsonNode node, String name) {
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? null : value.asText();
    }

    /** What claim prints, its list of leases alone, or one lease. */
    private static List<JsonNode> nodes(JsonNode json) {
        JsonNode leases = json.has("leases") ? json.get("leases") : json.has("verdicts") ? json.get("verdicts") : json;
        List<JsonNode> nodes = new ArrayList<>();
        if (leases.isArray()) {
            leases.forEach(nodes::add);
        } else {
            nodes.add(leases);
        }
        return nodes;
    }

    private static JsonNode read(String from) {
        try (InputStream stream = from.equals("-") ? System.in : Files.newInputStream(Path.of(from))) {
            JsonNode json = Output.mapper().readTree(stream);
            if (json == null || json.isMissingNode()) {
                throw new ConfigurationException(
                        "--from " + from + " is empty; it should hold what 'claim --json' printed");
            }
            return json;
        } catch (IOException e) {
            throw new ConfigurationException(
                    "--from " + from + " cannot be read as JSON: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    e);
        }
    }
}
