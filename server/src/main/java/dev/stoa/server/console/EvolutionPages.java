package dev.stoa.server.console;

import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.link;
import static dev.stoa.server.console.view.Column.number;
import static dev.stoa.server.console.view.Column.state;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;

import dev.stoa.server.console.Lists.Listed;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Evolution: runs, episodes and created agents. Stateless. */
final class EvolutionPages {
    /** The runs whose verdicts are read. */
    private static final int RUNS = 5;

    private static final Listed EVOLVE = new Listed(
            "evolve",
            Wing.EVOLUTION,
            Scope.READ_AGENT,
            "Evolution runs",
            "Whether agents get better, and whether that is real.",
            "evolutions",
            "evolve list",
            "stoa evolve run split-100",
            List.of("cursor"),
            List.of(
                    link("scenario", "Scenario", "evolve", "run_id"),
                    state("status", "State"),
                    count("generation", "Generation"),
                    count("max_generations", "Of"),
                    count("episodes", "Episodes"),
                    count("accepted", "Accepted"),
                    number("end_nash_ratio", "Share of the best")));

    private EvolutionPages() {}

    static List<Page> pages() {
        return List.of(
                ScenarioForm.page(),
                new Page(
                        EVOLVE.path(),
                        EVOLVE.path(),
                        EVOLVE.wing(),
                        EVOLVE.scope(),
                        EVOLVE.filters(),
                        EvolutionPages::evolve),
                Lists.page(new Listed(
                        "episodes",
                        Wing.EVOLUTION,
                        Scope.READ,
                        "Episodes",
                        "What was played, and how it ended.",
                        "episodes",
                        "evolve episodes RUN",
                        "stoa evolve run split-100",
                        List.of("run", "generation", "actor", "shadow", "cursor"),
                        List.of(
                                link("episode_id", "Episode", "episodes", "episode_id"),
                                count("generation", "Generation"),
                                state("epoch_kind", "Kind"),
                                text("termination_reason", "Ended by"),
                                count("total_turns", "Turns"),
                                number("nash_ratio", "Share of the best"),
                                link("run_id", "Run", "evolve", "run_id"),
                                time("created_at", "When")))),
                new Page(
                        "created-agents",
                        "created-agents",
                        Wing.EVOLUTION,
                        Scope.READ_AGENT,
                        List.of("run"),
                        EvolutionPages::created));
    }

    private static View evolve(Asked asked) throws Exception {
        View view = Lists.listed(EVOLVE, asked, runs -> UnaryOperator.identity());
        // An agent may see runs, and no scenarios.
        return view.with(
                "scenarios", asked.tried("scenarios", "evolutions/scenarios").docs("items"));
    }

    private static View created(Asked asked) throws Exception {
        @Nullable String run = asked.query("run");
        List<Doc> items = asked.read(
                        "created-agents", "created-agents" + (run == null ? "" : "?run=" + Links.encoded(run)))
                .docs("items");
        Map<String, Doc> trials = new HashMap<>();
        List<String> runs = items.stream()
                .map(each -> each.raw("run_id"))
                .distinct()
                .limit(RUNS)
                .toList();
        for (int i = 0; i < runs.size(); i++) {
            String of = runs.get(i);
            List<Doc> verdicts = asked.all("verdicts-" + (i + 1), "evolutions/" + Links.encoded(of) + "/verdicts")
                    .docs("items");
            for (Doc agent : items) {
                if (agent.raw("run_id").equals(of)) {
                    trial(agent, verdicts).ifPresent(found -> trials.put(agent.raw("created_agent_id"), found));
                }
            }
        }
        return View.of("created-agents", "Created agents")
                .command("evolve created")
                .with("items", items)
                .with("trials", trials);
    }

    /** The verdict about a design, which has the same difference. */
    private static Optional<Doc> trial(Doc agent, List<Doc> verdicts) {
        return verdicts.stream()
                .filter(each -> each.raw("kind").equals("creation")
                        && each.raw("actor_id").startsWith(agent.raw("archetype_designed"))
                        && each.raw("mean_diff").equals(agent.raw("shadow_trial_score_delta")))
                .findFirst();
    }
}
