package dev.stoa.counsel.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.counsel.conversation.ConversationFixture;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class JobsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void aJobHasOneOwnerUntilItIsGivenBackOrItsLeaseEnds() {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder)) {
            Jobs jobs = Jobs.over(counsel.context());
            Jobs elsewhere = Jobs.over(counsel.elsewhere());
            assertThat(jobs.lease("coverage", "a", MINUTE)).isTrue();
            assertThat(elsewhere.lease("coverage", "b", MINUTE)).isFalse();
            assertThat(elsewhere.lease("decay", "b", MINUTE)).isTrue();
            counsel.clock().advance(Duration.ofSeconds(40));
            assertThat(jobs.lease("coverage", "a", MINUTE)).isTrue();
            counsel.clock().advance(Duration.ofSeconds(59));
            assertThat(elsewhere.lease("coverage", "b", MINUTE)).isFalse();
            counsel.clock().advance(Duration.ofSeconds(1));
            assertThat(elsewhere.lease("coverage", "b", MINUTE)).isTrue();
            assertThat(jobs.done("coverage", "a")).isFalse();
            assertThat(elsewhere.done("coverage", "b")).isTrue();
            assertThat(jobs.leaseIfDue("coverage", "a", MINUTE, Duration.ofHours(6))).isFalse();
            counsel.clock().advance(Duration.ofHours(6));
            assertThat(jobs.leaseIfDue("coverage", "a", MINUTE, Duration.ofHours(6))).isTrue();
            jobs.release("coverage", "a");
            assertThat(elsewhere.leaseIfDue("coverage", "b", MINUTE, Duration.ofHours(6))).isTrue();
        }
    }

    @Test
    void ofManyWhoWantAJobOneGetsIt() {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder)) {
            List<Jobs> processes = List.of(Jobs.over(counsel.context()), Jobs.over(counsel.elsewhere()));
            List<CompletableFuture<Boolean>> attempts = IntStream.range(0, 16)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> processes.get(i % 2).lease("coverage", "owner-" + i, MINUTE)))
                    .toList();
            assertThat(attempts.stream().filter(CompletableFuture::join).count()).isEqualTo(1);
        }
    }
}
