package dev.stoa.learning.critique;

import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.learning.critique.PatternTable.Stored;
import dev.stoa.search.text.TextQuery;
import dev.stoa.search.text.TextTable;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which criticisms improve answers. Thread-safe; read only, because patterns are made by resolving critiques. What has
 * had no case for ninety days is in the archive and not found here until it has one.
 */
public final class Patterns {
    private static final int TIES = 50;

    private final Archive archive;
    private final Principal caller;

    private Patterns(Archive archive, Principal caller) {
        this.archive = archive;
        this.caller = caller;
    }

    /** The patterns in an archive of {@link CritiqueArchive#SCHEMA}. */
    public static Patterns over(Archive archive) {
        return new Patterns(archive, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Patterns as(Principal other) {
        return new Patterns(archive, other);
    }

    @Needs(Right.READ)
    public Optional<Pattern> find(String id) {
        Rights.check(caller);
        return archive.one("SELECT " + PatternTable.COLUMNS + " FROM patterns WHERE id = ?", PatternTable::pattern, id);
    }

    /** The best patterns: by rank, or with a query by how well they match and then by rank. */
    @Needs(Right.READ)
    public List<Pattern> top(PatternQuery query) {
        Rights.check(caller);
        @Nullable String words = query.query();
        return words == null
                ? archive.read(tx -> ranked(tx, query))
                : archive.read(tx -> matching(tx, query, TextQuery.any(words)));
    }

    private static List<Pattern> ranked(Tx tx, PatternQuery query) {
        // Added to zero, the counter does not tempt SQLite to use the seed's index on it and then sort.
        String sql = "SELECT " + PatternTable.COLUMNS + " FROM patterns WHERE success_count + 0 >= ?"
                + (query.type() == null ? "" : " AND issue_type = ?") + " ORDER BY rank_key DESC, seq DESC LIMIT ?";
        return query.type() == null
                ? tx.list(sql, PatternTable::pattern, query.minSuccess(), query.limit())
                : tx.list(
                        sql,
                        PatternTable::pattern,
                        query.minSuccess(),
                        query.type().stored(),
                        query.limit());
    }

    private static List<Pattern> matching(Tx tx, PatternQuery query, TextQuery words) {
        // Equal scores are common, as patterns are short; enough of them are read to order them by rank.
        for (int k = query.limit() + TIES; ; k *= 4) {
            List<TextTable.Match<Pattern>> found = PatternTable.INDEX.best(tx, words, k, seqs -> live(tx, query, seqs));
            if (found.size() < k
                    || !found.get(query.limit() - 1).scored()
                    || found.getLast().score() < found.get(query.limit() - 1).score()) {
                return found.stream()
                        .sorted(Comparator.comparingDouble((TextTable.Match<Pattern> match) -> -match.score())
                                .thenComparingDouble(match -> -match.row().rankKey()))
                        .limit(query.limit())
                        .map(TextTable.Match::row)
                        .toList();
            }
        }
    }

    private static Map<Long, Pattern> live(Tx tx, PatternQuery query, List<Long> seqs) {
        boolean sqlite = tx.dialect() == Dialect.SQLITE;
        String numbers = seqs.stream().map(String::valueOf).collect(Collectors.joining(","));
        List<@Nullable Object> params = new ArrayList<>();
        params.add(sqlite ? "[" + numbers + "]" : "{" + numbers + "}");
        params.add(query.minSuccess());
        if (query.type() != null) {
            params.add(query.type().stored());
        }
        Map<Long, Pattern> live = new HashMap<>();
        tx.each(
                "SELECT " + PatternTable.COLUMNS + " FROM patterns WHERE "
                        + (sqlite ? "seq IN (SELECT value FROM json_each(?))" : "seq = ANY (?::bigint[])")
                        + " AND success_count + 0 >= ?" + (query.type() == null ? "" : " AND issue_type = ?"),
                row -> {
                    Stored stored = PatternTable.stored(row);
                    live.put(stored.seq(), stored.pattern());
                },
                params.toArray());
        return live;
    }
}
