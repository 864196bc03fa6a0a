package dev.stoa.learning.evidence;

import dev.stoa.json.Json;
import dev.stoa.learning.evidence.Ranking.Candidate;
import dev.stoa.search.vector.VectorColumn;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What stands around the candidates of a search, and what follows from it for their order. Used by one thread within the
 * transaction of the search.
 *
 * <p>A vector is made of one passage alone, and a turn such as "Yes, on Friday" means little alone. So the cosine of a
 * passage is mixed with those of its neighbours, more with those before it than with those behind: an answer follows its
 * question.
 */
final class Surroundings {
    private static final double BEFORE = 0.3;
    private static final double BEHIND = 0.1;

    /** How much of a text is looked at for names. */
    private static final int LOOKED_AT = 2_000;

    /** Where a text that begins with its date has it, and how long the first line of a document is at most. */
    private static final int BEGINNING = 30;

    private static final int FIRST_LINE = 120;

    private final Tx tx;
    private final Set<Candidate> candidates;
    private final Map<Long, List<Neighbour>> neighbours = new HashMap<>();

    /** A text beside a passage, by the number of its evidence. */
    private record Neighbour(long seq, double weight) {}

    private record Text(String snippet, @Nullable String author) {}

    Surroundings(Tx tx, Set<Candidate> candidates) {
        this.tx = tx;
        this.candidates = candidates;
        List<Long> rows = candidates.stream()
                .filter(candidate -> candidate.place() != null)
                .map(Candidate::row)
                .toList();
        if (!rows.isEmpty()) {
            List<String> columns = new ArrayList<>();
            for (int i = 0; i < EvidenceIndex.NEIGHBOURS; i++) {
                columns.add(beside("< p.position ORDER BY o.position DESC", i));
                columns.add(beside("> p.position ORDER BY o.position", i));
            }
            tx.each(
                    "SELECT p.seq, " + String.join(", ", columns) + " FROM passages p WHERE p.seq IN ("
                            + EvidenceSearch.given(tx) + ")",
                    row -> neighbours.put(row.number(1), neighbours(row)),
                    Json.write(rows));
        }
    }

    private static String beside(String side, int away) {
        return "(SELECT e.seq FROM passages o JOIN evidence e ON e.id = o.evidence_id"
                + " WHERE o.document_id = p.document_id AND o.position " + side + " LIMIT 1 OFFSET " + away + ")";
    }

    private static List<Neighbour> neighbours(Row row) {
        List<Neighbour> found = new ArrayList<>();
        for (int i = 0; i < 2 * EvidenceIndex.NEIGHBOURS; i++) {
            Long seq = row.numberOrNull(i + 2);
            if (seq != null) {
                found.add(new Neighbour(seq, i % 2 == 0 ? BEFORE : BEHIND));
            }
        }
        return found;
    }

    /** The cosine of each candidate that has a vector, among the nearest or not, mixed with those around it. */
    Map<Candidate, Double> cosines(VectorColumn.Query meaning) {
        Set<Long> seqs = candidates.stream().map(Candidate::seq).collect(Collectors.toCollection(HashSet::new));
        neighbours.values().forEach(all -> all.forEach(one -> seqs.add(one.seq())));
        Map<Long, Double> cosines = meaning.cosines(seqs);
        Map<Candidate, Double> mixed = new HashMap<>();
        for (Candidate candidate : candidates) {
            Double own = cosines.get(candidate.seq());
            if (own != null) {
                double sum = own;
                double weights = 1;
                for (Neighbour one : around(candidate)) {
                    Double cosine = cosines.get(one.seq());
                    if (cosine != null) {
                        sum += one.weight() * cosine;
                        weights += one.weight();
                    }
                }
                mixed.put(candidate, sum / weights);
            }
        }
        return mixed;
    }

