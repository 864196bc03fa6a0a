package dev.stoa.debate.session;

import dev.stoa.debate.rules.code.UnifiedDiff;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes versions of code and what tests found about them. Stateless. */
public final class VersionTable {
    private VersionTable() {}

    static void insert(
            Tx tx,
            String id,
            String session,
            String turnId,
            String language,
            DebateConfig config,
            DebateRecord.Version version,
            @Nullable String parentCode,
            Instant at) {
        tx.later(
                """
                INSERT INTO code_versions
                    (id, session_id, turn_id, language, code, version_number, diff_from_previous, created_at,
                     parent_version, agent_id, code_sha256)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                id,
                session,
                turnId,
                language,
                version.code(),
                version.number(),
                parentCode == null ? null : UnifiedDiff.between(parentCode, version.code()),
                at,
                version.parent() == 0 ? null : (Integer) version.parent(),
                config.agent(version.seat()),
                Digest.sha256(version.code()));
    }

    /** A test that came with the request, or that an agent wrote; a phase that is done again writes its own again. */
    static void test(
            Tx tx,
            String session,
            String name,
            boolean supplied,
            @Nullable String author,
            boolean hidden,
            String body) {
        tx.later("""
                INSERT INTO code_tests (session_id, name, origin, author, hidden, body) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (session_id, name) DO UPDATE SET author = excluded.author, body = excluded.body
                WHERE code_tests.origin = 'generated'""", session, name, supplied ? "supplied" : "generated", author, hidden ? 1 : 0, body);
    }

    /** What tests found about the version of a turn. The rate is over the results that are stored with it. */
    static void results(Tx tx, String session, CheckResult result) {
        tx.one("""
                        SELECT v.id FROM code_versions v JOIN debate_turns t ON t.id = v.turn_id
                        WHERE v.session_id = ? AND t.turn_seq = ?""", row -> row.text(1), session, result.turnSeq()).ifPresent(version -> {
            for (CheckResult.TestVerdict test : result.tests()) {
                tx.later("""
                                INSERT INTO code_test_results (version_id, name, status, duration_ms, message)
                                VALUES (?, ?, ?, ?, ?) ON CONFLICT (version_id, name) DO NOTHING""", version, test.name(), test.status(), test.durationMs(), test.message());
            }
            tx.later(
                    "UPDATE code_versions SET test_pass_rate = ?, quality_score = ?, metrics = ? WHERE id = ?",
                    rate(result),
                    quality(result),
                    metrics(result),
                    version);
        });
    }

    /** The share of the tests that ran which passed; null if none ran. */
    public static @Nullable Double rate(CheckResult result) {
        long passed =
                result.tests().stream().filter(CheckResult.TestVerdict::passed).count();
        long ran = result.tests().stream().filter(CheckResult.TestVerdict::ran).count();
        return ran == 0 ? null : (Double) TurnMapper.rounded((double) passed / ran);
    }

    /** What the check says the code is worth; null if it says nothing. */
    public static @Nullable Double quality(CheckResult result) {
        return result.detail().get("quality") instanceof Number quality
                ? (Double) TurnMapper.rounded(quality.doubleValue())
                : null;
    }

    /** What the check measured, as it is stored with the version. */
    public static String metrics(CheckResult result) {
        return result.detail().get("metrics") instanceof Map<?, ?> metrics ? Json.canonical(metrics) : "{}";
    }
}
