package dev.stoa.evolution;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.episode.Participant;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunKind;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Rows as the first three versions have them, and what later versions make of them. */
@Tag("quick")
@OnBothDatabases
class EvolutionUpgradeTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Laboratory lab;

    @BeforeEach
    void open() {
        lab = Laboratory.on(dialect, folder);
        for (String row : List.of(
                "INSERT INTO Generations (id, created_at, status) VALUES ('g2', '2025-01-02T00:00:00.000Z', 'active')",
                "INSERT INTO Generations (id, created_at, status) VALUES ('g1', '2025-01-01T00:00:00.000Z', 'active')",
                "INSERT INTO AgentProfiles (id, generation_id, archetype, system_prompt, hyperparameters, created_by)"
                        + " VALUES ('a1', 'g1', 'primary_actor', 'be bold', '{\"temperature\": 0.7}', 'human')",
                "INSERT INTO AgentProfiles (id, generation_id, archetype, system_prompt, created_by)"
                        + " VALUES ('b1', 'g1', 'primary_actor', 'be meek', 'human')",
                "INSERT INTO AgentProfiles (id, generation_id, archetype, created_by)"
                        + " VALUES ('news', 'g1', 'disruptor_info', 'human')",
                "INSERT INTO Episodes (id, generation_id, agent_a_profile_id, agent_b_profile_id, agent_a_score,"
                        + " agent_b_score, total_turns, termination_reason, is_shadow_trial, created_at)"
                        + " VALUES ('e1', 'g1', 'a1', 'b1', -4, 2, 9, 'agreement', " + flag(false)
                        + ", '2025-01-01T01:00:00.000Z')",
                "INSERT INTO Episodes (id, generation_id, is_shadow_trial, created_at) VALUES ('e2', 'g2', "
                        + flag(true) + ", '2025-01-02T01:00:00.000Z')",
                "INSERT INTO ActionLogs (id, episode_id, turn_number, speaker_id, public_dialogue, token_usage)"
                        + " VALUES ('l1', 'e1', 0, 'a1', 'hello', 11)",
                "INSERT INTO CreatedAgents (id, creator_trigger_generation_id, archetype_designed, status)"
                        + " VALUES ('c1', 'g2', 'broker', 'active')")) {
            lab.sql(row);
        }
        lab.archive().write(tx -> {
            EvolutionArchive.SCHEMA.completion().accept(tx);
            return true;
        });
    }

    private String flag(boolean value) {
        return dialect.pick(value ? "1" : "0", String.valueOf(value));
    }

    @AfterEach
    void close() {
        assertThat(lab.violations()).isEmpty();
        lab.close();
    }

    @Test
    void generationsOfNoRunGetOneByTheirTimes() {
        Run run = lab.stores().runs().list(ME, Page.Request.first()).items().getFirst();
        assertThat(run.id()).isEqualTo("external");
        assertThat(run.kind()).isEqualTo(RunKind.EXTERNAL);
        assertThat(lab.stores().generations().list(ME, run.id()))
                .extracting(Generation::id)
                .containsExactly("g1", "g2");
    }

    @Test
    void profilesKnowTheirActorsAndServeInTheirGeneration() {
        assertThat(lab.stores().profiles().list(ME, "external"))
                .extracting(profile -> profile.seq() + " " + profile.id() + " " + profile.actorId())
                .containsExactly("1 a1 agent_a", "2 b1 agent_b", "3 news disruptor_info");
        assertThat(lab.stores().profiles().deployed(ME, "g1"))
                .extracting(Profile::id)
                .containsExactly("a1", "b1", "news");
        assertThat(lab.stores().profiles().get(ME, "a1").hyperparameters()).containsEntry("temperature", 0.7);
        assertThat(lab.stores().profiles().get(ME, "news").hyperparameters()).isEmpty();
    }

    @Test
    void episodesHaveFactsAndParticipantsAndTheirLogsAreRead() {
        List<Episode> episodes = lab.stores()
                .episodes()
                .list(ME, EpisodeFilter.ofRun("external"))
                .items();
        assertThat(episodes).extracting(Episode::id).containsExactly("e2", "e1");
        Episode first = episodes.get(1);
        assertThat(first.minScore()).isEqualTo(-4);
        assertThat(first.tokens()).isEqualTo(11);
        assertThat(first.participants()).extracting(Participant::score).containsExactly(-4, 2);
        assertThat(episodes.get(0).participants())
                .extracting(Participant::profileId)
                .containsOnlyNulls();
        assertThat(lab.stores().logs().of(ME, "e1"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.actorId()).isEqualTo("agent_a"));
        assertThat(lab.stores().createdAgents().get(ME, "c1").runId()).isEqualTo("external");
    }

    @Test
    void fillingAgainChangesNothing() {
        List<String> before = lab.dump();
        lab.archive().write(tx -> {
            EvolutionArchive.SCHEMA.completion().accept(tx);
            return true;
        });
        assertThat(lab.dump()).isEqualTo(before);
    }
}
