package dev.stoa.bench.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeDraft;
import dev.stoa.evolution.episode.LogEntry;
import dev.stoa.evolution.episode.Participant;
import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.profile.ActorDraft;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.run.AcceptanceLimits;
import dev.stoa.evolution.run.Deployed;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.Owner;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunDraft;
import dev.stoa.evolution.run.RunKind;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;

/** A run whose episodes come from nowhere. Not thread-safe. */
final class PlayedRun {
    private static final Principal ME = Principal.local();

    private final Stoa stoa;
    private final Run run;
    private final List<Profile> actors;
    private final SplittableRandom random = new SplittableRandom(1);
    private String generation;

    private PlayedRun(Stoa stoa, Run run, List<Profile> actors, String generation) {
        this.stoa = stoa;
        this.run = run;
        this.actors = actors;
        this.generation = generation;
    }

    static PlayedRun in(Stoa stoa) {
        Run run = stoa.evolution()
                .runs()
                .create(
                        ME,
                        new RunDraft(
                                "bench",
                                RunKind.NEGOTIATION,
                                Json.object(),
                                Json.object(),
                                1,
                                List.of(actor("left"), actor("right")),
                                0,
                                AcceptanceLimits.frozen(),
                                Owner.self().toString()));
        Generation first = Objects.requireNonNull(
                stoa.evolution().steps().state(ME, run.id()).generation());
        return new PlayedRun(stoa, run, stoa.evolution().profiles().list(ME, run.id()), first.id());
    }

    private static ActorDraft actor(String id) {
        return new ActorDraft(
                id, Archetype.PRIMARY_ACTOR, "You are " + id + ".", "open = 0.9", "soft", Json.object("open", 0.9));
    }

    String id() {
        return run.id();
    }

    String generation() {
        return generation;
    }

    /** Records a number of episodes in one transaction. */
    List<Episode> record(int episodes, int turns) {
        List<EpisodeDraft> drafts = new ArrayList<>();
        for (int i = 0; i < episodes; i++) {
            drafts.add(draft(turns));
        }
        return stoa.evolution().episodes().record(ME, drafts);
    }

    /** Opens the next generation with the same profiles. */
    void next() {
        List<Deployed> same = actors.stream()
                .map(profile -> new Deployed(String.valueOf(profile.actorId()), profile.id()))
                .toList();
        generation = stoa.evolution()
                .generations()
                .open(ME, run.id(), run.fence(), same)
                .id();
    }

    private EpisodeDraft draft(int turns) {
        List<Participant> who = new ArrayList<>();
        for (Profile profile : actors) {
            who.add(new Participant(
                    String.valueOf(profile.actorId()),
                    profile.id(),
                    Archetype.PRIMARY_ACTOR,
                    random.nextInt(-5, 6),
                    .5,
                    0,
                    0));
        }
        List<LogEntry> logs = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            Profile speaker = actors.get(turn % 2);
            logs.add(new LogEntry(
                    turn,
                    speaker.actorId(),
                    speaker.id(),
                    true,
                    1,
                    null,
                    "I had better ask for a little less this time.",
                    "What do you say to this offer?",
                    List.of(Json.object("action", "modify", "path", "offer.x", "value", turn)),
                    true,
                    false,
                    0,
                    turn + 1,
                    Json.object("tension", 5)));
        }
        return new EpisodeDraft(
                null,
                generation,
                null,
                null,
                null,
                false,
                TerminationReason.AGREEMENT,
                turns,
                who,
                .5,
                "rubric",
                null,
                null,
                Json.object("variables", Json.object("offer", Json.object("x", 50))),
                logs);
    }
}
