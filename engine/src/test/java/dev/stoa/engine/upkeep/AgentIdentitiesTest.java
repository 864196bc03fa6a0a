package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.debate.Seating;
import dev.stoa.engine.provider.Providers;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.MergeResult;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        List<Object> before = otherWings(debate);

        ChangeResult<Agent> renamed = identities().rename(HUMAN, "ana", "anna");
        assertThat(renamed.changed()).isTrue();
        assertThat(identities().rename(HUMAN, "ana", "anna").changed()).isFalse();

        assertThat(otherWings(debate)).isEqualTo(before);
        assertThat(place.stoa().debate().replay().replay(debate).mismatches()).isEmpty();
        assertThat(seat("ana")).isEqualTo(seat("anna")).containsEntry("name", "anna");
        assertThat(place.stoa().society().agents().get(HUMAN, "ana").id())
                .isEqualTo(renamed.value().id());
        assertThat(agentsOf(debate("ana", "bo", "cy"))).contains("anna").doesNotContain("name=ana,");
        place.sound();
    }

    @Test
    void ofTwoAgentsOneIsLeftAndWhatTheOtherDidInOtherWingsStaysUnderItsName() throws Exception {
        register("ana", "bo", "cy");
        String former = place.stoa().society().agents().get(HUMAN, "ana").id();
        place.stoa().society().notes().add(Principal.as("ana"), NoteDraft.of("stores", "Redis is quick"));
        String debate = debate("ana", "bo", "cy");
        List<Object> before = otherWings(debate);

        MergeResult planned = identities().merge(HUMAN, "ana", "bo", true);
        assertThat(place.stoa().society().agents().get(HUMAN, "ana").identity()).isEqualTo("ana");
        MergeResult merged = identities().merge(HUMAN, "ana", "bo", false);

        assertThat(merged.rows()).isEqualTo(planned.rows()).containsEntry("memories", 1L);
        for (String name : List.of("ana", "bo", former)) {
            assertThat(place.stoa().society().agents().get(HUMAN, name).identity())
                    .isEqualTo("bo");
            assertThat(seat(name)).containsEntry("name", "bo");
        }
        assertThat(otherWings(debate)).isEqualTo(before);
        assertThat(place.stoa().debate().replay().replay(debate).mismatches()).isEmpty();
        assertThatThrownBy(() -> identities().merge(HUMAN, "ana", "bo", false)).isInstanceOf(ConflictException.class);
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

    /** What the other wings hold of agents, by name. */
    private List<Object> otherWings(String debate) {
        List<Object> all = new ArrayList<>();
        if (place.stoa()
                .learning()
                .ratings()
                .matches(Page.Request.first())
                .items()
                .isEmpty()) {
            place.stoa().learning().ratings().record(MatchDraft.of("d1", Map.of("ana", 1.0, "bo", 0.0)));
            place.stoa().learning().critiques().add(CritiqueDraft.of("d1", "ana", 0.5, "slow"));
            place.stoa()
                    .learning()
                    .memories()
                    .add(MemoryDraft.of("my own").id("m1").namespace("agent:ana"));
        }
        all.add(place.stoa().debate().sessions().get(debate).document());
        all.add(place.stoa().learning().ratings().show("ana").document());
        all.add(place.stoa()
                .learning()
                .critiques()
                .list("d1", Page.Request.first())
                .items());
        all.add(place.stoa().learning().reputation().find("ana"));
        all.add(place.stoa().learning().memories().show("m1").document());
        return all;
    }
}
