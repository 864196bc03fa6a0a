package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the seats of a debate are called: by whom in their place, at what price, and which are not called at all. */
@SuppressWarnings("NullAway.Init") // set before each test
class SeatCallsTest {
    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(Dialect.SQLITE, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void whoAnswersInAnothersPlaceIsRecordedWithEveryTry() throws Exception {
        ground.script().says((situation, call) -> {
            if (call.model().equals("down")) {
                throw CallFailure.refused("out of order");
            }
            return Scripted.answer("yes", 0.8);
        });
        SessionRow row = ground.run(vote(List.of(
                        agent("s0", "script", "down", List.of("script:down", "script:spare")),
                        agent("s1", "script", "m", List.of()),
                        agent("s2", "script", "down", List.of("ollama:unreachable")))))
                .row();

        DebateTurn fallen = turn(row, "s0");
        assertThat(fallen.status()).isEqualTo(TurnStatus.OK);
        assertThat(fallen.provider() + ":" + fallen.model()).isEqualTo("script:spare");
        assertThat(calls(fallen))
                .extracting(call -> call.get("model") + " " + call.get("error"))
                .containsExactly("down out of order", "down out of order", "spare null");
        DebateTurn lost = turn(row, "s2");
        assertThat(lost.status()).isEqualTo(TurnStatus.ERROR);
        assertThat(lost.content()).isNull();
        assertThat(lost.provider()).isEqualTo("ollama");
        assertThat(lost.error()).startsWith("no answer: ");
        assertThat(ground.script().calls())
                .filteredOn(call -> call.model().equals("spare"))
                .singleElement()
                .extracting(Call::params)
                .as("who speaks for a seat speaks as it would")
                .isEqualTo(Map.of("temperature", "0.25", "max_tokens", "77", "tone", "dry"));
        ground.proves(row.id());
    }

    @Test
    void aPriceThatNobodyKnowsMakesTheSumUnknown() throws Exception {
        ground.script().counts(1_000).says((situation, call) -> Scripted.answer("yes", 0.8));
        List<Map<String, @Nullable Object>> agents =
                List.of(agent("s0", "script", "m0", List.of()), agent("s1", "script", "m1", List.of()));

        SessionRow unknown = ground.run(vote(agents)).row();
        assertThat(turn(unknown, "s0").costUsd()).isNull();
        assertThat(unknown.outcome()).containsEntry("cost_usd", null);
        price("m0");
        SessionRow half = ground.reopen().run(vote(agents)).row();
        assertThat(turn(half, "s0").costUsd()).isEqualTo(0.004);
        assertThat(turn(half, "s1").costUsd()).isNull();
        assertThat(half.outcome()).containsEntry("cost_usd", null);
        price("m1");
        SessionRow known = ground.reopen().run(vote(agents)).row();
        assertThat(known.outcome()).containsEntry("cost_usd", 0.008);
        SessionRow free = ground.run(Ground.request("q1", "sim", 2)).row();
        assertThat(free.outcome()).as("who is simulated costs nothing").containsEntry("cost_usd", 0L);
    }

    private void price(String model) throws Exception {
        Path file = folder.resolve("stoa.toml");
        String before = Files.exists(file) ? Files.readString(file) : "";
        Files.writeString(file, before + "[price.\"script:" + model + "\"]\ninput = 1\noutput = 3\n");
    }

    @Test
    void aSeatThatCouldNotBeCalledIsRefusedBeforeAnythingIsStored() {
        refused(agent("s0", "scrip", "m", List.of()), "agent s0 has the unknown provider \"scrip\"");
        refused(agent("s0", "script", "m", List.of("nobody:m")), "agent s0 has the unknown provider \"nobody\"");
        refused(agent("s0", "script", "m", List.of("script")), "fallback \"script\" of agent s0 is not provider:model");
        refused(agent("s0", "command", "none", List.of()), "agent s0 has the unknown command \"none\"");
        refused(agent("s0", "openai", "m", List.of()), "provider openai of agent s0 has no key");
        refused(
                Json.object(
                        "name", "s0", "provider", "script", "model", "m", "params", Map.of("api_key", "sk-planted")),
                "api_key of agent s0 cannot be given with an agent");
        assertThat(ground.stoa()
                        .debate()
                        .sessions()
                        .list(SessionFilter.all(), Page.Request.first(1))
                        .items())
                .isEmpty();
    }

    private void refused(Map<String, @Nullable Object> agent, String message) {
        assertThatThrownBy(() -> ground.run(vote(List.of(agent, agent("s1", "script", "m", List.of())))))
                .isInstanceOf(InvalidException.class)
                .hasMessageStartingWith(message)
                .hasMessageNotContaining("sk-planted");
    }

    private static DebateRequest vote(List<Map<String, @Nullable Object>> agents) {
        return Ground.request("q1", "script", 2).preset(Preset.VOTE).set("agents", agents);
    }

    private static Map<String, @Nullable Object> agent(
            String name, String provider, String model, List<String> fallback) {
        return Json.object(
                "name",
                name,
                "provider",
                provider,
                "model",
                model,
                "fallback",
                fallback,
                "params",
                provider.equals("script")
                        ? Map.of("temperature", "0.25", "max_tokens", "77", "tone", "dry")
                        : Map.of());
    }

    private DebateTurn turn(SessionRow row, String agent) {
        return ground.turns(row.id()).stream()
                .filter(turn -> turn.agentId().equals(agent))
                .findFirst()
                .orElseThrow();
    }

    private static List<Map<?, ?>> calls(DebateTurn turn) {
        List<Map<?, ?>> calls = new ArrayList<>();
        if (turn.metadata().get("calls") instanceof List<?> list) {
            list.forEach(call -> calls.add((Map<?, ?>) call));
        }
        return calls;
    }
}
