package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.collision.CollisionSlice;
import dev.rowlock.diagnose.collision.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What to do about a collision rate, in the table's own names (C3 to C5). Pure. */
final class Advice {
    private static final int SHARDS = 4;
    private static final long LARGEST_TRANSACTION = 500;
    /** Reported rule of thumb for where to begin: touched rows a second, for each online write a second (C4). */
    private static final int TOUCHED_PER_ONLINE_WRITE = 3;

    private Advice() {}

    static List<String> of(
            Target target,
            String predicate,
            Verdict verdict,
            List<CollisionSlice> slices,
            OptionalDouble writesPerSecond) {
        List<String> advice = new ArrayList<>();
        switch (verdict) {
            case NOTHING_TO_TOUCH -> {
                return List.of("no row matches now: check the predicate and its parameters");
            }
            case SAFE ->
                advice.add(
                        hot(target, slices).isEmpty()
                                ? "under 1 row in 100 collides: the batch may run as it is planned (C8)"
                                : "over the whole key range under 1 row in 100 collides (C8), but not in each part of it");
            case UNSURE ->
                advice.add(
                        "1 in 100 is within the error of the figure: measure again with a longer --seconds, at the hour"
                                + " the batch will run, and until then treat it as too high (C8)");
            case TOO_HIGH -> advice.add("1 row in 100 or more collides: shard, slow down and give way (C8)");
        }
        hot(target, slices).ifPresent(advice::add);
        if (verdict != Verdict.SAFE) {
            advice.add(shards(target, slices));
            advice.add(rate(writesPerSecond));
        }
        advice.add(
                "repeat the selection in every write, so that a row online traffic changed falls out instead of being"
                        + " overwritten (C5): UPDATE " + target.table().quoted() + " SET ... WHERE "
                        + quotedKey(target) + " IN (...) AND (" + predicate.strip() + "), at most "
                        + LARGEST_TRANSACTION
                        + " rows in a transaction (C6)");
        return advice;
    }

    private static String quotedKey(Target target) {
        String columns = target.keySql().columns();
        return target.key().size() == 1 ? columns : "(" + columns + ")";
    }

    /** Disjoint ranges with about as many rows each. */
    private static String shards(Target target, List<CollisionSlice> slices) {
        if (slices.size() < SHARDS) {
            return "give each worker a range of " + target.keyName() + " of its own, so that workers never meet (C3)";
        }
        double total =
                slices.stream().mapToDouble(slice -> slice.rows().value()).sum();
        List<String> ends = new ArrayList<>();
        double before = 0;
        for (CollisionSlice slice : slices.subList(0, slices.size() - 1)) {
            before += slice.rows().value();
            if (before >= total * (ends.size() + 1) / SHARDS && ends.size() < SHARDS - 1) {
                ends.add(slice.last().toString());
            }
        }
        return "give each worker a range of " + target.keyName()
                + " of its own, so that workers never meet (C3): for " + (ends.size() + 1)
                + " workers with as many rows each, end the ranges at "
                + ends.stream().collect(Collectors.joining(", ")) + " and the end";
    }

    /** Where most of it happens. */
    private static Optional<String> hot(Target target, List<CollisionSlice> slices) {
        double rows = slices.stream().mapToDouble(slice -> slice.rows().value()).sum();
        double collisions =
                slices.stream().mapToDouble(slice -> slice.collisions().value()).sum();
        List<CollisionSlice> hot = slices.stream()
                .filter(slice -> collisions > 0
                        && slice.rate().low() >= Verdict.LIMIT
                        && slice.collisions().value() / collisions
                                > 2 * slice.rows().value() / rows)
                .toList();
        if (hot.isEmpty()) {
            return Optional.empty();
        }
        double share =
                hot.stream().mapToDouble(slice -> slice.collisions().value()).sum() / collisions;
        String ranges =
                hot.stream().map(slice -> slice.first() + " to " + slice.last()).collect(Collectors.joining(", "));
        return Optional.of(String.format(
                Locale.ROOT,
                "%.0f %% of the collisions are in %s %s, where up to %.1f %% of the rows collide: leave that part for a quiet"
                        + " hour, or work it last and slowly",
                share * 100,
                target.keyName(),
                ranges,
                100
                        * hot.stream()
                                .mapToDouble(slice -> slice.rate().value())
                                .max()
                                .orElse(0)));
    }

    private static String rate(OptionalDouble writesPerSecond) {
        String rule = "limit all workers together by one token bucket (C4): ";
        return writesPerSecond.isPresent() && writesPerSecond.getAsDouble() >= 1
                ? String.format(
                        Locale.ROOT,
                        "%sbegin at %.0f rows/s, %d times the %.0f online writes/s seen here, and let the online P99 decide from there",
                        rule,
                        TOUCHED_PER_ONLINE_WRITE * writesPerSecond.getAsDouble(),
                        TOUCHED_PER_ONLINE_WRITE,
                        writesPerSecond.getAsDouble())
                : rule + "begin at " + TOUCHED_PER_ONLINE_WRITE
                        + " rows/s for each online write a second, and let the online P99 decide from there";
    }
}
