package dev.rowlock.cli.table;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.RowState;
import dev.rowlock.claim.Verdict;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tells what became of each lease. */
final class SettleReport {
    private final Output output;
    private final LeaseTable table;
    private final NextCommand next;

    SettleReport(Output output, LeaseTable table, NextCommand next) {
        this.output = output;
        this.table = table;
        this.next = next;
    }

    /** Exit code 0 when every write happened. */
    ExitCode tell(List<Verdict> verdicts) {
        List<Map<String, Object>> json = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        boolean all = true;
        for (Verdict verdict : verdicts) {
            all &= verdict instanceof Verdict.Applied;
            json.add(json(verdict));
            lines.add("row " + verdict.lease().key() + " of " + table.name() + " " + text(verdict));
        }
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("table", table.name().toString());
        whole.put("verdicts", json);
        output.answer(whole, String.join(System.lineSeparator(), lines));
        return all ? ExitCode.DONE : ExitCode.NO;
    }

    private static Map<String, Object> json(Verdict verdict) {
        Map<String, Object> json = LeaseJson.of(verdict.lease());
        json.put("verdict", verdict.fold(applied -> "applied", lost -> "lost", held -> "held"));
        if (verdict instanceof Verdict.Applied applied) {
            json.put("state", applied.state().name().toLowerCase(Locale.ROOT));
            json.put("readyInMs", applied.readyIn().toMillis());
        }
        if (verdict instanceof Verdict.Lost lost) {
            json.put("seen", lost.seenOrEmpty().map(LeaseJson::state).orElse(null));
        }
        return json;
    }

    private String text(Verdict verdict) {
        return verdict.fold(
                this::applied,
                lost -> "was not changed: lease lost; "
                        + lost.seenOrEmpty()
                                .map(RowState::toString)
                                .map(seen -> "it is now " + seen)
                                .orElse("it is gone"),
                held -> "was not changed: another session has it locked; try again");
    }

    private String applied(Verdict.Applied applied) {
        if (applied.state() == LeaseState.PROCESSING) {
            Lease lease = applied.lease();
            return "is held on;" + LeaseJson.line(lease) + System.lineSeparator() + "When the work is done:  "
                    + next.about("complete", lease, table.columns());
        }
        String state = applied.state().name().toLowerCase(Locale.ROOT);
        return applied.state() == LeaseState.READY && !applied.readyIn().isZero()
                ? "is ready in " + applied.readyIn().toMillis() / 1000.0 + " s"
                : "is " + state;
    }
}
