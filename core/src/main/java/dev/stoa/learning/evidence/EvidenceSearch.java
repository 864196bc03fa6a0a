package dev.stoa.learning.evidence;

import dev.stoa.json.Json;
import dev.stoa.search.text.TextQuery;
import dev.stoa.search.vector.VectorColumn;
import dev.stoa.storage.Tx;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One search within a reading transaction. Used by one thread. */
final class EvidenceSearch {
    private static final int DEPTH = 100;
    /** The least likeness of what is found by its meaning, if words are searched for too. */
    private static final double MIN_BESIDE_WORDS = 0.25;

    /** The least likeness of what is found by its meaning alone. */
    private static final double MIN_ALONE = 0;

    private static final int HITS_EACH = 5;
    private static final Pattern GENITIVE = Pattern.compile("(?<=[\\p{L}\\p{N}])['’]s(?![\\p{L}\\p{N}])");

    private final Tx tx;
    private final EvidenceQuery query;
    private final TextQuery words;
    private final Optional<VectorColumn.Query> meaning;
    private final LocalDate today;

    EvidenceSearch(Tx tx, EvidenceQuery query, Optional<VectorColumn.Query> meaning, LocalDate today) {
        this.tx = tx;
        this.query = query;
        this.words = words(query.text());
        this.meaning = meaning;
        this.today = today;
    }

    /** The words of a text; the ending of a genitive is none, unless nothing else is left. */
    private static TextQuery words(String text) {
        TextQuery bare = TextQuery.any(GENITIVE.matcher(text).replaceAll(""));
        return bare.isEmpty() ? TextQuery.any(text) : bare;
    }

    /** The best hits, each text once. */
    List<Found> hits() {
        List<Found> found = new ArrayList<>();
        Set<String> met = new HashSet<>();
        for (Ranking.Ranked ranked : ranked()) {
            if (found.size() < query.limit() && met.add(ranked.candidate().id())) {
                found.add(found(ranked));
            }
        }
        return found;
    }

    /** The documents of the best hits, each with its best passages. */
    List<FoundDocument> documents() {
        Map<String, List<Ranking.Ranked>> groups = new LinkedHashMap<>();
        for (Ranking.Ranked ranked : ranked()) {
            Place place = ranked.candidate().place();
            String key = place == null ? "e:" + ranked.candidate().id() : "d:" + place.documentId();
            List<Ranking.Ranked> group = groups.get(key);
            if (group == null && groups.size() < query.limit()) {
                group = new ArrayList<>();
                groups.put(key, group);
            }
            if (group != null && group.size() < HITS_EACH) {
                group.add(ranked);
            }
        }
        return groups.values().stream()
                .map(group -> {
                    Place place = group.getFirst().candidate().place();
                    return new FoundDocument(
                            place == null ? null : DocumentWriter.get(tx, place.documentId()),
                            group.getFirst().score(),
                            group.stream().map(this::found).toList());
                })
                .toList();
    }

    private List<Ranking.Ranked> ranked() {
        boolean byWords = query.mode() != EvidenceQuery.Mode.SEMANTIC && !words.isEmpty();
        List<Ranking.Entry> lexical = byWords
                ? EvidenceIndex.TABLE.best(tx, words, DEPTH, this::indexed).stream()
                        .map(match -> new Ranking.Entry(match.row(), match.score()))
                        .toList()
                : null;
        double least = query.mode() == EvidenceQuery.Mode.SEMANTIC ? MIN_ALONE : MIN_BESIDE_WORDS;
        List<Ranking.Entry> semantic = meaning.map(vector -> vector.nearest(DEPTH, least, this::embedded).stream()
                        .map(near -> new Ranking.Entry(near.row(), near.cosine()))
                        .toList())
                .orElse(null);
        Set<Ranking.Candidate> all = new LinkedHashSet<>();
        Stream.of(lexical, semantic)
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .forEach(entry -> all.add(entry.candidate()));
        Surroundings around = new Surroundings(tx, all);
        return Ranking.of(
                lexical,
                semantic,
                new Ranking.Signals(
                        meaning.map(around::cosines).orElse(Map.of()),
                        around.spoken(query.text()),
                        around.timely(AskedTime.of(query.text(), today)),
                        semantic == null || semantic.isEmpty() ? 1 : matched(lexical)));
    }

