package dev.stoa.debate;

import dev.stoa.debate.rules.CheckResult;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Tx;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes what checks found. Stateless. */
final class CheckTable {
    private CheckTable() {}

    static void insert(Tx tx, String session, CheckResult result) {
        tx.update(
                """
                INSERT INTO debate_checks (session_id, turn_seq, checker, status, detail, duration_ms)
                VALUES (?, ?, ?, ?, ?, ?)""",
                session,
                result.turnSeq(),
                result.checker(),
                result.status().text(),
                Json.canonical(detail(result)),
                result.durationMs());
    }

    /** What the event says of a check: which it is, and the hash of its row. */
    static Map<String, @Nullable Object> named(CheckResult result) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("turn_seq", result.turnSeq());
        map.put("checker", result.checker());
        map.put("status", result.status().text());
        map.put("row_sha256", hash(result));
        return map;
    }

    static String hash(CheckResult result) {
        return Json.sha256(Json.object(
                "turn_seq",
                result.turnSeq(),
                "checker",
                result.checker(),
                "status",
                result.status().text(),
                "detail",
                Json.parse(Json.canonical(detail(result))),
                "duration_ms",
                result.durationMs()));
    }

    private static Map<String, @Nullable Object> detail(CheckResult result) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>(result.detail());
        map.put(
                "tests",
                result.tests().stream()
                        .map(test -> Json.object(
                                "name",
                                test.name(),
                                "status",
                                test.status(),
                                "duration_ms",
                                test.durationMs(),
                                "message",
                                test.message()))
                        .toList());
        return map;
    }

    /** A stored check as the rules read it. */
    static CheckResult result(CheckRow row) {
        Map<String, @Nullable Object> detail = new LinkedHashMap<>(row.detail());
        JsonFields fields = JsonFields.of(row.detail());
        var tests = fields.objects("tests").stream()
                .map(test -> new CheckResult.TestVerdict(
                        test.text("name"), test.text("status"), test.whole("duration_ms"), test.textOrNull("message")))
                .toList();
        detail.remove("tests");
        Long duration = row.durationMs();
        return CheckResult.of(
                Math.toIntExact(row.turnSeq()),
                row.checker(),
                row.status(),
                tests,
                detail,
                duration == null ? 0 : duration);
    }
}
