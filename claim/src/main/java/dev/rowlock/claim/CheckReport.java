package dev.rowlock.claim;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@link TableCheck} saw. Immutable.
 *
 * @param table the table with its schema
 * @param server family and version
 * @param key the primary key's columns
 * @param columns which column plays which role
 * @param index the index claims read along; empty when none fits
 * @param skipLocked whether two sessions proved that SKIP LOCKED skips; see {@link SkipLocked}
 * @param lost what cannot be promised because of what the table lacks
 * @param findings what should be mended before going live
 */
public record CheckReport(
        String table,
        String server,
        List<String> key,
        Map<ColumnRole, String> columns,
        Optional<String> index,
        SkipLocked skipLocked,
        List<LostGuarantee> lost,
        List<Finding> findings) {
    /** What the two-session probe found. */
    public enum SkipLocked {
        /** A row locked by one session was passed over by the other, and NOWAIT answered at once. */
        SKIPS,
        /** Both sessions got the same row: the server must not be used. */
        DOES_NOT_SKIP,
        /** No row was ready to try it on, or no second connection could be had. */
        NOT_TRIED
    }

    public CheckReport {
        key = List.copyOf(key);
        EnumMap<ColumnRole, String> ordered = new EnumMap<>(ColumnRole.class);
        ordered.putAll(columns);
        columns = java.util.Collections.unmodifiableMap(ordered);
        lost = List.copyOf(lost);
        findings = List.copyOf(findings);
    }

    /** Whether anything blocks going live. */
    public boolean blocked() {
        return findings.stream().anyMatch(finding -> finding.level() == Finding.Level.BLOCKS);
    }
}