    /** The part of the searched words that the best hit by words holds. */
    private double matched(@Nullable List<Ranking.Entry> lexical) {
        return lexical == null || lexical.isEmpty()
                ? 1
                : EvidenceIndex.TABLE.share(
                        tx, words, lexical.getFirst().candidate().row());
    }

    private Found found(Ranking.Ranked ranked) {
        Evidence evidence = EvidenceRows.get(tx, ranked.candidate().id());
        Excerpt excerpt = Excerpt.of(evidence.snippet(), words);
        return new Found(
                evidence,
                ranked.score(),
                ranked.lexicalRank(),
                ranked.semanticRank(),
                ranked.candidate().place(),
                excerpt.text(),
                excerpt.matches());
    }

    /** The rows of the text index under these numbers that pass the filter. */
    private Map<Long, Ranking.Candidate> indexed(List<Long> seqs) {
        Map<Long, Ranking.Candidate> rows = new HashMap<>();
        List<@Nullable Object> params = new ArrayList<>();
        params.add(Json.write(seqs));
        // Within a document there is no other place.
        String alone = query.filter().sql(params) + (query.filter().document() == null ? "" : " AND 1 = 0");
        params.add(Json.write(seqs));
        String placed = query.filter().sql(params);
        if (query.filter().document() != null) {
            placed += " AND p.document_id = ?";
            params.add(query.filter().document());
        }
        tx.each(
                "SELECT e.seq, e.id, e.seq, " + quality() + ", NULL, NULL FROM evidence e WHERE e.seq IN (" + given(tx)
                        + ")" + alone + " UNION ALL SELECT p.seq, e.id, e.seq, " + quality()
                        + ", p.document_id, p.position FROM passages p JOIN evidence e ON e.id = p.evidence_id"
                        + " WHERE p.seq IN (" + given(tx) + ")" + placed,
                row -> rows.put(
                        row.number(1),
                        new Ranking.Candidate(
                                row.text(2),
                                row.number(3),
                                row.number(1),
                                real(row.realOrNull(4)),
                                place(row.textOrNull(5), row.numberOrNull(6)))),
                params.toArray());
        return rows;
    }

    /** The evidence under these numbers that passes the filter, at the first place where it stands. */
    private Map<Long, Ranking.Candidate> embedded(List<Long> seqs) {
        Map<Long, Ranking.Candidate> rows = new HashMap<>();
        List<@Nullable Object> params = new ArrayList<>();
        String within = "";
        if (query.filter().document() != null) {
            within = " AND f.document_id = ?";
            params.add(query.filter().document());
        }
        params.add(Json.write(seqs));
        String filter = query.filter().sql(params);
        tx.each(
                "SELECT e.seq, e.id, " + quality() + ", p.document_id, p.position, p.seq FROM evidence e LEFT JOIN"
                        + " passages p ON p.seq = (SELECT min(f.seq) FROM passages f WHERE"
                        + " f.evidence_id = e.id"
                        + within + ") WHERE e.seq IN (" + given(tx) + ")" + filter,
                row -> {
                    Long passage = row.numberOrNull(6);
                    rows.put(
                            row.number(1),
                            new Ranking.Candidate(
                                    row.text(2),
                                    row.number(1),
                                    passage == null ? row.number(1) : passage,
                                    real(row.realOrNull(3)),
                                    place(row.textOrNull(4), row.numberOrNull(5))));
                },
                params.toArray());
        return rows;
    }

    private String quality() {
        return tx.dialect()
                .pick(
                        "json_extract(e.quality_scores_json, '$.overall')",
                        "(e.quality_scores_json ->> 'overall')::double precision");
    }

    /** The numbers of one parameter, because a list of parameters would be a new statement for every length. */
    static String given(Tx tx) {
        return tx.dialect()
                .pick(
                        "SELECT value FROM json_each(?)",
                        "SELECT value::bigint FROM jsonb_array_elements_text(?::jsonb)");
    }

    private static double real(@Nullable Double value) {
        return value == null ? 0 : value;
    }

    private static @Nullable Place place(@Nullable String document, @Nullable Long position) {
        return document == null || position == null ? null : new Place(document, position);
    }
}
