package dev.rowlock.batch.internal;

import dev.rowlock.mysql.table.KeyCodec;

/**
 * What the chunks of one run are made of. Immutable.
 *
 * @param recent rows that online traffic wrote a moment ago
 */
record Parts(TargetSql sql, KeyCodec codec, ShardStore shards, Ledger ledger, Change change, Recent recent) {}
