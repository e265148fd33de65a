package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.nio.ByteBuffer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Results with a type. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class ResultKindTest {
    private static final PayloadCodec<Long> NUMBER = new PayloadCodec<>() {
        @Override
        public byte[] encode(Long value) {
            if (value < 0) {
                throw new IllegalArgumentException("below zero");
            }
            return ByteBuffer.allocate(8).putLong(value).array();
        }

        @Override
        public Long decode(byte[] bytes) {
            return ByteBuffer.wrap(bytes).getLong();
        }
    };

    private static final ResultKind<String, Long> LENGTH =
            JobKind.text("length").returning(NUMBER);

    @Test
    void aHandlersValueIsReadElsewhereByTheSameCodec(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId id = mails.queue().enqueue(NewJob.of(LENGTH.job(), "seven b")).id();
        JobId wrong = mails.queue()
                .enqueue(NewJob.builder(LENGTH.job(), "").maxAttempts(1).build())
                .id();
        JobId none = mails.enqueue(1).get(0);
        try (Worker worker = mails.worker()
                .handle(
                        LENGTH.job(),
                        job -> LENGTH.done(
                                job.payload().length() - (job.payload().isEmpty() ? 1L : 0L)))
                .handle(Mails.KIND, job -> JobOutcome.done())
                .start()) {
            Awaitility.await()
                    .until(() -> worker.counts().done() == 2 && worker.counts().dead() == 1);
        }
        assertThat(mails.queues().finished(id).flatMap(LENGTH::result)).contains(7L);
        assertThat(mails.queues().finished(none).flatMap(LENGTH::result)).isEmpty();
        assertThat(mails.queues().finished(wrong).flatMap(LENGTH::result)).isEmpty();
        assertThat(mails.queues().failures(wrong).get(0).reason())
                .contains("the result of a job of kind length cannot be encoded")
                .contains("below zero");
    }

    @Test
    void bytesThatAreNoResultOfTheKindAreRefusedInWords() {
        FinishedJob finished = new FinishedJob(Ending.DONE, 0, new byte[3]);
        assertThatThrownBy(() -> LENGTH.result(finished))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("kind length cannot be decoded");
    }
}
