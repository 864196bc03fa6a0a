package dev.stoa.engine.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every service of language models against a local server that speaks as it does. */
@ParameterizedClass
@EnumSource(Vendor.class)
class ModelProviderTest {
    private static final String KEY = "sk-very-secret-0123456789";
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Parameter
    private Vendor vendor;

    private ModelServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ModelServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aReplyComesBackAsItWasSentWithItsUsage() throws Exception {
        server.text(200, ModelServer.success(vendor, "\"grüß \\\"Gott\\\"\\n\""));

        Reply reply = provider().call(call());

        assertThat(reply)
                .isEqualTo(new Reply(
                        "grüß \"Gott\"\n", 11, 7, null, false, vendor == Vendor.GEMINI ? reply.model() : "m"));
    }

    @Test
    void promptSchemaLimitsAndKeyAreSent() throws Exception {
        server.text(200, ModelServer.success(vendor, "\"{}\""));

        provider()
                .call(call().system("be brief")
                        .schema(Json.object(
                                "type",
                                "object",
                                "properties",
                                Json.object("vote", Json.object("type", "string", "maxLength", 1)),
                                "required",
                                List.of("vote"),
                                "additionalProperties",
                                false)));

        ModelServer.Request request = server.requests().getFirst();
        assertThat(request.body()).contains("what is it?", "be brief", "vote", "additionalProperties", "0.7", "2048");
        if (vendor != Vendor.ANTHROPIC) {
            assertThat(request.body()).contains("maxLength").containsPattern("\"seed\"\\s*:\\s*42");
        } else {
            assertThat(request.body()).doesNotContain("maxLength");
        }
        if (vendor != Vendor.OLLAMA) {
            assertThat(request.headers().toString() + request.path()).contains(KEY);
        }
        assertThat(request.body()).doesNotContain(KEY);
    }

    @Test
    void parametersOfTheAgentReplaceTheUsualOnes() throws Exception {
        server.text(200, ModelServer.success(vendor, "\"x\""));
        Call call = call();

        provider()
                .call(new Call(
                        call.agent(),
                        "m",
                        call.prompt(),
                        null,
                        call.kind(),
                        null,
                        null,
                        1,
                        1,
                        call.timeout(),
                        Map.of("temperature", "0.25", "max_tokens", "77", "top_p", "0.5")));
        provider()
                .call(new Call(
                        call.agent(),
                        "m",
                        call.prompt(),
                        null,
                        call.kind(),
                        null,
                        null,
                        1,
                        1,
                        call.timeout(),
                        Map.of("temperature", "none")));

        assertThat(server.requests().getFirst().body())
                .contains("0.25", "77", "0.5")
                .doesNotContain("0.7,");
        assertThat(server.requests().getLast().body()).doesNotContain("0.7");
    }

    @Test
    void aPenaltyForWordsThatRecurIsSentWhereTheServiceTakesIt() throws Exception {
        server.text(200, ModelServer.success(vendor, "\"x\""));
        Target target = new Target("p", "m", Map.of("frequency_penalty", "1.25"));

        provider().call(call().to(target, 1, Duration.ofSeconds(30)));

        boolean taken = vendor == Vendor.OPENAI || vendor == Vendor.GEMINI;
        assertThat(vendor.takes("m", "frequency_penalty")).isEqualTo(taken);
        assertThat(server.requests().getFirst().body().contains("1.25")).isEqualTo(taken);
    }

    @Test
    void anErrorOfTheServiceIsAStatusWithItsMessage() {
        for (int status : new int[] {400, 401, 404, 408, 429, 500, 503}) {
            server.text(status, "{\"error\":{\"message\":\"no good, " + KEY + "\"}}");

            CallFailure failure = failure();

            assertThat(failure.kind()).isEqualTo(CallFailure.Kind.STATUS);
            assertThat(failure.status()).isEqualTo(status);
            assertThat(failure.message()).isEqualTo("HTTP " + status + ": no good, ***");
            assertThat(failure.retryable()).isEqualTo(status == 408 || status == 429 || status >= 500);
        }
        assertThat(server.requests()).as("nobody else retries").hasSize(7);
    }

