package dev.stoa.debate.rules.config;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Which phases a round of a preset has. Stateless. */
public final class Agenda {
    private Agenda() {}

    /** Every phase that a debate may run, in the order of the protocol; convergence always, for there is a result. */
    static Set<Phase> phases(Preset preset, int rounds, boolean clarify, boolean code, boolean check) {
        Set<Phase> phases = EnumSet.of(Phase.CONVERGENCE);
        for (int round = 1; round <= Math.min(rounds, 2); round++) {
            phases.addAll(round(preset, round, clarify, code));
        }
        if (preset == Preset.CLASSIC) {
            phases.remove(code || check ? Phase.PROPOSAL : Phase.SELF_EVOLVEMENT);
        }
        if (preset == Preset.EXTERNAL) {
            phases.addAll(EnumSet.allOf(Phase.class));
        }
        return Collections.unmodifiableSet(phases);
    }

    public static List<Phase> round(DebateConfig config, int round) {
        return round(config.preset(), round, config.clarify(), config.code() != null);
    }

    /** The phases of a round in order. Outside classic the last one, convergence, is no part of any round. */
    private static List<Phase> round(Preset preset, int round, boolean clarify, boolean code) {
        if (preset == Preset.CLASSIC) {
            return round == 1
                    ? List.of(Phase.values())
                    : List.of(Phase.CRITIQUE, Phase.REVIEW, Phase.OPTIMIZATION, Phase.ADVERSARIAL, Phase.CONVERGENCE);
        }
        if (round > 1) {
            return switch (preset) {
                case LADDER -> List.of(Phase.CRITIQUE);
                case ROUND_TABLE -> List.of(Phase.OPTIMIZATION);
                default -> List.of();
            };
        }
        Phase draft = code ? Phase.SELF_EVOLVEMENT : Phase.PROPOSAL;
        return clarify ? List.of(Phase.DEHALLUCINATION, draft) : List.of(draft);
    }

    /** The phase in which everybody drafts. */
    public static Phase drafting(DebateConfig config) {
        boolean evolves = config.code() != null || (config.preset() == Preset.CLASSIC && config.check() != null);
        return evolves ? Phase.SELF_EVOLVEMENT : Phase.PROPOSAL;
    }
}
