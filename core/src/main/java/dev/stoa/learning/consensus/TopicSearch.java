package dev.stoa.learning.consensus;

import dev.stoa.learning.consensus.Similar.Match;
import dev.stoa.search.text.TextQuery;
import dev.stoa.search.text.TextTable;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.search.vector.VectorColumn;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One search for a topic within one unit of work: by hash, by words, by meaning, then one measure for all. Not
 * thread-safe.
 */
final class TopicSearch {
    private static final int CANDIDATES = 100;
    /** Other words are never quite the same topic. */
    private static final double NOT_EQUAL = 0.999;

    private final Tx tx;
    private final TopicQuery query;
    private final VectorColumn.@Nullable Query near;
    private final String model;
    private final Set<String> terms;
    private final Map<Long, Found> found = new LinkedHashMap<>();

    /**
     * A row that may be like the topic.
     *
     * @param cosine to the topic, if both have a vector
     */
    private record Candidate(
            long seq,
            String topic,
            @Nullable Double cosine,
            @Nullable String supersededBy) {}

    private record Found(Candidate candidate, Match match) {}

    private record Scored(long seq, double similarity, Match match) {}

    TopicSearch(Tx tx, TopicQuery query, Optional<VectorColumn.Query> near, String model) {
        this.tx = tx;
        this.query = query;
        this.near = near.orElse(null);
        this.model = model;
        this.terms = new HashSet<>(Tokenizer.terms(query.topic()));
    }

    List<Similar> run() {
        select("topic_hash = ?", Tokenizer.wordsHash(query.topic()))
                .forEach(candidate -> found.put(candidate.seq(), new Found(candidate, Match.HASH)));
        // Nothing else can come before as many rows of the very words.
        if (found.size() < query.limit()) {
            byWords();
            byMeaning();
        }
        List<Scored> scored = new ArrayList<>();
        for (Found hit : found.values()) {
            double similarity = hit.match() == Match.HASH ? 1 : similarity(hit.candidate());
            if (similarity >= query.minSimilarity()) {
                scored.add(new Scored(hit.candidate().seq(), similarity, hit.match()));
            }
        }
        scored.sort(Comparator.comparingDouble(Scored::similarity)
                .thenComparingLong(Scored::seq)
                .reversed());
        List<Scored> best = scored.subList(0, Math.min(query.limit(), scored.size()));
        List<Consensus> rows =
                ConsensusRows.ofSeqs(tx, best.stream().map(Scored::seq).toList());
        List<Similar> hits = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            hits.add(new Similar(
                    rows.get(i), best.get(i).similarity(), best.get(i).match()));
        }
        return hits;
    }

    private void byWords() {
        int before = found.size();
        for (TextQuery search : TopicWords.searches(tx, query.topic())) {
            for (TextTable.Match<Candidate> match : ConsensusWriter.TEXT.best(tx, search, CANDIDATES, this::live)) {
                if (found.size() - before < CANDIDATES) {
                    found.putIfAbsent(match.row().seq(), new Found(match.row(), Match.TEXT));
                }
            }
            if (found.size() - before >= CANDIDATES) {
                return;
            }
        }
    }

    private void byMeaning() {
        if (near != null) {
            for (VectorColumn.Near<Candidate> hit : near.nearest(CANDIDATES, -1, this::live)) {
                found.putIfAbsent(hit.row().seq(), new Found(hit.row(), Match.VECTOR));
            }
        }
    }

    private double similarity(Candidate candidate) {
        double jaccard = jaccard(terms, Set.copyOf(Tokenizer.terms(candidate.topic())));
        Double cosine = candidate.cosine();
        return Math.min(NOT_EQUAL, cosine == null ? jaccard : (jaccard + Math.max(0, cosine)) / 2);
    }

    /** The share of common words; of two topics without any, none. */
    static double jaccard(Set<String> a, Set<String> b) {
        long common = a.stream().filter(b::contains).count();
        long all = a.size() + b.size() - common;
        return all == 0 ? 0 : (double) common / all;
    }

    private Map<Long, Candidate> live(List<Long> seqs) {
        Map<Long, Candidate> rows = new HashMap<>();
        select(
                        "seq IN " + ConsensusRows.numbers(tx),
                        tx.dialect().pick(ConsensusRows.json(seqs), ConsensusRows.array(seqs)))
                .forEach(candidate -> rows.put(candidate.seq(), candidate));
        return rows;
    }

    /** Rows that pass the filters of the query; vectors are read only where they are compared. */
    private List<Candidate> select(String condition, String param) {
        List<@Nullable Object> params = new ArrayList<>();
        String bytes = "NULL";
        if (near != null) {
            bytes = "CASE WHEN embedding_model = ? THEN embedding END";
            params.add(model);
        }
        StringBuilder sql = new StringBuilder("SELECT seq, topic, ")
                .append(bytes)
                .append(", superseded_by FROM consensus WHERE ")
                .append(condition);
        params.add(param);
        if (query.domain() != null) {
            sql.append(" AND domain = ?");
            params.add(query.domain());
        }
        sql.append(query.simulated().and("simulated"));
        return tx.list(sql.toString(), this::candidate, params.toArray()).stream()
                .filter(candidate ->
                        query.includeSuperseded() || !Supersession.isReplaced(tx, candidate.supersededBy()))
                .toList();
    }

    private Candidate candidate(Row row) {
        byte[] bytes = near == null ? null : row.bytesOrNull(3);
        return new Candidate(
                row.number(1),
                row.text(2),
                bytes == null || near == null ? null : (Double) near.cosine(bytes),
                row.textOrNull(4));
    }
}
