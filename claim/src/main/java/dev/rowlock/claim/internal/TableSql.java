package dev.rowlock.claim.internal;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.OnComplete;
import dev.rowlock.claim.internal.sql.LeaseStatements;
import dev.rowlock.claim.internal.table.ResolvedTable;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.KeySql;
import dev.rowlock.mysql.table.StatementTemplate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The statements of {@link LeaseStatements} for one table: names put in once, here. Immutable. */
public final class TableSql {
    /** Where the key list goes, once names are in: no name can hold a NUL, while a column may well be called {keys}. */
    private static final String KEYS = "\0";

    private final ResolvedTable table;
    private final Map<String, String> pieces = new LinkedHashMap<>();
    private final KeySql key;

    final String candidates;
    final String candidatesTie;
    final String candidatesFrom;
    final String candidatesBeyond;
    final String candidatesAfterKey;
    final String lockReady;
    final String lockOne;
    final String claim;
    final String lockHeld;
    final String waitHeld;
    final String lockMine;
    final String waitMine;
    final Settle complete;
    final Settle renew;
    final String state;
    final String payload;
    final String expired;
    final String lockExpired;
    final String reclaim;
    final String readBack;
    private final Map<Settling, Settle> settling = new EnumMap<>(Settling.class);
    final String oldestReady;
    final String any;
    final String anyDue;

    public TableSql(ResolvedTable table) {
        this.table = table;
        this.key = new KeySql(table.key());
        names();
        composed();
        this.candidates = candidates("");
        this.candidatesTie = readsByTime() ? candidates(LeaseStatements.RESUME_TIE) : "";
        this.candidatesFrom = readsByTime() ? candidates(LeaseStatements.RESUME_FROM) : "";
        this.candidatesBeyond = readsByTime() ? candidates(LeaseStatements.RESUME_BEYOND) : "";
        this.candidatesAfterKey = candidates(LeaseStatements.RESUME_KEY);
        this.lockReady = fill(LeaseStatements.LEASE_LOCK_READY);
        this.lockOne = fill(LeaseStatements.LEASE_LOCK_ONE);
        this.claim = fill(LeaseStatements.LEASE_CLAIM);
        this.lockHeld = lockHeld(LeaseStatements.HELD_SELECT, LeaseStatements.SKIP_LOCKED);
        this.waitHeld = lockHeld(LeaseStatements.HELD_SELECT, LeaseStatements.WAIT);
        this.lockMine = lockHeld("", LeaseStatements.SKIP_LOCKED);
        this.waitMine = lockHeld("", LeaseStatements.WAIT);
        this.complete = table.onComplete() == OnComplete.DELETE
                ? settle(delete(), "")
                : settle(LeaseStatements.LEASE_SETTLE, "{status} = ?");
        this.renew = settle(LeaseStatements.LEASE_SETTLE, new Stamps(table).renewSet());
        for (Settling kind : Settling.values()) {
            settling.put(kind, settle(LeaseStatements.LEASE_SETTLE, settlingSet(kind)));
        }
        this.state = fill(LeaseStatements.LEASE_STATE);
        this.payload = table.has(ColumnRole.PAYLOAD) ? fill(LeaseStatements.LEASE_PAYLOAD) : "";
        this.expired = table.knowsExpiry() ? fill(LeaseStatements.LEASE_EXPIRED) : "";
        this.lockExpired = table.knowsExpiry() ? fill(LeaseStatements.LEASE_LOCK_EXPIRED) : "";
        this.reclaim = table.knowsExpiry() ? fill(LeaseStatements.LEASE_RECLAIM) : "";
        this.readBack = fill(LeaseStatements.LEASE_READ_BACK);
        this.oldestReady = table.has(ColumnRole.AVAILABLE_AT) ? fill(LeaseStatements.LEASE_OLDEST_READY) : "";
        this.any = fill(LeaseStatements.LEASE_ANY.replace("{due}", ""));
        this.anyDue = fill(LeaseStatements.LEASE_ANY);
    }

    private String delete() {
        return table.name().quoted().contains("*/")
                ? LeaseStatements.LEASE_DELETE_UNHINTED
                : LeaseStatements.LEASE_DELETE;
    }

