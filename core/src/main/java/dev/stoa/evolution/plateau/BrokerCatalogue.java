package dev.stoa.evolution.plateau;

import dev.stoa.evolution.issue.Issue;
import dev.stoa.evolution.play.AgentSpec;
import dev.stoa.evolution.scenario.Scenario;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The built-in provisioner: brokers between the first two required actors. Stateless, safe from any thread. */
public final class BrokerCatalogue {
    /** What its agents are called. */
    public static final String ARCHETYPE = "intermediary_broker";

    private static final List<String> WEIGHTS = List.of("0.5", "0.35", "0.65");

    private BrokerCatalogue() {}

    /** The next design that has not failed in this run; none where there are no issues, or more than an agent may set. */
    public static Optional<AgentSpec> next(Scenario scenario, Collection<AgentSpec> failed) {
        int issues = scenario.issues().size();
        if (issues == 0 || issues > AgentSpec.MOST_MUTATIONS) {
            return Optional.empty();
        }
        List<String> paths = scenario.issues().stream().map(Issue::path).toList();
        return WEIGHTS.stream()
                .map(weight -> new AgentSpec(
                        ARCHETYPE,
                        2,
                        "policy:broker?weight=" + weight,
                        List.of("a state that both sides can endorse"),
                        paths,
                        List.of(),
                        issues,
                        "the actors have stalled; a broker puts the issues between their newest offers"))
                .filter(spec -> !failed.contains(spec))
                .findFirst();
    }
}
