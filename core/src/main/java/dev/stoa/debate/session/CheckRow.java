package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.HASHED;
import static dev.stoa.debate.session.Columns.Proof.KEY;

import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.json.RecordFields;
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
    public static final Columns<CheckRow> COLUMNS = Columns.of(CheckRow.class, "debate_checks")
            .hidden(KEY, "session_id")
            .add(HASHED, "turn_seq", "checker", "status", "detail", "duration_ms")
            .declared();

    /** The row of what a check found. */
    static CheckRow of(String session, CheckResult result) {
        Map<String, @Nullable Object> detail = new LinkedHashMap<>(result.detail());
        detail.put("tests", result.tests().stream().map(RecordFields::document).toList());
        return new CheckRow(
                session, result.turnSeq(), result.checker(), result.status(), Json.kept(detail), result.durationMs());
    }

    /** What the rules read of it. */
    CheckResult result() {
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(detail);
        rest.remove("tests");
        var tests = JsonFields.of(detail).objects("tests").stream()
                .map(RecordFields.of(CheckResult.TestVerdict.class)::read)
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
