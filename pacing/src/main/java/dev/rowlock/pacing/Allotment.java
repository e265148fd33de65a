package dev.rowlock.pacing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Splits one rate over the workers of a run by what they can use. Pure: each worker needs only its own row of demands, so there is no hot
 * row. Shares add up to the rate at most.
 */
public final class Allotment {
    /** A worker may grow to this multiple of what it used, so that one that got faster is seen to. */
    private static final double ROOM = 1.25;

    /** Everybody gets at least this part of an even share: a worker that joined, or waited, has to show what it can use. */
    private static final double LEAST = 0.1;

    private Allotment() {}

    /**
     * What a worker does.
     *
     * @param worker its name
     * @param used rows a second it touched of late
     * @param wanted rows a second it could touch; infinite when it does not know, which is what a new worker says
     */
    public record Demand(String worker, double used, double wanted) {}

    /** Rows a second by worker. */
    public static Map<String, Double> split(double rate, List<Demand> demands) {
        Map<String, Double> shares = new LinkedHashMap<>();
        if (demands.isEmpty()) {
            return shares;
        }
        double even = rate / demands.size();
        double left = rate;
        Map<String, Double> caps = new LinkedHashMap<>();
        for (Demand demand : demands) {
            double least = even * LEAST;
            shares.put(demand.worker(), least);
            left -= least;
            caps.put(demand.worker(), Math.max(0, cap(demand) - least));
        }
        left = fill(left, caps, shares);
        // Nobody can use the rest now: it is spread evenly, or a run whose workers all got faster at once would stay
        // slow.
        double rest = Math.max(0, left) / demands.size();
        shares.replaceAll((worker, share) -> share + rest);
        return shares;
    }

    private static double cap(Demand demand) {
        return demand.wanted() < Double.POSITIVE_INFINITY
                ? Math.max(demand.wanted(), demand.used() * ROOM)
                : Double.POSITIVE_INFINITY;
    }

    /** Gives everybody the same until the smallest is satisfied, then the others, until nothing is left; answers what is left. */
    private static double fill(double amount, Map<String, Double> caps, Map<String, Double> shares) {
        double left = amount;
        Map<String, Double> open = new LinkedHashMap<>(caps);
        while (left > 0 && !open.isEmpty()) {
            double part = left / open.size();
            double smallest = open.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .min()
                    .orElse(0);
            double given = Math.min(part, smallest);
            left -= given * open.size();
            open.keySet().forEach(worker -> shares.merge(worker, given, Double::sum));
            open.replaceAll((worker, cap) -> cap - given);
            if (given == part) {
                break;
            }
            open.values().removeIf(cap -> cap <= 0);
        }
        return left;
    }
}
