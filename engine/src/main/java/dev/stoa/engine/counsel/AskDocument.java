package dev.stoa.engine.counsel;

import dev.stoa.base.Principal;
import dev.stoa.counsel.run.ParsedAnswer;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.Reviewed;
import dev.stoa.counsel.run.Run;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An answered query as it is shown, from the record alone: it is the same whenever it is made. Stateless. */
final class AskDocument {
    /** The field of the context of a run whose reply the provider cut. */
    static final String TRUNCATED = "truncated";

    private AskDocument() {}

    static AskAnswer of(AskTools tools, Principal by, Queries.Done done, Map<String, Double> included) {
        Query query = done.query();
        Map<String, @Nullable Object> audited = done.audited();
        String winner = done.runs().stream()
                .filter(Run::winner)
                .map(Run::specialist)
                .findFirst()
                .orElse("");
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("query_id", query.queryId());
        document.put("conversation_id", query.conversationId());
        document.put("session_id", query.sessionId());
        document.put("question_id", query.questionId());
        document.put("message_id", query.answerId());
        document.put("answer", done.answer().content());
        document.put("level", query.level().text());
        document.put("confidence", done.answer().confidence());
        document.put("confidence_score", audited.get("confidence_score"));
        document.put("agreement", audited.get("agreement"));
        document.put("callout_type", done.answer().calloutType());
        document.put("notices", done.answer().notices());
        document.put("field", query.field());
        document.put("distribution", query.distribution());
        document.put("routing_mode", audited.get("routing_mode"));
        document.put("decided_by", query.decidedBy());
        document.put("winner", winner);
        document.put("models_used", done.answer().modelsUsed());
        document.put(
                "runs",
                done.runs().stream()
                        .map(run -> run(run, audited.get("utility")))
                        .toList());
        document.put(
                "reviews",
                done.runs().stream()
                        .filter(Run::isReview)
                        .map(AskDocument::review)
                        .toList());
        document.put(
                "alternatives",
                "disagreement".equals(done.answer().calloutType()) ? alternatives(done, winner) : List.of());
        document.put("corrections", corrections(tools, by, audited.get("corrections"), included));
        document.put("assertions", done.assertions());
        document.put("debate_id", query.debateId());
        document.put(
                "tokens",
                Json.object(
                        "in",
                        done.runs().stream().mapToLong(Run::tokensIn).sum(),
                        "out",
                        done.runs().stream().mapToLong(Run::tokensOut).sum()));
        document.put("latency_ms", audited.get("latency_ms"));
        document.put("trace_id", by.trace().trace());
        document.put("request_id", by.trace().request());
        document.put("audit_seq", done.auditSeq());
        return new AskAnswer(query, document, !FinalAnswer.DEBATE.equals(query.decidedBy()) && truncated(done));
    }

    /** Whether the answer is a reply that its provider cut. */
    private static boolean truncated(Queries.Done done) {
        return done.runs().stream()
                .filter(Run::winner)
                .map(Run::context)
                .anyMatch(context -> context != null
                        && Boolean.TRUE.equals(Json.parseObject(context).get(TRUNCATED)));
    }

    /** A run; an answer with the parts of its utility, null if the row in the audit log does not say them. */
    private static Map<String, @Nullable Object> run(Run run, @Nullable Object parts) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(run.document());
        if (run.isAnswer()) {
            document.put("utility", parts instanceof Map<?, ?> known ? known.get(run.specialist()) : null);
        }
        return document;
    }

    private static Map<String, @Nullable Object> review(Run run) {
        Reviewed said = run.raw() == null ? null : Reviewed.read(run.raw());
        return Json.object(
                "specialist",
                run.specialist(),
                "verdict",
                run.verdict(),
                "issues",
                said == null ? "" : said.issues(),
                "correction",
                said == null ? "" : said.correction());
    }

    /** What the others say, if it differs; where a debate decided, also what its winner said before. */
    private static List<Map<String, @Nullable Object>> alternatives(Queries.Done done, String winner) {
        return done.runs().stream()
                .filter(run -> run.isAnswer() && run.status() == RunStatus.OK && run.raw() != null)
                .filter(run -> !run.specialist().equals(winner)
                        || "debate".equals(done.query().decidedBy()))
                .map(run -> Json.object(
                        "specialist",
                        run.specialist(),
                        "answer",
                        ParsedAnswer.read(Objects.requireNonNullElse(run.raw(), ""), false)
                                .text()))
                .filter(said ->
                        !Objects.equals(said.get("answer"), done.answer().content()))
                .toList();
    }

    private static List<Map<String, @Nullable Object>> corrections(
            AskTools tools, Principal by, @Nullable Object ids, Map<String, Double> included) {
        if (!(ids instanceof List<?> list) || list.isEmpty()) {
            return List.of();
        }
        return tools.lessons().get(by, list.stream().map(String::valueOf).toList()).stream()
                .map(lesson -> new Lesson(
                                lesson.id(),
                                lesson.subject(),
                                lesson.claim(),
                                lesson.rejected(),
                                lesson.fact(),
                                lesson.confidence(),
                                included.get(lesson.id()))
                        .document())
                .toList();
    }
}
