package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Page;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Json;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A debate that another engine holds comes to the same, and teaches the same, as one that is held here. */
@OnBothDatabases
class ExternalDebateTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private static final List<String> AGENTS = List.of("s0", "s1", "s2", "s3");

    /** Seats that are often wrong and easily swayed, so that there are dissents and changes of mind. */
    private static DebateRequest request(String topic) {
        return Ground.request(topic, "script", AGENTS.size())
                .agents(IntStream.range(0, AGENTS.size())
                        .mapToObj(seat -> Seat.of("s" + seat, "script", "m" + seat)
                                .params(Map.of("accuracy", "0.5", "conformity", "0.4", "flip", "0.3")))
                        .toList());
    }

    @Test
    void whatIsSaidInAnotherEngineComesToTheSameBytes() throws Exception {
        try (Ground ground = Ground.on(dialect, folder)) {
            List<DebateRequest> requests = List.of(
                    request("q1").preset(Preset.LADDER),
                    request("q2").preset(Preset.LADDER).rounds(4).set("early_stop", false),
                    request("q3").preset(Preset.ROUND_TABLE).rounds(3).set("early_stop", false),
                    request("q4").preset(Preset.CLASSIC).rounds(2).set("coordination_protocol", "none"),
                    request("q5").preset(Preset.LADDER).voting(VotingRule.BORDA),
                    request("q6").preset(Preset.LADDER).options(List.of("yes", "no", "perhaps")));
            int flips = 0;
            for (DebateRequest request : requests) {
                String own = ground.run(request).id();
                ExternalSession session = Copyist.copy(ground.stoa(), ground.engine("x"), request, ground.turns(own));

                DebateSession done = session.finish();

                assertThat(Json.canonical(done.row().outcome())).isEqualTo(ground.outcome(own));
                assertThat(done.row().outcomeSha256()).isEqualTo(ground.row(own).outcomeSha256());
                assertThat(ballots(ground, done.id())).isEqualTo(ballots(ground, own));
                assertThat(said(ground, done.id())).isEqualTo(said(ground, own));
                flips += ((List<?>) Objects.requireNonNull(done.row().outcome().get("flips"))).size();
                ground.proves(done.id());
            }
            assertThat(flips).isPositive();
        }
    }

    private static List<Map<String, @Nullable Object>> ballots(Ground ground, String id) {
        return ground.ballots(id).stream().map(ballot -> ballot.document()).toList();
    }

    /** Turns but for what only their engine knows. */
    private static List<Map<String, @Nullable Object>> said(Ground ground, String id) {
        List<Map<String, @Nullable Object>> said = new ArrayList<>();
        ground.said(id).forEach(turn -> {
            Map<String, @Nullable Object> map = new LinkedHashMap<>(turn);
            map.remove("params");
            if (Objects.equals(map.get("kind"), "ballot")) {
                // The wave of votes, and what the wave says of the call.
                List.of("step", "seed", "metadata", "prompt_sha256").forEach(map::remove);
            }
            said.add(map);
        });
        return said;
    }

    @Test
    void everyArchiveLearnsTheSameOfIt() throws Exception {
        DebateRequest request = request("q1").preset(Preset.LADDER).set("learn", true);
        try (Ground here = Ground.on(dialect, folder.resolve("here"));
                Ground there = Ground.on(dialect, folder.resolve("there"))) {
            for (Ground ground : List.of(here, there)) {
                // What a seat's word has been worth weighs the votes of both.
                ground.stoa().learning().ratings().record(MatchDraft.of("m", Map.of("s0", 1.0, "s1", 0.0)));
            }
            String own = here.run(request).id();
            List<DebateTurn> turns = here.turns(own);
            DebateEngine engine = there.engine("x");
            ExternalSession session = Copyist.copy(there.stoa(), engine, request, turns);
            String other = session.finish().id();
            engine.learn(other);

            assertThat(there.outcome(other)).isEqualTo(here.outcome(own));
            assertThat(learnt(there.stoa(), other)).isEqualTo(learnt(here.stoa(), own));
            assertThat(there.stoa().debate().outbox().counts(other))
                    .isEqualTo(here.stoa().debate().outbox().counts(own));
            assertThat(there.stoa().learning().ratings().show("s0").elo()).isNotEqualTo(1500);
            there.proves(other);
        }
    }

    /** What the archives hold of a debate, whatever its id. */
    private static List<String> learnt(Stoa stoa, String session) {
        List<Object> state = new ArrayList<>();
        state.add(stoa.learning().consensus().show(session).document());
        state.add(stoa.learning().ratings().match(session).document());
        stoa.learning()
                .critiques()
                .list(session, Page.Request.first(50))
                .items()
                .forEach(critique -> state.add(critique.document()));
        state.add(stoa.learning().memories().show("debate:" + session).document());
        AGENTS.forEach(agent -> state.add(stoa.learning().ratings().show(agent).document()));
        return state.stream()
                .map(Json::write)
                .map(text -> text.replace(session, "S").replaceAll("\"(dis|crit|mem|c)_[0-9a-zA-Z-]+\"", "\"ID\""))
                .toList();
    }

    @Test
    void itsOwnEngineLeavesItAlone() throws Exception {
        try (Ground ground = Ground.on(dialect, folder)) {
            DebateRequest request = Copyist.request(request("q1"));
            DebateEngine engine = ground.engine("stoa");
            assertThatThrownBy(() -> engine.run(request, "local", DebateListener.NONE))
                    .isInstanceOf(ConflictException.class)
                    .hasMessage("a debate of preset external is held by another engine");
            assertThat(ground.stoa()
                            .debate()
                            .sessions()
                            .list(SessionFilter.all(), Page.Request.first(5))
                            .items())
                    .isEmpty();
            String id = engine.create(request, "local").id();
            assertThatThrownBy(() -> engine.resume(id, DebateListener.NONE))
                    .isInstanceOfSatisfying(
                            ConflictException.class, e -> assertThat(e.code()).isEqualTo("precondition"))
                    .hasMessageContaining("debate " + id + " is external; the engine that started it writes its turns");
            assertThat(ground.row(id).status()).isEqualTo(SessionRow.Status.PENDING);
            assertThat(ground.row(id).runnerEpoch()).isZero();
            assertThat(ground.script().prompts(ReplyKind.POSITION)).isEmpty();

            ExternalSession session = engine.start(id, "other");
            ground.clock().advance(Duration.ofMinutes(1));
            assertThatThrownBy(() -> engine.resume(id, DebateListener.NONE)).isInstanceOf(ConflictException.class);
            assertThat(ground.row(id).runnerEpoch()).isEqualTo(session.epoch());
            assertThat(ground.stoa()
                            .debate()
                            .sessions()
                            .recoverable(ground.clock().instant()))
                    .isEmpty();
            ground.reopen();
            assertThat(ground.engine("stoa").external(id, session.epoch()).renew())
                    .isEqualTo(ground.clock().instant().plusSeconds(30));
        }
    }
}
