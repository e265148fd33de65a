package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.PlannedShard;
import dev.rowlock.batch.internal.Cutter;
import dev.rowlock.mysql.table.RowKey;
import java.util.ArrayList;
import java.util.List;

/** Shards as they would be cut now, with what the sample says of each. Pure. */
final class Shards {
    private Shards() {}

    static List<PlannedShard> of(int number, List<Cutter.Part> parts, Sample sample) {
        if (parts.isEmpty()) {
            return List.of();
        }
        List<RowKey> cuts = Cutter.cuts(parts, number);
        double looked = Math.max(1, sample.looked());
        double overall = sample.parts().stream().mapToLong(PartSeen::matched).sum() / looked;
        List<PlannedShard> shards = new ArrayList<>();
        String after = "";
        double rows = 0;
        double matching = 0;
        for (int at = 0; at < parts.size(); at++) {
            PartSeen seen = sample.parts().get(at);
            rows += seen.rows();
            matching += seen.rows() * (seen.looked() == 0 ? overall : seen.share());
            RowKey end = parts.get(at).upTo();
            if (at == parts.size() - 1 || (shards.size() < cuts.size() && end.equals(cuts.get(shards.size())))) {
                shards.add(
                        new PlannedShard(shards.size(), after, end.toString(), Math.round(rows), Math.round(matching)));
                after = end.toString();
                rows = 0;
                matching = 0;
            }
        }
        return shards;
    }
}
