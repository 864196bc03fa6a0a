package dev.stoa.debate.proof;

import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.session.Columns;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.GateOpening;
import dev.stoa.debate.session.GateRow;
import dev.stoa.debate.session.GradeRow;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.SessionRows;
import dev.stoa.debate.session.TurnMapper;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds the row of a session, its gates and its grade against what its events say of them. For one reading by one
 * thread.
 */
final class SessionProof {
    private static final List<String> DECISION = List.of("status", "decided_at", "decided_by", "reason");

    private final Tx tx;
    private final SessionRow row;
    private final DebateConfig config;
    private final SessionRow requested;
    private final Finding finding;
    private final Map<String, GateRow> gates = new LinkedHashMap<>();
    private final Set<String> open = new LinkedHashSet<>();
    private final Set<String> told = new HashSet<>();
    private String status = "pending";
    private @Nullable DebateEvent attached;
    private @Nullable DebateEvent ending;
    private @Nullable DebateEvent graded;
    private long last = 1;

    /**
     * The proof of a row.
     *
     * @param requested the row as its request made it
     */
    SessionProof(Tx tx, SessionRow row, DebateConfig config, SessionRow requested, Finding finding) {
        this.tx = tx;
        this.row = row;
        this.config = config;
        this.requested = requested;
        this.finding = finding;
        SessionRows.gates(tx, row.id()).forEach(gate -> gates.put(gate.id(), gate));
    }

    /** Takes note of an event, before the record knows of it. */
    void hear(DebateEvent event, DebateRecord record) {
        last = event.seq();
        if (ending != null && !event.kind().equals("debate_graded")) {
            finding.found(
                    "steps",
                    event.seq(),
                    "kind of event " + event.seq(),
                    "nothing but a grade after the end",
                    event.kind());
            return;
        }
        switch (event.kind()) {
            case "debate_created" -> at("chain", 1).unlessSame("created_at", event.at(), millis(row.createdAt()));
            case "context_attached" -> attached = event;
            case "debate_started", "runner_changed" -> status = "running";
            case "gate_opened" -> {
                status = "paused";
                opened(event, record);
            }
            case "gate_decided" -> {
                status = "running";
                decided(JsonFields.of(event.data()), event.at());
            }
            case "debate_completed", "debate_failed", "debate_cancelled" -> {
                status = event.kind().substring("debate_".length());
                ending = event;
                withdrawn(event);
            }
            case "debate_graded" -> graded = event;
            default -> {
                // Others change nothing of the session.
            }
        }
    }

    /** A gate is compared as it was opened, without its decision. */
    private void opened(DebateEvent event, DebateRecord record) {
        JsonFields data = JsonFields.of(event.data());
        String id = data.text("gate");
        Instant expires = Instant.parse(data.text("expires_at"));
        GateRow expected = GateOpening.row(
                id,
                row.id(),
                record,
                new Step.Gate(List.of(), (int) data.whole("round"), Phase.of(data.text("phase")), (int)
                        data.whole("attempt")),
                expires.minusSeconds(config.gateTimeoutSeconds()));
        GateRow found = gates.get(id);
        finding.unlessSame("steps", event.seq(), "gate " + id, stable(expected), found == null ? null : stable(found));
        open.add(id);
        told.add(id);
    }

