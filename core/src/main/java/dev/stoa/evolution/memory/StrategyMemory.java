package dev.stoa.evolution.memory;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.search.vector.CosineScale;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.Vectors;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What strategies led to, searched by meaning among those whose metadata pass. Thread-safe. Results are exact: the
 * filter comes first and no neighbour is missed. Hazard: {@link #search} is called outside of a unit of work.
 */
public final class StrategyMemory {
    private static final int HASHING_DIMENSIONS = 384;

    private final EvolutionContext context;
    private final long cap;
    private final Supplier<Embedder> embedder;
    private final Embedder hashing = Embedder.hashing(HASHING_DIMENSIONS);
    private final Map<String, StrategyIndex> indexes = new ConcurrentHashMap<>();

    private StrategyMemory(EvolutionContext context, long cap, Supplier<Embedder> embedder) {
        this.context = context;
        this.cap = cap;
        this.embedder = embedder;
    }

    /**
     * The strategies of an archive.
     *
     * @param cap the most to remember
     * @param embedder the archive's own; texts are also compared with what hashing embedded
     */
    public static StrategyMemory over(EvolutionContext context, long cap, Supplier<Embedder> embedder) {
        return new StrategyMemory(context, Bounds.whole("strategy_cap", cap, 1, 1_000_000), embedder);
    }

    /** Remembers a strategy; how many others were evicted for it. The same episode and actor again changes nothing. */
    @Needs(value = Right.OPERATE, agents = false)
    public Added<Integer> add(Principal by, StrategyEntry entry) {
        return context.write(
                by, (tx, now) -> StrategyTable.add(tx, context.ids().next(), entry, cap, now));
    }

    /** Evicts what exceeds a cap that was lowered since the last addition; how many go, or with {@code dryRun} would. */
    @Needs(value = Right.OPERATE, agents = false)
    public int prune(Principal by, boolean dryRun) {
        Rights.check(by);
        Work<Integer> work = tx -> StrategyTable.evict(tx, tx.number("SELECT count(*) FROM strategy_memory"), cap);
        return dryRun ? archive().rehearse(work) : archive().write(work);
    }

    /** How many strategies are remembered. */
    @Needs(Right.READ)
    public long count(Principal by) {
        return context.read(by, (tx, now) -> tx.number("SELECT count(*) FROM strategy_memory"));
    }

    /** How many strategies of a run each actor has of each tactic, and how many of them failed. */
    @Needs(Right.READ)
    public List<TacticCount> coverage(Principal by, String runId) {
        return context.read(
                by,
                (tx, now) -> tx.list(
                        """
                SELECT actor_id, tactical_classification, count(*), sum(CASE WHEN judge_score <= -3 THEN 1 ELSE 0 END)
                FROM strategy_memory WHERE run_id = ? GROUP BY actor_id, tactical_classification
                ORDER BY actor_id, tactical_classification""",
                        row -> new TacticCount(row.text(1), row.text(2), row.number(3), row.number(4)),
                        Bounds.id("run", runId)));
    }

    /**
     * The newest strategies, newest first.
     *
     * @param maxScore the highest score; null for any
     * @param tactic the tactic; null for any
     * @param limit the most to return, 1 to 100
     */
    @Needs(Right.READ)
    public List<Strategy> newest(Principal by, @Nullable Integer maxScore, @Nullable String tactic, int limit) {
        return context.read(by, (tx, now) -> {
            Bounds.whole("limit", limit, 1, 100);
            List<Object> params = new ArrayList<>();
            StringBuilder where = new StringBuilder(" WHERE 1 = 1");
            if (maxScore != null) {
                where.append(" AND s.judge_score <= ?");
                params.add(maxScore);
            }
            if (tactic != null) {
                where.append(" AND s.tactical_classification = ?");
                params.add(tactic);
            }
            params.add(limit);
            return tx.list(
                    "SELECT " + StrategyTable.COLUMNS + StrategyTable.FROM + where + " ORDER BY s.seq DESC LIMIT ?",
                    StrategyTable::strategy,
                    params.toArray());
        });
    }

    /** The nearest strategies whose metadata pass, nearest first and of equal ones the older first. */
    @Needs(Right.READ)
    public List<StrategyHit> search(Principal by, StrategyQuery query) {
        Rights.check(by);
        List<StrategyHit> hits = new ArrayList<>();
        for (String model : query.model() == null ? models() : List.of(query.model())) {
            index(model)
                    .ifPresent(index -> vector(query, model, index.dimensions())
                            .ifPresent(unit -> hits.addAll(index.search(unit, query.conditions(), query.limit()))));
        }
        hits.sort(Comparator.comparingDouble(StrategyHit::similarity)
                .reversed()
                .thenComparingLong(hit -> hit.strategy().seq()));
        return List.copyOf(hits.subList(0, Math.min(hits.size(), query.limit())));
    }

    /** The vector that is searched for; empty where the model is not at hand or the text means nothing to it. */
    private Optional<float[]> vector(StrategyQuery query, String model, int dimensions) {
        float[] given = query.vector();
        if (given != null) {
            if (given.length != dimensions) {
                throw Bounds.invalid(
                        "the vector has " + given.length + " dimensions; those of " + model + " have " + dimensions,
                        "embed the text with that model");
            }
            return Optional.of(Vectors.normalise(given));
        }
        return Stream.of(hashing, embedder.get())
                .filter(each -> each.isOn() && each.modelId().equals(model))
                .findFirst()
                .map(each -> each.embedQuestion(String.valueOf(query.text())))
                .filter(made -> Vectors.dot(made, made) > 0);
    }

    private Optional<StrategyIndex> index(String model) {
        StrategyIndex known = indexes.get(model);
        if (known != null) {
            return Optional.of(known);
        }
        return archive()
                .one(
                        "SELECT dims FROM strategy_memory WHERE embedding_model = ? ORDER BY seq LIMIT 1",
                        row -> row.integer(1),
                        model)
                .map(dims ->
                        indexes.computeIfAbsent(model, any -> new StrategyIndex(archive(), model, dims, scale(model))));
    }

    private CosineScale scale(String model) {
        Embedder own = embedder.get();
        return own.modelId().equals(model) ? own.scale() : CosineScale.PLAIN;
    }

    /** The models of which there are vectors, each found by one step through the index. */
    private List<String> models() {
        List<String> models = new ArrayList<>();
        Optional<String> next = modelAfter("");
        while (next.isPresent()) {
            models.add(next.get());
            next = modelAfter(next.get());
        }
        return models;
    }

    private Optional<String> modelAfter(String model) {
        return archive()
                .one(
                        "SELECT embedding_model FROM strategy_memory WHERE embedding_model > ?"
                                + " ORDER BY embedding_model LIMIT 1",
                        row -> row.text(1),
                        model);
    }

    private Archive archive() {
        return context.archive();
    }

    /** How often an actor used a tactic, and how often that failed. Immutable. */
    public record TacticCount(String actorId, String tactic, long entries, long failures) {}
}
