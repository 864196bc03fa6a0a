package dev.stoa.evolution.search;

import dev.stoa.evolution.brain.RandomStream;
import dev.stoa.evolution.issue.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The mutator of actors that a model speaks for: it swaps one of eight fixed sentences and moves two parameters. It
 * needs no model itself. Stateless, safe from any thread.
 */
public final class SentenceMutator {
    private static final int DRAWS = 16;
    private static final double MOST = 2;

    private record Choice(String tactic, String sentence) {}

    private static final List<List<Choice>> AXES = List.of(
            List.of(
                    new Choice("aggressive_opening", "Open with a demand near your best outcome."),
                    new Choice("moderate_opening", "Open with a demand above what you expect to get."),
                    new Choice("soft_opening", "Open with an offer that the other side could accept.")),
            List.of(
                    new Choice("late_concession", "Hold your position and concede only near the last turn."),
                    new Choice("steady_concession", "Concede a little in every turn."),
                    new Choice("early_concession", "Concede early, so that time costs little.")),
            List.of(
                    new Choice("even_trade", "Ask for the same share of every issue."),
                    new Choice("selective_trade", "Insist on what matters most to you and give way on the rest.")));

    private SentenceMutator() {}

    /**
     * A changed strategy of a model.
     *
     * @param number its place in the family, from 0
     * @param strategy its text
     * @param temperature its temperature
     * @param frequencyPenalty its frequency penalty
     * @param tactic the name of what it does
     */
    public record Prompt(int number, String strategy, double temperature, double frequencyPenalty, String tactic) {}

    /** The variants of a strategy; one of a forbidden tactic is drawn again, and at last left out. */
    public static List<Prompt> propose(Prompt incumbent, Set<String> forbidden, double sigma, int variants, long seed) {
        RandomStream random = RandomStream.of(seed);
        List<Prompt> proposed = new ArrayList<>();
        for (int number = 0; number < variants; number++) {
            for (int draw = 0; draw < DRAWS; draw++) {
                Prompt prompt = drawn(incumbent, number, sigma, random);
                boolean known = prompt.strategy().equals(incumbent.strategy())
                        || proposed.stream().anyMatch(other -> other.strategy().equals(prompt.strategy()));
                if (!known && !forbidden.contains(prompt.tactic())) {
                    proposed.add(prompt);
                    break;
                }
            }
        }
        return proposed;
    }

    private static Prompt drawn(Prompt incumbent, int number, double sigma, RandomStream random) {
        List<Choice> axis = AXES.get(random.below(AXES.size()));
        Choice chosen = axis.get(random.below(axis.size()));
        List<String> lines = new ArrayList<>();
        incumbent.strategy().lines().forEach(line -> {
            if (axis.stream().noneMatch(choice -> choice.sentence().equals(line))) {
                lines.add(line);
            }
        });
        lines.add(chosen.sentence());
        return new Prompt(
                number,
                String.join("\n", lines),
                moved(incumbent.temperature(), sigma, random),
                moved(incumbent.frequencyPenalty(), sigma, random),
                tactic(lines, incumbent.tactic()));
    }

    private static double moved(double value, double sigma, RandomStream random) {
        return Math.clamp(Rounding.four(value + 2 * sigma * random.gaussian()), 0, MOST);
    }

    /** The tactic that the sentences of a strategy are, axis by axis; as before where they name none. */
    private static String tactic(List<String> lines, String before) {
        List<String> parts = new ArrayList<>();
        for (List<Choice> axis : AXES) {
            axis.stream()
                    .filter(choice -> lines.contains(choice.sentence()))
                    .findFirst()
                    .ifPresent(choice -> parts.add(choice.tactic()));
        }
        return parts.isEmpty() ? before : String.join("/", parts);
    }
}
