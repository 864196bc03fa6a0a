package dev.stoa.server.mcp;

import dev.stoa.base.Trust;
import dev.stoa.counsel.conversation.ProjectFilter;
import dev.stoa.counsel.correction.Correction;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.counsel.correction.CorrectionQuery;
import dev.stoa.counsel.correction.RankedCorrection;
import dev.stoa.counsel.keyword.KeywordSearch;
import dev.stoa.counsel.run.Level;
import dev.stoa.engine.counsel.AskRequest;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.search.text.PromptData;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Tools over questions, conversations and corrections. Thread-safe. */
final class CounselTools {
    private static final Duration ASK = Duration.ofSeconds(310);

    private final Backend backend;

    CounselTools(Backend backend) {
        this.backend = backend;
    }

    Tool getCorrections() {
        return Tool.of(
                new Tool.Label(
                        "get_corrections",
                        "Get corrections",
                        "Find what was corrected before and holds for a question, the most important first."),
                Tool.Kind.READS,
                Scope.READ_AGENT,
                Shape.of(
                        Field.text("question", 1, 1_000_000, "The question.").must(),
                        Field.id("conversation_id", "The conversation it is asked in."),
                        Field.id("project_id", "The project (default: that of the conversation)."),
                        Field.whole("limit", 1, 10, "Default 5.")),
                Schemas.items(),
                call -> {
                    List<RankedCorrection> found = backend.stoa()
                            .counsel()
                            .corrections()
                            .find(call.by(), CorrectionQuery.fromJson(call.fields()));
                    return LearningTools.lines(
                            found.stream().map(each -> told(each.correction())).toList(),
                            null,
                            Json.object(
                                    "items",
                                    found.stream()
                                            .map(RankedCorrection::document)
                                            .toList()));
                });
    }

    private static PromptData told(Correction correction) {
        String rejected = correction.rejected().isBlank() ? "" : "\nnot: " + correction.rejected();
        return new PromptData(
                "correction",
                correction.id(),
                Trust.CONFIRMED,
                correction.source(),
                correction.subject() + "\n" + correction.claim() + rejected);
    }

    Tool ask() {
        return Tool.of(
                        new Tool.Label(
                                "ask",
                                "Ask a question",
                                "Put a question to the configured specialists; the answer says how far they agree."),
                        Tool.Kind.REACHES_OUT,
                        Scope.ASK_PERSON,
                        Shape.of(
                                Field.text("question", 1, 1_000_000, "The question.")
                                        .must(),
                                Field.word("level", Level.values(), "How thoroughly (default: balanced)."),
                                Field.id("conversation_id", "The conversation (default: a new one)."),
                                Field.id("project_id", "The project of a new conversation."),
                                Field.text("field", 1, 64, "The field of the question."),
                                Field.texts("agents", 32, "Whom to ask (default: the specialists).")),
                        Schemas.of(
                                "query_id",
                                Schemas.TEXT,
                                "conversation_id",
                                Schemas.TEXT,
                                "answer",
                                Schemas.TEXT_OR_NULL),
                        call -> {
                            JsonFields fields = call.fields();
                            AskRequest request = new AskRequest(
                                    null,
                                    fields.text("question").strip(),
                                    Level.of(fields.text("level", Level.BALANCED.text())),
                                    fields.textOrNull("conversation_id"),
                                    fields.textOrNull("project_id"),
                                    null,
                                    fields.textOrNull("field"),
                                    fields.texts("agents"),
                                    List.of(),
                                    false,
                                    null);
                            AtomicInteger steps = new AtomicInteger();
                            return ToolResult.of(backend.work()
                                    .asks()
                                    .ask(
                                            call.by(),
                                            request,
                                            null,
                                            (step, query) ->
                                                    call.progress().tell(steps.incrementAndGet(), null, step.name()))
                                    .answer()
                                    .document());
                        })
                .within(ASK);
    }

    Tool searchConversations() {
        return Tool.of(
                new Tool.Label(
                        "search_conversations",
                        "Search conversations",
                        "Find messages of conversations by their words, best first."),
                Tool.Kind.READS,
                Scope.READ,
                Shape.of(
                        Field.text("query", 1, 1_000, "Words to look for.").must(),
                        Field.id("conversation_id", "Only of this conversation."),
                        Field.whole("limit", 1, 100, "Default 20.")),
                Schemas.items(),
                call -> {
                    JsonFields fields = call.fields();
                    return ToolResult.of(backend.stoa()
                            .counsel()
                            .keywords()
                            .search(
                                    call.by(),
                                    new KeywordSearch(
                                            fields.text("query"),
                                            ProjectFilter.of(null),
                                            fields.textOrNull("conversation_id"),
                                            null,
                                            null,
                                            null,
                                            (int) fields.whole("limit", KeywordSearch.DEFAULT_LIMIT)))
                            .document());
                });
    }

    Tool addCorrection() {
        return Tool.of(
                new Tool.Label(
                        "add_correction",
                        "Add a correction",
                        "Store what is true of a subject; an active correction of it is confirmed or replaced."),
                Tool.Kind.SETS,
                Scope.WRITE,
                Shape.of(
                        Field.text("subject", 1, 300, "What it is about.").must(),
                        Field.text("claim", 1, 4_000, "What is true.").must(),
                        Field.text("rejected", 1, 20_000, "What is not true."),
                        Field.text("domain", 1, 64, "The field of the subject."),
                        Field.real("confidence", 0, 1, "Default 0.9."),
                        Field.id("message_id", "The answer that is corrected.")),
                Schemas.of("id", Schemas.TEXT, "status", Schemas.TEXT),
                call -> ToolResult.of(backend.stoa()
                        .counsel()
                        .corrections()
                        .add(call.by(), CorrectionDraft.fromJson(call.fields()))
                        .document()));
    }

    Tool confirmCorrection() {
        return Tool.of(
                new Tool.Label(
                        "confirm_correction",
                        "Confirm a correction",
                        "Say that a correction holds; a proposed one becomes active."),
                Tool.Kind.SETS,
                Scope.WRITE,
                Shape.of(Field.id("correction_id", "The correction.").must()),
                Schemas.of("id", Schemas.TEXT, "status", Schemas.TEXT),
                call -> ToolResult.of(backend.stoa()
                        .counsel()
                        .corrections()
                        .confirm(call.by(), call.fields().text("correction_id"))
                        .document()));
    }

    Tool giveFeedback() {
        return Tool.of(
                new Tool.Label(
                        "give_feedback",
                        "Say whether an answer was right",
                        "Say whether an answer was right, by which the reliability of its author is measured."),
                Tool.Kind.SETS,
                Scope.ASK_PERSON,
                Shape.of(
                        Field.id("message_id", "The answer.").must(),
                        Field.flag("accepted", "Whether it was right.").must()),
                Schemas.of("run_id", Schemas.TEXT_OR_NULL),
                call -> ToolResult.of(backend.stoa()
                        .counsel()
                        .modelRuns()
                        .feedback(
                                call.by(),
                                call.fields().text("message_id"),
                                call.fields().flag("accepted"))
                        .document()));
    }
}
