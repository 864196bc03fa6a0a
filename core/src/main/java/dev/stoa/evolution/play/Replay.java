package dev.stoa.evolution.play;

import dev.stoa.evolution.brain.Brain;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Proves an episode: its log is applied again to the state at the start, and what comes out is judged again. Stateless,
 * safe from any thread. No brain is asked.
 */
public final class Replay {
    private static final Brain NOBODY = (payload, random) -> {
        throw new ReplayException(payload.turn(), "the log ends before the episode does");
    };

    private Replay() {}

    /**
     * Refuses an episode that cannot have ended as it says, naming the first turn that differs.
     *
     * @param recorded the episode; its reservations are those of its snapshot
     * @param created the designs of its created agents by their actor id, in the order of the episode
     * @param turns after how many turns it had to end
     */
    public static void check(
            Negotiation negotiation, EpisodeResult recorded, Map<String, AgentSpec> created, int turns) {
        List<Participant> participants = new ArrayList<>();
        negotiation
                .scenario()
                .actors()
                .forEach(actor -> participants.add(
                        negotiation.primary(actor.id(), NOBODY).with(reservation(recorded.snapshot(), actor.id()))));
        created.forEach((id, spec) -> participants.add(negotiation.created(id, spec, NOBODY)));
        EpisodeResult again = negotiation.playSeated(
                new EpisodePlan(participants, recorded.seed(), turns, remembering(recorded.log())));
        for (int turn = 0; turn < again.log().size(); turn++) {
            LogEntry was = recorded.log().get(turn);
            LogEntry is = again.log().get(turn);
            if (was.stateVersion() != is.stateVersion()) {
                throw new ReplayException(
                        turn, "state_version is " + is.stateVersion() + ", recorded is " + was.stateVersion());
            }
            if (!same(was.environment(), is.environment())) {
                throw new ReplayException(turn, "the environment differs from the recorded one");
            }
        }
        int last = Math.max(0, again.turns() - 1);
        if (again.log().size() != recorded.log().size() || again.turns() != recorded.turns()) {
            throw new ReplayException(last, "the episode ends here, recorded are " + recorded.turns() + " turns");
        }
        if (again.reason() != recorded.reason()) {
            throw new ReplayException(
                    last,
                    "ends by " + again.reason().text() + ", recorded is "
                            + recorded.reason().text());
        }
        if (!same(again.snapshot(), recorded.snapshot())) {
            throw new ReplayException(last, "the final state differs from the recorded one");
        }
        if (!again.shares().equals(recorded.shares()) || !Objects.equals(again.nashRatio(), recorded.nashRatio())) {
            throw new ReplayException(last, "the scores differ from the recorded ones");
        }
    }

    private static double reservation(Map<String, @Nullable Object> snapshot, String actor) {
        if (snapshot.get("private") instanceof Map<?, ?> hidden
                && hidden.get(actor) instanceof Map<?, ?> own
                && own.get("reservation") instanceof Number number) {
            return number.doubleValue();
        }
        throw new ReplayException(0, "the snapshot has no reservation of " + actor);
    }

    private static boolean same(Map<String, @Nullable Object> a, Map<String, @Nullable Object> b) {
        return Json.canonical(a).equals(Json.canonical(b));
    }

    private static TurnJournal remembering(List<LogEntry> log) {
        return new TurnJournal() {
            @Override
            public List<LogEntry> recorded() {
                return log;
            }

            @Override
            public void finished(LogEntry entry) {
                throw new ReplayException(entry.turn(), "the log ends before the episode does");
            }
        };
    }
}
