package dev.rowlock.diagnose.internal.report;

import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.LockFlag;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code RECORD LOCKS space id 2 page no 4 n bits 80 index PRIMARY of table `test`.`orders` trx id 1562 lock_mode X locks rec but not gap
 * waiting}, or {@code TABLE LOCK table `db`.`t` trx id 3BF88F886 lock mode AUTO-INC waiting}. Read from left to right, so that a name cannot
 * pass for something else.
 */
final class LockLine {
    private static final String INDEX = " index ";
    private static final String OF = " of ";
    private static final String TABLE_LOCK = "TABLE LOCK";
    private static final String PARTITION = " /* Partition ";
    /** 5.1 and 5.5 may print the partition as a part of the table's name. */
    private static final String PARTITION_IN_NAME = "#P#";

    private static final int MODE_LENGTH = "lock_mode ".length();
    private static final String TRANSACTION = "trx id ";

    private final String line;
    private int position;

    private LockLine(String line) {
        this.line = line;
    }

    /** Null when the line is cut before the mode. */
    static @Nullable RawLock parse(String line) {
        return new LockLine(line).read();
    }

    private @Nullable RawLock read() {
        String index = null;
        String page = "";
        if (line.startsWith(TABLE_LOCK)) {
            position = TABLE_LOCK.length();
        } else {
            int before = line.indexOf(INDEX);
            if (before < 0) {
                return null;
            }
            page = page(line.substring(0, before));
            position = before + INDEX.length();
            index = index();
            if (index == null) {
                return null;
            }
        }
        String table = skip("table") ? table() : null;
        if (table == null) {
            return null;
        }
        String partition = partition();
        int mode = modeAt();
        return mode < 0 ? null : new RawLock(lock(table, partition, index, mode), transactionId(mode), page);
    }

    private Lock lock(String table, @Nullable String partition, @Nullable String index, int at) {
        int start = at + MODE_LENGTH;
        int end = line.indexOf(' ', start);
        String mode = line.substring(start, end < 0 ? line.length() : end);
        Set<LockFlag> flags = flags(end < 0 ? "" : line.substring(end) + " ");
        int inName = table.indexOf(PARTITION_IN_NAME);
        if (inName < 0) {
            return new Lock(table, partition, index, mode, flags);
        }
        String named = table.substring(inName + PARTITION_IN_NAME.length());
        return new Lock(table.substring(0, inName), partition == null ? named : partition, index, mode, flags);
    }

    private static Set<LockFlag> flags(String rest) {
        EnumSet<LockFlag> flags = EnumSet.noneOf(LockFlag.class);
        if (rest.contains(" locks gap before rec ")) {
            flags.add(LockFlag.GAP);
        }
        if (rest.contains(" locks rec but not gap ")) {
            flags.add(LockFlag.REC_BUT_NOT_GAP);
        }
        if (rest.contains(" insert intention ")) {
            flags.add(LockFlag.INSERT_INTENTION);
        }
        if (rest.contains(" waiting ")) {
            flags.add(LockFlag.WAITING);
        }
        return flags;
    }

    /** Space and page, {@code 2:4}. */
    private static String page(String head) {
        return after(head, "space id ") + ":" + after(head, "page no ");
    }

    private static String after(String head, String words) {
        int from = head.indexOf(words);
        if (from < 0) {
            return "";
        }
        int start = from + words.length();
        int end = head.indexOf(' ', start);
        return head.substring(start, end < 0 ? head.length() : end);
    }

    private @Nullable String index() {
        if (QuotedName.isQuote(line, position)) {
            QuotedName name = QuotedName.quoted(line, position);
            position = name.end();
            return position >= 0 && skip("of") ? name.name() : null;
        }
        int end = line.indexOf(OF, position);
        if (end < 0) {
            return null;
        }
        String name = line.substring(position, end);
        position = end + OF.length();
        return name;
    }

    /** {@code `schema`.`table`}, {@code `schema/table`} of 5.0, or bare; null when the line is cut in it. */
    private @Nullable String table() {
        if (!QuotedName.isQuote(line, position)) {
            int end = line.indexOf(' ', position);
            String name = end < 0 ? null : line.substring(position, end);
            position = end;
            return name == null ? null : name.replace('/', '.');
        }
        QuotedName first = QuotedName.quoted(line, position);
        position = first.end();
        if (position < 0) {
            return null;
        }
        if (position < line.length() && line.charAt(position) == '.' && QuotedName.isQuote(line, position + 1)) {
            QuotedName second = QuotedName.quoted(line, position + 1);
            position = second.end();
            return position < 0 ? null : first.name() + "." + second.name();
        }
        return first.name().replace('/', '.');
    }

    private @Nullable String partition() {
        if (!line.startsWith(PARTITION, position) || !QuotedName.isQuote(line, position + PARTITION.length())) {
            return null;
        }
        QuotedName name = QuotedName.quoted(line, position + PARTITION.length());
        if (name.end() < 0) {
            return null;
        }
        int close = line.indexOf("*/", name.end());
        position = close < 0 ? name.end() : close + 2;
        return name.name();
    }

    private int modeAt() {
        int underscored = line.indexOf(" lock_mode ", position);
        int spaced = line.indexOf(" lock mode ", position);
        int found = underscored < 0 ? spaced : spaced < 0 ? underscored : Math.min(underscored, spaced);
        return found < 0 || found + 1 + MODE_LENGTH >= line.length() ? -1 : found + 1;
    }

    private @Nullable String transactionId(int mode) {
        int from = line.lastIndexOf(TRANSACTION, mode);
        return from < position
                ? null
                : line.substring(from + TRANSACTION.length(), mode - 1).strip();
    }

    private boolean skip(String word) {
        int from = afterBlanks(position);
        if (!line.startsWith(word, from)) {
            return false;
        }
        position = afterBlanks(from + word.length());
        return true;
    }

    private int afterBlanks(int from) {
        int i = from;
        while (i < line.length() && line.charAt(i) == ' ') {
            i++;
        }
        return i;
    }
}
