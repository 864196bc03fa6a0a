package dev.stoa.engine.tunnel;

import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.json.Json;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One way of debating, tried on many questions. Immutable.
 *
 * @param config that of the first question; the others differ in their topic alone
 * @param sabotage whether on every question another seat, never the one that decides, is always wrong
 */
public record Setup(SimPanel panel, DebateConfig config, boolean sabotage) {
    /**
     * What may be left to the rules of the debate.
     *
     * @param topology null: as the preset and the number of seats have it
     * @param rounds null: as the preset has it
     */
    record Choice(
            Preset preset,
            @Nullable Topology topology,
            VotingRule voting,
            @Nullable Integer rounds,
            double threshold,
            Decision decision,
            boolean earlyStop) {}

    static Setup of(SimPanel panel, Choice choice, int options, long seed) {
        Topology topology = choice.topology();
        // What is null counts as not asked for.
        Map<String, @Nullable Object> request = Json.object(
                "topic", topic(0),
                "agents", panel.seats().stream().map(Seat::document).toList(),
                "preset", choice.preset().text(),
                "voting_method", choice.voting().text(),
                "threshold", choice.threshold(),
                "decision", choice.decision().text(),
                "early_stop", choice.earlyStop(),
                "options", IntStream.range(0, options).mapToObj(Setup::label).toList(),
                "seed", seed,
                "memory", false,
                "learn", false,
                "topology_type", topology == null ? null : topology.text(),
                "rounds", choice.rounds());
        return new Setup(panel, ConfigReader.read(request, "tunnel", "tunnel", () -> seed), false);
    }

    private static String label(int option) {
        return "simulated answer " + (option + 1);
    }

    private static String topic(int question) {
        return "q" + question;
    }

    Setup sabotaged() {
        return new Setup(panel, config, true);
    }

    /** The debate about a question. */
    DebateConfig question(int question) {
        return config.topic(topic(question));
    }

    /** What sets it apart from others, as a report says it. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "panel", panel.text(),
                "preset", config.preset().text(),
                "topology_type", config.topology().text(),
                "voting_method", config.voting().text(),
                "rounds", config.rounds(),
                "threshold", config.threshold(),
                "decision", config.decision().text(),
                "early_stop", config.earlyStop(),
                "options", config.options().size(),
                "seed", config.seed());
    }
}
