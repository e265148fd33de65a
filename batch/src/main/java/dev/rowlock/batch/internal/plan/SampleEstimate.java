package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.RowEstimate;
import java.util.List;

/**
 * How many rows match, from windows spread over the table. The interval comes from how the parts differ, since rows that lie together are
 * alike: a thousand rows of one window say less than ten of each of a hundred. Pure.
 *
 * @param rows of the table
 * @param matching rows that match
 */
record SampleEstimate(RowEstimate rows, RowEstimate matching) {
    /** Of how many rows none matched says with 95 % confidence that fewer than three in that many do. */
    private static final double RULE_OF_THREE = 3;

    private static final double TWO_SIGMA = 2;

    static SampleEstimate of(List<PartSeen> parts) {
        long looked = parts.stream().mapToLong(PartSeen::looked).sum();
        long matched = parts.stream().mapToLong(PartSeen::matched).sum();
        if (parts.stream().allMatch(PartSeen::whole)) {
            return new SampleEstimate(RowEstimate.exact(looked), RowEstimate.exact(matched));
        }
        double rows = parts.stream().mapToDouble(PartSeen::rows).sum();
        double overall = looked == 0 ? 0 : (double) matched / looked;
        double value = parts.stream()
                .mapToDouble(part -> part.looked() == 0 ? part.rows() * overall : part.rows() * part.share())
                .sum();
        double spread = TWO_SIGMA * rows * deviation(parts, rows == 0 ? 0 : value / rows);
        double none = looked == 0 ? rows : rows * RULE_OF_THREE / looked;
        long low = Math.max(matched, Math.round(value - spread));
        long high = Math.min(Math.round(rows), Math.round(Math.max(value + spread, none)));
        long best = Math.max(low, Math.round(value));
        return new SampleEstimate(
                new RowEstimate(looked, Math.max(looked, Math.round(rows)), Math.max(looked, Math.round(rows))),
                new RowEstimate(Math.min(low, best), best, Math.max(high, best)));
    }

    /** Of the mean of the parts' shares. */
    private static double deviation(List<PartSeen> parts, double mean) {
        List<PartSeen> seen = parts.stream().filter(part -> part.looked() > 0).toList();
        if (seen.size() < 2) {
            return 1;
        }
        double squares = seen.stream()
                .mapToDouble(part -> (part.share() - mean) * (part.share() - mean))
                .sum();
        return Math.sqrt(squares / (seen.size() - 1) / seen.size());
    }
}
