package dev.stoa.counsel.correction;

import dev.stoa.base.Times;
import dev.stoa.json.Etag;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A correction as it was read. Immutable.
 *
 * @param rejected what is not true; empty if nothing is rejected
 * @param confidence how sure it was when it was stored
 * @param effectiveConfidence how sure it is now, after its decay
 * @param decayClass how fast it ages: A never, B slowly, C fast
 * @param scopeId the project or conversation in which it holds; null if it holds everywhere
 * @param question the question whose answer it corrects
 * @param changeSeq the number of its last change, in the order of commits
 */
public record Correction(
        String id,
        Instant createdAt,
        String subject,
        String domain,
        String claim,
        String rejected,
        double confidence,
        String source,
        double effectiveConfidence,
        String decayClass,
        Map<String, @Nullable Object> metadata,
        CorrectionScope scope,
        @Nullable String scopeId,
        CorrectionStatus status,
        CorrectionType type,
        CorrectionOrigin origin,
        String userId,
        @Nullable String question,
        String subjectKey,
        @Nullable String supersedes,
        @Nullable String supersededBy,
        @Nullable Instant confirmedAt,
        boolean pinned,
        int violations,
        long changeSeq) {
    static final int LONGEST_SUBJECT = 300;
    static final int LONGEST_CLAIM = 4_000;
    static final int LONGEST_REJECTED = 20_000;

    /** The last time at which it was said to hold. */
    public Instant since() {
        return confirmedAt != null && confirmedAt.isAfter(createdAt) ? confirmedAt : createdAt;
    }

    /** The same with its confidence as of another time. */
    Correction at(Instant now) {
        return new Correction(
                id,
                createdAt,
                subject,
                domain,
                claim,
                rejected,
                confidence,
                source,
                Decay.effective(confidence, decayClass, pinned, since(), now),
                decayClass,
                metadata,
                scope,
                scopeId,
                status,
                type,
                origin,
                userId,
                question,
                subjectKey,
                supersedes,
                supersededBy,
                confirmedAt,
                pinned,
                violations,
                changeSeq);
    }

    /** Its version, which does not depend on the time of reading; confirming it makes another. */
    public String etag() {
        Map<String, @Nullable Object> counted = new LinkedHashMap<>(document());
        counted.put("confirmed_at", confirmedAt == null ? null : Times.showMicros(confirmedAt));
        return Etag.of(counted, "effective_confidence");
    }

    /** The correction as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "created_at", Times.showMicros(createdAt),
                "subject", subject,
                "domain", domain,
                "claim", claim,
                "rejected", rejected,
                "confidence", confidence,
                "source", source,
                "effective_confidence", effectiveConfidence,
                "decay_class", decayClass,
                "metadata", metadata,
                "scope", scope.text(),
                "scope_id", scopeId,
                "status", status.text(),
                "type", type.text(),
                "origin", origin.text(),
                "pinned", pinned,
                "supersedes", supersedes,
                "superseded_by", supersededBy);
    }
}
