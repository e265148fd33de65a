package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.internal.sql.CollisionStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Places keys in the parts of the key range. Whole numbers are compared here; of all others the server is asked for the order, with the parts'
 * last keys among them, since only its collation knows (facts 5.8). Used by one thread.
 */
final class Locator {
    private static final int KEYS_AT_ONCE = 200;

    private final Target target;
    private final ReadSession session;
    private final List<Part> parts;

    Locator(Target target, ReadSession session, List<Part> parts) {
        this.target = target;
        this.session = session;
        this.parts = parts;
    }

    Located locate(Collection<RowKey> keys) throws SQLException {
        Map<Integer, Long> perPart = new HashMap<>();
        long nowhere = 0;
        if (target.isWholeNumber()) {
            keys.forEach(key -> perPart.merge(partOfNumber(key), 1L, Long::sum));
        } else {
            List<RowKey> all = new ArrayList<>(keys);
            for (int from = 0; from < all.size(); from += KEYS_AT_ONCE) {
                List<RowKey> some = all.subList(from, Math.min(all.size(), from + KEYS_AT_ONCE));
                nowhere += some.size() - byServer(some, perPart);
            }
        }
        Long beyond = perPart.remove(parts.size());
        return new Located(perPart, beyond == null ? 0 : beyond, nowhere);
    }

    private int partOfNumber(RowKey key) {
        BigDecimal number = number(key);
        int part = 0;
        while (part < parts.size() && number.compareTo(number(parts.get(part).last())) > 0) {
            part++;
        }
        return part;
    }

    private static BigDecimal number(RowKey key) {
        Object part = key.parts().get(0);
        return part instanceof BigDecimal big ? big : BigDecimal.valueOf((Long) part);
    }

    /** Returns how many of the keys there are still rows for. */
    private long byServer(List<RowKey> keys, Map<Integer, Long> perPart) throws SQLException {
        Map<RowKey, Integer> ends = new HashMap<>();
        for (int part = 0; part < parts.size(); part++) {
            ends.put(parts.get(part).last(), part);
        }
        List<RowKey> asked = new ArrayList<>(keys);
        ends.keySet().stream().filter(end -> !keys.contains(end)).forEach(asked::add);
        List<RowKey> ordered = new Call(
                        session.connection(), target.sqlForKeys(CollisionStatements.COLLISION_ORDERED, asked.size()))
                .withKeys(asked)
                .query(target::read);
        java.util.Set<RowKey> wanted = new java.util.HashSet<>(keys);
        long found = 0;
        int part = 0;
        for (RowKey key : ordered) {
            if (wanted.contains(key)) {
                perPart.merge(part, 1L, Long::sum);
                found++;
            }
            Integer end = ends.get(key);
            if (end != null) {
                part = end + 1;
            }
        }
        return found;
    }
}
