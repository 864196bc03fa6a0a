package dev.stoa.engine.evolution;

import dev.stoa.base.Principal;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.created.CreatedStatus;
import dev.stoa.evolution.run.GenerationStatus;
import dev.stoa.evolution.run.GenerationSummary;
import dev.stoa.evolution.run.Run;
import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run as a reader sees it. Immutable.
 *
 * @param generations what each generation achieved, oldest first; in a brief view only the newest
 * @param accepted how many candidates were accepted
 * @param episodes how many episodes were played, of all kinds
 * @param pending the created agents that wait for a person
 */
public record RunView(
        Run run, List<GenerationSummary> generations, long accepted, long episodes, List<CreatedAgent> pending) {
    private static final int LAST = 3;

    public RunView {
        generations = List.copyOf(generations);
        pending = List.copyOf(pending);
    }

    /** A run as it is stored now. */
    public static RunView of(Evolution stores, Principal by, String runId) {
        List<GenerationSummary> generations = stores.generations().summaries(by, runId);
        return of(
                stores,
                by,
                runId,
                generations,
                generations.stream().mapToLong(each -> each.accepted().size()).sum());
    }

    /** What a list says of a run: of its generations only the newest are looked at. */
    public static RunView brief(Evolution stores, Principal by, String runId) {
        // The newest may not have produced anything yet.
        return of(
                stores,
                by,
                runId,
                stores.generations().newest(by, runId, LAST + 1),
                stores.generations().accepted(by, runId));
    }

    private static RunView of(
            Evolution stores, Principal by, String runId, List<GenerationSummary> generations, long accepted) {
        return new RunView(
                stores.runs().get(by, runId),
                generations,
                accepted,
                stores.steps().episodes(by, runId),
                stores.createdAgents().list(by, runId).stream()
                        .filter(agent -> agent.is(CreatedStatus.PENDING_APPROVAL) && agent.delta() != null)
                        .toList());
    }

    /** The generations whose production is complete. */
    public List<GenerationSummary> produced() {
        return generations.stream()
                .filter(each ->
                        each.episodes() > 0 && !GenerationStatus.ACTIVE.text().equals(each.status()))
                .toList();
    }

    /** The mean of the last three production generations; null before there are three, or without issues. */
    public @Nullable Double endNashRatio() {
        List<GenerationSummary> produced = produced();
        if (produced.size() < LAST) {
            return null;
        }
        double sum = 0;
        for (GenerationSummary each : produced.subList(produced.size() - LAST, produced.size())) {
            Double ratio = each.nashRatio();
            if (ratio == null) {
                return null;
            }
            sum += ratio;
        }
        return sum / LAST;
    }

    private static @Nullable Map<String, @Nullable Object> brief(@Nullable GenerationSummary summary) {
        return summary == null
                ? null
                : Json.object("nash_ratio", summary.nashRatio(), "mean_score", summary.meanScore());
    }

    /** It as one item of a list, without what its generations say. */
    public Map<String, @Nullable Object> item() {
        return Json.object(
                "run_id", run.id(),
                "scenario", run.name(),
                "kind", run.kind().text(),
                "seed", Json.exact(run.seed()),
                "status", run.status().text(),
                "stop_reason", run.stopReason(),
                "generation", generations.isEmpty() ? 0 : generations.getLast().seq(),
                "max_generations", run.maxGenerations(),
                "episodes", episodes,
                "accepted", accepted,
                "tokens_used", run.tokensUsed(),
                "fingerprint", run.fingerprint(),
                "end_nash_ratio", endNashRatio(),
                "pending_approvals", pending.stream().map(CreatedAgent::id).toList());
    }

    private static Map<String, @Nullable Object> document(GenerationSummary generation) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(generation.document());
        Fitness fitness = Fitness.of(generation);
        all.put("fitness", fitness == null ? null : fitness.document());
        return all;
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(item());
        Object waiting = Objects.requireNonNull(all.remove("pending_approvals"));
        List<GenerationSummary> produced = produced();
        all.put("first", brief(produced.isEmpty() ? null : produced.getFirst()));
        all.put("last", brief(produced.isEmpty() ? null : produced.getLast()));
        all.put("pending_approvals", waiting);
        all.put("generations", generations.stream().map(RunView::document).toList());
        return all;
    }
}