    private static String stable(GateRow gate) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>(gate.document());
        DECISION.forEach(map::remove);
        return Json.canonical(map);
    }

    private void decided(JsonFields data, Instant at) {
        String id = data.text("gate");
        GateRow gate = gates.get(id);
        Finding.OfRow steps = finding.of("gate " + id, "steps", last);
        if (gate != null) {
            steps.unlessSame("decided_by", data.textOrNull("by"), gate.decidedBy());
            steps.unlessSame("reason", data.textOrNull("reason"), gate.reason());
            steps.unlessSame("decided_at", at, millis(gate.decidedAt()));
        }
        steps.unlessSame("row_sha256", data.text("row_sha256"), gate == null ? null : GateRow.COLUMNS.sha256(gate));
        open.remove(id);
    }

    /** A debate that was cancelled takes back the gate it waited at. */
    private void withdrawn(DebateEvent event) {
        for (String id : List.copyOf(open)) {
            GateRow gate = gates.get(id);
            if (gate != null && event.kind().equals("debate_cancelled")) {
                String by = JsonFields.of(event.data()).text("by");
                finding.unlessSame(
                        "steps", event.seq(), "gate " + id, told("withdrawn", event.at(), by, null), told(gate));
                open.remove(id);
            }
        }
    }

    private static String told(GateRow gate) {
        return told(gate.status().text(), gate.decidedAt(), gate.decidedBy(), gate.reason());
    }

    private static String told(String status, @Nullable Instant at, @Nullable String by, @Nullable String reason) {
        return Json.canonical(
                Json.object("status", status, "decided_at", millis(at), "decided_by", by, "reason", reason));
    }

    /** Looks at the session once the last event was heard. */
    void finish(DebateRecord record) {
        request();
        ending(record);
        open.forEach(id -> {
            GateRow gate = gates.get(id);
            if (gate != null) {
                finding.unlessSame("steps", last, "gate " + id, told("pending", null, null, null), told(gate));
            }
        });
        for (String id : gates.keySet()) {
            if (!told.contains(id)) {
                finding.found("steps", last, "gate " + id, null, "a gate that no event tells of");
            }
        }
        grade();
        outbox();
        lessons();
    }

    /** What the debate teaches is what it stored to be taught. */
    private void outbox() {
        tx.each(
                "SELECT item_key, payload, payload_sha256 FROM debate_outbox WHERE session_id = ? ORDER BY seq",
                found -> finding.unlessSame(
                        "steps",
                        last,
                        "payload of outbox row " + found.text(1),
                        found.text(3),
                        Json.sha256(Json.parse(found.text(2)))),
                row.id());
    }

    /** The lessons that the debate found are counted as its context and its grade say. */
    private void lessons() {
        Map<String, String> known = new LinkedHashMap<>();
        DebateEvent context = attached;
        if (context != null) {
            Context found = Context.of(context.data());
            found.lessons().forEach(lesson -> known.put(lesson, use(!found.holdout(), context.at())));
        }
        tx.each(
                "SELECT lesson_id, shown, at, success, basis FROM debate_lesson_uses WHERE session_id = ?",
                found -> finding.unlessSame(
                        "steps",
                        context == null ? last : context.seq(),
                        "use of lesson " + found.text(1),
                        known.remove(found.text(1)),
                        use(found.flag(2), Finding.time(found, 3), found.numberOrNull(4), found.textOrNull(5))),
                row.id());
        known.forEach((lesson, use) ->
                finding.found("steps", context == null ? last : context.seq(), "use of lesson " + lesson, use, null));
    }

    private String use(boolean shown, Instant at) {
        JsonFields grade = JsonFields.of(graded == null ? Map.of() : graded.data());
        return graded == null
                ? use(shown, at, null, null)
                : use(shown, at, grade.flag("correct") ? 1L : 0L, grade.text("source"));
    }

    private static String use(boolean shown, Object at, @Nullable Long success, @Nullable String basis) {
        return Json.canonical(Json.object("shown", shown, "at", at, "success", success, "basis", basis));
    }

    /** What the row repeats of the frozen request. */
    private void request() {
        for (String column : SessionRow.COLUMNS.names(Columns.Proof.REQUEST)) {
            Object should = SessionRow.COLUMNS.value(requested, column);
            Object is = SessionRow.COLUMNS.value(row, column);
            if (!Objects.equals(should, is)) {
                at("chain", 1).unlessSame(column, shown(should), shown(is));
            }
        }
    }

    private Finding.OfRow at(String check, long seq) {
        return finding.of("the session", check, seq);
    }

    /** A document as its text, so that the field that differs in it is named. */
    private static @Nullable Object shown(@Nullable Object value) {
        return value instanceof Map<?, ?> ? Json.canonical(value) : value;
    }

    private void ending(DebateRecord record) {
        Finding.OfRow steps = at("steps", last);
        steps.unlessSame("status", status, row.status().text());
        steps.unlessSame("total_rounds", Math.max(0, record.completedRounds()), row.totalRounds());
        DebateEvent end = ending;
        JsonFields data = JsonFields.of(end == null ? Map.of() : end.data());
        Finding.OfRow ended = at("steps", end == null ? last : end.seq());
        ended.unlessSame("completed_at", end == null ? null : end.at(), millis(row.completedAt()));
        ended.unlessSame("stop_reason", data.textOrNull("stop_reason"), row.stopReason());
        ended.unlessSame("error", data.textOrNull("error"), row.error());
        ended.unlessSame("outcome_sha256", data.textOrNull("outcome_sha256"), row.outcomeSha256());
        boolean completed = status.equals("completed");
        ended.unlessSame(
                "final_consensus_score",
                completed ? TurnMapper.rounded(Outcomes.last(record).tally().consensus()) : null,
                row.finalConsensusScore());
        if (!completed) {
            ended.unlessSame("outcome", "{}", Json.canonical(row.outcome()));
        }
    }

    private static @Nullable Instant millis(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
    }

    private void grade() {
        DebateEvent event = graded;
        String expected = null;
        if (event != null) {
            Map<String, @Nullable Object> said = new LinkedHashMap<>(event.data());
            said.put("at", event.at());
            expected = Json.canonical(said);
        }
        String found = GradeRow.find(tx, row.id())
                .map(grade -> Json.canonical(grade.document()))
                .orElse(null);
        finding.unlessSame("steps", event == null ? last : event.seq(), "the grade", expected, found);
    }
}
