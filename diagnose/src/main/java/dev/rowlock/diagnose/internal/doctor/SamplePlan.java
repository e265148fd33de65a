package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How the server would run a sample of somebody's locking read. EXPLAIN runs nothing and locks nothing. */
final class SamplePlan {
    /**
     * Begins with SELECT, comments before it aside; a versioned comment could hold anything. EXPLAIN in front of something else might run it
     * (ANALYZE).
     */
    private static final Pattern PLAIN_SELECT = Pattern.compile("(?is)\\s*(?:/\\*(?![!M]).*?\\*/\\s*)*SELECT\\s.*");

    /** Reads that take one row of a unique index at most. */
    private static final Set<String> SINGLE = Set.of("const", "system", "eq_ref");

    /**
     * A step that reads along something else than the primary key.
     *
     * @param index null for the whole table
     * @param sorts whether the rows are sorted, and so locked, before LIMIT counts them (facts 1.1)
     */
    record Stray(@Nullable String index, boolean sorts, long rows) {}

    private record Step(@Nullable String type, @Nullable String key, long rows, String extra) {
        boolean strays() {
            if (type == null || SINGLE.contains(type)) {
                return false;
            }
            return key == null ? type.equals("ALL") : !key.equals("PRIMARY");
        }
    }

    private SamplePlan() {}

    /** The first such step; empty when there is none, or the sample cannot be explained. */
    static Optional<Stray> stray(Visit visit, SeenUse use) {
        String sample = use.sample();
        if (sample == null
                || sample.endsWith("...")
                || sample.contains("/*!")
                || sample.contains("/*M!")
                || !PLAIN_SELECT.matcher(sample).matches()) {
            return Optional.empty();
        }
        try {
            List<Step> steps = visit.askAsIs(
                    DoctorStatements.EXPLAIN + sample,
                    row -> new Step(
                            row.getString("type"),
                            row.getString("key"),
                            row.getLong("rows"),
                            String.valueOf(row.getString("Extra"))));
            boolean sorts = steps.stream().anyMatch(step -> step.extra().contains("filesort"));
            return steps.stream()
                    .filter(Step::strays)
                    .findFirst()
                    .map(step -> new Stray(step.key(), sorts, step.rows()));
        } catch (SQLException goneOrForbidden) {
            return Optional.empty(); // its table was dropped, it was prepared with placeholders, or we may not read it
        }
    }
}
