package dev.stoa.server.mcp;

import dev.stoa.counsel.access.IdempotencyKeys;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.debate.Seating;
import dev.stoa.engine.provider.Pause;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tools that start debates and follow them. Thread-safe. */
final class DebateTools {
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final int LONGEST_WAIT = 300;
    private static final int EVENTS = 20;

    private final Backend backend;

    DebateTools(Backend backend) {
        this.backend = backend;
    }

    Tool start() {
        return Tool.of(
                        new Tool.Label(
                                "start_debate",
                                "Start a debate",
                                "Let a panel of agents debate a question. It goes on after the call; follow it with"
                                        + " debate_status."),
                        Tool.Kind.REACHES_OUT,
                        Scope.ASK,
                        Shape.of(
                                Field.text("topic", 1, 20_000, "The question.").must(),
                                Field.word(
                                        "preset",
                                        Arrays.stream(Preset.values())
                                                .filter(preset -> preset != Preset.EXTERNAL)
                                                .map(Preset::text)
                                                .toList(),
                                        "How it goes (default: ladder)."),
                                Field.texts("agents", 16, "Seats, each name=provider:model or an agent's name."),
                                Field.texts("options", 26, "The answers of a closed question."),
                                Field.text("domain", 1, 64, "The field of the question."),
                                Field.texts("evidence_ids", 200, "Documents that readers quote from."),
                                Field.text("idempotency_key", 1, 128, "One debate for each key."),
                                Field.whole("wait_seconds", 0, LONGEST_WAIT, "Wait for its end (default: 0).")),
                        Schemas.of(
                                "debate_id", Schemas.TEXT, "status", Schemas.TEXT, "outcome", Schemas.OBJECT_OR_NULL),
                        this::started)
                .within(Duration.ofSeconds(LONGEST_WAIT).plus(Tool.USUAL));
    }

    private ToolResult started(ToolCall call) throws InterruptedException {
        JsonFields fields = call.fields();
        List<String> evidence = fields.texts("evidence_ids");
        Map<String, @Nullable Object> wanted = new LinkedHashMap<>();
        wanted.put("topic", fields.text("topic"));
        wanted.put("agents", seats(fields.texts("agents"), !evidence.isEmpty()));
        for (String name : List.of("preset", "options", "domain")) {
            if (call.arguments().get(name) != null) {
                wanted.put(name, call.arguments().get(name));
            }
        }
        if (!evidence.isEmpty()) {
            wanted.put("evidence", evidence);
        }
        DebateRequest request = DebateRequest.of(wanted);
        String given = fields.textOrNull("idempotency_key");
        String key = given == null ? null : IdempotencyKeys.owned(call.by(), given);
        DebateSession session = backend.work()
                .debates()
                .start(key, () -> key == null ? request : request.idempotencyKey(key), call.by())
                .value();
        return ToolResult.of(shown(awaited(call, session.id(), fields.whole("wait_seconds", 0))));
    }

    private List<Map<String, @Nullable Object>> seats(List<String> given, boolean documents) {
        Seating seating =
                new Seating(backend.stoa(), backend.work().engines().debates().providers());
        return (given.isEmpty() ? seating.usual(documents) : given)
                .stream().map(seating::seat).toList();
    }

    /** The debate when it is over, waits for a person, or the time has passed. */
    private DebateSession awaited(ToolCall call, String id, long seconds) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        DebateSession session = get(call, id);
        while (isGoing(session) && System.nanoTime() < end) {
            call.progress()
                    .tell(session.row().eventCount(), null, session.status().text());
            Pause.real().of(LOOK);
            session = get(call, id);
        }
        return session;
    }

    private static boolean isGoing(DebateSession session) {
        return session.status() == SessionRow.Status.PENDING || session.status() == SessionRow.Status.RUNNING;
    }

    private DebateSession get(ToolCall call, String id) {
        return backend.stoa().debate().sessions().as(call.by()).get(id);
    }

    private static Map<String, @Nullable Object> shown(DebateSession session) {
        Map<String, @Nullable Object> outcome = session.row().outcome();
        return Json.object(
                "debate_id",
                session.id(),
                "status",
                session.status().text(),
                "outcome",
                outcome.isEmpty() ? null : outcome);
    }

    Tool status() {
        return Tool.of(
                new Tool.Label(
                        "debate_status",
                        "Follow a debate",
                        "Show how a debate stands, and what happened in it after an event."),
                Tool.Kind.READS,
                Scope.READ_AGENT,
                Shape.of(
                        Field.id("debate_id", "The debate.").must(),
                        Field.whole("after_seq", 0, Integer.MAX_VALUE, "The last event that is known (default: 0)."),
                        Field.whole("limit", 1, 50, "Events at most (default: 20).")),
                Schemas.of(
                        "debate_id",
                        Schemas.TEXT,
                        "status",
                        Schemas.TEXT,
                        "outcome",
                        Schemas.OBJECT_OR_NULL,
                        "gate",
                        Schemas.OBJECT_OR_NULL,
                        "events",
                        Schemas.OBJECTS,
                        "next_seq",
                        Schemas.WHOLE),
                call -> {
                    JsonFields fields = call.fields();
                    DebateSession session = get(call, fields.text("debate_id"));
                    long after = fields.whole("after_seq", 0);
                    List<DebateEvent> events = backend.stoa()
                            .debate()
                            .events()
                            .as(call.by())
                            .after(session.id(), after, (int) fields.whole("limit", EVENTS));
                    Map<String, @Nullable Object> document = new LinkedHashMap<>(shown(session));
                    document.put(
                            "gate",
                            session.gate() == null ? null : session.gate().document());
                    return followed(document, events, after);
                });
    }

    /** How a debate stands with as many of its events as fit, and the number of the last of those. */
    static ToolResult followed(Map<String, @Nullable Object> stands, List<DebateEvent> events, long after) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(stands);
        List<DebateEvent> shown = events;
        while (true) {
            document.put("events", shown.stream().map(DebateEvent::document).toList());
            document.put("next_seq", shown.isEmpty() ? after : shown.getLast().seq());
            if (shown.size() <= 1 || Json.pretty(document).length() <= ToolResult.LARGEST) {
                return ToolResult.of(document);
            }
            shown = shown.subList(0, shown.size() / 2);
            document.put("cut", true);
        }
    }
}
