package dev.stoa.engine.evolution;

import static dev.stoa.engine.plot.Svg.escaped;
import static dev.stoa.engine.plot.Svg.number;
import static dev.stoa.engine.plot.Svg.text;

import dev.stoa.evolution.profile.LineageStep;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.profile.ProfileVerdict;
import dev.stoa.evolution.run.GenerationSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pictures of a run in plain SVG: its fitness over the generations, and the descent of its profiles. Stateless. They
 * follow the reader's choice of a light or a dark page and refer to nothing outside.
 */
public final class RunPlots {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 380;
    private static final int LEFT = 64;
    private static final int RIGHT = 696;
    private static final int TOP = 72;
    private static final int BOTTOM = 316;
    private static final int LANE = 120;
    private static final int MOST_LABELS = 16;
    private static final String STYLE = """
              <style>
                text { font: 13px system-ui, sans-serif; fill: #24292f }
                .title { font-size: 16px; font-weight: 600 }
                .soft { fill: #57606a }
                .grid { stroke: #d0d7de }
                .line { stroke: #0969da; fill: none; stroke-width: 2.5 }
                .dot { fill: #0969da }
                .won { fill: #1a7f37; stroke: #1a7f37; stroke-width: 2 }
                .lost { fill: #afb8c1; stroke: #afb8c1; stroke-width: 1 }
                @media (prefers-color-scheme: dark) {
                  text { fill: #e6edf3 }
                  .soft { fill: #9198a1 }
                  .grid { stroke: #3d444d }
                  .line { stroke: #4493f8 }
                  .dot { fill: #4493f8 }
                  .won { fill: #3fb950; stroke: #3fb950 }
                  .lost { fill: #656c76; stroke: #656c76 }
                }
              </style>
            """;

    private RunPlots() {}

    /** The pictures of a run by their file names. */
    public static Map<String, String> of(RunView view, List<LineageStep> tree) {
        Map<String, String> plots = new LinkedHashMap<>();
        plots.put("fitness.svg", fitness(view));
        plots.put("lineage.svg", lineage(view, tree));
        return plots;
    }

    private static String fitness(RunView view) {
        List<GenerationSummary> produced = view.produced();
        boolean issues = produced.stream().allMatch(each -> each.nashRatio() != null);
        double least = issues ? 0 : -5;
        double most = issues ? 1 : 5;
        List<String> parts = head(
                (issues ? "Nash ratio" : "Mean score") + " of " + view.run().name() + ", seed "
                        + view.run().seed(),
                HEIGHT);
        for (int step = 0; step <= 5; step++) {
            double value = least + (most - least) * step / 5;
            double y = y(value, least, most);
            parts.add("  <line class=\"grid\" x1=\"%d\" y1=\"%s\" x2=\"%d\" y2=\"%s\"/>"
                    .formatted(LEFT, number(y), RIGHT, number(y)));
            parts.add(text(LEFT - 8, y + 4, "soft", "end", number(value)));
        }
        List<String> points = new ArrayList<>();
        for (GenerationSummary each : produced) {
            points.add(number(x(each.seq(), produced)) + "," + number(y(value(each), least, most)));
        }
        if (points.size() > 1) {
            parts.add("  <polyline class=\"line\" points=\"%s\"/>".formatted(String.join(" ", points)));
        }
        int stride = Math.max(1, (produced.size() + MOST_LABELS - 1) / MOST_LABELS);
        for (int i = 0; i < produced.size(); i++) {
            GenerationSummary each = produced.get(i);
            double x = x(each.seq(), produced);
            boolean accepted = !each.accepted().isEmpty();
            parts.add("  <circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"4\"><title>%s</title></circle>"
                    .formatted(
                            accepted ? "won" : "dot",
                            number(x),
                            number(y(value(each), least, most)),
                            escaped("generation " + each.seq() + ": " + String.format(Locale.ROOT, "%.3f", value(each))
                                    + (accepted ? ", accepted for " + String.join(", ", each.accepted()) : ""))));
            if (i % stride == 0) {
                parts.add(text(x, BOTTOM + 20, "", "middle", String.valueOf(each.seq())));
            }
        }
        parts.add(text(
                (LEFT + RIGHT) / 2.0, BOTTOM + 44, "soft", "middle", "generation; green: a candidate was accepted"));
        parts.add("</svg>");
        return String.join("\n", parts) + "\n";
    }

