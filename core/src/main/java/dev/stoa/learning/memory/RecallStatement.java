package dev.stoa.learning.memory;

import dev.stoa.base.Principal;
import dev.stoa.base.Simulated;
import dev.stoa.json.Json;
import dev.stoa.learning.memory.RecallHit.Lexical;
import dev.stoa.learning.memory.RecallHit.Retained;
import dev.stoa.learning.memory.RecallHit.Semantic;
import dev.stoa.search.text.IndexWord;
import dev.stoa.search.text.Stemmer;
import dev.stoa.search.text.TextQuery;
import dev.stoa.search.text.TextTable;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.search.vector.VectorColumn;
import dev.stoa.storage.Dialect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * RecallQuery: by strength alone, or by how well a memory answers a question. One of it serves one unit of work and is
 * not thread-safe. Candidates are read as a few columns; whole rows only for what is returned.
 */
final class RecallStatement {
    static final String NO_WORDS = "no searchable words in the query";

    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._:-]{1,80}");
    private static final double LEAST_COSINE = 0.25;
    private static final String WANTED = "(expires_at IS NULL OR expires_at > ?) AND importance >= ? AND trust >= ?";
    private static final int LEAST_CANDIDATES = 50;
    private static final int CANDIDATES_PER_RESULT = 5;

    private final MemoryTx unit;
    private final RecallQuery recall;
    private final List<String> namespaces;
    private final List<MemoryTier> tiers;

    RecallStatement(MemoryTx unit, RecallQuery recall) {
        this.unit = unit;
        this.recall = recall;
        this.namespaces = namespaces(unit.caller, recall);
        this.tiers = List.of(MemoryTier.values()).stream()
                .filter(tier -> recall.tiers().isEmpty() || recall.tiers().contains(tier))
                .toList();
    }

    /** The namespaces that are searched: those that are named, else the usual ones, as far as the caller sees them. */
    private static List<String> namespaces(Principal caller, RecallQuery recall) {
        List<String> names = new ArrayList<>(recall.namespaces());
        if (names.isEmpty()) {
            names.add(MemoryDraft.SHARED);
            String own = MemoryTx.own(caller.agent());
            if (caller.agent() != null && NAMESPACE.matcher(own).matches()) {
                names.add(own);
            }
        }
        if (recall.simulated() == Simulated.ONLY) {
            names.clear();
        }
        if (recall.simulated().admits(true)) {
            names.add(MemoryDraft.SIMULATED);
        }
        names.removeIf(name -> !MemoryTx.sees(caller, name));
        return names;
    }

    /** What the order of results needs to know of a row. */
    private record Candidate(long seq, MemoryTier tier, double level, double strength, long updatedMs) {}

    private record Scored(
            Candidate row,
            double score,
            @Nullable Double lexical,
            @Nullable Double semantic) {}

    /** The part of each term in the score. */
    record Weights(double lexical, double semantic, double retention) {
        /** The weights where some value is missing: the others share its part. */
        static Weights of(Hyperparams params, boolean hasLexical, boolean hasSemantic) {
            double lexical = hasLexical ? params.get("recall.lexical") : 0;
            double semantic = hasSemantic ? params.get("recall.semantic") : 0;
            double retention = params.get("recall.retention");
            if (hasLexical && hasSemantic) {
                return new Weights(lexical, semantic, retention);
            }
            double sum = lexical + semantic + retention;
            if (sum == 0) {
                // All weight was on what is missing.
                return hasLexical ? new Weights(1, 0, 0) : hasSemantic ? new Weights(0, 1, 0) : new Weights(0, 0, 1);
            }
            return new Weights(lexical / sum, semantic / sum, retention / sum);
        }
    }

    private static final Comparator<Candidate> BY_LEVEL = Comparator.comparingDouble(Candidate::level)
            .thenComparingLong(Candidate::seq)
            .reversed();

    /**
     * The strongest rows: the head of each part of the rank index, merged. The index alone gives the order, so only the
     * rows of the result are read; if one of these is not wanted, the heads are read again with what is asked of rows.
     */
    List<RecallHit> strongest() {
        Object[] asked = {unit.now, recall.minImportance(), recall.minTrust().level()};
        List<MemoryRow> rows = List.of();
        List<Long> seqs = List.of();
        if (recall.minImportance() == 0) {
            seqs = heads(rankOrder(unit.tx.dialect()));
            rows = MemoryRows.all(unit.tx, seqs, WANTED, asked);
        }
        if (rows.isEmpty() || rows.size() < seqs.size()) {
            rows = MemoryRows.all(unit.tx, heads(rankSql(unit.tx.dialect()), asked));
        }
        List<RecallHit> results = new ArrayList<>();
        for (Memory memory : memoriesOf(rows)) {
            Retained retention = retained(memory, 1);
            results.add(new RecallHit(memory, retention.value(), null, null, retention));
        }
        return results;
    }

    private List<Long> heads(String sql, Object... asked) {
        List<Candidate> heads = new ArrayList<>();
        for (String namespace : namespaces) {
            for (MemoryTier tier : tiers) {
                List<Object> params = new ArrayList<>(List.of(namespace, tier.text()));
                params.addAll(List.of(asked));
                params.add(recall.limit());
                heads.addAll(unit.tx.list(
                        sql,
                        row -> new Candidate(
                                row.number(1),
                                tier,
                                Retention.level(row.real(2), unit.now.toEpochMilli(), unit.params.lambda(tier)),
                                0,
                                0),
                        params.toArray()));
            }
        }
        return heads.stream()
                .sorted(BY_LEVEL)
                .limit(recall.limit())
                .map(Candidate::seq)
                .toList();
    }

    /** The index is named for SQLite, because without statistics it may prefer one that needs a sort. */
    static String rankSql(Dialect dialect) {
        return head(dialect, " AND " + WANTED);
    }

    /** The same of all rows, wanted or not, for which their entries in the index are enough. */
    static String rankOrder(Dialect dialect) {
        return head(dialect, " AND rank_key IS NOT NULL");
    }

    private static String head(Dialect dialect, String condition) {
        return "SELECT seq, rank_key FROM continuum_memory" + dialect.pick(" INDEXED BY idx_continuum_rank", "")
                + " WHERE namespace = ? AND tier = ?" + condition + " ORDER BY rank_key DESC, seq DESC LIMIT ?";
    }

    /** The rows that answer the query best; at least one of text and vectors must be there. */
    List<RecallHit> answers(TextQuery text, Optional<VectorColumn.Query> vectors) {
        int most = Math.max(LEAST_CANDIDATES, CANDIDATES_PER_RESULT * recall.limit());
        Map<Long, Candidate> rows = new LinkedHashMap<>();
        Map<Long, Double> scores = new HashMap<>();
        Map<Long, Double> cosines = new HashMap<>();
        for (TextTable.Match<Candidate> match : MemoryWriter.TEXT.best(unit.tx, text, most, this::candidates)) {
            rows.put(match.row().seq(), match.row());
            scores.put(match.row().seq(), match.score());
        }
        if (vectors.isPresent()) {
            for (VectorColumn.Near<Candidate> near : vectors.get().nearest(most, LEAST_COSINE, this::candidates)) {
                rows.put(near.row().seq(), near.row());
                cosines.put(near.row().seq(), near.cosine());
            }
            cosines.putAll(cosines(vectors.get(), missing(rows.keySet(), cosines.keySet())));
        }
        double best = scores.values().stream().mapToDouble(s -> s).max().orElse(0);
        Weights weights = Weights.of(unit.params, !text.isEmpty(), vectors.isPresent());
        List<Scored> scored = new ArrayList<>();
        for (Candidate row : rows.values()) {
            Double score = scores.get(row.seq());
            // Words of most rows tell nothing: what is retained, and meaning, decide alone.
            Double lexical = text.isEmpty() ? null : (Double) (score == null || best == 0 ? 0 : score / best);
            Double semantic = vectors.isEmpty() ? null : (Double) Math.max(0, cosines.getOrDefault(row.seq(), 0.0));
            double total = weights.retention() * retention(row)
                    + (lexical == null ? 0 : weights.lexical() * lexical)
                    + (semantic == null ? 0 : weights.semantic() * semantic);
            scored.add(new Scored(row, total, lexical, semantic));
        }
        scored.sort(Comparator.comparingDouble((Scored s) -> -s.score()).thenComparing(Scored::row, BY_LEVEL));
        return explained(scored.subList(0, Math.min(recall.limit(), scored.size())), text, weights);
    }

    private List<RecallHit> explained(List<Scored> scored, TextQuery text, Weights weights) {
        List<Memory> memories = memories(scored.stream().map(s -> s.row().seq()).toList());
        List<RecallHit> results = new ArrayList<>();
        for (int i = 0; i < scored.size(); i++) {
            Scored hit = scored.get(i);
            Memory memory = memories.get(i);
            Set<String> stems = Tokenizer.words(memory.content()).stream()
                    .map(RecallStatement::stem)
                    .collect(Collectors.toSet());
            results.add(new RecallHit(
                    memory,
                    hit.score(),
                    hit.lexical() == null
                            ? null
                            : new Lexical(
                                    hit.lexical(),
                                    weights.lexical(),
                                    text.terms().stream()
                                            .filter(term -> stems.contains(stem(term)))
                                            .toList()),
                    hit.semantic() == null ? null : new Semantic(hit.semantic(), weights.semantic()),
                    retained(memory, weights.retention())));
        }
        return results;
    }

    /** What the text indexes compare: they find a word by any of its endings. */
    private static String stem(String word) {
        return Stemmer.stem(IndexWord.folded(word));
    }

    /** Those of the rows that are live and pass the filters. */
    private Map<Long, Candidate> candidates(List<Long> seqs) {
        Map<Long, Candidate> candidates = new HashMap<>();
        unit.tx.each(
                "SELECT seq, namespace, tier, rank_key, importance, surprise_score, updated_ms FROM continuum_memory"
                        + " WHERE seq IN " + MemoryRows.numbersOf(unit.tx.dialect())
                        + " AND " + WANTED,
                row -> {
                    if (namespaces.contains(row.text(2)) && MemoryTier.isKnown(row.text(3))) {
                        MemoryTier tier = MemoryTier.of(row.text(3));
                        if (tiers.contains(tier)) {
                            candidates.put(
                                    row.number(1),
                                    new Candidate(
                                            row.number(1),
                                            tier,
                                            Retention.level(
                                                    row.real(4), unit.now.toEpochMilli(), unit.params.lambda(tier)),
                                            Retention.strength(row.real(5), row.real(6)),
                                            row.number(7)));
                        }
                    }
                },
                Json.write(seqs),
                unit.now,
                recall.minImportance(),
                recall.minTrust().level());
        return candidates;
    }

    private static List<Long> missing(Collection<Long> all, Collection<Long> known) {
        return all.stream().filter(seq -> !known.contains(seq)).toList();
    }

    /** The cosines of rows that were found by their words alone. */
    private Map<Long, Double> cosines(VectorColumn.Query query, List<Long> seqs) {
        Map<Long, Double> cosines = new HashMap<>();
        if (!seqs.isEmpty()) {
            unit.tx.each(
                    "SELECT seq, semantic_centroid FROM continuum_memory WHERE seq IN "
                            + MemoryRows.numbersOf(unit.tx.dialect()) + " AND embedding_model = ?",
                    row -> cosines.put(row.number(1), query.cosine(row.bytes(2))),
                    Json.write(seqs),
                    unit.model);
        }
        return cosines;
    }

    private double retention(Candidate row) {
        return Retention.of(
                row.strength(),
                Retention.ageSeconds(row.updatedMs(), unit.now.toEpochMilli()),
                unit.params.halfLifeSeconds(row.tier()),
                unit.params.floor());
    }

    private Retained retained(Memory memory, double weight) {
        double strength = Retention.strength(memory.importance(), memory.surpriseScore());
        double age = Retention.ageSeconds(memory.updatedAt().toEpochMilli(), unit.now.toEpochMilli());
        double halfLife = unit.params.halfLifeSeconds(memory.tier());
        double floor = unit.params.floor();
        return new Retained(
                Retention.of(strength, age, halfLife, floor),
                weight,
                strength,
                age,
                halfLife,
                Retention.isFloored(strength, age, halfLife, floor));
    }

    private List<Memory> memories(List<Long> seqs) {
        return memoriesOf(MemoryRows.all(unit.tx, seqs));
    }

    private List<Memory> memoriesOf(List<MemoryRow> rows) {
        Map<String, List<MemorySource>> sources = rows.isEmpty()
                ? Map.of()
                : MemoryRows.sources(unit.tx, rows.stream().map(row -> row.id).toList());
        return rows.stream()
                .map(row -> row.memory(sources.getOrDefault(row.id, List.of()), unit.model))
                .toList();
    }
}
