package dev.stoa.debate.rules.reply;

import dev.stoa.debate.rules.voting.Options;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What was said as a JSON object with the field names of the reply. For one object and one thread. */
final class ParsedReplyDocument {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    private ParsedReplyDocument() {}

    static Map<String, @Nullable Object> of(ParsedReply said) {
        ParsedReplyDocument document = new ParsedReplyDocument();
        switch (said) {
            case ParsedReply.Questions asked ->
                document.list("questions", asked.questions(), ParsedReplyDocument::question)
                        .with("confidence", asked.confidence());
            case ParsedReply.Position position -> document.position(position);
            case ParsedReply.Critiques critical -> document.critiques(critical);
            case ParsedReply.Reviews marks -> document.list("reviews", marks.reviews(), ParsedReplyDocument::review);
            case ParsedReply.Attack attack ->
                document.list("findings", attack.findings(), ParsedReplyDocument::finding);
            case ParsedReply.Defence defence ->
                document.list("answers", defence.answers(), ParsedReplyDocument::answer)
                        .with("position", of(defence.position()));
            case ParsedReply.Vote vote -> document.vote(vote);
            case ParsedReply.Plan plan -> document.plan(plan);
            case ParsedReply.Tests tests ->
                document.list(
                        "tests",
                        tests.tests(),
                        test -> object().with("name", test.name()).with("code", test.code()));
        }
        return document.done();
    }

    private void position(ParsedReply.Position position) {
        optional("answer", position.answer());
        if (position.option() >= 0) {
            with("option", Options.key(position.option()));
        }
        with("confidence", position.confidence());
        optional("reasoning", position.reasoning().isEmpty() ? null : position.reasoning());
        if (!position.claims().isEmpty()) {
            list(
                    "claims",
                    position.claims(),
                    claim -> object().with("text", claim.text()).texts("evidence", claim.evidence()));
        }
        texts("assumes", position.assumes());
        texts("risks", position.risks());
        texts("because", position.because());
        optional("code", position.code());
        ParsedReply.Reflection reflection = position.reflection();
        if (reflection != null) {
            with(
                    "reflection",
                    object().with("root_cause", reflection.rootCause())
                            .with("change", reflection.change())
                            .done());
        }
    }

    private void critiques(ParsedReply.Critiques critical) {
        list(
                "critiques",
                critical.critiques(),
                critique -> object().with("target", Options.key(critique.target()))
                        .with("issue", critique.issue())
                        .with("severity", critique.severity())
                        .optional("suggestion", critique.suggestion())
                        .optional("category", critique.category())
                        .optional("expected_usefulness", critique.expectedUsefulness()));
        ParsedReply.Position position = critical.position();
        optional("position", position == null ? null : of(position));
    }

    private void vote(ParsedReply.Vote vote) {
        with("vote", Options.key(vote.option())).with("confidence", vote.confidence());
        texts("ranking", vote.ranking().stream().map(Options::key).toList());
        optional("reason", vote.reason());
        if (!vote.concerns().isEmpty()) {
            list(
                    "concerns",
                    vote.concerns(),
                    concern -> object().with("text", concern.text()).with("severity", concern.severity()));
        }
        if (!vote.lessons().isEmpty()) {
            list(
                    "lessons",
                    vote.lessons(),
                    lesson -> object().with("category", lesson.category())
                            .with("title", lesson.title())
                            .with("problem", lesson.problem())
                            .with("solution", lesson.solution()));
        }
    }

    private void plan(ParsedReply.Plan plan) {
        if (plan.bids().isEmpty()) {
            list(
                    "foci",
                    plan.foci(),
                    focus -> object().with("seat", focus.seat()).with("focus", focus.focus()));
        } else {
            list("bids", plan.bids(), bid -> object().with("focus", bid.focus()).with("fit", bid.fit()));
        }
    }

    private static ParsedReplyDocument question(ParsedReply.Question question) {
        return object().with("id", question.id())
                .with("text", question.text())
                .with("category", question.category())
                .with("priority", question.priority())
                .with("default", question.otherwise());
    }

    private static ParsedReplyDocument review(ParsedReply.Review review) {
        return object().with("option", Options.key(review.option()))
                .with("correctness", review.correctness())
                .with("completeness", review.completeness())
                .with("safety", review.safety())
                .with("clarity", review.clarity())
                .texts("improvements", review.improvements());
    }

    private static ParsedReplyDocument finding(ParsedReply.Finding finding) {
        return object().with("id", finding.id())
                .with("category", finding.category())
                .with("severity", finding.severity().text())
                .with("claim", finding.claim())
                .optional("test", finding.test())
                .optional("example", finding.example());
    }

    private static ParsedReplyDocument answer(ParsedReply.Answer answer) {
        return object().with("id", answer.id())
                .with("action", answer.concede() ? "concede" : "rebut")
                .with("text", answer.text());
    }

    private static ParsedReplyDocument object() {
        return new ParsedReplyDocument();
    }

    private ParsedReplyDocument with(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    private ParsedReplyDocument optional(String name, @Nullable Object value) {
        return value == null ? this : with(name, value);
    }

    private ParsedReplyDocument texts(String name, List<String> values) {
        return values.isEmpty() ? this : with(name, values);
    }

    private <T> ParsedReplyDocument list(String name, List<T> values, Function<T, ParsedReplyDocument> form) {
        return with(name, values.stream().map(value -> form.apply(value).done()).toList());
    }

    private Map<String, @Nullable Object> done() {
        return Collections.unmodifiableMap(fields);
    }
}
