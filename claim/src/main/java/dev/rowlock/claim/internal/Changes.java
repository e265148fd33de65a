package dev.rowlock.claim.internal;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.OnComplete;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Makes the changes a holder can ask for. */
final class Changes {
    private final Protocol protocol;

    Changes(Protocol protocol) {
        this.protocol = protocol;
    }

    Change complete() {
        if (protocol.table().onComplete() == OnComplete.DELETE) {
            return new Change(protocol.sql().complete, call -> {}, LeaseState.DONE);
        }
        return new Change(
                protocol.sql().complete, call -> call.with(protocol.table().state(LeaseState.DONE)), LeaseState.DONE);
    }

    Change renew(Stamped row) {
        return new Change(
                protocol.sql().renew, call -> protocol.stamps().bindRenewSet(call, row.fence()), LeaseState.PROCESSING);
    }

    Change release(Duration delay) {
        if (delay.isZero()) {
            return settle(Settling.RELEASE, LeaseState.READY, Duration.ZERO, call -> {});
        }
        return settle(Settling.RELEASE_LATER, LeaseState.READY, bound(delay), call -> bindDelay(call, delay));
    }

    /** Back to ready after the backoff, or dead at the limit. */
    Change fail(Stamped row, String reason) {
        int attempt = row.attempts() + 1;
        if (protocol.table().keepsAttemptLimit()
                && attempt >= protocol.settings().maxAttempts()) {
            return settle(Settling.DEAD, LeaseState.DEAD, Duration.ZERO, call -> bindReason(call, reason));
        }
        Duration backoff = protocol.settings().backoff().after(attempt);
        Bounds.delay(backoff);
        return settle(Settling.RETRY, LeaseState.READY, bound(backoff), call -> {
            bindDelay(call, backoff);
            bindReason(call, reason);
        });
    }

    private Change settle(Settling kind, LeaseState becomes, Duration readyIn, Change.Setter rest) {
        return new Change(
                protocol.sql().settle(kind),
                call -> {
                    call.with(protocol.table().state(becomes));
                    rest.bind(call);
                },
                becomes,
                readyIn);
    }

    private void bindDelay(Call call, Duration delay) {
        protocol.table().column(ColumnRole.AVAILABLE_AT).ifPresent(column -> call.with(boundMicros(column, delay)));
    }

    /** The longest a row waits that is given this delay; none at all on a table that has no delays. */
    private Duration bound(Duration delay) {
        return protocol.table()
                .column(ColumnRole.AVAILABLE_AT)
                .map(column -> Duration.of(boundMicros(column, delay), ChronoUnit.MICROS))
                .orElse(Duration.ZERO);
    }

    /** The clock is read in whole units, rounded down, so one unit more keeps "at least this long" (facts 3.7). */
    private static long boundMicros(Column column, Duration delay) {
        long unit = column.unitMicros();
        long micros = Stamps.micros(delay);
        return unit == 1 || micros == 0 ? micros : Rounding.up(micros, unit) + unit;
    }

    void bindReason(Call call, String reason) {
        protocol.table().column(ColumnRole.LAST_ERROR).ifPresent(column -> call.with(Reason.fit(reason, column)));
    }
}
