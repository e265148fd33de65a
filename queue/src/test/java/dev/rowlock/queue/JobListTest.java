package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Jobs listed for people, page by page. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class JobListTest {
    private static List<JobId> all(Queue queue, JobQuery first) {
        List<JobId> ids = new ArrayList<>();
        JobPage page = queue.list(first);
        page.jobs().forEach(job -> ids.add(job.status().id()));
        while (page.next().isPresent()) {
            page = queue.list(first.withAfter(page.next().get()));
            page.jobs().forEach(job -> ids.add(job.status().id()));
        }
        return ids;
    }

    @Test
    void pagesGoThroughAllPrioritiesInTheOrderOfIds(TestDatabase database) {
        Mails mails = Mails.open(database);
        Queue other = mails.queues().queue("others");
        List<JobId> ids = new ArrayList<>();
        for (int n = 0; n < 24; n++) {
            Priority priority = Priority.ofLane(n % 4);
            ids.add(mails.enqueue(NewJob.builder(Mails.KIND, "x").priority(priority)));
            other.enqueue(NewJob.builder(Mails.KIND, "y").priority(priority).build());
        }
        JobQuery ready = JobQuery.of(JobState.READY).withLimit(5);
        assertThat(all(mails.queue(), ready)).isEqualTo(ids);
        List<JobId> backwards = new ArrayList<>(ids);
        java.util.Collections.reverse(backwards);
        assertThat(all(mails.queue(), ready.withOrder(JobOrder.NEWEST_FIRST))).isEqualTo(backwards);
        assertThat(all(mails.queue(), ready.withKind("other"))).isEmpty();
        assertThat(mails.queue().list(ready.withLimit(24)).next()).isEmpty();
    }

    @Test
    void aRareStateAmongManyIsFoundWithoutAnEndlessLook(TestDatabase database) {
        Mails mails = Mails.open(database);
        List<JobId> ids = mails.enqueue(2_500);
        JobId last = ids.get(2_400);
        database.execute("UPDATE rowlock_job SET lease_until = UTC_TIMESTAMP(6) + INTERVAL 1 HOUR WHERE id = UNHEX('"
                + last.toString().replace("-", "") + "')");
        JobQuery running = JobQuery.of(JobState.RUNNING);
        JobPage first = mails.queue().list(running);
        assertThat(first.jobs()).isEmpty();
        assertThat(first.next()).contains(ids.get(999));
        assertThat(all(mails.queue(), running)).containsExactly(last);
        List<JobId> ready = all(mails.queue(), JobQuery.of(JobState.READY).withLimit(1_000));
        assertThat(ready).hasSize(2_499).isSorted().doesNotContain(last);
    }

    @Test
    void eachStateIsTold(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId delayed = mails.enqueue(NewJob.builder(Mails.KIND, "later")
                .delay(Duration.ofHours(1))
                .header("a", "b")
                .maxAttempts(7));
        mails.queues()
                .queue("others")
                .enqueue(NewJob.builder(Mails.KIND, "z")
                        .delay(Duration.ofHours(1))
                        .build());
        JobId cancelled = mails.enqueue(1).get(0);
        mails.queues().cancel(cancelled);
        assertThat(all(mails.queue(), JobQuery.of(JobState.DELAYED))).containsExactly(delayed);
        assertThat(all(mails.queue(), JobQuery.of(JobState.CANCELLED))).containsExactly(cancelled);
        assertThat(all(mails.queue(), JobQuery.of(JobState.DONE))).isEmpty();
        assertThat(all(mails.queue(), JobQuery.of(JobState.DEAD))).isEmpty();
        JobDetails details = mails.queues().details(delayed).orElseThrow();
        assertThat(details.maxAttempts()).isEqualTo(7);
        assertThat(details.headers()).containsEntry("a", "b");
        assertThat(details.priority()).contains(Priority.NORMAL);
        assertThat(details.payload()
                        .map(bytes -> StandardCharsets.UTF_8.decode(bytes).toString()))
                .contains("later");
        assertThat(details.at()).isAfter(Instant.EPOCH);
        assertThat(mails.queues().details(cancelled).orElseThrow().payload()).isEqualTo(Optional.empty());
        Instant farAway = Instant.parse("9998-07-06T05:04:03.000002Z");
        JobId last = mails.enqueue(NewJob.builder(Mails.KIND, "at last").dueAt(farAway));
        assertThat(mails.queues().details(last).orElseThrow().at()).isEqualTo(farAway);
        assertThat(mails.queues().all()).containsOnlyKeys("mails", "others");
        assertThat(mails.queues().find("nails")).isEmpty();
        assertThat(mails.queues().all()).hasSize(2);
    }
}
