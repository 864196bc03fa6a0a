package dev.stoa.debate;

import dev.stoa.debate.rules.Gain;
import dev.stoa.base.Wilson;
import dev.stoa.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What lessons and debates have been worth so far. Immutable. Only graded debates tell: a share of none is null, not 0.
 *
 * @param lessons what there is to be learnt from
 * @param debatesByStatus debates by their state
 * @param debatesByDomain debates by their domain
 * @param debate how often graded debates were right
 * @param draftVote how often the vote of their drafts would have been right
 * @param bestSolo how often the draft of their best-rated seat would have been right
 * @param gain of the debate over the vote of its drafts
 * @param shown how often debates were right that were shown lessons
 * @param holdout how often debates were right from which the lessons found were held back
 * @param flips changes of mind by direction
 */
public record LessonStatistics(
        Stock lessons,
        Map<String, Long> debatesByStatus,
        Map<String, Long> debatesByDomain,
        Share debate,
        Share draftVote,
        Share bestSolo,
        Gain gain,
        Share shown,
        Share holdout,
        Flips flips) {

    /**
     * The lessons there are.
     *
     * @param active those that can be found, which the three maps count
     * @param uses graded debates that were shown a lesson, over all lessons
     * @param successes how many of these were right
     */
    public record Stock(
            long active,
            long expired,
            long retired,
            Map<String, Long> byCategory,
            Map<String, Long> byTier,
            Map<String, Long> byDomain,
            long uses,
            long successes) {
        Map<String, @Nullable Object> document() {
            return Json.object(
                    "active", active,
                    "expired", expired,
                    "retired", retired,
                    "by_category", byCategory,
                    "by_tier", byTier,
                    "by_domain", byDomain,
                    "uses", uses,
                    "successes", successes);
        }
    }

    /** So many right ones of so many graded debates. */
    public record Share(long sessions, long correct) {
        /** The share, null of none. */
        public @Nullable Double accuracy() {
            return sessions == 0 ? null : (Double) ((double) correct / sessions);
        }

        Map<String, @Nullable Object> document() {
            Wilson interval = Wilson.interval(correct, sessions);
            return Json.object(
                    "sessions",
                    sessions,
                    "correct",
                    correct,
                    "accuracy",
                    accuracy(),
                    "interval",
                    sessions == 0 ? null : List.of(interval.low(), interval.high()));
        }
    }

    /** Changes of mind; unknown where nothing outside the debate tells right from wrong. */
    public record Flips(long rightToWrong, long wrongToRight, long wrongToWrong, long unknown) {
        Map<String, @Nullable Object> document() {
            return Json.object(
                    "right_to_wrong", rightToWrong,
                    "wrong_to_right", wrongToRight,
                    "wrong_to_wrong", wrongToWrong,
                    "unknown", unknown);
        }
    }

    /** The statistics as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "lessons", lessons.document(),
                "debates",
                        Json.object(
                                "total",
                                        debatesByStatus.values().stream()
                                                .mapToLong(Long::longValue)
                                                .sum(),
                                "by_status", debatesByStatus,
                                "by_domain", debatesByDomain),
                "graded", debate.document(),
                "draft_vote", draftVote.document(),
                "best_solo", bestSolo.document(),
                "gain",
                        Json.object(
                                "sessions", gain.questions(),
                                "gain", gain.mean(),
                                "interval", gain.low() == null ? null : Arrays.asList(gain.low(), gain.high())),
                "lessons_shown", shown.document(),
                "lessons_held_back", holdout.document(),
                "flips", flips.document());
    }
}
