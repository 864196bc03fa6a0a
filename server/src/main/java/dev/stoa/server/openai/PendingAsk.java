package dev.stoa.server.openai;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.run.Query;
import dev.stoa.engine.counsel.AnsweringEngine;
import dev.stoa.engine.counsel.AskAnswer;
import dev.stoa.json.Json;
import dev.stoa.server.backend.AskWork;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The answer of specialists to a question. */
final class PendingAsk implements Pending {
    private static final List<String> SHOWN = List.of(
            "conversation_id",
            "message_id",
            "confidence",
            "callout_type",
            "notices",
            "models_used",
            "corrections",
            "audit_seq");

    private final AnsweringEngine engine;
    private final Principal by;
    private final AskWork.Asking asking;
    private final Query query;

    PendingAsk(AnsweringEngine engine, Principal by, AskWork.Asking asking, Query query) {
        this.engine = engine;
        this.by = by;
        this.asking = asking;
        this.query = query;
    }

    @Override
    public String id() {
        return query.queryId();
    }

    @Override
    public Optional<Completion> await(Duration most) throws InterruptedException {
        try {
            return asking.answer(most).map(PendingAsk::completion);
        } catch (ConflictException e) {
            if (!e.code().equals("assertion_blocked")) {
                throw e;
            }
            return Optional.of(blocked());
        }
    }

    private static Completion completion(AskAnswer answer) {
        Map<String, @Nullable Object> document = answer.document();
        Map<String, @Nullable Object> beside = new LinkedHashMap<>();
        SHOWN.forEach(name -> beside.put(name, document.get(name)));
        Map<?, ?> tokens = document.get("tokens") instanceof Map<?, ?> counted ? counted : Map.of();
        return new Completion(
                answer.text(),
                answer.truncated() ? Completion.Finish.LENGTH : Completion.Finish.STOP,
                number(tokens.get("in")),
                number(tokens.get("out")),
                beside);
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    /** What no check let pass is said nowhere; what it took is counted. */
    private Completion blocked() {
        AnsweringEngine.Tokens tokens = engine.tokens(by, query.queryId());
        return new Completion(
                "",
                Completion.Finish.BLOCKED,
                tokens.in(),
                tokens.out(),
                Json.object("conversation_id", query.conversationId(), "message_id", null));
    }
}
