package dev.stoa.engine.provider.evidence;

import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How an extractive agent puts things: fixed sentences around numbers and quotations. Immutable. */
final class Wording {
    private final String notice;

    Wording(Strategy strategy, boolean meaning) {
        String alone = meaning || !strategy.byMeaning() ? "" : ", by words alone as no embedder is on";
        this.notice = " Extractive (" + strategy.text() + alone + "): quoted from the documents, nothing is inferred.";
    }

    static String key(int option) {
        return String.valueOf((char) ('A' + option));
    }

    /** Why it answers so, with the passage. */
    String reason(Candidate chosen, double rival) {
        Quote quote = chosen.quote();
        // What is answered word for word need not be quoted again.
        String from = quote != null && quote.text().equals(chosen.answer())
                ? "From " + quote.name() + ", word for word."
                : quote(quote);
        return from + " Support " + number(chosen.value()) + ", next best " + number(rival) + "." + notice;
    }

    /** What made it move. */
    String move(Candidate from, Candidate to) {
        return "Moves from " + key(from.option()) + ", support " + number(from.value()) + ", to " + key(to.option())
                + ", support " + number(to.value()) + ". ";
    }

    Map<String, @Nullable Object> abstention(double best, double least) {
        return Json.object(
                "abstain",
                true,
                "reasoning",
                "The best support found is " + number(best) + ", below " + number(least) + "." + notice);
    }

    /** Why nothing is said to a closed question. */
    Map<String, @Nullable Object> abstention(Judgement found) {
        Candidate best = found.ranked().getFirst();
        String why = switch (found.state()) {
            case UNCOVERED ->
                "No sentence covers the question: the best covers " + number(found.cover()) + " of its words, "
                        + number(found.asked()) + " is asked for.";
            case UNDECIDED ->
                "The nearest sentence bears on the question, but whether it affirms or denies it cannot be decided. "
                        + quote(best.quote());
            case TIED -> tied(best, found.ranked().get(1));
            case DISPUTED -> disputes(best.quote(), found.ranked().get(1).quote());
            case UNSUPPORTED, ANSWERED -> "No sentence bears out any option.";
        };
        return Json.object("abstain", true, "reasoning", why + notice);
    }

    /** Why a skeptic does not say what it found. */
    Map<String, @Nullable Object> disputed(@Nullable Quote found, @Nullable Quote contrary) {
        return Json.object("abstain", true, "reasoning", disputes(found, contrary) + notice);
    }

    private static String disputes(@Nullable Quote found, @Nullable Quote contrary) {
        return "The documents say the contrary too: " + quote(contrary) + " against " + quote(found);
    }

    Map<String, @Nullable Object> tie(Candidate one, Candidate other) {
        return Json.object("abstain", true, "reasoning", tied(one, other) + notice);
    }

    private static String tied(Candidate one, Candidate other) {
        int first = Math.min(one.option(), other.option());
        int second = Math.max(one.option(), other.option());
        return "A tie: " + key(first) + " and " + key(second) + " are supported alike, " + number(one.value()) + " and "
                + number(other.value()) + ".";
    }

    Map<String, @Nullable Object> critique(Issue issue) {
        Map<String, @Nullable Object> critique = new LinkedHashMap<>();
        critique.put("target", issue.option().key());
        critique.put("issue", issue.text());
        critique.put("severity", issue.severity());
        critique.put("category", "evidence");
        if (issue.support().quote() != null) {
            critique.put("suggestion", "Compare: " + quote(issue.support().quote()));
        }
        return critique;
    }

    Map<String, @Nullable Object> finding(Issue issue) {
        return Json.object(
                "id",
                issue.id(),
                "category",
                "evidence",
                "severity",
                issue.support().contradicted() ? "high" : "medium",
                "claim",
                issue.text());
    }

    Map<String, @Nullable Object> answer(String finding, Support support) {
        return support.isEnough()
                ? Json.object("id", finding, "action", "rebut", "text", quote(support.quote()))
                : Json.object(
                        "id",
                        finding,
                        "action",
                        "concede",
                        "text",
                        "The documents give it support " + number(support.value()) + " only.");
    }

    Map<String, @Nullable Object> review(Option option, double support) {
        return Json.object(
                "option",
                option.key(),
                "correctness",
                support,
                "completeness",
                support,
                "safety",
                support,
                "clarity",
                support);
    }

    private static String quote(@Nullable Quote quote) {
        return quote == null ? "No sentence bears on it." : quote.name() + " says: “" + quote.shown() + "”";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
