package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Page;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.teaching.Truth;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.Provider;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.provider.Reply;
import dev.stoa.json.Json;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.rating.Match;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class LearningCircleTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    /** Two for one store and one against, who warns of a risk; one says nothing that can be read. */
    private static final class Panel implements Provider {
        @Override
        public boolean offline() {
            return true;
        }

        @Override
        public Reply call(Call call) {
            return Reply.of(
                    call.situation() instanceof Situation situation ? said(call.agent(), situation) : "no debate");
        }

        private static String said(String agent, Situation situation) {
            String own = agent.equals("cy") ? "B" : "A";
            String reason = agent.equals("cy") ? "an outage of the only server is a danger" : "it keeps data";
            return switch (situation.slot().kind()) {
                case POSITION ->
                    situation.slot().phase() == Phase.PROPOSAL
                            ? Json.write(Map.of(
                                    "answer",
                                    agent.equals("cy") ? "Redis" : "Postgres",
                                    "confidence",
                                    0.8,
                                    "reasoning",
                                    reason))
                            : Json.write(Map.of(
                                    "option",
                                    own,
                                    "confidence",
                                    0.8,
                                    "because",
                                    situation.known().stream()
                                            .flatMap(known -> known.critiques().stream())
                                            .limit(4)
                                            .toList()));
                case CRITIQUE ->
                    Json.write(Map.of(
                            "critiques",
                            List.of(Map.of(
                                    "target",
                                    "A",
                                    "issue",
                                    "Missing failover for the payment store",
                                    "severity",
                                    0.7,
                                    "suggestion",
                                    "add a standby"))));
                case BALLOT ->
                    agent.equals("di")
                            ? "I would rather not"
                            : Json.write(Map.of(
                                    "vote",
                                    own,
                                    "confidence",
                                    0.8,
                                    "reason",
                                    reason,
                                    "lessons",
                                    List.of(Map.of(
                                            "category",
                                            "architecture",
                                            "title",
                                            "Name the failover first",
                                            "problem",
                                            "the payment store had no standby",
                                            "solution",
                                            "plan a standby before choosing a store"))));
                default -> "I would rather not";
            };
        }
    }

    @Test
    @DisplayName("After 50,000 other debates, one on the topic of the first must show its conclusion and dissents"
            + " in the prompt")
    void whatADebateTaughtStandsInThePromptsOfTheNext() throws InterruptedException {
        try (Place place = Place.on(dialect, folder)) {
            StoaConfig config = StoaConfig.load(ConfigSources.of(
                    folder,
                    Map.of("STOA_SEARCH_EMBEDDER", "hashing", "STOA_LEARNING_HOLDOUT", "0"),
                    dialect == Dialect.SQLITE ? Location.directory(folder) : Location.postgres(place.where(), folder)));
            try (Stoa stoa = Stoa.open(config, InstantSource.system(), Runnable::run)) {
                DebateEngine engine = DebateEngine.over(
                        stoa,
                        Providers.of(config, Map.of(), InstantSource.system()).with("panel", new Panel()),
                        InstantSource.system(),
                        CodeRunner.create(false, List.of()),
                        "test");
                String first = run(engine, "Which store shall the payment service use?");
                stoa.debate().grades().grade(first, new Truth.Answer("Postgres"), "ana");
                engine.learn();
                others(stoa, dialect == Dialect.SQLITE ? Integer.getInteger("stoa.test.rows", 20_000) : 1_000);
                String second = run(engine, "Which store shall the payment service use now?");

                String prompts = stoa.debate().turns().page(second, Page.Request.first(100)).items().stream()
                        .map(DebateTurn::prompt)
                        .collect(Collectors.joining("\n"));
                assertThat(prompts).contains("[conclusion " + first + " trust=").contains("\n| Postgres");
                assertThat(prompts).contains("[dissent ").contains("an outage of the only server is a danger");
                assertThat(prompts).contains("[pattern ").contains("issing failover for the payment store");
                assertThat(prompts).contains("[lesson les_").contains("plan a standby before choosing a store");
                assertThat(prompts)
                        .as("the memory of a debate repeats its conclusion, which stands there already")
                        .doesNotContain("[memory debate:" + first);
                assertThat(stoa.learning()
                                .ratings()
                                .matches(Page.Request.first(10))
                                .items())
                        .extracting(Match::debateId)
                        .contains(first, second);
                assertThat(stoa.debate().outbox().counts(first).dead()).isZero();
                assertThat(stoa.debate().outbox().due(100))
                        .allSatisfy(row -> assertThat(row.target()).isEqualTo("audit"));
            }
        }
    }

    private static String run(DebateEngine engine, String topic) throws InterruptedException {
        return engine.run(
                        DebateRequest.on(topic)
                                .preset(Preset.CLASSIC)
                                .set("voting_method", "plurality")
                                .agents(List.of(
                                        Seat.of("ana", "panel", "x"),
                                        Seat.of("bo", "panel", "y"),
                                        Seat.of("cy", "panel", "z"),
                                        Seat.of("di", "panel", "w"))),
                        "local",
                        DebateListener.NONE)
                .row()
                .id();
    }

    private static void others(Stoa stoa, int count) {
        List<ConsensusDraft> drafts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            drafts.add(ConsensusDraft.of(
                            "other-" + i,
                            "Which queue shall service " + i + " use in region " + i % 97 + "?",
                            "queue " + i % 13,
                            0.8,
                            List.of("ana", "bo"))
                    .build());
            if (drafts.size() == 5_000 || i == count - 1) {
                stoa.learning().consensus().recordAll(drafts, true);
                drafts.clear();
            }
        }
    }
}
