package dev.rowlock.claim.work.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** What handlers run on. */
final class HandlerThreadsTest {
    @Test
    void areVirtualWhereTheJvmHasThemAndNamedAfterTheWorker()
            throws ExecutionException, InterruptedException, ReflectiveOperationException {
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        try (HandlerThreads threads = HandlerThreads.start("orders", 2)) {
            threads.execute(() -> ran.complete(Thread.currentThread()));
            assertThat(ran.get().getName()).startsWith("orders-handler-");
        }
        if (Runtime.version().feature() >= 21) {
            assertThat(Thread.class.getMethod("isVirtual").invoke(ran.get())).isEqualTo(true);
        } else {
            assertThat(ran.get().isDaemon()).isTrue();
        }
    }
}
