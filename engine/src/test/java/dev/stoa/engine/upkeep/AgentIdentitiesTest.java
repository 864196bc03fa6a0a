package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.debate.Seating;
import dev.stoa.engine.provider.Providers;
import dev.stoa.learning.Learning;
import dev.stoa.learning.critique.AgentReputation;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.RecallQuery;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.learning.rating.PredictionDraft;
import dev.stoa.learning.rating.Result;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.MergeResult;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class AgentIdentitiesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private UpkeepFixture place;

    @BeforeEach
    void open() {
        place = UpkeepFixture.on(dialect, folder);
    }

    @AfterEach
    void close() {
        place.close();
    }

    private static final Principal HUMAN = Principal.local();

    @Test
    void aRenamedAgentKeepsItsFormerNameForEverythingThatIsDoneLater() throws Exception {
        register("ana", "bo", "cy");
        String debate = debate("ana", "bo", "cy");
        Map<String, @Nullable Object> before =
                place.stoa().debate().sessions().get(debate).document();

        ChangeResult<Agent> renamed = identities().rename(HUMAN, "ana", "anna");
        assertThat(renamed.changed()).isTrue();
        assertThat(identities().rename(HUMAN, "ana", "anna").changed()).isFalse();

        assertThat(place.stoa().debate().sessions().get(debate).document()).isEqualTo(before);
        assertThat(place.stoa().debate().replay().replay(debate).mismatches()).isEmpty();
        assertThat(seat("ana")).isEqualTo(seat("anna")).containsEntry("name", "anna");
        assertThat(place.stoa().society().agents().get(HUMAN, "ana").id())
                .isEqualTo(renamed.value().id());
        assertThat(agentsOf(debate("ana", "bo", "cy"))).contains("anna").doesNotContain("name=ana,");
        place.sound();
    }

    @Test
    void ofTwoAgentsOneIsLeftAndDebatesStayAsTheyWere() throws Exception {
        register("ana", "bo", "cy");
        String former = place.stoa().society().agents().get(HUMAN, "ana").id();
        place.stoa().society().notes().add(Principal.as("ana"), NoteDraft.of("stores", "Redis is quick"));
        String debate = debate("ana", "bo", "cy");
        Map<String, @Nullable Object> before =
                place.stoa().debate().sessions().get(debate).document();

        MergeResult planned = identities().merge(HUMAN, "ana", "bo", true);
        assertThat(place.stoa().society().agents().get(HUMAN, "ana").identity()).isEqualTo("ana");
        MergeResult merged = identities().merge(HUMAN, "ana", "bo", false);

        assertThat(merged.rows()).isEqualTo(planned.rows()).containsEntry("memories", 1L);
        for (String name : List.of("ana", "bo", former)) {
            assertThat(place.stoa().society().agents().get(HUMAN, name).identity())
                    .isEqualTo("bo");
            assertThat(seat(name)).containsEntry("name", "bo");
        }
        assertThat(place.stoa().debate().sessions().get(debate).document()).isEqualTo(before);
        assertThat(place.stoa().debate().replay().replay(debate).mismatches()).isEmpty();
        assertThat(identities().merge(HUMAN, "ana", "bo", false).rows().values())
                .allMatch(rows -> rows == 0);
        assertThatThrownBy(() -> identities().merge(HUMAN, "bo", "bo", false)).isInstanceOf(ConflictException.class);
        place.sound();
    }

    @Test
    void anArchivedAgentSitsInNoDebateUntilItIsRestored() {
        register("ana");

        assertThat(identities().archive(HUMAN, "ana").changed()).isTrue();
        assertThat(identities().archive(HUMAN, "ana").changed()).isFalse();
        assertThatThrownBy(() -> seat("ana")).isInstanceOf(ConflictException.class);
        assertThat(identities().restore(HUMAN, "ana").changed()).isTrue();
        assertThat(seat("ana")).containsEntry("name", "ana");
    }

    private AgentIdentities identities() {
        return AgentIdentities.of(place.stoa());
    }

    private void register(String... names) {
        Stream.of(names).forEach(name -> place.stoa().society().agents().register(HUMAN, AgentDraft.of(name, "sim:")));
    }

    private Map<String, @Nullable Object> seat(String ref) {
        return new Seating(place.stoa(), engine().providers()).seat(ref);
    }

    private DebateEngine engine() {
        return DebateEngine.over(
                place.stoa(),
                Providers.of(place.config(), Map.of(), place.clock()),
                place.clock(),
                CodeRunner.create(false, List.of()),
                "test");
    }

    private String debate(String... names) throws InterruptedException {
        Seating seating = new Seating(place.stoa(), engine().providers());
        return engine().run(
                        DebateRequest.on("Which store?")
                                .preset(Preset.VOTE)
                                .seed(1)
                                .set("learn", false)
                                .set(
                                        "agents",
                                        Stream.of(names).map(seating::seat).toList()),
                        "local",
                        DebateListener.NONE)
                .id();
    }

    private String agentsOf(String debate) {
        return String.valueOf(
                place.stoa().debate().sessions().get(debate).document().get("agents"));
    }

    @Test
    void ratingsPredictionsCritiquesReputationAndOwnMemoriesFollowARename() {
        register("ana", "bo");
        history("ana", "bo");
        Map<String, @Nullable Object> rating = rating("ana");

        identities().rename(HUMAN, "ana", "zoe");

        rating.put("agent_name", "zoe");
        rating.put("calibration", learning().predictions().of("zoe", null).document());
        assertThat(rating("zoe")).isEqualTo(rating);
        assertThatThrownBy(() -> rating("ana")).isInstanceOf(NotFoundException.class);
        assertThat(learning().predictions().of("zoe", null).document()).containsEntry("n", 2L);
        assertThat(learning().critiques().list("d1", Page.Request.first()).items())
                .extracting(critique -> critique.agent() + " " + critique.targetAgent())
                .containsExactly("bo zoe", "zoe bo");
        assertThat(learning().reputation().find("zoe"))
                .get()
                .extracting(AgentReputation::critiquesGiven)
                .isEqualTo(1L);
        assertThat(learning().reputation().find("ana")).isEmpty();
        assertThat(learning().memories().show("of-ana").namespace()).isEqualTo("agent:zoe");
        assertThat(learning().memories().show("line-of-ana").redLine()).isTrue();
        assertThat(learning().memories().as(Principal.as("zoe")).recall(RecallQuery.query("own")))
                .extracting(hit -> hit.memory().id())
                .contains("of-ana");
        place.sound();
    }

    @Test
    void afterAMergeTheRatingsAreThoseOfPlayingAllMatchesAsOneAgent() throws Exception {
        register("ana", "bo");
        Random chance = new Random(7);
        List<String> players = List.of("ana", "bo", "cy", "di", "ed");
        try (UpkeepFixture other = UpkeepFixture.on(dialect, Files.createDirectory(folder.resolve("other")))) {
            for (int match = 0; match < 40; match++) {
                Map<String, Double> scores = new LinkedHashMap<>();
                Map<String, Double> asOne = new LinkedHashMap<>();
                for (String player : players) {
                    if (chance.nextInt(3) > 0 || (scores.size() < 2 && player.compareTo("di") >= 0)) {
                        double score = chance.nextInt(4);
                        scores.put(player, score);
                        asOne.merge(player.equals("ana") ? "bo" : player, score, Math::max);
                    }
                }
                String domain = match % 2 == 0 ? "math" : null;
                learning().ratings().record(MatchDraft.of("d" + match, scores).domain(domain));
                if (asOne.size() > 1) {
                    other.stoa()
                            .learning()
                            .ratings()
                            .record(MatchDraft.of("d" + match, asOne).domain(domain));
                }
            }
            identities().merge(HUMAN, "ana", "bo", false);

            for (String player : List.of("bo", "cy", "di", "ed")) {
                Map<String, @Nullable Object> expected = new TreeMap<>(
                        other.stoa().learning().ratings().show(player).document());
                Map<String, @Nullable Object> is = new TreeMap<>(rating(player));
                expected.keySet().removeIf(field -> field.endsWith("_at") || field.equals("debates_count"));
                is.keySet().retainAll(expected.keySet());
                assertThat(is).as(player).isEqualTo(expected);
            }
            assertThat(learning().ratings().bradleyTerry(null).agents())
                    .isEqualTo(
                            other.stoa().learning().ratings().bradleyTerry(null).agents());
        }
        place.sound();
    }

    @Test
    void whatBothHadIsSummedAndADryRunCountsItFirst() {
        register("ana", "bo");
        history("ana", "bo");

        MergeResult planned = identities().merge(HUMAN, "ana", "bo", true);
        assertThat(planned.rows())
                .containsEntry("matches", 2L)
                .containsEntry("predictions", 2L)
                .containsEntry("ratings", 1L)
                .containsEntry("critiques", 2L)
                .containsEntry("reputation", 1L)
                .containsEntry("agent_memories", 2L);
        assertThat(rating("ana")).isNotEmpty();
        assertThat(identities().merge(HUMAN, "ana", "bo", false).rows()).isEqualTo(planned.rows());

        assertThat(learning().reputation().find("bo"))
                .get()
                .extracting(AgentReputation::critiquesGiven)
                .isEqualTo(2L);
        assertThat(learning().predictions().of("bo", null).document()).containsEntry("n", 2L);
        place.sound();
    }

    @Test
    void aMergeThatWasKilledBetweenArchivesIsDoneByTheSameCommandAgain() {
        register("ana", "bo");
        history("ana", "bo");
        place.stoa().society().agents().merge(HUMAN, "ana", "bo", false);
        learning().ratings().follow("ana", "bo", false);

        assertThat(identities().merge(HUMAN, "ana", "bo", false).rows())
                .containsEntry("matches", 0L)
                .containsEntry("critiques", 2L)
                .containsEntry("agent_memories", 2L);

        assertThat(learning().reputation().find("ana")).isEmpty();
        assertThat(learning().memories().show("of-ana").namespace()).isEqualTo("agent:bo");
        place.sound();
    }

    private Learning learning() {
        return place.stoa().learning();
    }

    private Map<String, @Nullable Object> rating(String agent) {
        return new LinkedHashMap<>(learning().ratings().show(agent).document());
    }

    /** What two agents did in the wing learning. */
    private void history(String ana, String bo) {
        learning()
                .ratings()
                .record(MatchDraft.of("d1", Map.of(ana, 1.0, bo, 0.0, "cy", 0.5))
                        .domain("math"));
        learning().ratings().record(MatchDraft.of("d2", Map.of(ana, 0.0, "cy", 1.0)));
        for (String event : List.of("e1", "e2")) {
            learning().predictions().add(PredictionDraft.of(event, ana, "x", 0.75));
        }
        learning().predictions().add(PredictionDraft.of("e1", bo, "x", 0.25));
        learning().predictions().resolve("e1", new Result.Won("x"));
        learning().predictions().resolve("e2", new Result.Won("y"));
        learning().critiques().add(CritiqueDraft.of("d1", ana, 0.5, "slow").target(bo));
        learning().critiques().add(CritiqueDraft.of("d1", bo, 0.5, "dear").target(ana));
        learning().memories().add(MemoryDraft.of("my own").id("of-ana").namespace("agent:" + ana));
        learning().memories().add(MemoryDraft.of("my line").id("line-of-ana").namespace("agent:" + ana));
        learning().memories().redLine("line-of-ana", "asked");
    }
}