    private void names() {
        put("keys", KEYS);
        put("table", table.name().quoted());
        put("hint_table", table.name().table().quoted());
        String index = table.claimIndexOrNull();
        put("index", index == null ? "PRIMARY" : new Identifier(index).quoted());
        for (ColumnRole role : ColumnRole.values()) {
            table.column(role)
                    .ifPresent(column -> put(role.usualName(), column.name().quoted()));
        }
        String clock = table.clock().function();
        put("now", clock + "(6)");
        table.column(ColumnRole.AVAILABLE_AT)
                .ifPresent(column -> put("available_now", clock + "(" + column.precision() + ")"));
        table.column(ColumnRole.LEASE_UNTIL).ifPresent(column -> {
            put("lease_now", clock + "(" + column.precision() + ")");
            put("lease_unit", Long.toString(column.unitMicros()));
        });
        table.column(ColumnRole.CLAIMED_AT).ifPresent(column -> {
            put("claimed_now", clock + "(" + column.precision() + ")");
            put("claimed_unit", Long.toString(column.unitMicros()));
        });
        Column leaseEnd =
                table.column(ColumnRole.LEASE_UNTIL).orElse(table.columns().get(ColumnRole.CLAIMED_AT));
        if (leaseEnd != null) {
            put("lease_end", leaseEnd.name().quoted());
        }
        table.column(ColumnRole.ATTEMPTS).ifPresent(column -> put("most_attempts", Long.toString(column.largest())));
        put("key_select", key.select());
        put("after_key", key.after());
    }

    private void composed() {
        boolean timed = table.has(ColumnRole.AVAILABLE_AT);
        boolean byTime = readsByTime();
        String keyOrder = key.columns();
        put(
                "order",
                byTime
                        ? table.column(ColumnRole.AVAILABLE_AT)
                                        .orElseThrow()
                                        .name()
                                        .quoted() + ", " + keyOrder
                        : keyOrder);
        put("due", timed ? fill(LeaseStatements.DUE) : "");
        put("due_select", timed ? fill(LeaseStatements.DUE_SELECT) : "");
        put("position_select", byTime ? fill(LeaseStatements.POSITION_SELECT) : "");
        put("attempts_select", table.has(ColumnRole.ATTEMPTS) ? fill(LeaseStatements.ATTEMPTS_SELECT) : "");
        put("state_select", stateSelect());
        Stamps stamps = new Stamps(table);
        put("stamps", fill(stamps.claimSelect()));
        put("renewed_stamps", fill(stamps.renewSelect()));
        put("claim_set", fill(stamps.claimSet()));
        put("fence", fill(stamps.fence()));
        put("wrote", fill(stamps.wrote()));
        put("live", fill(stamps.live()));
        put("expired", fill(stamps.expired()));
        put(
                "reclaim_set",
                fill(optional(ColumnRole.ATTEMPTS, LeaseStatements.COUNT_ATTEMPT)
                        + optional(ColumnRole.LAST_ERROR, LeaseStatements.KEEP_REASON)
                        + forgetOwner()));
    }

    /** Whether candidates come in the order of their time; otherwise in that of the key. */
    public boolean readsByTime() {
        return table.has(ColumnRole.AVAILABLE_AT) && table.claimIndexOrNull() != null;
    }

    private Settle settle(String statement, String set) {
        String whole = statement.replace("{set}", set);
        return new Settle(fill(whole.replace("{standing}", "{live}")), fill(whole.replace("{standing}", "")));
    }

    /**
     * One write of a holder.
     *
     * @param alone for a row that is not locked yet: tests as well that the lease has not ended
     * @param locked for rows that are locked and were tested
     */
    record Settle(String alone, String locked) {}

    /** The UPDATE that ends a claim in that way; its SET list starts with the status. */
    Settle settle(Settling kind) {
        return Objects.requireNonNull(settling.get(kind));
    }

    private String lockHeld(String select, String wait) {
        return fill(
                LeaseStatements.LEASE_LOCK_HELD.replace("{held_select}", select).replace("{wait}", wait));
    }

    private String candidates(String resume) {
        return fill(LeaseStatements.LEASE_CANDIDATES.replace("{resume}", resume));
    }

    private String settlingSet(Settling kind) {
        return "{status} = ?"
                + (kind.delays() ? optional(ColumnRole.AVAILABLE_AT, LeaseStatements.READY_NOW_OR_LATER) : "")
                + (kind.counts() ? optional(ColumnRole.ATTEMPTS, LeaseStatements.COUNT_ATTEMPT) : "")
                + (kind.counts() ? optional(ColumnRole.LAST_ERROR, LeaseStatements.KEEP_REASON) : "")
                + forgetOwner();
    }

    /** Any other statement with this table's names put in. */
    String named(String statement) {
        return fill(statement);
    }

    /** The statement for that many keys. */
    String forKeys(String statement, int keys) {
        return statement.replace(KEYS, key.in(keys));
    }

    private String stateSelect() {
        List<String> columns = new ArrayList<>();
        for (ColumnRole role : StateReader.ROLES) {
            table.column(role)
                    .ifPresent(column -> columns.add("CAST(" + column.name().quoted() + " AS CHAR)"));
        }
        return String.join(", ", columns);
    }

    private String forgetOwner() {
        return table.column(ColumnRole.OWNER).filter(Column::nullable).isPresent() ? LeaseStatements.FORGET_OWNER : "";
    }

    private String optional(ColumnRole role, String piece) {
        return table.has(role) ? piece : "";
    }

    private void put(String name, String text) {
        pieces.put("{" + name + "}", text);
    }

    private String fill(String statement) {
        return StatementTemplate.fill(statement, pieces);
    }
}
