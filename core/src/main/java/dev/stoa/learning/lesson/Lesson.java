package dev.stoa.learning.lesson;

import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What debates have learnt about a problem, with how often it helped. Immutable.
 *
 * @param seq its place in the order of all lessons
 * @param uses how many graded debates were shown it
 * @param successes how many of these were right
 * @param seenCount how often it was learnt
 * @param refreshedAt when it was learnt, or last helped
 * @param expiresAt from when on it is not found any more
 * @param sources where it was learnt, the newest debates first; of many the first twenty
 */
public record Lesson(
        String id,
        long seq,
        LessonCategory category,
        String domain,
        String title,
        String problem,
        String solution,
        List<String> tags,
        Trust trust,
        long seenCount,
        long uses,
        long successes,
        boolean retired,
        Instant createdAt,
        Instant refreshedAt,
        Instant expiresAt,
        List<Source> sources) {
    private static final double HALF_LIFE_MILLIS = Duration.ofDays(180).toMillis();

    /** A place in a debate where it was learnt; turn 0 is none. */
    public record Source(String sessionId, int turnSeq, LessonKind kind) {
        Map<String, @Nullable Object> document() {
            return Json.object(
                    "session_id", sessionId, "turn_seq", turnSeq == 0 ? null : (Integer) turnSeq, "kind", kind.text());
        }
    }

    public Lesson {
        tags = List.copyOf(tags);
        sources = List.copyOf(sources);
    }

    Lesson learntAt(List<Source> places) {
        return new Lesson(
                id,
                seq,
                category,
                domain,
                title,
                problem,
                solution,
                tags,
                trust,
                seenCount,
                uses,
                successes,
                retired,
                createdAt,
                refreshedAt,
                expiresAt,
                places);
    }

    /** Whether only simulated debates taught it: what a real one teaches has some trust. */
    public boolean simulated() {
        return trust == Trust.UNTRUSTED;
    }

    /** How well it has proved itself. */
    public LessonTier tier() {
        return LessonTier.of(uses, successes);
    }

    /** The lesson as JSON, not found by a search. */
    public Map<String, @Nullable Object> document() {
        return document(null);
    }

    Map<String, @Nullable Object> document(@Nullable Double score) {
        return Json.object(
                "id", id,
                "category", category.text(),
                "domain", domain,
                "title", title,
                "problem", problem,
                "solution", solution,
                "tags", tags,
                "tier", tier().text(),
                "trust", trust.text(),
                "simulated", simulated(),
                "uses", uses,
                "successes", successes,
                "success_rate", uses == 0 ? null : (Double) ((double) successes / uses),
                "seen_count", seenCount,
                "expires_at", expiresAt,
                "sources", sources.stream().map(Source::document).toList(),
                "score", score);
    }

    /** The chance that it helps, held towards one half while little is known. */
    static double worth(long uses, long successes) {
        return (successes + 1.0) / (uses + 2.0);
    }

    /**
     * What a lesson that matches is worth to the debate that asks.
     *
     * @param match how well it matches, as a share of the best match
     */
    static double score(double match, long uses, long successes, Duration age) {
        return match * (0.5 + 0.5 * worth(uses, successes)) * Math.pow(2, -age.toMillis() / HALF_LIFE_MILLIS);
    }
}
