package dev.rowlock.claim.internal;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.Fence;
import dev.rowlock.claim.internal.sql.LeaseStatements;
import dev.rowlock.claim.internal.table.ResolvedTable;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a claim writes into its rows, and how later statements name it. Which of token, lease end, claim time and owner exist depends on
 * the table; the token alone is the fence where there is one, since the others may be shown and edited by people.
 */
final class Stamps {
    private final ResolvedTable table;
    private final boolean token;
    private final boolean lease;
    private final boolean claimed;
    private final boolean owner;

    Stamps(ResolvedTable table) {
        this.table = table;
        this.token = table.has(ColumnRole.TOKEN);
        this.lease = table.has(ColumnRole.LEASE_UNTIL);
        this.claimed = table.has(ColumnRole.CLAIMED_AT);
        this.owner = table.has(ColumnRole.OWNER);
    }

    String claimSelect() {
        boolean wide = table.column(ColumnRole.TOKEN)
                .filter(column -> column.type().equals("bigint"))
                .isPresent();
        return (token ? (wide ? LeaseStatements.TOKEN_STAMP : LeaseStatements.NARROW_TOKEN_STAMP) : "")
                + (lease ? LeaseStatements.LEASE_STAMP : "")
                + (claimed ? LeaseStatements.CLAIMED_STAMP : "");
    }

    String claimSet() {
        return (token ? ", {token} = ?" : "")
                + (lease ? ", {lease_until} = ?" : "")
                + (claimed ? ", {claimed_at} = ?" : "")
                + (owner ? ", {owner} = ?" : "");
    }

    /** Whether a renewal writes anything: without a time a lease lasts until it is given back. */
    boolean renews() {
        return lease || claimed;
    }

    /** The stamp that a renewal moves: the lease's end, or without one the claim's time. */
    String renewSelect() {
        return lease ? LeaseStatements.LEASE_STAMP : claimed ? LeaseStatements.CLAIMED_STAMP : "";
    }

    String renewSet() {
        return lease ? "{lease_until} = ?" : claimed ? "{claimed_at} = ?" : "{status} = {status}";
    }

    String fence() {
        if (token) {
            return "{token} = ?";
        }
        List<String> conditions = new ArrayList<>();
        if (lease) {
            conditions.add("{lease_until} = ?");
        }
        if (claimed) {
            conditions.add("{claimed_at} = ?");
        }
        if (owner) {
            conditions.add("{owner} = ?");
        }
        return conditions.isEmpty() ? "TRUE" : String.join(" AND ", conditions);
    }

    /** All that a claim wrote, to recognise it when reading back. */
    String wrote() {
        return "TRUE" + (token ? " AND {token} = ?" : "") + (lease ? " AND {lease_until} = ?" : "")
                + (claimed ? " AND {claimed_at} = ?" : "");
    }

    String live() {
        return lease ? LeaseStatements.LIVE_BY_LEASE : claimed ? LeaseStatements.LIVE_BY_CLAIM : "";
    }

    String expired() {
        return lease ? LeaseStatements.EXPIRED_BY_LEASE : claimed ? LeaseStatements.EXPIRED_BY_CLAIM : "FALSE";
    }

    void bindStampSelect(Call call, Duration length) {
        if (lease) {
            call.with(leaseMicros(length));
        }
    }

    void bindClaimSet(Call call, Fence fence) {
        bindWrote(call, fence);
        if (owner) {
            call.with(fence.ownerOrNull());
        }
    }

    void bindRenewSet(Call call, Fence renewed) {
        if (lease) {
            call.with(renewed.leaseUntilOrNull());
        } else if (claimed) {
            call.with(renewed.claimedAtOrNull());
        }
    }

    void bindFence(Call call, Fence fence) {
        if (token) {
            call.with(fence.tokenOrNull());
            return;
        }
        bindWrote(call, fence);
        if (owner) {
            call.with(fence.ownerOrNull());
        }
    }

    void bindWrote(Call call, Fence fence) {
        if (token) {
            call.with(fence.tokenOrNull());
        }
        if (lease) {
            call.with(fence.leaseUntilOrNull());
        }
        if (claimed) {
            call.with(fence.claimedAtOrNull());
        }
    }

    /** Binds {@link #live()} and {@link #expired()} alike. */
    void bindExpiry(Call call, Duration length) {
        if (!lease && claimed) {
            long unit = table.column(ColumnRole.CLAIMED_AT).orElseThrow().unitMicros();
            call.with(micros(length) + (unit == 1 ? 0 : unit));
        }
    }

    /** Reads the stamps a claim's locking read computed. */
    Fence readClaim(ResultSet row, int from, String claimant) throws SQLException {
        int at = from;
        Long tokenValue = token ? row.getLong(at++) : null;
        String leaseValue = lease ? row.getString(at++) : null;
        String claimedValue = claimed ? row.getString(at) : null;
        return new Fence(tokenValue, leaseValue, claimedValue, owner ? claimant : null);
    }

    /** The fence after a renewal. */
    Fence readRenewal(ResultSet row, int at, Fence before) throws SQLException {
        if (lease) {
            return new Fence(before.tokenOrNull(), row.getString(at), before.claimedAtOrNull(), before.ownerOrNull());
        }
        if (claimed) {
            return new Fence(before.tokenOrNull(), before.leaseUntilOrNull(), row.getString(at), before.ownerOrNull());
        }
        return before;
    }

    int claimColumns() {
        return (token ? 1 : 0) + (lease ? 1 : 0) + (claimed ? 1 : 0);
    }

    /** A column that stores coarser than microseconds gets one unit more, so that a lease is never shorter than promised (facts 3.7). */
    private long leaseMicros(Duration length) {
        Optional<Column> column = table.column(ColumnRole.LEASE_UNTIL);
        long unit = column.map(Column::unitMicros).orElse(1L);
        return unit == 1 ? micros(length) : Rounding.up(micros(length), unit) + unit;
    }

    static long micros(Duration length) {
        return length.toNanos() / 1000;
    }
}
