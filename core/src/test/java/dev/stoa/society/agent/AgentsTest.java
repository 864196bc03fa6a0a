package dev.stoa.society.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.TriggerPolicy;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class AgentsTest extends TownFixture {
    private Agents agents;

    @BeforeEach
    void open() {
        agents = town.agents();
    }

    @Test
    void aNewSocietyHasItsReservedAgents() {
        assertThat(agents.list(Town.HUMAN, Agents.Shown.LIVE))
                .extracting(Agent::identity, agent -> agent.kind().text(), Agent::model, Agent::isRunnable)
                .containsExactly(tuple("human", "human", "human:", false), tuple("system", "system", "system:", false));
        assertThatThrownBy(() -> agents.rename(Town.HUMAN, "system", "ghost"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("agent system is reserved and cannot be renamed");
        assertThatThrownBy(() -> agents.copy(Town.HUMAN, "human", "ghost")).hasMessageContaining("cannot be cloned");
        assertThatThrownBy(() -> agents.get(Principal.as("system"), "system")).isInstanceOf(ForbiddenException.class);
        assertThatThrownBy(() -> agents.describe(Principal.as("system"), "system", "me"))
                .isInstanceOf(ForbiddenException.class)
                .hasMessageContaining("the agent system cannot act");
    }

    @Test
    void anAgentIsRegisteredOnce() {
        Added<Agent> ana = agents.register(
                Town.HUMAN,
                AgentDraft.of("ana", "command:claude").constitution("Be brief.").describing("reads"));
        assertThat(ana.created()).isTrue();
        assertThat(ana.value().constitutionHash())
                .isEqualTo("213c22ed7234eb11116e1e88f314c73cb3a019b5c87fe224b6ce5665bd9ec50e");
        assertThat(town.value("SELECT text FROM constitutions")).isEqualTo("Be brief.");
        assertThat(ana.value().isRunnable()).isTrue();
        assertThat(ana.value().document())
                .containsEntry("identity", "ana")
                .containsEntry("self_description", "reads")
                .containsEntry("spawn_count", 0L)
                .containsEntry("archived_at", null);
        assertThat(town.feed()).containsExactly("agent.registered");

        assertThatThrownBy(() -> town.agent("ana"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("identity ana is taken");
        Added<Agent> again =
                agents.register(Town.HUMAN, AgentDraft.of("ana", "sim:").ifAbsent(true));
        assertThat(again.created()).isFalse();
        assertThat(again.value().model()).isEqualTo("command:claude");
    }

    @Test
    void aNameThatIsNotLegalIsRefusedWithTheNearestThatIs() {
        assertThatThrownBy(() -> town.agent("Data Bot"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("identity \"Data Bot\"")
                .satisfies(e -> assertThat(((InvalidException) e).hint()).hasValue("try data-bot"));
        for (String name : List.of("", "-a", "a-", "é", "all", "me", "none", "a".repeat(65))) {
            assertThatThrownBy(() -> town.agent(name)).as(name).isInstanceOf(InvalidException.class);
        }
        town.agent("a".repeat(64));
        town.agent("0");
        String id = town.agents().get(Town.HUMAN, "0").id();
        assertThatThrownBy(() -> town.agent(id)).hasMessageContaining("has the form of an id");
        assertThatThrownBy(() -> town.agents().rename(Town.HUMAN, "0", id))
                .hasMessageContaining("has the form of an id");
    }

    @Test
    void aBareModelStandsForItsProvider() {
        assertThat(agents.register(Town.HUMAN, AgentDraft.of("c", "claude-sonnet-4"))
                        .value()
                        .model())
                .isEqualTo("command:claude?model=claude-sonnet-4");
        assertThat(agents.register(Town.HUMAN, AgentDraft.person("bo")).value().model())
                .isEqualTo("human:");
        assertThatThrownBy(() -> agents.register(Town.HUMAN, AgentDraft.of("x", "llama")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("names no provider");
    }

    @Test
    void anOldNameStaysItsAgents() {
        town.agent("ana");
        String id = agents.get(Town.HUMAN, "ana").id();
        assertThat(agents.rename(Town.HUMAN, "ana", "anna").changed()).isTrue();
        assertThat(agents.rename(Town.HUMAN, "ana", "anna").changed()).isFalse();
        for (String ref : List.of("ana", "@ana", "anna", "ANNA", id, id.substring(28))) {
            assertThat(agents.get(Town.HUMAN, ref).id()).as(ref).isEqualTo(id);
        }
        assertThat(agents.get(Town.HUMAN, "anna").aliases()).containsExactly("ana");
        agents.rename(Town.HUMAN, "anna", "ana");
        assertThat(agents.get(Town.HUMAN, "ana").aliases()).containsExactly("anna");
    }

    @Test
    @DisplayName(
            "Registering or renaming to an archived or aliased name must give a clear conflict, never a database error")
    void aNameThatSomebodyHasOrHadIsAConflict() {
        town.agent("ana");
        agents.rename(Town.HUMAN, "ana", "anna");
        town.agent("bo");
        assertThatThrownBy(() -> town.agent("ana"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("identity ana is an alias of anna");
        assertThatThrownBy(() -> agents.rename(Town.HUMAN, "bo", "ana"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("identity ana is an alias of anna");
        agents.archive(Town.HUMAN, "anna");
        assertThatThrownBy(() -> town.agent("anna"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("belongs to an archived agent");
        assertThatThrownBy(() -> agents.rename(Town.HUMAN, "bo", "anna")).isInstanceOf(ConflictException.class);

        Agent taken = agents.register(
                        Town.HUMAN, AgentDraft.of("ana", "command:x").takeAlias(true))
                .value();
        assertThat(agents.get(Town.HUMAN, "ana").id()).isEqualTo(taken.id());
        assertThat(agents.list(Town.HUMAN, Agents.Shown.ARCHIVED))
                .singleElement()
                .extracting(Agent::aliases)
                .isEqualTo(List.of());
    }

    @Test
    @DisplayName("The suffix % must resolve to nothing, an ambiguous one must list candidates")
    void endingsOfIdsAreExact() {
        town.agent("ana");
        for (String ref : List.of("%", "_", "", "%%%%%%%%", "ffffffff", "0-8000-00000000000")) {
            assertThatThrownBy(() -> agents.get(Town.HUMAN, ref)).as(ref).isInstanceOf(NotFoundException.class);
        }
        town.archive().write(tx -> tx.update("""
                INSERT INTO agents (agent_id, identity, model, created_at)
                VALUES ('x-00000000-same', 'x', 'm:', '2026-01-01T00:00:00.000'),
                    ('aa-0000abcd', 'y', 'm:', '2026-01-01T00:00:00.000'),
                    ('bb-0000abcd', 'z', 'm:', '2026-01-01T00:00:00.000')"""));
        assertThatThrownBy(() -> agents.get(Town.HUMAN, "0000abcd"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("aa-0000abcd, bb-0000abcd");
        assertThat(agents.get(Town.HUMAN, "aa-0000abcd").identity()).isEqualTo("y");
    }

    @Test
    void onlyWhatIsGivenChanges() {
        agents.register(Town.HUMAN, AgentDraft.of("ana", "command:a").constitution("One."));
        agents.update(Town.HUMAN, "ana", new AgentChange("command:b", null, false, TriggerPolicy.NEVER));
        Agent ana = agents.get(Town.HUMAN, "ana");
        assertThat(ana.model()).isEqualTo("command:b");
        assertThat(ana.constitution()).isEqualTo("One.");
        assertThat(ana.triggerPolicy()).isEqualTo(TriggerPolicy.NEVER);
        agents.update(Town.HUMAN, "ana", new AgentChange(null, null, true, null));
        assertThat(agents.get(Town.HUMAN, "ana").constitution()).isNull();
        assertThat(town.value("SELECT count(*) FROM constitutions")).isEqualTo("1");
    }

    @Test
    void aCopyIsToldTheSameAndHasNoHistory() {
        agents.register(Town.HUMAN, AgentDraft.of("ana", "command:a").constitution("One."));
        Agent copy = agents.copy(Town.HUMAN, "ana", "ana2");
        assertThat(copy.clonedFrom()).isEqualTo(agents.get(Town.HUMAN, "ana").id());
        assertThat(copy.constitution()).isEqualTo("One.");
        assertThat(copy.spawnCount()).isZero();
    }

    @Test
    void whoWritesWasActiveAndNeverBackwards() {
        Principal ana = town.agent("ana");
        assertThat(agents.get(ana, "ana").lastActiveAt()).isNull();
        town.clock().advance(Duration.ofMinutes(1));
        Agent active = agents.describe(ana, "ana", "here");
        assertThat(agents.get(ana, "ana").lastActiveAt()).isEqualTo(town.clock().instant());
        town.clock().advance(Duration.ofMinutes(-1));
        agents.describe(ana, "ana", "there");
        assertThat(agents.get(ana, "ana").lastActiveAt())
                .isEqualTo(town.clock().instant().plus(Duration.ofMinutes(1)));
        assertThat(active.identity()).isEqualTo("ana");
    }

    @Test
    void whoIsArchivedOrUnknownCannotAct() {
        Principal ana = town.agent("ana");
        agents.archive(Town.HUMAN, "ana");
        assertThatThrownBy(() -> agents.describe(ana, "ana", "here"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("agent ana is archived and cannot act");
        assertThatThrownBy(() -> agents.describe(Principal.as("nobody"), "ana", "here"))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("no agent \"nobody\"");
    }
}
