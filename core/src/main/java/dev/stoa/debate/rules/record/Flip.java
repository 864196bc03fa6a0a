package dev.stoa.debate.rules.record;

import java.util.List;

/**
 * A change of mind between two counts. Immutable.
 *
 * @param supporters the seats that were seen holding the new option
 */
public record Flip(int seat, int fromTurn, int toTurn, int from, int to, List<Integer> supporters) {
    public Flip {
        supporters = List.copyOf(supporters);
    }
}
