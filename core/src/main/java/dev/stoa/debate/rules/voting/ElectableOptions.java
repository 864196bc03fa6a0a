package dev.stoa.debate.rules.voting;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The ballot paper: what may be elected. Immutable.
 *
 * @param options ascending; empty if every option failed its check
 * @param draftVotes first, blind positions by option, which part equals; an option without any may be left out
 */
public record ElectableOptions(List<Integer> options, Map<Integer, Integer> draftVotes) {
    public ElectableOptions {
        options = List.copyOf(options);
        draftVotes = Map.copyOf(draftVotes);
        int before = -1;
        for (int option : options) {
            if (Objects.checkIndex(option, Options.MOST) <= before) {
                throw new IllegalArgumentException("options " + options + " do not ascend");
            }
            before = option;
        }
    }

    /** Whether an option may be elected. */
    public boolean has(int option) {
        return options.contains(option);
    }

    int drafts(int option) {
        return draftVotes.getOrDefault(option, 0);
    }
}