    @Test
    void retryAfterIsSecondsOrADate() {
        server.script(exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "7");
            ModelServer.send(exchange, 429, "{\"error\":\"slow\"}".getBytes(StandardCharsets.UTF_8));
        });
        assertThat(failure().retryAfter()).contains(Duration.ofSeconds(7));
        server.script(exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "Sun, 01 Mar 2026 10:00:30 GMT");
            ModelServer.send(exchange, 503, new byte[0]);
        });
        assertThat(failure().retryAfter()).contains(Duration.ofSeconds(30));
    }

    @Test
    void aServiceThatHoldsItsAnswerIsATimeout() {
        server.hold();

        CallFailure failure = failure(Duration.ofMillis(300));

        assertThat(failure.kind()).isEqualTo(CallFailure.Kind.TIMEOUT);
        assertThat(failure).hasMessage("no answer within 300 ms");
    }

    @Test
    void anInterruptEndsTheCall() throws Exception {
        server.hold();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                provider().call(call());
            } catch (CallFailure | InterruptedException e) {
                thrown.set(e);
            }
        });
        server.awaitRequest();

        caller.interrupt();

        assertThat(caller.join(Duration.ofSeconds(20))).isTrue();
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void aBodyThatBreaksOffIsAnIoFailure() {
        server.cutOff(ModelServer.success(vendor, "\"x\""));

        assertThat(failure().kind()).isEqualTo(CallFailure.Kind.IO);
    }

    @Test
    void aClosedPortIsAnIoFailure() {
        server.close();

        assertThat(failure().kind()).isEqualTo(CallFailure.Kind.IO);
        assertThat(failure().retryable()).isTrue();
    }

    @Test
    void whatCannotBeReadIsMalformed() {
        for (String body : List.of("{\"choices\":[", "not json " + KEY, "[]", "{}", "{\"choices\":[]}", "")) {
            server.text(200, body);

            CallFailure failure = failure();

            assertThat(failure.kind()).as(body).isEqualTo(CallFailure.Kind.MALFORMED);
            assertThat(failure.message()).doesNotContain(KEY);
            assertThat(failure.retryable()).isFalse();
        }
    }

    @Test
    void bytesThatAreNotUtf8AreNotMended() {
        byte[] body = ModelServer.success(vendor, "\"a?b\"").getBytes(StandardCharsets.UTF_8);
        body[new String(body, StandardCharsets.UTF_8).indexOf('?')] = (byte) 0xFF;
        server.bytes(200, body);

        assertThat(failure()).hasMessage("the reply is not UTF-8");
    }

    @Test
    void aBodyOfAHundredMegabytesIsReadOnlyToItsBound() {
        server.endless(100_000_000);

        assertThat(failure()).hasMessage("the response has more than 8388608 bytes");
    }

    @Test
    void noTextOfAFailureHoldsTheKey() {
        server.text(400, "x".repeat(480) + KEY + KEY);
        CallFailure failure = failure();

        assertThat(failure.toString() + List.of(failure.getStackTrace()) + failure.getCause())
                .doesNotContain("sk-very");
        assertThat(new Vendor.Account(KEY, null).toString()).doesNotContain(KEY);
    }

    @Test
    void anAddressThatIsNoneIsRefused() {
        Provider provider = provider("http://[nowhere", LinkLocal.system());

        assertThatThrownBy(() -> provider.call(call())).isInstanceOf(CallFailure.class);
    }

    @Test
    void aNameThatLeadsToALinkLocalAddressIsNotCalled() {
        Provider provider = provider(
                server.url().replace("127.0.0.1", "localhost"),
                new LinkLocal(host -> List.of(InetAddress.getByName("169.254.169.254"))));

        assertThatThrownBy(() -> provider.call(call()))
                .isInstanceOf(CallFailure.class)
                .hasMessageContaining("link-local");
        assertThat(server.requests()).isEmpty();
    }

    private CallFailure failure() {
        return failure(Duration.ofSeconds(30));
    }

    private CallFailure failure(Duration timeout) {
        return Objects.requireNonNull(catchThrowableOfType(
                CallFailure.class, () -> provider().call(call().to(new Target("p", "m", Map.of()), 1, timeout))));
    }

    private Provider provider() {
        return provider(server.url(), LinkLocal.system());
    }

    private Provider provider(String url, LinkLocal linkLocal) {
        InstantSource clock = () -> NOW;
        return new ModelProvider(vendor, new Vendor.Account(KEY, url), HttpClient.newHttpClient(), linkLocal, clock);
    }

    private static Call call() {
        return Call.of("ana", "what is it?", ReplyKind.BALLOT, 42, Duration.ofSeconds(30))
                .to(new Target("p", "m", Map.of()), 1, Duration.ofSeconds(30));
    }
}
