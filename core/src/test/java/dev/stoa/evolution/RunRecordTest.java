package dev.stoa.evolution;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.evolution.base.RunEvent;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.episode.LogEntry;
import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.memory.StrategyEntry;
import dev.stoa.evolution.memory.StrategyQuery;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.run.Deployed;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictDraft;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What is left of a run when its process is gone, and to whom it is told. */
@OnBothDatabases
class RunRecordTest {
    private static final Principal EVE = Principal.agentToken("eve");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    /** A run with one of everything, stored by the stores alone. */
    private static Run played(Laboratory lab) {
        Run run = lab.run(1);
        RunState state = lab.state(run);
        Episode episode = lab.record(Laboratory.episode(state, state.epochs().getFirst(), 0, 3, 1, 2))
                .getFirst();
        lab.stores().epochs().complete(ME, state.epochs().getFirst().id());
        Profile left = state.deployed().getFirst();
        String generation = lab.newest(run).id();
        List<Deployed> deployed = Laboratory.deployed(state);
        lab.stores().steps().run(ME, run.id(), 1, step -> {
            Profile child = step.profile(Laboratory.child(left, generation, 0.5));
            step.verdict(new VerdictDraft(
                    generation,
                    VerdictKind.MUTATION,
                    "left",
                    child.id(),
                    left.id(),
                    0,
                    "local",
                    VerdictOutcome.REJECTED,
                    "lcb",
                    .5,
                    1,
                    "sign_flip",
                    1,
                    .05,
                    null));
            step.strategy(new StrategyEntry(
                    episode.id(),
                    "split",
                    "left",
                    Archetype.PRIMARY_ACTOR,
                    "soft",
                    1,
                    TerminationReason.AGREEMENT,
                    List.of(),
                    "scenario split tactic soft",
                    "m",
                    new float[] {1, 0}));
            step.constraint("left", "soft", List.of("e"), 1, 5);
            return step.open(deployed);
        });
        lab.runs().finish(ME, run.id(), 1, "max_generations", "f");
        return run;
    }

    /** Everything that can be read about a run. */
    private static List<Object> read(Laboratory lab, Principal by, String run) {
        Evolution stores = lab.stores();
        Run found = stores.runs().get(by, run);
        List<Generation> generations = stores.generations().list(by, run);
        List<Profile> profiles = stores.profiles().list(by, run);
        Page<Episode> episodes = stores.episodes().list(by, EpisodeFilter.ofRun(run));
        List<LogEntry> log = stores.logs().of(by, episodes.items().getFirst().id());
        List<Verdict> verdicts = stores.verdicts().list(by, run);
        List<RunEvent> events = stores.events().after(by, run, 0, 100);
        assertThat(generations).hasSize(2);
        assertThat(profiles).hasSize(3);
        assertThat(episodes.items()).hasSize(1);
        assertThat(log).hasSize(3);
        assertThat(verdicts).hasSize(1);
        assertThat(events).hasSizeGreaterThan(3);
        return List.of(
                found,
                generations,
                profiles,
                episodes,
                log,
                verdicts,
                events,
                stores.generations().summaries(by, run),
                stores.profiles().tree(by, run),
                stores.profiles().lineage(by, profiles.getLast().id()),
                stores.profiles().blame(by, profiles.getLast().id()),
                stores.profiles()
                        .diff(by, profiles.getFirst().id(), profiles.getLast().id()),
                stores.epochs().list(by, generations.getFirst().id()),
                stores.strategies().newest(by, null, null, 10),
                stores.strategies().search(by, StrategyQuery.of("m", new float[] {1, 0})).stream()
                        .map(hit -> hit.strategy())
                        .toList(),
                stores.constraints().list(by, run),
                stores.createdAgents().list(by, run));
    }

    @Test
    @DisplayName("A run leaves every generation, episode, log, verdict and strategy, readable after its process ended")
    void everythingThatARunStoredIsReadAfterItsProcessEnded() {
        Laboratory lab = Laboratory.on(dialect, folder);
        Run run = played(lab);
        List<Object> before = read(lab, ME, run.id());
        try (Laboratory later = lab.reopened()) {
            assertThat(read(later, ME, run.id())).isEqualTo(before);
            assertThat(later.violations()).isEmpty();
        }
    }

    @Test
    @DisplayName("Persons, agents and operators read the same of a run, but no agent reads what speakers thought")
    void nobodyButAPersonOrProgramThatMayOperateReadsWhatSpeakersThought() {
        try (Laboratory lab = Laboratory.on(dialect, folder)) {
            String run = played(lab).id();
            List<Object> mine = read(lab, ME, run);
            assertThat(read(lab, Principal.operator("op"), run)).isEqualTo(mine);
            assertThat(mine.toString()).contains("thought 1", "said 1");
            // Also an agent that a token lets operate: it might be the opponent.
            for (Principal other : List.of(EVE, Principal.as("eve"), EVE.with(Right.OPERATE), Principal.writer("w"))) {
                List<Object> theirs = read(lab, other, run);
                assertThat(theirs.toString())
                        .as(other.shown())
                        .contains("said 1")
                        .doesNotContain("thought");
                assertThat(theirs.subList(0, 4)).isEqualTo(mine.subList(0, 4));
                assertThat(theirs.subList(5, theirs.size())).isEqualTo(mine.subList(5, mine.size()));
            }
            Episode episode = lab.stores()
                    .episodes()
                    .list(ME, EpisodeFilter.all())
                    .items()
                    .getFirst();
            List<String> before = lab.dump();
            // Each of these has what is private in it, or changes something.
            for (Function<Principal, Object> act : List.<Function<Principal, Object>>of(
                    by -> lab.stores().episodes().replayRecord(by, episode.id()),
                    by -> lab.stores().pendingTurns().of(by, String.valueOf(episode.epochId()), 0),
                    by -> lab.stores().transfers().export(by, run, line -> {}),
                    by -> lab.stores().runs().cancel(by, run),
                    by -> lab.stores().createdAgents().approve(by, "c", null))) {
                for (Principal other : List.of(EVE, EVE.with(Right.OPERATE), Principal.writer("w"))) {
                    assertThatThrownBy(() -> act.apply(other)).isInstanceOf(ForbiddenException.class);
                }
            }
            assertThat(lab.dump()).isEqualTo(before);
            assertThat(lab.stores().transfers().export(Principal.operator("op"), run, line -> {}))
                    .isPositive();
        }
    }
}
