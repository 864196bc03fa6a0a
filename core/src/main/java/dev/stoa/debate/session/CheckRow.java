package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Type.JSON;
import static dev.stoa.debate.session.Columns.Type.TEXT;
import static dev.stoa.debate.session.Columns.Type.WHOLE;

import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one checker found about the position of a turn. Immutable. */
public record CheckRow(
        String sessionId,
        long turnSeq,
        String checker,
        CheckStatus status,
        Map<String, @Nullable Object> detail,
        @Nullable Long durationMs) {
    public static final Columns<CheckRow> COLUMNS = Columns.<CheckRow>of("debate_checks")
            .key("session_id", TEXT, CheckRow::sessionId)
            .hidden()
            .hashed("turn_seq", WHOLE, CheckRow::turnSeq)
            .hashed("checker", TEXT, CheckRow::checker)
            .hashed("status", TEXT, row -> row.status().text())
            .hashed("detail", JSON, CheckRow::detail)
            .hashed("duration_ms", WHOLE, CheckRow::durationMs)
            .read(row -> new CheckRow(
                    row.text("session_id"),
                    row.number("turn_seq"),
                    row.text("checker"),
                    CheckStatus.of(row.text("status")),
                    row.object("detail"),
                    row.numberOrNull("duration_ms")));

    /** The row of what a check found. */
    static CheckRow of(String session, CheckResult result) {
        Map<String, @Nullable Object> detail = new LinkedHashMap<>(result.detail());
        detail.put(
                "tests",
                result.tests().stream()
                        .map(test -> Json.object(
                                "name", test.name(),
                                "status", test.status(),
                                "duration_ms", test.durationMs(),
                                "message", test.message()))
                        .toList());
        return new CheckRow(
                session,
                result.turnSeq(),
                result.checker(),
                result.status(),
                Json.parseObject(Json.canonical(detail)),
                result.durationMs());
    }

    /** What the rules read of it. */
    CheckResult result() {
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(detail);
        rest.remove("tests");
        var tests = JsonFields.of(detail).objects("tests").stream()
                .map(test -> new CheckResult.TestVerdict(
                        test.text("name"), test.text("status"), test.whole("duration_ms"), test.textOrNull("message")))
                .toList();
        return new CheckResult(
                Math.toIntExact(turnSeq), checker, status, tests, rest, durationMs == null ? 0 : durationMs);
    }

    /** What an event says of it: which it is, and the hash of its row. */
    Map<String, @Nullable Object> named() {
        return Json.object(
                "turn_seq", turnSeq, "checker", checker, "status", status.text(), "row_sha256", COLUMNS.sha256(this));
    }

    /** The check as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
