package dev.stoa.counsel.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.conversation.ConversationFixture;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class JobsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Principal OPERATOR = Principal.operator("jobs");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void aJobHasOneOwnerUntilItIsGivenBackOrItsLeaseEnds() {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder)) {
            Jobs jobs = Jobs.over(counsel.context());
            Jobs elsewhere = Jobs.over(counsel.elsewhere());
            assertThat(jobs.lease(OPERATOR, "coverage", "a", MINUTE)).isTrue();
            assertThat(elsewhere.lease(OPERATOR, "coverage", "b", MINUTE)).isFalse();
            assertThat(elsewhere.lease(OPERATOR, "decay", "b", MINUTE)).isTrue();
            counsel.clock().advance(Duration.ofSeconds(40));
            assertThat(jobs.lease(OPERATOR, "coverage", "a", MINUTE)).isTrue();
            counsel.clock().advance(Duration.ofSeconds(59));
            assertThat(elsewhere.lease(OPERATOR, "coverage", "b", MINUTE)).isFalse();
            counsel.clock().advance(Duration.ofSeconds(1));
            assertThat(elsewhere.lease(OPERATOR, "coverage", "b", MINUTE)).isTrue();
            assertThat(jobs.done(OPERATOR, "coverage", "a")).isFalse();
            assertThat(elsewhere.done(OPERATOR, "coverage", "b")).isTrue();
            assertThat(jobs.leaseIfDue(OPERATOR, "coverage", "a", MINUTE, Duration.ofHours(6)))
                    .isFalse();
            counsel.clock().advance(Duration.ofHours(6));
            assertThat(jobs.leaseIfDue(OPERATOR, "coverage", "a", MINUTE, Duration.ofHours(6)))
                    .isTrue();
            jobs.release(OPERATOR, "coverage", "a");
            assertThat(elsewhere.leaseIfDue(OPERATOR, "coverage", "b", MINUTE, Duration.ofHours(6)))
                    .isTrue();
        }
    }

    @Test
    void whatIsDoneOnceADayIsDoneByOneOfThoseWhoWantTo() {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder)) {
            Jobs jobs = Jobs.over(counsel.context());
            Jobs elsewhere = Jobs.over(counsel.elsewhere());
            Instant three = counsel.clock().instant();
            counsel.clock().advance(Duration.ofSeconds(10));
            assertThat(jobs.leaseUnlessDoneSince(OPERATOR, "daily.debate", "a", MINUTE, three))
                    .isTrue();
            assertThat(elsewhere.leaseUnlessDoneSince(OPERATOR, "daily.debate", "b", MINUTE, three))
                    .isFalse();
            assertThat(jobs.states(OPERATOR)).containsExactly(new Jobs.State("daily.debate", null, "a"));
            assertThat(jobs.done(OPERATOR, "daily.debate", "a")).isTrue();
            assertThat(elsewhere.leaseUnlessDoneSince(OPERATOR, "daily.debate", "b", MINUTE, three))
                    .isFalse();
            assertThat(elsewhere.states(OPERATOR))
                    .containsExactly(new Jobs.State("daily.debate", three.plusSeconds(10), null));
            counsel.clock().advance(Duration.ofDays(1));
            assertThat(elsewhere.leaseUnlessDoneSince(
                            OPERATOR, "daily.debate", "b", MINUTE, three.plus(Duration.ofDays(1))))
                    .isTrue();
        }
    }

    @Test
    void aClockThatWentBackHoldsNoJobUp() {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder)) {
            Jobs jobs = Jobs.over(counsel.context());
            assertThat(jobs.lease(OPERATOR, "coverage", "a", MINUTE)).isTrue();
            assertThat(jobs.done(OPERATOR, "coverage", "a")).isTrue();
            assertThat(jobs.lease(OPERATOR, "decay", "a", MINUTE)).isTrue();
            counsel.clock().advance(Duration.ofDays(-30));
            assertThat(jobs.leaseIfDue(OPERATOR, "coverage", "b", MINUTE, Duration.ofHours(6)))
                    .isTrue();
            assertThat(jobs.lease(OPERATOR, "decay", "b", MINUTE)).isTrue();
        }
    }

    @Test
    void ofManyWhoWantAJobOneGetsIt() {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder)) {
            List<Jobs> processes = List.of(Jobs.over(counsel.context()), Jobs.over(counsel.elsewhere()));
            List<CompletableFuture<Boolean>> attempts = IntStream.range(0, 16)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> processes.get(i % 2).lease(OPERATOR, "coverage", "owner-" + i, MINUTE)))
                    .toList();
            assertThat(attempts.stream().filter(CompletableFuture::join).count())
                    .isEqualTo(1);
        }
    }

    @Test
    void aJobIsDoneWhenItIsDueAndAFailingOneStopsNoOther() {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder)) {
            List<String> done = new ArrayList<>();
            List<JobRunner.Job> all = List.of(
                    new JobRunner.Job("broken", MINUTE, () -> {
                        throw new IllegalStateException("broken");
                    }),
                    new JobRunner.Job("coverage", Duration.ofHours(6), () -> done.add("coverage")));
            try (JobRunner one = new JobRunner(Jobs.over(counsel.context()), "a", all);
                    JobRunner other = new JobRunner(Jobs.over(counsel.elsewhere()), "b", all)) {
                assertThat(one.runDue()).isEqualTo(1);
                assertThat(other.runDue()).isZero();
                counsel.clock().advance(Duration.ofHours(6));
                assertThat(other.runDue()).isEqualTo(1);
                assertThat(done).containsExactly("coverage", "coverage");
            }
        }
    }

    @Test
    void aFailureIsKeptAndLoggedOnceAnHourUntilTheJobIsDoneAndAnErrorStopsNothing() {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder);
                CapturedLog log = CapturedLog.of(JobRunner.class)) {
            AtomicBoolean broken = new AtomicBoolean(true);
            List<JobRunner.Job> all = List.of(
                    new JobRunner.Job("broken", MINUTE, () -> {
                        if (broken.get()) {
                            throw new AssertionError("no such luck");
                        }
                    }),
                    new JobRunner.Job("refused", MINUTE, () -> {
                        throw new UnavailableException("busy", "the archive is busy", null);
                    }));
            try (JobRunner runner = new JobRunner(Jobs.over(counsel.context()), "a", all)) {
                runner.runDue();
                runner.runDue();
                assertThat(log.warnings()).hasSize(2);
                JobFailures failures = Objects.requireNonNull(runner.failures("broken"));
                assertThat(failures.count()).isEqualTo(2);
                assertThat(failures.last())
                        .isEqualTo(new JobFailures.Last(
                                "internal error; see the server's log",
                                counsel.clock().instant()));
                assertThat(Objects.requireNonNull(runner.failures("refused")).last())
                        .isEqualTo(new JobFailures.Last(
                                "the archive is busy", counsel.clock().instant()));
                counsel.clock().advance(Duration.ofHours(1));
                runner.runDue();
                assertThat(log.warnings()).hasSize(4);
                broken.set(false);
                assertThat(runner.runDue()).isEqualTo(1);
                assertThat(failures.last()).isNull();
                assertThat(failures.count()).isEqualTo(3);
            }
        }
    }

    @Test
    void repliesAreClearedAfterTheirDaysAndKeysAfterOne() {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder)) {
            String conversation = counsel.talk();
            CounselRetention retention = CounselRetention.over(counsel.context());
            for (int day = 0; day < 3; day++) {
                String id = "r" + day;
                counsel.archive().write(tx -> {
                    tx.update("""
                            INSERT INTO model_runs (run_id, query_id, conversation_id, specialist, created_at, raw_response)
                            VALUES (?, ?, ?, 's', ?, 'raw')\
                            """, id, id, conversation, counsel.context().now());
                    return tx.update(
                            "INSERT INTO idempotency_keys (key, request_hash, ref, created_at) VALUES (?, '', '', ?)",
                            id,
                            counsel.context().now());
                });
                counsel.clock().advance(Duration.ofDays(1));
            }
            assertThat(retention.prune(ConversationFixture.ME, 2, true))
                    .isEqualTo(new CounselRetention.Expired(1, 2, 0));
            assertThat(retention.prune(ConversationFixture.ME, 2, false))
                    .isEqualTo(new CounselRetention.Expired(1, 2, 0));
            assertThat(retention.prune(ConversationFixture.ME, 2, false))
                    .isEqualTo(new CounselRetention.Expired(0, 0, 0));
            assertThat(counsel.values("SELECT run_id FROM model_runs WHERE raw_response IS NOT NULL ORDER BY run_id"))
                    .containsExactly("r1", "r2");
            assertThat(counsel.values("SELECT key FROM idempotency_keys")).containsExactly("r2");
        }
    }
}
