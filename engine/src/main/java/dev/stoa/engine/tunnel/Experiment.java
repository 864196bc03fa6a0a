package dev.stoa.engine.tunnel;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.voting.VotingRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ways of debating to be compared on the same questions: every panel with every preset, topology, rule, number of
 * rounds and threshold. Immutable.
 *
 * @param topologies none: as preset and panel have it
 * @param rounds none: as the preset has it; a vote always has one round
 * @param questions how many
 * @param options how many answers each question has
 * @param seed decides every draw
 */
public record Experiment(
        List<SimPanel> panels,
        List<Preset> presets,
        List<Topology> topologies,
        List<VotingRule> votings,
        List<Integer> rounds,
        List<Double> thresholds,
        Decision decision,
        boolean earlyStop,
        int questions,
        int options,
        long seed) {
    /** The default number of questions of a configuration. */
    public static final int QUESTIONS = 2_000;

    /** The default number of answers of a question. */
    public static final int OPTIONS = 4;

    static final int MOST_QUESTIONS = 1_000_000;
    static final int MOST_OPTIONS = 26;
    private static final int MOST_SETUPS = 1_000;

    public Experiment {
        panels = List.copyOf(Bounds.size("panels", panels, 1, MOST_SETUPS));
        presets = List.copyOf(Bounds.size("presets", presets, 1, Preset.values().length));
        topologies = List.copyOf(topologies);
        votings = List.copyOf(Bounds.size("votings", votings, 1, VotingRule.values().length));
        rounds = List.copyOf(rounds);
        thresholds = List.copyOf(Bounds.size("thresholds", thresholds, 1, MOST_SETUPS));
        Bounds.whole("questions", questions, 1, MOST_QUESTIONS);
        Bounds.whole("options", options, 2, MOST_OPTIONS);
        Bounds.whole("seed", seed, 0, Long.MAX_VALUE);
        if (presets.contains(Preset.EXTERNAL)) {
            throw Bounds.invalid("preset external has no rules of its own to try", "choose another");
        }
    }

    /** An experiment with debates as they are by default. */
    public static Experiment of(SimPanel... panels) {
        return new Experiment(
                List.of(panels),
                List.of(Preset.LADDER),
                List.of(),
                List.of(VotingRule.WEIGHTED),
                List.of(),
                List.of(0.75),
                Decision.VOTE,
                true,
                QUESTIONS,
                OPTIONS,
                1);
    }

    /** Every way of debating, in the order of the panels, then of the presets and so on. */
    List<Setup> setups() {
        List<Setup> setups = new ArrayList<>();
        for (SimPanel panel : panels) {
            for (Preset preset : presets) {
                for (@Nullable Topology topology : orUnsaid(topologies)) {
                    for (VotingRule voting : votings) {
                        for (@Nullable
                        Integer round : preset == Preset.VOTE ? orUnsaid(List.<Integer>of()) : orUnsaid(rounds)) {
                            for (double threshold : thresholds) {
                                setups.add(Setup.of(
                                        panel,
                                        new Setup.Choice(
                                                preset, topology, voting, round, threshold, decision, earlyStop),
                                        options,
                                        seed));
                            }
                        }
                    }
                }
            }
        }
        return Bounds.size("configurations", setups, 1, MOST_SETUPS);
    }

    private static <T> List<@Nullable T> orUnsaid(List<T> said) {
        List<@Nullable T> choices = new ArrayList<>(said);
        if (choices.isEmpty()) {
            choices.add(null);
        }
        return choices;
    }
}