    /**
     * How much of each candidate was said by one whom the question names. One name before a colon is not yet a speaker:
     * a second line or a passage beside it has to begin with one too. Empty if the question names none.
     */
    Map<Candidate, Double> spoken(String question) {
        Speakers speakers = Speakers.of(question);
        Map<Long, Text> texts = texts(candidates.stream().map(Candidate::seq).collect(Collectors.toSet()));
        Map<Candidate, Double> spoken = new HashMap<>();
        Set<Long> beside = new HashSet<>();
        for (Candidate candidate : candidates) {
            Text text = texts.get(candidate.seq());
            double share = text == null ? 0 : speakers.share(text.snippet(), text.author());
            if (share > 0) {
                spoken.put(candidate, share);
                around(candidate).forEach(one -> beside.add(one.seq()));
            }
        }
        beside.removeAll(texts.keySet());
        texts.putAll(texts(beside));
        spoken.keySet().removeIf(candidate -> !isTalk(candidate, texts));
        return spoken;
    }

    /**
     * The candidates that are of a time that the question asks for, each with 1. The date of a text is the one that its
     * metadata calls published; else that in its title, at its beginning, or in the title or first line of its document.
     */
    Map<Candidate, Double> timely(AskedTime asked) {
        if (asked.isEmpty() || candidates.isEmpty()) {
            return Map.of();
        }
        Set<Long> rows = new HashSet<>();
        Consumer<Row> look = row -> {
            for (int column = 2; column <= 6; column++) {
                Optional<AskedTime.Date> date = AskedTime.dateIn(row.textOrNull(column));
                if (date.isPresent()) {
                    if (asked.holds(date.get())) {
                        rows.add(row.number(1));
                    }
                    return;
                }
            }
        };
        String own = field("published") + ", e.title, substr(e.snippet, 1, " + BEGINNING + ")";
        String all = Json.write(candidates.stream().map(Candidate::row).toList());
        tx.each(
                "SELECT e.seq, " + own + ", NULL, NULL FROM evidence e WHERE e.seq IN (" + EvidenceSearch.given(tx)
                        + ")",
                look,
                all);
        tx.each(
                "SELECT p.seq, " + own + ", d.title, (SELECT substr(f.snippet, 1, " + FIRST_LINE
                        + ") FROM passages o JOIN evidence f ON f.id = o.evidence_id WHERE o.document_id = d.id"
                        + " ORDER BY o.position LIMIT 1) FROM passages p JOIN evidence e ON e.id = p.evidence_id"
                        + " JOIN documents d ON d.id = p.document_id WHERE p.seq IN (" + EvidenceSearch.given(tx) + ")",
                look,
                all);
        return candidates.stream()
                .filter(candidate -> rows.contains(candidate.row()))
                .collect(Collectors.toMap(candidate -> candidate, candidate -> 1.0));
    }

    private boolean isTalk(Candidate candidate, Map<Long, Text> texts) {
        Text own = texts.get(candidate.seq());
        if (own == null || own.author() != null || Speakers.names(own.snippet()).size() > 1) {
            return own != null;
        }
        return around(candidate).stream().anyMatch(one -> {
            Text text = texts.get(one.seq());
            return text != null && !Speakers.names(text.snippet()).isEmpty();
        });
    }

    private List<Neighbour> around(Candidate candidate) {
        return neighbours.getOrDefault(candidate.row(), List.of());
    }

    private Map<Long, Text> texts(Collection<Long> seqs) {
        Map<Long, Text> texts = new HashMap<>();
        if (!seqs.isEmpty()) {
            tx.each(
                    "SELECT e.seq, substr(e.snippet, 1, " + LOOKED_AT + "), " + field("author") + " FROM evidence e"
                            + " WHERE e.seq IN (" + EvidenceSearch.given(tx) + ")",
                    row -> texts.put(row.number(1), new Text(row.text(2), row.textOrNull(3))),
                    Json.write(List.copyOf(seqs)));
        }
        return texts;
    }

    /** A field of the metadata of evidence {@code e}. */
    private String field(String name) {
        return tx.dialect()
                .pick(
                        "CASE WHEN json_valid(e.metadata_json) THEN CAST(json_extract(e.metadata_json, '$." + name
                                + "') AS TEXT) END",
                        "e.metadata_json ->> '" + name + "'");
    }
}
