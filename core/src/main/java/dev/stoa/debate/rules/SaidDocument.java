package dev.stoa.debate.rules;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What was said as a JSON object with the field names of the reply. For one object and one thread. */
final class SaidDocument {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    private SaidDocument() {}

    static Map<String, @Nullable Object> of(Said said) {
        SaidDocument document = new SaidDocument();
        switch (said) {
            case Said.Questions asked ->
                document.list("questions", asked.questions(), SaidDocument::question)
                        .with("confidence", asked.confidence());
            case Said.Position position -> document.position(position);
            case Said.Critiques critical -> document.critiques(critical);
            case Said.Reviews marks -> document.list("reviews", marks.reviews(), SaidDocument::review);
            case Said.Attack attack -> document.list("findings", attack.findings(), SaidDocument::finding);
            case Said.Defence defence ->
                document.list("answers", defence.answers(), SaidDocument::answer)
                        .with("position", of(defence.position()));
            case Said.Vote vote -> document.vote(vote);
            case Said.Plan plan -> document.plan(plan);
            case Said.Tests tests ->
                document.list("tests", tests.tests(), test -> object().with("name", test.name())
                        .with("code", test.code()));
        }
        return document.done();
    }

    private void position(Said.Position position) {
        optional("answer", position.answer());
        if (position.option() >= 0) {
            with("option", Options.key(position.option()));
        }
        with("confidence", position.confidence());
        optional("reasoning", position.reasoning().isEmpty() ? null : position.reasoning());
        if (!position.claims().isEmpty()) {
            list("claims", position.claims(), claim -> object().with("text", claim.text())
                    .texts("evidence", claim.evidence()));
        }
        texts("assumes", position.assumes());
        texts("risks", position.risks());
        texts("because", position.because());
        optional("code", position.code());
        Said.Reflection reflection = position.reflection();
        if (reflection != null) {
            with(
                    "reflection",
                    object().with("root_cause", reflection.rootCause())
                            .with("change", reflection.change())
                            .done());
        }
    }

    private void critiques(Said.Critiques critical) {
        list("critiques", critical.critiques(), critique -> object().with("target", Options.key(critique.target()))
                .with("issue", critique.issue())
                .with("severity", critique.severity())
                .optional("suggestion", critique.suggestion())
                .optional("category", critique.category())
                .optional("expected_usefulness", critique.expectedUsefulness()));
        Said.Position position = critical.position();
        optional("position", position == null ? null : of(position));
    }

    private void vote(Said.Vote vote) {
        with("vote", Options.key(vote.option())).with("confidence", vote.confidence());
        texts("ranking", vote.ranking().stream().map(Options::key).toList());
        optional("reason", vote.reason());
        if (!vote.concerns().isEmpty()) {
            list("concerns", vote.concerns(), concern -> object().with("text", concern.text())
                    .with("severity", concern.severity()));
        }
        if (!vote.lessons().isEmpty()) {
            list("lessons", vote.lessons(), lesson -> object().with("category", lesson.category())
                    .with("title", lesson.title())
                    .with("problem", lesson.problem())
                    .with("solution", lesson.solution()));
        }
    }

    private void plan(Said.Plan plan) {
        if (plan.bids().isEmpty()) {
            list("foci", plan.foci(), focus -> object().with("seat", focus.seat())
                    .with("focus", focus.focus()));
        } else {
            list("bids", plan.bids(), bid -> object().with("focus", bid.focus()).with("fit", bid.fit()));
        }
    }

    private static SaidDocument question(Said.Question question) {
        return object().with("id", question.id())
                .with("text", question.text())
                .with("category", question.category())
                .with("priority", question.priority())
                .with("default", question.otherwise());
    }

    private static SaidDocument review(Said.Review review) {
        return object().with("option", Options.key(review.option()))
                .with("correctness", review.correctness())
                .with("completeness", review.completeness())
                .with("safety", review.safety())
                .with("clarity", review.clarity())
                .texts("improvements", review.improvements());
    }

    private static SaidDocument finding(Said.Finding finding) {
        return object().with("id", finding.id())
                .with("category", finding.category())
                .with("severity", finding.severity().text())
                .with("claim", finding.claim())
                .optional("test", finding.test())
                .optional("example", finding.example());
    }

    private static SaidDocument answer(Said.Answer answer) {
        return object().with("id", answer.id())
                .with("action", answer.concede() ? "concede" : "rebut")
                .with("text", answer.text());
    }

    private static SaidDocument object() {
        return new SaidDocument();
    }

    private SaidDocument with(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    private SaidDocument optional(String name, @Nullable Object value) {
        return value == null ? this : with(name, value);
    }

    private SaidDocument texts(String name, List<String> values) {
        return values.isEmpty() ? this : with(name, values);
    }

    private <T> SaidDocument list(String name, List<T> values, Function<T, SaidDocument> form) {
        return with(
                name, values.stream().map(value -> form.apply(value).done()).toList());
    }

    private Map<String, @Nullable Object> done() {
        return Collections.unmodifiableMap(fields);
    }
}
