package dev.rowlock.queue;

import java.time.Instant;

/**
 * A kind whose jobs are not run, because they kept killing workers or somebody said so. Immutable.
 *
 * @param since by the database's clock
 * @param losses how often it took workers along, 0 when somebody put it there
 * @param reason why, in words
 */
public record QuarantinedKind(String kind, Instant since, int losses, String reason) {}
