package dev.stoa.learning.consensus;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to prove a claim, as a prover ended it. Immutable.
 *
 * @param verified whether a prover said here that the claim holds, and not only because its hypotheses contradict
 *     each other
 * @param vacuity whether the hypotheses are {@code consistent}, {@code contradictory} or that is {@code unknown}; null
 *     if it was not checked
 * @param counterexample a model in which the claim is wrong, if there is one
 */
public record Proof(
        String id,
        String debateId,
        @Nullable String status,
        @Nullable String language,
        @Nullable String formalStatement,
        boolean verified,
        @Nullable String hash,
        @Nullable Double translationTimeMs,
        @Nullable Double proofSearchTimeMs,
        @Nullable String proverVersion,
        @Nullable String errorMessage,
        @Nullable Instant timestamp,
        @Nullable String vacuity,
        @Nullable String counterexample) {

    public static Proof of(Map<String, ? extends @Nullable Object> values) {
        Stored row = new Stored(values);
        Long verified = row.wholeOrNull("is_verified");
        return new Proof(
                row.text("id"),
                row.text("debate_id"),
                row.textOrNull("proof_status"),
                row.textOrNull("language"),
                row.textOrNull("formal_statement"),
                verified != null && verified == 1,
                row.textOrNull("proof_hash"),
                row.realOrNull("translation_time_ms"),
                row.realOrNull("proof_search_time_ms"),
                row.textOrNull("prover_version"),
                row.textOrNull("error_message"),
                row.timeOrNull("timestamp"),
                row.fieldText("vacuity"),
                row.fieldText("counterexample"));
    }

    /** The object that is shown of it. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "debate_id", debateId,
                "proof_status", status,
                "language", language,
                "formal_statement", formalStatement,
                "is_verified", verified,
                "proof_hash", hash,
                "translation_time_ms", translationTimeMs,
                "proof_search_time_ms", proofSearchTimeMs,
                "prover_version", proverVersion,
                "error_message", errorMessage,
                "timestamp", timestamp == null ? null : Times.show(timestamp),
                "data", Json.object("vacuity", vacuity, "counterexample", counterexample));
    }
}
