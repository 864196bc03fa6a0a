package dev.stoa.engine.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.learning.breaker.Breaker;
import dev.stoa.learning.breaker.BreakerArchive;
import dev.stoa.learning.breaker.BreakerSettings;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long is waited, who is spared, what it costs, and what no reply may hold. */
class CarefulCallsTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    private final TestClock clock = TestClock.at("2026-03-01T10:00:00Z");
    private final List<Duration> pauses = new ArrayList<>();
    private final Deque<CallFailure> failures = new ArrayDeque<>();
    private final List<Call> asked = new ArrayList<>();
    private Place place;
    private CircuitBreakers breakers;

    @BeforeEach
    void open() {
        place = Place.on(Dialect.SQLITE, directory, BreakerArchive.SCHEMA);
        breakers = CircuitBreakers.over(
                place.open(BreakerArchive.SCHEMA), clock, Ids.system(), name -> BreakerSettings.defaults());
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void whatTheProviderAsksForIsWaitedAndNotTheUsualPause() throws Exception {
        failures.add(CallFailure.status(429, Duration.ofSeconds(7), "slow"));
        failures.add(CallFailure.status(503, Duration.ZERO, "again"));

        Answer answer = ask("a=p:m");

        assertThat(answer.ok()).isTrue();
        assertThat(pauses).containsExactly(Duration.ofSeconds(7), Duration.ZERO);
        assertThat(asked).extracting(Call::attempt).containsExactly(1, 2, 3);
        assertThat(asked)
                .as("what was waited is no longer there")
                .extracting(Call::timeout)
                .containsExactly(TIMEOUT, TIMEOUT.minusSeconds(7), TIMEOUT.minusSeconds(7));
        assertThat(answer.took()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aPauseThatOutlastsTheTimeLimitIsNotWaited() throws Exception {
        failures.add(CallFailure.status(429, TIMEOUT, "come back later"));

        Answer answer = ask("a=p:m?fallback=q:n");

        assertThat(pauses).isEmpty();
        assertThat(answer.provider()).isEqualTo("q");
        assertThat(answer.tries()).extracting(Answer.Try::error).containsExactly("HTTP 429: come back later", null);
    }

    @Test
    void pausesDoubleWithFullJitterAndThereAreTwoRetries() throws Exception {
        for (int i = 0; i < 9; i++) {
            failures.add(CallFailure.io("gone " + i));
        }

        Answer answer = ask("a=p:m");

        assertThat(answer.status()).isEqualTo(Answer.Status.ERROR);
        assertThat(answer.error()).isEqualTo("gone 2");
        assertThat(pauses).containsExactly(Duration.ofMillis(250), Duration.ofMillis(500));
    }

    @Test
    void onlyWhatMayPassIsTriedAgain() throws Exception {
        for (CallFailure failure : List.of(
                CallFailure.status(400, null, "bad"),
                CallFailure.status(401, Duration.ofSeconds(1), "who"),
                CallFailure.malformed("what"),
                CallFailure.refused("no"),
                CallFailure.failed("exit 3"),
                CallFailure.timeout(TIMEOUT))) {
            failures.add(failure);
            assertThat(ask("a=p:m").tries()).as(failure.message()).hasSize(1);
        }
        for (CallFailure failure : List.of(
                CallFailure.status(408, null, "late"),
                CallFailure.status(429, null, "many"),
                CallFailure.status(500, null, "broken"),
                CallFailure.status(599, null, "odd"),
                CallFailure.io("gone"))) {
            failures.add(failure);
            assertThat(ask("a=p:m").tries()).as(failure.message()).hasSize(2);
        }
    }

    @Test
    void retryAfterIsSecondsOrADateAndNothingElse() {
        assertThat(after("7")).isEqualTo(Duration.ofSeconds(7));
        assertThat(after(" 0 ")).isEqualTo(Duration.ZERO);
        assertThat(after("999999999")).isEqualTo(Duration.ofSeconds(999_999_999));
        assertThat(after("Sun, 01 Mar 2026 10:02:00 GMT")).isEqualTo(Duration.ofMinutes(2));
        assertThat(after("Sun, 01 Mar 2026 09:00:00 GMT")).as("a date gone by").isEqualTo(Duration.ZERO);
        for (String text : List.of(
                "",
                "-1",
                "1.5",
                "1e3",
                "9999999999",
                "soon",
                "2026-03-01T10:02:00Z",
                "Mon, 01 Mar 2026 10:02:00 GMT")) {
            assertThat(after(text)).as(text).isNull();
        }
        assertThat(RetryAfter.of(HttpHeaders.of(Map.of(), (name, value) -> true), clock))
                .isNull();
    }

    private @Nullable Duration after(String text) {
        return RetryAfter.of(HttpHeaders.of(Map.of("retry-after", List.of(text)), (name, value) -> true), clock);
    }

    @Test
    void anOpenBreakerIsProbedAfterItsTimeAndTwoSuccessesCloseIt() throws Exception {
        openBreaker();
        assertThat(ask("a=p:m").error()).isEqualTo("breaker open until 2026-03-01T10:01:00.000Z");
        clock.advance(Duration.ofSeconds(61));

        assertThat(ask("a=p:m").ok()).isTrue();
        assertThat(breakers.list().getFirst().phase()).isEqualTo(Breaker.Phase.HALF_OPEN);
        assertThat(ask("a=p:m").ok()).isTrue();
        assertThat(breakers.list().getFirst().phase()).isEqualTo(Breaker.Phase.CLOSED);
    }

    @Test
    void aProbeThatFailsOpensTheBreakerAgainForItsWholeTime() throws Exception {
        openBreaker();
        clock.advance(Duration.ofSeconds(61));
        failures.add(CallFailure.timeout(TIMEOUT));

        assertThat(ask("a=p:m").status()).isEqualTo(Answer.Status.TIMEOUT);
        clock.advance(Duration.ofSeconds(59));

        Answer refused = ask("a=p:m");
        assertThat(refused.error()).startsWith("breaker open until ");
        assertThat(refused.tries())
                .singleElement()
                .satisfies(one -> assertThat(one.ms()).isZero());
        clock.advance(Duration.ofSeconds(2));
        assertThat(ask("a=p:m").ok()).isTrue();
    }

    @Test
    void aProviderThatAnswersWhateverItSaysIsNotSpared() throws Exception {
        for (int i = 0; i < 20; i++) {
            failures.add(i % 2 == 0 ? CallFailure.status(400, null, "bad") : CallFailure.malformed("what"));
            assertThat(ask("a=p:m").tries()).hasSize(1);
        }

        assertThat(ask("a=p:m").ok()).isTrue();
    }

    @Test
    void anInterruptedProbeGivesItsPermitBack() throws Exception {
        openBreaker();
        clock.advance(Duration.ofSeconds(61));
        Calls broken = calls(providers("").with("p", call -> {
            throw new InterruptedException("stop");
        }));
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> broken.call(spec("a=p:m"), call())).isInstanceOf(InterruptedException.class);
        }

        assertThat(ask("a=p:m").ok()).as("three at most may be out").isTrue();
    }

    private void openBreaker() throws Exception {
        for (int i = 0; i < 5; i++) {
            failures.add(CallFailure.timeout(TIMEOUT));
            ask("a=p:m");
        }
    }

    @Test
    void theCostIsThatOfWhoAnsweredAndUnknownWithoutAPrice() throws Exception {
        String prices = """
                [price."p:m"]
                input = 1
                output = 2
                [price."q:n"]
                input = 10
                output = 30
                """;

        assertThat(ask(prices, "a=p:m").costUsd()).isCloseTo((100 * 1 + 20 * 2) / 1e6, within(1e-15));
        failures.add(CallFailure.refused("no"));
        Answer fallen = ask(prices, "a=p:m?fallback=q:n");
        assertThat(fallen.costUsd()).isCloseTo((100 * 10 + 20 * 30) / 1e6, within(1e-15));
        assertThat(fallen.provider() + ":" + fallen.model()).isEqualTo("q:n");
        assertThat(fallen.tries())
                .containsExactly(
                        new Answer.Try("p", "m", 0, null, null, "no"), new Answer.Try("q", "n", 0, 100, 20, null));
        assertThat(fallen.tries().getLast().document())
                .containsOnlyKeys("provider", "model", "ms", "tokens_in", "tokens_out", "error");
        assertThat(ask(prices, "a=q:unpriced").costUsd()).isNull();
        failures.add(CallFailure.refused("no"));
        Answer failed = ask(prices, "a=p:m");
        assertThat(failed.costUsd()).isNull();
        assertThat(failed.tokensIn() + failed.tokensOut()).isZero();
    }

    @Test
    void tokensThatNobodyCountedAreAQuarterOfTheCodePoints() throws Exception {
        Calls calls = calls(providers("").with("p", call -> Reply.of("\uD83D\uDE00".repeat(9))));

        Answer answer = calls.call(spec("a=p:m"), call().system("12345"));

        assertThat(answer.estimated()).isTrue();
        assertThat(answer.tokensOut()).isEqualTo(3);
        assertThat(answer.tokensIn()).as("\"what?\" and the system's text").isEqualTo(4);
        assertThat(ask("a=p:m").estimated()).isFalse();
    }

    @Test
    void aProviderThatBreaksIsNamedByTheKindOfItsFaultAlone() throws Exception {
        Calls calls = calls(providers("").with("p", call -> {
            throw new IllegalStateException("sk-planted in a request");
        }));

        Answer answer = calls.call(spec("a=p:m"), call());

        assertThat(answer.error()).isEqualTo("the provider broke: IllegalStateException");
        assertThat(answer.toString()).doesNotContain("sk-planted");
    }

    @Test
    void whatNoArchiveCouldKeepIsNoReply() throws Exception {
        kept("");
        kept("x".repeat(1 << 20));
        kept("é".repeat(1 << 19));
        kept("\u20AC".repeat((1 << 20) / 3));
        kept("\uD83D\uDE00".repeat(1 << 18));
        refused("x".repeat((1 << 20) + 1), "the reply has 1048577 bytes, above 1048576");
        refused("é".repeat(1 << 19) + "x", "the reply has 1048577 bytes, above 1048576");
        refused("\uD83D\uDE00".repeat(1 << 18) + "x", "the reply has 1048577 bytes, above 1048576");
        refused("a\0b", "the reply holds U+0000");
        refused("a\uD83D", "the reply holds half of a surrogate pair");
        refused("\uD83Da", "the reply holds half of a surrogate pair");
        refused("\uDE00\uD83D", "the reply holds half of a surrogate pair");
        assertThatThrownBy(() -> Reply.decoded(new byte[] {(byte) 0xC3})).hasMessage("the reply is not UTF-8");
        assertThatThrownBy(() -> Reply.decoded(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}))
                .hasMessage("the reply is not UTF-8");
    }

    private void kept(String content) throws CallFailure {
        assertThat(Reply.of(content).checked().content()).isEqualTo(content);
    }

    private void refused(String content, String message) throws Exception {
        assertThatThrownBy(() -> Reply.of(content).checked())
                .isInstanceOfSatisfying(CallFailure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(CallFailure.Kind.MALFORMED);
                    assertThat(failure.retryable()).isFalse();
                })
                .hasMessage(message);
        Answer answer =
                calls(providers("").with("p", call -> Reply.of(content))).call(spec("a=p:m"), call());
        assertThat(answer.content()).isNull();
        assertThat(answer.error()).isEqualTo(message);
    }

    private Answer ask(String agent) throws Exception {
        return ask("", agent);
    }

    /** Asks an agent of provider p, which fails as it was told to, or of q, which does not. */
    private Answer ask(String toml, String agent) throws Exception {
        Calls calls = calls(providers(toml)
                .with("p", call -> {
                    asked.add(call);
                    CallFailure failure = failures.poll();
                    if (failure != null) {
                        throw failure;
                    }
                    return new Reply("yes", 100, 20, null);
                })
                .with("q", call -> new Reply("yes", 100, 20, null)));
        return calls.call(spec(agent), call());
    }

    private static AgentSpec spec(String text) {
        return AgentSpec.parse(text, List.of("p", "q"));
    }

    private static Call call() {
        return Call.of("a", "what?", ReplyKind.POSITION, 1, TIMEOUT);
    }

    private Providers providers(String toml) throws IOException {
        Files.writeString(directory.resolve("stoa.toml"), toml);
        return Providers.of(
                StoaConfig.load(
                        ConfigSources.of(directory, Map.of(), Location.directory(directory)),
                        ProviderSettings.module()),
                Map.of(),
                clock);
    }

    private Calls calls(Providers providers) {
        return Calls.over(providers, breakers, clock, pauses::add, () -> 0.5);
    }
}
