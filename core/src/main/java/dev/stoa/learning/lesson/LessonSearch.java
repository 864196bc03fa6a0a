package dev.stoa.learning.lesson;

import dev.stoa.learning.lesson.LessonTable.Condition;
import dev.stoa.search.text.LessonIndex;
import dev.stoa.search.text.TextQuery;
import dev.stoa.search.text.TextTable.Match;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One search for lessons inside a unit of work. Of more than 512 that match, the best matches are ordered by worth. */
final class LessonSearch {
    private static final int FIRST_LOOK = 64;
    private static final int WIDER = 4;
    private static final int WIDEST_LOOK = 512;

    private final Tx tx;
    private final LessonQuery query;
    private final Condition filter;
    private final Instant now;

    LessonSearch(Tx tx, LessonQuery query, Instant now) {
        this.tx = tx;
        this.query = query;
        this.filter = LessonTable.condition(query.filter(), now);
        this.now = now;
    }

    /** What of a lesson its score needs: the texts are read for those that are returned. */
    private record Candidate(long seq, long uses, long successes, Instant refreshedAt) {}

    private record Scored(long seq, double score) {}

    List<RankedLesson> run() {
        TextQuery words = TextQuery.any(query.query());
        List<Scored> best = words.isEmpty() ? worthiest() : matching(words);
        return best.stream()
                .map(scored ->
                        new RankedLesson(LessonTable.find(tx, scored.seq()).orElseThrow(), scored.score()))
                .toList();
    }

    private List<Scored> worthiest() {
        return tx.list(
                "SELECT seq, uses, successes FROM debate_lessons WHERE " + filter.sql()
                        + " ORDER BY (successes + 1.0) / (uses + 2.0) DESC, seq DESC LIMIT ?",
                row -> new Scored(row.number(1), Lesson.worth(row.number(2), row.number(3))),
                filter.params(List.of(), query.limit()));
    }

    private List<Scored> matching(TextQuery words) {
        int portion = Math.max(FIRST_LOOK, WIDER * query.limit());
        return scored(LessonIndex.TABLE.best(tx, words, WIDEST_LOOK, portion, this::candidates, this::isSettled));
    }

    /** Worth and age only lower a score: a lesson that matches less than the last one here cannot exceed its match. */
    private boolean isSettled(List<Match<Candidate>> matches) {
        return !matches.getFirst().scored()
                || scored(matches).getLast().score()
                        >= matches.getLast().score() / matches.getFirst().score();
    }

    private List<Scored> scored(List<Match<Candidate>> matches) {
        double best = matches.isEmpty() ? 0 : matches.getFirst().score();
        return matches.stream()
                .map(match -> {
                    Candidate lesson = match.row();
                    Duration age = Duration.between(lesson.refreshedAt(), now);
                    double share = best > 0 ? match.score() / best : 1;
                    return new Scored(
                            lesson.seq(),
                            Lesson.score(
                                    share, lesson.uses(), lesson.successes(), age.isNegative() ? Duration.ZERO : age));
                })
                .sorted(Comparator.comparingDouble(Scored::score)
                        .thenComparingLong(Scored::seq)
                        .reversed())
                .limit(query.limit())
                .toList();
    }

    private Map<Long, Candidate> candidates(List<Long> seqs) {
        boolean sqlite = tx.dialect() == Dialect.SQLITE;
        String numbers = seqs.stream().map(String::valueOf).collect(Collectors.joining(","));
        Map<Long, Candidate> candidates = new HashMap<>();
        tx.each(
                // Joined in this order, because SQLite would rather look at all lessons that are active.
                "SELECT seq, uses, successes, refreshed_at FROM "
                        + (sqlite
                                ? "(SELECT value AS given FROM json_each(?)) CROSS JOIN debate_lessons ON seq = given WHERE "
                                : "debate_lessons WHERE seq = ANY (?::bigint[]) AND ")
                        + filter.sql(),
                row -> {
                    Candidate candidate = new Candidate(row.number(1), row.number(2), row.number(3), row.instant(4));
                    candidates.put(candidate.seq(), candidate);
                },
                filter.params(List.of(sqlite ? "[" + numbers + "]" : "{" + numbers + "}")));
        return candidates;
    }
}