    private static double value(GenerationSummary summary) {
        Double ratio = summary.nashRatio();
        return ratio != null
                ? ratio
                : summary.meanScore().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0);
    }

    private static double x(long seq, List<GenerationSummary> produced) {
        long last = produced.isEmpty() ? 1 : produced.getLast().seq();
        return last == 1 ? (LEFT + RIGHT) / 2.0 : LEFT + (seq - 1.0) * (RIGHT - LEFT) / (last - 1);
    }

    private static double y(double value, double least, double most) {
        return BOTTOM - (value - least) / (most - least) * (BOTTOM - TOP);
    }

    /** Each actor has a lane; who was deployed is on its middle line, and what was rejected hangs below. */
    private static String lineage(RunView view, List<LineageStep> tree) {
        Set<String> actors = new LinkedHashSet<>();
        tree.forEach(step -> actors.add(String.valueOf(step.profile().actorId())));
        List<String> lanes = List.copyOf(actors);
        int height = TOP + LANE * lanes.size() + 48;
        List<String> parts =
                head("Lineage of " + view.run().name() + ", seed " + view.run().seed(), height);
        long last = Math.max(
                1,
                view.generations().isEmpty() ? 1 : view.generations().getLast().seq());
        Map<String, double[]> places = new HashMap<>();
        Map<String, Integer> hanging = new HashMap<>();
        for (LineageStep step : tree) {
            Profile profile = step.profile();
            String lane = String.valueOf(profile.actorId());
            long born = Objects.requireNonNullElse(profile.generation(), 1L);
            boolean won = profile.parentProfileId() == null || accepted(step.verdict());
            double x = last == 1 ? (LEFT + RIGHT) / 2.0 : LEFT + (born - (won ? 0.5 : 1.0)) * (RIGHT - LEFT) / last;
            double y = TOP + LANE * lanes.indexOf(lane) + 32;
            if (!won) {
                int depth = hanging.merge(lane + " " + born, 1, Integer::sum);
                y += 12 + Math.min(60, 3 * depth);
            }
            places.put(profile.id(), new double[] {x, y});
            double[] parent = profile.parentProfileId() == null ? null : places.get(profile.parentProfileId());
            if (parent != null && won) {
                parts.add("  <line class=\"won\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>"
                        .formatted(number(parent[0]), number(parent[1]), number(x), number(y)));
            }
            parts.add("  <circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"%s\"><title>%s</title></circle>"
                    .formatted(won ? "won" : "lost", number(x), number(y), won ? "5" : "1.5", escaped(title(step))));
        }
        for (int i = 0; i < lanes.size(); i++) {
            parts.add(text(LEFT, TOP + LANE * i + 14, "", "start", lanes.get(i)));
        }
        parts.add(text(
                (LEFT + RIGHT) / 2.0,
                height - 16,
                "soft",
                "middle",
                "generations 1 to " + last + "; green: deployed, grey: rejected or culled"));
        parts.add("</svg>");
        return String.join("\n", parts) + "\n";
    }

    private static boolean accepted(@Nullable ProfileVerdict verdict) {
        return verdict != null && verdict.outcome().equals("accepted");
    }

    private static String title(LineageStep step) {
        ProfileVerdict verdict = step.verdict();
        return step.profile().actorId() + ", generation " + step.profile().generation() + ", "
                + step.profile().tactic()
                + (step.operator() == null ? "" : ", " + step.operator())
                + (verdict == null ? "" : ": " + verdict.outcome() + " (" + verdict.reason() + ")");
    }

    private static List<String> head(String title, int height) {
        List<String> parts = new ArrayList<>();
        parts.add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">"
                .formatted(WIDTH, height, escaped(title)));
        parts.add(STYLE.stripTrailing());
        parts.add(text(LEFT, 26, "title", "start", title));
        return parts;
    }
}
