package dev.rowlock.binlog;

import java.util.function.Function;

/** What became of opening a stream of row events. */
public sealed interface Opening {
    <R> R fold(Function<? super Opened, R> opened, Function<? super Refused, R> refused);

    /** It runs; whoever opened it has to close it. */
    record Opened(RowEvents events) implements Opening {
        @Override
        public <R> R fold(Function<? super Opened, R> opened, Function<? super Refused, R> refused) {
            return opened.apply(this);
        }
    }

    /** It cannot be had; nothing is left open. */
    record Refused(Refusal refusal) implements Opening {
        @Override
        public <R> R fold(Function<? super Opened, R> opened, Function<? super Refused, R> refused) {
            return refused.apply(this);
        }
    }
}
