package dev.stoa.engine.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.learning.breaker.BreakerArchive;
import dev.stoa.learning.breaker.BreakerSettings;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retries, fall-backs and breakers, and commands as real child processes. */
class CallsTest {
    @TempDir
    private Path directory;

    private final TestClock clock = TestClock.at("2026-03-01T10:00:00Z");
    private final List<Duration> pauses = new ArrayList<>();
    private Place place;

    @BeforeEach
    void open() {
        place = Place.on(Dialect.SQLITE, directory, BreakerArchive.SCHEMA);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void aFailingProviderIsTriedThreeTimesThenTheFallbackAnswers() throws Exception {
        Calls calls = calls(providers("")
                .with("bad", call -> {
                    throw CallFailure.io("gone");
                })
                .with("good", call -> Reply.of("12345")));

        Answer answer = calls.call(spec("a=bad:m?fallback=good:n", "bad", "good"), call());

        assertThat(answer.ok()).isTrue();
        assertThat(answer.provider()).isEqualTo("good");
        assertThat(answer.tries()).extracting(Answer.Try::error).containsExactly("gone", "gone", "gone", null);
        assertThat(answer.tokensOut()).isEqualTo(2);
        assertThat(answer.estimated()).isTrue();
        assertThat(pauses).containsExactly(Duration.ofMillis(250), Duration.ofMillis(500));
    }

    @Test
    void whatCameOfACallIsKeptAlsoIfItsBreakerCannotBeTold() throws Exception {
        Archive breakers = place.open(BreakerArchive.SCHEMA);
        AtomicInteger tries = new AtomicInteger();
        Calls calls = calls(providers("").with("bad", call -> {
            // The failure that trips the breaker is the first that the archive hears of.
            if (tries.incrementAndGet() == 15) {
                breakers.write(tx -> tx.update("ALTER TABLE circuit_breakers RENAME TO gone"));
            }
            throw CallFailure.io("gone");
        }));
        AgentSpec agent = spec("a=bad:m", "bad");
        try (CapturedLog log = CapturedLog.of(Calls.class)) {
            for (int i = 0; i < 4; i++) {
                calls.call(agent, call());
            }
            assertThat(log.warnings()).isEmpty();
            assertThat(calls.call(agent, call()).error()).isEqualTo("gone");
            assertThat(log.warnings())
                    .isNotEmpty()
                    .containsOnly("the result of a call could not be recorded in a breaker");
        }
    }

    @Test
    void anOpenBreakerIsAnErrorAtOnce() throws Exception {
        Calls calls = calls(providers("").with("bad", call -> {
            throw CallFailure.status(503, null, "down");
        }));
        AgentSpec agent = spec("a=bad:m", "bad");
        for (int i = 0; i < 5; i++) {
            assertThat(calls.call(agent, call()).tries()).hasSize(3);
        }

        Answer answer = calls.call(agent, call());

        assertThat(answer.status()).isEqualTo(Answer.Status.ERROR);
        assertThat(answer.error()).startsWith("breaker open until ");
        assertThat(answer.tries()).hasSize(1);
    }

    @Test
    void anObserverIsToldOfEveryTryWithinTheWorkForTheAgent() throws Exception {
        List<String> seen = new ArrayList<>();
        CallObserver observer = new CallObserver() {
            @Override
            public void asked(Asked asked) {
                seen.add(asked.provider() + ":" + asked.call().model() + " " + asked.failure() + " " + asked.tokensIn()
                        + " " + asked.tokensOut());
            }

            @Override
            public Runnable invoked(String agent) {
                seen.add("begin " + agent);
                return () -> seen.add("end " + agent);
            }
        };
        Calls calls = calls(providers("")
                .with("bad", call -> {
                    throw CallFailure.status(404, null, "no such model");
                })
                .with("broken", call -> {
                    throw new IllegalStateException("not meant for others");
                })
                .observedBy(observer)
                .with("good", call -> new Reply("yes", 3, 4, null)));

        calls.call(spec("ana=bad:m?fallback=broken:n|good:o", "bad", "broken", "good"), call());

        assertThat(seen)
                .containsExactly("begin ana", "bad:m STATUS 0 0", "broken:n FAILED 0 0", "good:o null 3 4", "end ana");
    }

    @Test
    void aReportedLatencyIsHeldAgainstTheTimeout() throws Exception {
        Calls calls = calls(providers("").with("slow", call -> new Reply("x", 1, 1, Duration.ofSeconds(61))));

        assertThat(calls.call(spec("a=slow:m", "slow"), call()).status()).isEqualTo(Answer.Status.TIMEOUT);
    }

    @Test
    void commandsRunAsChildrenWithTheirOwnEnvironment() throws Exception {
        Calls calls = calls(providers("""
                [provider.command.ok]
                argv = ["/bin/sh", "-c", "cat; echo \\" {identity} $SECRET $HIDDEN $STOA_X\\""]
                env = ["SECRET", "STOA_X"]
                [provider.command.bad]
                argv = ["/bin/sh", "-c", "echo oops $SECRET >&2; exit 3"]
                env = ["SECRET"]
                [provider.command.long]
                argv = ["/bin/sh", "-c", "echo 123456789"]
                max_output_bytes = 5
                [provider.command.slow]
                argv = ["/bin/sh", "-c", "sleep 600"]
                time_limit_seconds = 1
                [provider.command.holds]
                argv = ["/bin/sh", "-c", "echo done; sleep 20 & exit 0"]
                """));

        assertThat(calls.call(spec("ana=command:ok", "command"), call()).content())
                .isEqualTo("what? ana s3cret-value  \n");
        assertThat(calls.call(spec("ana=command:bad", "command"), call()).error())
                .isEqualTo("exit 3: oops ***");
        assertThat(calls.call(spec("ana=command:long", "command"), call()).error())
                .isEqualTo("the reply has more than 5 bytes");
        assertThat(calls.call(spec("ana=command:slow", "command"), call()).status())
                .isEqualTo(Answer.Status.TIMEOUT);
        assertThat(calls.call(spec("ana=command:holds", "command"), call()).content())
                .isEqualTo("done\n");
    }

    private static AgentSpec spec(String text, String... providers) {
        return AgentSpec.parse(text, List.of(providers));
    }

    private static Call call() {
        return Call.of("ana", "what?", ReplyKind.POSITION, 1, Duration.ofMinutes(1));
    }

    private Providers providers(String toml) throws IOException {
        Files.writeString(directory.resolve("stoa.toml"), toml);
        Map<String, String> environment = Map.of(
                "PATH", "/usr/bin:/bin", "SECRET", "s3cret-value", "HIDDEN", "hidden-value", "STOA_X", "stoa-value");
        return Providers.of(
                StoaConfig.load(
                        ConfigSources.of(directory, Map.of(), Location.directory(directory)),
                        ProviderSettings.module()),
                environment,
                clock);
    }

    private Calls calls(Providers providers) {
        return Calls.over(
                providers,
                CircuitBreakers.over(
                        place.open(BreakerArchive.SCHEMA), clock, Ids.system(), name -> BreakerSettings.defaults()),
                clock,
                pauses::add,
                () -> 0.5);
    }
}
