package dev.stoa.server.console.view;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What of a debate had been stored right after an event. Immutable.
 *
 * @param at the event that is asked for; 0 for the newest
 * @param events how many events there are; 0 if that is unknown
 * @param state how the debate stood then, as the API tells it; without fields if it cannot be told
 */
public record Moment(long at, long events, Doc state) {
    /** Whether an earlier event than the last is shown. */
    public boolean isPast() {
        return at > 0 && at < events;
    }

    /** The event that is shown. */
    public long shown() {
        return at == 0 ? events : at;
    }

    /** The turns among these that had been asked for and not stored. */
    Set<Long> asked(List<Doc> turns) {
        Set<Long> asked = new HashSet<>();
        if (!isPast()) {
            return asked;
        }
        for (Doc waiting : state.docs("waiting")) {
            turns.stream()
                    .filter(turn -> turn.raw("agent_id").equals(waiting.raw("value")))
                    .map(turn -> turn.whole("turn_seq"))
                    .filter(turn -> turn <= planned() && !asked.contains(turn))
                    .max(Long::compare)
                    .ifPresent(asked::add);
        }
        return asked;
    }

    /** What calls are under way now, of which none of these turns came; none if other turns follow these. */
    List<Doc> open(List<Doc> turns) {
        long last = turns.isEmpty() ? 0 : turns.getLast().whole("turn_seq");
        if (at > 0 || last < state.whole("turns")) {
            return List.of();
        }
        return state.docs("planned.slots").stream()
                .filter(slot -> isAsked(slot.raw("agent"))
                        && turns.stream().noneMatch(turn -> turn.whole("turn_seq") == slot.whole("turn_seq")))
                .toList();
    }

    /** The round and the phase of the calls that are under way. */
    Doc plan() {
        return state.doc("planned");
    }

    /** The same with the event by which those were asked who are asked now. */
    public Moment with(Doc plan) {
        return new Moment(at, events, state.and("planned", plan));
    }

    /** Whether anyone is asked now. */
    public boolean isAsking() {
        return at == 0 && !state.docs("waiting").isEmpty();
    }

    /** Whether a turn was neither stored nor asked for. */
    boolean isLater(long turn) {
        return isPast() && turn > planned();
    }

    private long planned() {
        return state.whole("turns") + state.docs("waiting").size();
    }

    /** The options that were known. */
    List<Doc> options(Doc debate) {
        return (isPast() ? state : debate).docs("options");
    }

    /** Whether an agent is still asked. */
    public boolean isAsked(String agent) {
        return state.docs("waiting").stream().anyMatch(each -> each.raw("value").equals(agent));
    }

    /** When those were asked who are asked now; empty for a moment that is over. */
    String askedAt() {
        return isPast() ? "" : state.raw("asked_at");
    }

    /** Whether a count had been made. */
    boolean isCounted(Doc ballot) {
        return !isPast()
                || state.docs("tallies").stream()
                        .anyMatch(tally -> Stages.name(tally).equals(Stages.name(ballot)));
    }
}
