package dev.rowlock.cli.batch;

import dev.rowlock.batch.Batches;
import dev.rowlock.pacing.RateSetting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code rowlock batch rate}. */
@Command(
        name = "rate",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Sets what all processes of a run together may touch, within a second. Guards lower it still.",
            ""
        },
        footer = {
            "",
            "Exit code 1: the run is over.",
            "",
            "Examples:",
            "  rowlock batch rate 7 4000     at most 4000 rows a second",
            "  rowlock batch rate 7 3x       at most three rows for each online statement",
            "  rowlock batch rate 7 auto     as fast as the guards allow"
        })
final class RateCommand extends ControlCommand {
    @Parameters(
            index = "1",
            paramLabel = "RATE",
            description = "auto, rows a second such as 4000, or a share such as 3x")
    private String rate = "auto";

    @Override
    boolean tell(Batches batches, long run) {
        RateSetting setting = RateSetting.parse(rate);
        if (batches.status(run).state().isOver()) {
            return false;
        }
        batches.rate(run, setting);
        return true;
    }

    @Override
    String done() {
        return "goes at " + RateSetting.parse(rate);
    }
}
