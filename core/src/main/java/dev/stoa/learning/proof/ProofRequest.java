package dev.stoa.learning.proof;

import dev.stoa.base.Bounds;
import dev.stoa.json.Digest;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.consensus.ProofLanguage;

/**
 * A claim to be proved. Immutable.
 *
 * @param formalStatement 1 to 262,144 characters
 * @param debateId the debate it belongs to, {@code standalone} for none
 * @param timeoutMs what each question to the prover may take, 100 to 600,000
 */
public record ProofRequest(ProofLanguage language, String formalStatement, String debateId, long timeoutMs) {
    public static final String STANDALONE = "standalone";
    public static final long DEFAULT_TIMEOUT_MS = 10_000;
    private static final int LONGEST = 262_144;

    public ProofRequest {
        Bounds.given("language", language);
        Bounds.given("formalStatement", formalStatement);
        Bounds.given("debateId", debateId);
        formalStatement = Bounds.text("formal_statement", formalStatement, 1, LONGEST);
        debateId = Bounds.id("debate_id", debateId);
        timeoutMs = Bounds.whole("timeout_ms", timeoutMs, 100, 600_000);
    }

    public static ProofRequest of(ProofLanguage language, String formalStatement) {
        return new ProofRequest(language, formalStatement, STANDALONE, DEFAULT_TIMEOUT_MS);
    }

    /** The request that a JSON object describes. */
    public static ProofRequest fromJson(JsonFields fields) {
        ProofRequest request = new ProofRequest(
                ProofLanguage.of(fields.text("language")),
                fields.text("formal_statement"),
                fields.text("debate_id", STANDALONE),
                fields.whole("timeout_ms", DEFAULT_TIMEOUT_MS));
        fields.end();
        return request;
    }

    public ProofRequest debate(String id) {
        return new ProofRequest(language, formalStatement, id, timeoutMs);
    }

    public ProofRequest within(long milliseconds) {
        return new ProofRequest(language, formalStatement, debateId, milliseconds);
    }

    /** The same value for the same statement, regardless of line ends. */
    String hash() {
        String lines = formalStatement.replace("\r\n", "\n").replace('\r', '\n');
        return Digest.sha256(language.text() + "\n" + lines);
    }
}
