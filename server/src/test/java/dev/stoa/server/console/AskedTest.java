package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.BareServer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Inside;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Routes;
import dev.stoa.server.http.Scope;
import dev.stoa.testing.CapturedLog;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class AskedTest {
    private static Route broken(String path, RuntimeException failure) {
        return Route.get(path, "test " + path, "Fails.", Scope.READ)
                .query(Field.text("q", 1, 100, "Words."))
                .handle(Example.get(path), call -> {
                    throw failure;
                });
    }

    /** What a page shows that tries to read an address. */
    private static String shown(Routes api, String address) throws Exception {
        Route page = Route.get("page", "test page", "Tries.", Scope.READ)
                .handle(
                        Example.get("page"),
                        call -> Answer.ok(Json.object(
                                "problem",
                                new Asked(
                                                call,
                                                new Inside(() -> api),
                                                Duration.ofSeconds(60),
                                                InstantSource.system(),
                                                false)
                                        .tried("part", address)
                                        .text("problem"))));
        return answer(page);
    }

    private static String answer(Route page) throws Exception {
        try (BareServer server = new BareServer(List.of(page), 2);
                HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create(server.url() + "page"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void whatDoesNotAnswerInTimeIsSaidAndTheRestIsShown() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Route silent = Route.get("silent", "test silent", "Waits.", Scope.READ).handle(Example.get("silent"), call -> {
            never.await();
            return Answer.ok(Json.object());
        });
        Route quick = Route.get("quick", "test quick", "Answers.", Scope.READ)
                .handle(Example.get("quick"), call -> Answer.ok(Json.object("said", "here")));
        Routes api = Routes.of(List.of(silent, quick, broken("refused", Bounds.invalid("it is not so", "correct it"))));
        Function<Call, Answer> reading = call -> {
            Asked asked =
                    new Asked(call, new Inside(() -> api), Duration.ofMillis(1_500), InstantSource.system(), false);
            List<Asked.Part> parts = List.of(
                    Asked.Part.read("a", "silent"), Asked.Part.read("b", "refused"), Asked.Part.read("c", "quick"));
            try {
                return Answer.ok(Json.object(
                        "read",
                        asked.together(parts).entrySet().stream()
                                .map(each ->
                                        each.getKey() + " " + each.getValue().text("problem")
                                                + each.getValue().text("said"))
                                .toList(),
                        "data",
                        asked.data()));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
        Route page = Route.get("page", "test page", "Tries.", Scope.READ).handle(Example.get("page"), reading::apply);
        assertThat(answer(page))
                .isEqualTo("{\"read\":[\"a it did not answer within 1500 ms\",\"b it is not so\",\"c here\"],"
                        + "\"data\":{\"c\":{\"said\":\"here\"}}}");
    }

    @Test
    void whatCannotBeReadIsSaidOnThePageAndLoggedOnceWithItsPath() throws Exception {
        Routes api = Routes.of(List.of(
                broken("damaged", new IllegalStateException("a row is no JSON")),
                broken("refused", Bounds.invalid("it is not so", "correct it"))));
        try (CapturedLog log = CapturedLog.of(Asked.class)) {
            assertThat(shown(api, "damaged?q=secret")).contains("the record cannot be read");
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("damaged")
                    .doesNotContain("secret");
            assertThat(shown(api, "refused")).contains("it is not so");
            assertThat(log.warnings()).hasSize(1);
        }
    }
}
