package dev.stoa.server.console.view;

import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Lines;
import dev.stoa.server.console.chart.Tone;
import dev.stoa.server.console.chart.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a run of evolution looks like. Stateless. */
public final class EvolutionCharts {
    private static final int LABEL = 24;

    private EvolutionCharts() {}

    /** The fitness of each generation with its interval, beside that of the first; what was accepted is marked. */
    public static Lines fitness(Doc run) {
        List<Lines.Point> points = new ArrayList<>();
        String measure = "";
        for (Doc generation : run.docs("generations")) {
            Doc fitness = generation.doc("fitness");
            if (!fitness.has("mean")) {
                continue;
            }
            measure = fitness.raw("measure");
            List<String> accepted = generation.texts("accepted");
            points.add(new Lines.Point(
                    generation.whole("seq"),
                    fitness.real("mean"),
                    fitness.real("low"),
                    fitness.real("high"),
                    !accepted.isEmpty(),
                    accepted.isEmpty() ? "" : "accepted for " + String.join(", ", accepted),
                    new Here(Links.to("evolve", run.raw("run_id")), Map.of())
                            .with("generation", generation.whole("seq"))
                            .href()));
        }
        Lines lines = new Lines(
                "Fitness by generation",
                Axis.number("generation"),
                Axis.number(measure(measure)),
                List.of(new Lines.Series("", Tone.A, points)),
                List.of());
        return points.size() < 2
                ? lines
                : lines.with(Lines.Reference.level("first", points.getFirst().y()));
    }

    /** What the fitness is, in words. */
    public static String measure(String name) {
        return name.equals("score") ? "mean score" : "share of the best";
    }

    /** Whether the last generation is better than the first, as far as the intervals tell. */
    public static String real(Doc run) {
        List<Doc> known = run.docs("generations").stream()
                .map(each -> each.doc("fitness"))
                .filter(each -> each.has("mean"))
                .toList();
        if (known.size() < 2) {
            return "Nothing can be said before the second generation is played.";
        }
        Doc first = known.getFirst();
        Doc last = known.getLast();
        String both = last.number("mean", 2) + " [" + last.number("low", 2) + ", " + last.number("high", 2) + "], n "
                + last.count("episodes") + ", after " + first.number("mean", 2) + " [" + first.number("low", 2) + ", "
                + first.number("high", 2) + "], n " + first.count("episodes");
        return last.real("low") > first.real("high")
                ? "It got better: " + both + "; the intervals lie apart."
                : last.real("high") < first.real("low")
                        ? "It got worse: " + both + "; the intervals lie apart."
                        : "No difference is shown: " + both + "; the intervals overlap.";
    }

    /** The profiles of a run; the paths to those that are deployed now are bold. */
    public static Tree lineage(List<Doc> steps) {
        Set<String> deployed = deployed(steps);
        List<Tree.Node> nodes = new ArrayList<>();
        for (Doc step : steps) {
            String id = step.raw("profile_id");
            String outcome = step.raw("verdict.outcome");
            boolean chosen = deployed.contains(id);
            nodes.add(new Tree.Node(
                    id,
                    step.has("parent_profile_id") ? step.raw("parent_profile_id") : null,
                    place(step),
                    step.text("actor_id", LABEL) + " " + step.whole("seq"),
                    chosen,
                    !chosen && !outcome.equals("accepted") && step.has("parent_profile_id"),
                    outcome.isEmpty()
                            ? "from the scenario"
                            : States.word(step.text("operator", LABEL)) + ", " + States.word(outcome),
                    Links.to("profiles", id)));
        }
        return new Tree("Profiles by generation", nodes);
    }

    /** A candidate plays from the generation after its trial on; a profile of the scenario from the first. */
    private static int place(Doc step) {
        return (int) step.whole("generation") + (step.has("parent_profile_id") ? 1 : 0);
    }

    /** For each actor what was accepted last, with all that it came from. */
    private static Set<String> deployed(List<Doc> steps) {
        Map<String, Doc> byId = new HashMap<>();
        Map<String, Doc> last = new HashMap<>();
        for (Doc step : steps) {
            byId.put(step.raw("profile_id"), step);
            boolean taken = !step.has("parent_profile_id")
                    || step.raw("verdict.outcome").equals("accepted");
            if (taken) {
                last.merge(step.raw("actor_id"), step, (a, b) -> b.whole("seq") > a.whole("seq") ? b : a);
            }
        }
        Set<String> deployed = new HashSet<>();
        for (Doc step : last.values()) {
            @Nullable Doc at = step;
            while (at != null && deployed.add(at.raw("profile_id"))) {
                at = byId.get(at.raw("parent_profile_id"));
            }
        }
        return deployed;
    }
}
