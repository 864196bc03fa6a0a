package dev.stoa.server.console;

import dev.stoa.base.Bounds;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.EvolutionCharts;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A run of evolution: whether it gets better and whether that is real, its profiles and its verdicts. Stateless. */
final class RunPages {
    private static final int SHOWN = 50;
    private static final int TITLE = 120;

    private RunPages() {}

    static List<Page> pages() {
        return List.of(
                page("evolve/{id}", "evolution", List.of("generation"), RunPages::run),
                page("evolve/{id}/lineage", "lineage", List.of(), RunPages::lineage),
                page(
                        "evolve/{id}/verdicts",
                        "verdicts",
                        List.of("generation", "outcome", "from", "verdict"),
                        RunPages::verdicts));
    }

    private static Page page(String path, String name, List<String> queries, Page.Maker maker) {
        return new Page(path, name, Wing.EVOLUTION, Scope.READ_AGENT, queries, maker);
    }

    private static String address(Asked asked) {
        return "evolutions/" + asked.segment("id");
    }

    private static Doc read(Asked asked) throws Exception {
        return asked.read("evolution", address(asked));
    }

    private static View run(Asked asked) throws Exception {
        Doc run = read(asked);
        List<Doc> verdicts = asked.all("verdicts", address(asked) + "/verdicts").docs("items");
        long generation = asked.number("generation");
        Doc chosen = run.docs("generations").stream()
                .filter(each -> each.whole("seq") == generation)
                .findFirst()
                .orElse(Doc.EMPTY);
        if (generation > 0 && !chosen.has("seq")) {
            throw Bounds.invalid("there is no generation " + generation, "choose one of the chart");
        }
        return View.titled("evolve-run", run.text("scenario", TITLE))
                .below("Evolution runs", "/evolve")
                .command("evolve show " + Lists.quoted(asked.id("id")))
                .with("run", run)
                .with("fitness", EvolutionCharts.fitness(run))
                .with("generation", chosen)
                .with("verdicts", decided(verdicts, generation))
                .with("counts", counts(verdicts, generation))
                .with(
                        "created",
                        asked.read("created", address(asked) + "/created-agents")
                                .docs("items"));
    }

    /** What was tried in full: the others were left out before. */
    private static List<Doc> decided(List<Doc> verdicts, long generation) {
        return verdicts.stream()
                .filter(each -> generation > 0
                        ? each.whole("generation") == generation && each.has("n")
                        : each.raw("outcome").equals("accepted"))
                .toList();
    }

    private static Map<String, Long> counts(List<Doc> verdicts, long generation) {
        Map<String, Long> counts = new TreeMap<>();
        verdicts.stream()
                .filter(each -> generation == 0 || each.whole("generation") == generation)
                .forEach(each -> counts.merge(each.text("outcome", TITLE), 1L, Long::sum));
        return counts;
    }

    private static View lineage(Asked asked) throws Exception {
        List<Doc> steps = asked.read("lineage", address(asked) + "/lineage").docs("items");
        Doc run = read(asked);
        return View.titled("evolve-lineage", Language.t("Lineage of {0}", run.text("scenario", TITLE)))
                .below(run.text("scenario", TITLE), Links.to("evolve", asked.id("id")))
                .command("evolve lineage " + Lists.quoted(asked.id("id")))
                .with("tree", EvolutionCharts.lineage(steps))
                .with("profiles", steps.stream().filter(RunPages::isTaken).toList());
    }

    private static boolean isTaken(Doc step) {
        return !step.has("parent_profile_id") || step.raw("verdict.outcome").equals("accepted");
    }

    /** The first that is shown: as asked for, or so that the page has the verdict that is asked for. */
    private static int from(Asked asked, List<Doc> fitting) {
        @Nullable String verdict = asked.query("verdict");
        for (int i = 0; verdict != null && i < fitting.size(); i++) {
            if (fitting.get(i).raw("id").equals(verdict)) {
                return i - i % SHOWN + 1;
            }
        }
        return (int) Math.min(Math.max(1, asked.number("from")), Math.max(1, fitting.size()));
    }

    private static View verdicts(Asked asked) throws Exception {
        Doc found = asked.all("verdicts", address(asked) + "/verdicts");
        Doc run = read(asked);
        long generation = asked.number("generation");
        @Nullable String outcome = asked.query("outcome");
        List<Doc> fitting = found.docs("items").stream()
                .filter(each -> generation == 0 || each.whole("generation") == generation)
                .filter(each -> outcome == null || each.raw("outcome").equals(outcome))
                .toList();
        int from = from(asked, fitting);
        int end = Math.min(fitting.size(), from - 1 + SHOWN);
        Here here = new Here(Links.to("evolve", asked.id("id")) + "/verdicts", Map.of())
                .with("generation", generation)
                .with("outcome", outcome == null ? "" : outcome);
        return View.titled("evolve-verdicts", Language.t("Verdicts of {0}", run.text("scenario", TITLE)))
                .below(run.text("scenario", TITLE), Links.to("evolve", asked.id("id")))
                .command("evolve verdicts " + Lists.quoted(asked.id("id")))
                .with("here", here)
                .with("counts", counts(found.docs("items"), 0))
                .with("generations", run.whole("generation"))
                .with("verdicts", fitting.isEmpty() ? fitting : fitting.subList(from - 1, end))
                .with("from", (long) from)
                .with("size", (long) fitting.size())
                .with("next", end < fitting.size() ? here.with("from", end + 1).href() : "");
    }
}
