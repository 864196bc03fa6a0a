package dev.stoa.learning.consensus;

import dev.stoa.base.Times;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.search.text.PromptData;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a debate, with its dissents. Immutable.
 *
 * @param seq its number in the archive; 0 for one that is archived
 * @param strength null if an older program left none
 * @param participantCount null if an older program did not count
 * @param dissents the weightiest first
 * @param proofs of its claims, the oldest first
 */
public record Consensus(
        String id,
        long seq,
        String topic,
        String topicHash,
        String conclusion,
        @Nullable Strength strength,
        @Nullable Double confidence,
        String domain,
        List<String> tags,
        List<String> participants,
        List<String> agreeing,
        List<String> abstaining,
        @Nullable Long participantCount,
        @Nullable Long agreeCount,
        List<String> keyClaims,
        List<String> evidence,
        @Nullable String supersedes,
        @Nullable String supersededBy,
        Trust trust,
        @Nullable Instant timestamp,
        Map<String, @Nullable Object> metadata,
        List<Dissent> dissents,
        List<Proof> proofs) {
    /** The mark in the metadata. */
    static final String SIMULATED = "simulated";

    static Consensus of(
            Map<String, ? extends @Nullable Object> values, long seq, List<Dissent> dissents, List<Proof> proofs) {
        Stored row = new Stored(values);
        Long trust = row.wholeOrNull("trust");
        return new Consensus(
                row.text("id"),
                seq,
                row.text("topic"),
                row.text("topic_hash"),
                row.text("conclusion", ""),
                Strength.stored(row.textOrNull("strength")).orElse(null),
                row.realOrNull("confidence"),
                row.text("domain", ConsensusDraft.GENERAL),
                row.columnTexts("tags"),
                // The second names are those of the original's records.
                row.fieldTexts("participants", "participating_agents"),
                row.fieldTexts("agreeing", "agreeing_agents"),
                row.fieldTexts("abstaining"),
                row.wholeOrNull("participant_count"),
                row.wholeOrNull("agree_count"),
                row.fieldTexts("key_claims"),
                row.fieldTexts("evidence", "supporting_evidence"),
                row.textOrNull("supersedes"),
                row.textOrNull("superseded_by"),
                Trust.ofLevel(trust == null ? 1 : trust),
                row.timeOrNull("timestamp"),
                row.fieldObject("metadata"),
                dissents.stream().sorted(Dissent.WEIGHTIEST_FIRST).toList(),
                List.copyOf(proofs));
    }

    /** Whether chance had a seat in the debate; then it is untrusted and enters no prompt. */
    public boolean simulated() {
        return simulated(metadata);
    }

    static boolean simulated(Map<String, ? extends @Nullable Object> metadata) {
        return Boolean.TRUE.equals(metadata.get(SIMULATED));
    }

    /** The object that is shown of it. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "topic", topic,
                "topic_hash", topicHash,
                "conclusion", conclusion,
                "strength", strength == null ? null : strength.text(),
                "confidence", confidence,
                "domain", domain,
                "tags", tags,
                "participants", participants,
                "agreeing", agreeing,
                "abstaining", abstaining,
                "participant_count", participantCount,
                "agree_count", agreeCount,
                "key_claims", keyClaims,
                "evidence", evidence,
                "supersedes", supersedes,
                "superseded_by", supersededBy,
                "trust", trust.text(),
                "simulated", simulated(),
                "timestamp", timestamp == null ? null : Times.show(timestamp),
                "metadata", metadata,
                "dissents", dissents.stream().map(Dissent::document).toList(),
                "proofs", proofs.stream().map(Proof::document).toList());
    }

    /** Topic and conclusion as they may enter a prompt. */
    public PromptData prompt() {
        return new PromptData("consensus", id, trust, null, topic + "\n" + conclusion);
    }

    /** One of its dissents as it may enter a prompt: the word of one agent, believed no further than the debate. */
    public PromptData prompt(Dissent dissent) {
        return new PromptData(
                "dissent",
                dissent.id(),
                trust.atMost(Trust.AGENT),
                dissent.agentId(),
                dissent.type().text() + "\n" + dissent.content());
    }
}
