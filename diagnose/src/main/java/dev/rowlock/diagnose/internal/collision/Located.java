package dev.rowlock.diagnose.internal.collision;

import java.util.Map;

/**
 * Where keys lie.
 *
 * @param perPart how many lie in each part, by its place in the list of parts
 * @param beyond how many lie beyond the last part
 * @param nowhere how many could not be placed, because their rows are gone
 */
record Located(Map<Integer, Long> perPart, long beyond, long nowhere) {
    long in(int part) {
        return perPart.getOrDefault(part, 0L);
    }
}
