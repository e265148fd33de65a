package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.collision.CollisionReport;
import dev.rowlock.diagnose.collision.CollisionSlice;
import dev.rowlock.diagnose.collision.Estimate;
import dev.rowlock.diagnose.collision.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** A collision report as it is printed for people. */
final class CollisionText {
    private CollisionText() {}

    static String of(CollisionReport report) {
        StringJoiner lines = new StringJoiner(System.lineSeparator());
        if (report.verdict() == Verdict.NOTHING_TO_TOUCH) {
            lines.add("No row of " + report.table() + " matches " + report.predicate());
        } else {
            lines.add("Collision rate of " + report.table() + ": " + rate(report.rate()) + " (95 % sure: "
                    + rate(report.rate().low()) + " to " + rate(report.rate().high()) + "), "
                    + report.verdict().label() + "; under 1 % is safe");
        }
        lines.add("");
        lines.add("  rows the batch would touch    " + count(report.rows())
                + (report.rows().isExact() ? ", counted" : ", estimated, " + range(report.rows())));
        lines.add("  of them written meanwhile     " + count(report.collisions()) + " in "
                + String.format(Locale.ROOT, "%.1f", report.window().toMillis() / 1000.0) + " s");
        report.rowsWritten().ifPresent(rows -> lines.add("  rows written in all           " + number(rows)));
        lines.add("  seen by                       " + report.source().label() + " (" + report.sourceDetail() + ")");
        slices(lines, report.slices());
        section(lines, "what to do", report.advice());
        section(lines, "notes", report.notes());
        return lines.toString();
    }

    private static void slices(StringJoiner lines, List<CollisionSlice> slices) {
        if (slices.isEmpty()) {
            return;
        }
        lines.add("");
        int first = width(slices.stream().map(slice -> slice.first().toString()).toList());
        int last = width(slices.stream().map(slice -> slice.last().toString()).toList());
        String form = "  %-" + first + "s  %-" + last + "s  %12s  %10s  %9s";
        lines.add(String.format(Locale.ROOT, form, "from key", "to key", "rows", "written", "rate"));
        for (CollisionSlice slice : slices) {
            lines.add(String.format(
                    Locale.ROOT,
                    form,
                    slice.first(),
                    slice.last(),
                    count(slice.rows()),
                    count(slice.collisions()),
                    rate(slice.rate())));
        }
    }

    private static int width(List<String> texts) {
        return Math.max(8, texts.stream().mapToInt(String::length).max().orElse(0));
    }

    private static void section(StringJoiner lines, String title, List<String> entries) {
        if (!entries.isEmpty()) {
            lines.add("");
            lines.add("  " + title);
            entries.forEach(entry -> lines.add("    - " + entry));
        }
    }

    private static String rate(Estimate rate) {
        return rate(rate.value());
    }

    /** Three digits that mean something: 25.6 %, 0.837 %, 0.0000521 %. */
    private static String rate(double rate) {
        return rate == 0
                ? "0 %"
                : new BigDecimal(rate * 100).round(new MathContext(3)).toPlainString() + " %";
    }

    private static String range(Estimate estimate) {
        return number(Math.round(estimate.low())) + " to " + number(Math.round(estimate.high()));
    }

    private static String count(Estimate estimate) {
        return number(Math.round(estimate.value()));
    }

    /** Digits in groups of three. */
    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
    }
}
