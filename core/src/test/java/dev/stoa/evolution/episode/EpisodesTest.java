package dev.stoa.evolution.episode;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.profile.ProfileDraft;
import dev.stoa.evolution.profile.ProfileOrigin;
import dev.stoa.evolution.run.Run;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class EpisodesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Laboratory lab;
    private Run run;
    private RunState state;

    @BeforeEach
    void open() {
        lab = Laboratory.on(dialect, folder);
        run = lab.run(3);
        state = lab.state(run);
    }

    @AfterEach
    void close() {
        assertThat(lab.violations()).isEmpty();
        lab.close();
    }

    private Epoch epoch() {
        return state.epochs().getFirst();
    }

    @Test
    void anEpisodeIsReadAsItWasWritten() {
        EpisodeDraft draft = Laboratory.episode(state, epoch(), 1, 4, -2, 5);
        Episode written = lab.record(draft).getFirst();
        Episode read = lab.stores().episodes().get(ME, written.id());
        assertThat(read).isEqualTo(written);
        assertThat(read.seed()).isEqualTo(Long.MIN_VALUE + 1);
        assertThat(read.minScore()).isEqualTo(-2);
        assertThat(read.tokens()).isEqualTo(24);
        assertThat(read.epochKind()).isEqualTo(EpochKind.PRODUCTION);
        assertThat(lab.stores().logs().of(ME, read.id()))
                .map(entry -> Json.canonical(entry.document()))
                .isEqualTo(draft.logs().stream()
                        .map(entry -> Json.canonical(entry.document()))
                        .toList());
        ReplayRecord replay = lab.stores().episodes().replayRecord(ME, read.id());
        assertThat(Json.canonical(replay.finalState())).isEqualTo(Json.canonical(draft.finalState()));
        assertThat(replay.scenario()).containsEntry("name", "split");
        assertThat(replay.logs()).hasSize(4);
        assertThat(lab.runs().get(ME, run.id()).tokensUsed()).isEqualTo(24);
    }

    @Test
    @DisplayName("An episode of 5 actors keeps 5 scores")
    void anEpisodeOfFiveActorsKeepsFiveScores() {
        List<Participant> five = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Profile profile = state.deployed().get(i % 2);
            five.add(new Participant("actor" + i, profile.id(), Archetype.PRIMARY_ACTOR, i - 2, null, i, 0));
        }
        EpisodeDraft draft = with(Laboratory.episode(state, epoch(), 0, 2, 0, 0), five);
        String id = lab.record(draft).getFirst().id();
        assertThat(lab.stores().episodes().get(ME, id).participants())
                .extracting(Participant::score)
                .containsExactly(-2, -1, 0, 1, 2);
        assertThat(lab.value("SELECT agent_a_score FROM Episodes")).isEqualTo("-2");
        assertThat(lab.value("SELECT agent_b_score FROM Episodes")).isEqualTo("-1");
    }

    private static EpisodeDraft with(EpisodeDraft of, List<Participant> participants) {
        return new EpisodeDraft(
                of.id(),
                of.generationId(),
                of.epochId(),
                of.slot(),
                of.seed(),
                of.shadow(),
                of.terminationReason(),
                of.totalTurns(),
                participants,
                of.nashRatio(),
                of.judge(),
                of.rationale(),
                of.scoutHypotheses(),
                of.finalState(),
                of.logs());
    }

    @Test
    void whatSpeakersThoughtIsToldOnlyToThoseWhoMayOperate() {
        String id = lab.record(Laboratory.episode(state, epoch(), 0, 2, 0, 0))
                .getFirst()
                .id();
        assertThat(lab.stores().logs().of(Principal.writer("reader"), id)).allSatisfy(entry -> {
            assertThat(entry.internalMonologue()).isNull();
            assertThat(entry.publicDialogue()).startsWith("said");
        });
        assertThat(lab.stores()
                        .logs()
                        .of(Principal.operator("chief"), id)
                        .getFirst()
                        .internalMonologue())
                .isEqualTo("thought 0");
    }

    @Test
    void theSameEpisodeAgainIsANoOpAndAnotherInItsSlotAConflict() {
        EpisodeDraft draft = Laboratory.episode(state, epoch(), 0, 2, 1, 2);
        Episode first = lab.record(draft).getFirst();
        List<String> before = lab.dump();
        assertThat(lab.record(draft)).containsExactly(first);
        assertThatThrownBy(() -> lab.record(Laboratory.episode(state, epoch(), 0, 2, 1, 3)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining(first.id())
                .hasMessageContaining("slot 0");
        assertThatThrownBy(() -> lab.record(Laboratory.episode(state, epoch(), 0, 3, 1, 2)))
                .isInstanceOf(ConflictException.class);
        assertThat(lab.dump()).isEqualTo(before);
    }

    @Test
    void aBatchIsStoredWholeOrNotAtAll() {
        List<String> before = lab.dump();
        assertThatThrownBy(() -> lab.record(
                        Laboratory.episode(state, epoch(), 0, 2, 1, 2), Laboratory.episode(state, epoch(), 3, 2, 1, 2)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("slot 3 is not within 0 to 2");
        assertThatThrownBy(() -> lab.record(
                        Laboratory.episode(state, epoch(), 0, 2, 1, 2), Laboratory.episode(state, epoch(), 0, 2, 1, 2)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("twice");
        assertThat(lab.dump()).isEqualTo(before);
    }

    @Test
    void boundsAreNamedWithFieldAndValueAndNothingIsWritten() {
        List<String> before = lab.dump();
        EpisodeDraft good = Laboratory.episode(state, epoch(), 0, 2, 1, 2);
        assertThatThrownBy(() -> Laboratory.episode(state, epoch(), 0, 2, 1, 6))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("participants[1].score 6 is not within -5 to 5");
        assertThatThrownBy(() -> with(good, good.participants().subList(0, 1)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("participants has 1");
        Participant first = good.participants().getFirst();
        Participant broker = new Participant("broker", first.profileId(), Archetype.CREATED_AGENT, null, null, 0, 0);
        assertThatThrownBy(() -> with(good, List.of(first, broker)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("first two are primary");
        assertThatThrownBy(() -> with(good, List.of(first, first)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("twice");
        Participant stranger = new Participant("right", "nobody", Archetype.PRIMARY_ACTOR, 0, null, 0, 0);
        assertThatThrownBy(() -> lab.record(with(good, List.of(first, stranger))))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("nobody");
        assertThat(lab.dump()).isEqualTo(before);
    }

    @Test
    void anArchivedGenerationTakesNoMoreEpisodes() {
        Run other = lab.run(0);
        RunState old = lab.state(other);
        Episode played =
                lab.record(Laboratory.episode(old, null, null, 2, 0, 0)).getFirst();
        lab.next(other);
        assertThatThrownBy(() -> lab.record(Laboratory.episode(old, null, null, 2, 0, 0)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("archived");
        assertThat(lab.stores().episodes().get(ME, played.id())).isEqualTo(played);
    }

    @Test
    void anEpochIsCompleteWhenAllSlotsArePlayedOrGivenUp() {
        Epochs epochs = lab.stores().epochs();
        lab.record(Laboratory.episode(state, epoch(), 0, 1, 0, 0));
        assertThatThrownBy(() -> epochs.complete(ME, epoch().id()))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("1 of 3");
        lab.record(Laboratory.episode(state, epoch(), 2, 1, 0, 0));
        epochs.fail(ME, epoch().id(), 1, 2, "no answer");
        epochs.fail(ME, epoch().id(), 1, 2, "no answer");
        assertThatThrownBy(() -> lab.record(Laboratory.episode(state, epoch(), 1, 1, 0, 0)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("given up");
        Epoch complete = epochs.complete(ME, epoch().id());
        assertThat(complete.complete()).isTrue();
        assertThat(complete.played()).containsExactly(0, 2);
        assertThat(complete.failed()).containsExactly(Map.entry(1, "no answer"));
        assertThat(epochs.complete(ME, epoch().id())).isEqualTo(complete);
    }

    @Test
    void pendingTurnsGoWithTheEpisodeTheyBelongTo() {
        PendingTurns turns = lab.stores().pendingTurns();
        for (int slot = 0; slot < 2; slot++) {
            for (int turn = 0; turn < 2; turn++) {
                turns.keep(ME, run.id(), 1, epoch().id(), slot, turn, Json.object("said", slot * 10 + turn));
            }
        }
        turns.keep(ME, run.id(), 1, epoch().id(), 0, 0, Json.object("said", 0));
        assertThatThrownBy(() -> turns.keep(ME, run.id(), 1, epoch().id(), 0, 0, Json.object("said", 9)))
                .isInstanceOf(ConflictException.class);
        lab.record(Laboratory.episode(state, epoch(), 0, 2, 0, 0));
        assertThat(turns.of(ME, epoch().id(), 0)).isEmpty();
        assertThat(turns.of(ME, epoch().id(), 1)).containsExactly(Json.object("said", 10L), Json.object("said", 11L));
    }

    @Test
    void theWorstSliceIsWhatSortingAllWouldGive() {
        Run many = lab.run(0);
        RunState now = lab.state(many);
        SplittableRandom random = new SplittableRandom(3);
        List<Episode> all = new ArrayList<>();
        for (int i = 0; i < 53; i++) {
            all.addAll(
                    lab.record(Laboratory.episode(now, null, null, 1, random.nextInt(-5, 6), random.nextInt(-5, 6))));
        }
        Epoch baseline = lab.stores()
                .epochs()
                .open(
                        ME,
                        new EpochDraft(
                                String.valueOf(all.getFirst().generationId()), EpochKind.BASELINE, "trial", 1, null));
        lab.record(Laboratory.episode(now, baseline, 0, 1, -5, -5));
        for (String actor : List.of("left", "right")) {
            int who = actor.equals("left") ? 0 : 1;
            for (double fraction : List.of(.01, .2, .5, 1.0)) {
                List<String> expected = all.stream()
                        .sorted(Comparator.comparing((Episode each) ->
                                        each.participants().get(who).score())
                                .thenComparingLong(Episode::seq))
                        .limit((long) Math.ceil(fraction * all.size()))
                        .map(Episode::id)
                        .toList();
                assertThat(lab.stores()
                                .episodes()
                                .worst(ME, String.valueOf(all.getFirst().generationId()), actor, fraction))
                        .extracting(Episode::id)
                        .isEqualTo(expected);
            }
        }
        lab.stores().epochs().complete(ME, baseline.id());
    }

    @Test
    void aListIsFilteredAndPagedNewestFirst() {
        List<Episode> all = new ArrayList<>();
        all.addAll(lab.record(Laboratory.episode(state, epoch(), 0, 1, -4, 0)));
        all.addAll(lab.record(Laboratory.episode(state, epoch(), 1, 1, 2, 0)));
        all.addAll(lab.record(Laboratory.episode(state, epoch(), 2, 1, 0, -4)));
        Run other = lab.run(1);
        lab.record(
                Laboratory.episode(lab.state(other), lab.state(other).epochs().getFirst(), 0, 1, 0, 0));
        Episodes episodes = lab.stores().episodes();
        Page<Episode> first = episodes.list(ME, EpisodeFilter.ofRun(run.id()).page(Page.Request.first(2)));
        assertThat(first.items()).containsExactly(all.get(2), all.get(1));
        assertThat(episodes.list(ME, EpisodeFilter.ofRun(run.id()).page(new Page.Request(2, first.next())))
                        .items())
                .containsExactly(all.get(0));
        assertThat(episodes.list(ME, EpisodeFilter.all()).items()).hasSize(4);
        assertThat(episodes.list(ME, EpisodeFilter.ofRun(run.id()).maxScore(-4)).items())
                .containsExactly(all.get(2), all.get(0));
        assertThat(episodes.list(ME, EpisodeFilter.ofRun(run.id()).actor("left").maxScore(-4))
                        .items())
                .containsExactly(all.get(0));
        assertThat(episodes.list(ME, EpisodeFilter.ofRun(run.id()).generation(1).shadow(false))
                        .items())
                .hasSize(3);
        assertThat(episodes.list(ME, EpisodeFilter.ofRun(run.id()).shadow(true)).items())
                .isEmpty();
        assertThat(episodes.list(ME, EpisodeFilter.all().reason(TerminationReason.TIMEOUT))
                        .items())
                .isEmpty();
        assertThatThrownBy(() -> EpisodeFilter.all().generation(1)).isInstanceOf(InvalidException.class);
    }

    @Test
    void aCreatedAgentTakesPartWithoutAScore() {
        Profile broker = lab.stores()
                .profiles()
                .add(
                        ME,
                        new ProfileDraft(
                                String.valueOf(lab.newest(run).id()),
                                "broker",
                                Archetype.CREATED_AGENT,
                                "core",
                                "",
                                "broker",
                                Json.object("brain", "policy:broker"),
                                ProfileOrigin.CREATOR,
                                null,
                                null));
        EpisodeDraft draft = Laboratory.episode(state, epoch(), 0, 2, 1, 2);
        List<Participant> three = new ArrayList<>(draft.participants());
        three.add(new Participant("broker", broker.id(), Archetype.CREATED_AGENT, null, null, 1, 0));
        Episode episode = lab.record(with(draft, three)).getFirst();
        assertThat(lab.stores().episodes().get(ME, episode.id()).participants()).hasSize(3);
        assertThat(episode.minScore()).isEqualTo(1);
        assertThat(episode.penalties()).isEqualTo(1);
    }
}
