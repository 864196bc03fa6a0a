package dev.stoa.society.foreign;

import dev.stoa.society.base.ContentHash;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.society.knowledge.TrustUpdate;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The knowledge of an import. Not thread-safe. It is trusted as an agent's word, for nobody here heard who said it. */
final class SpaceFacts implements SpaceImporter.Part {
    private final SpaceImporter intake;
    private final List<NewFact> facts = new ArrayList<>();

    private record NewFact(
            SpaceRow row,
            String id,
            String domain,
            String agent,
            String content,
            @Nullable Double confidence,
            Instant created,
            @Nullable Instant archived) {}

    SpaceFacts(SpaceImporter intake) {
        this.intake = intake;
    }

    @Override
    public void decide() {
        boolean none = intake.isEmpty("knowledge");
        intake.rows("knowledge").forEach(row -> decide(row, none));
    }

    private void decide(SpaceRow row, boolean none) {
        String id = row.word("knowledge_id", "id");
        String agent = intake.people().agent(row.word("agent_id"));
        if (agent == null) {
            intake.tally().broken(row, id, "its agent " + row.text("agent_id") + " is not there");
            return;
        }
        String domain = Objects.requireNonNullElse(row.text("domain"), "general");
        String content = Objects.requireNonNullElse(row.text("content"), "");
        List<@Nullable String> says = Arrays.asList(domain, agent, content);
        if (!intake.tally().isNew(row, "knowledge", id, says, key -> none ? Optional.empty() : stored(key))
                || id == null) {
            return;
        }
        if (row.text("domain") == null) {
            intake.tally().remark(SpaceImportReport.Remark.FILLED_IN, row.shown(id) + ": domain general");
        }
        Instant created = intake.time(row, id, "created_at");
        Instant archived = intake.timeOrNull(row, id, "archived_at");
        facts.add(new NewFact(row, id, domain, agent, content, confidence(row, id), created, archived));
        intake.tell(created, FeedKind.KNOWLEDGE_ADDED, agent, null, id);
    }

    private Optional<List<@Nullable String>> stored(String id) {
        return intake.tx()
                .one(
                        "SELECT domain, agent_id, content FROM knowledge WHERE knowledge_id = ?",
                        row -> Arrays.asList(row.text(1), row.text(2), row.text(3)),
                        id);
    }

    private @Nullable Double confidence(SpaceRow row, String id) {
        String stored = row.word("confidence");
        if (stored == null) {
            return null;
        }
        try {
            double confidence = Double.parseDouble(stored.strip());
            if (confidence >= 0 && confidence <= 1) {
                return confidence;
            }
        } catch (NumberFormatException e) {
            // Reported as every other that is none.
        }
        intake.tally().remark(SpaceImportReport.Remark.CONFIDENCES_DROPPED, row.shown(id) + ": " + stored);
        return null;
    }

    @Override
    public void write() {
        Tx tx = intake.tx();
        for (NewFact fact : facts) {
            long seq = intake.seq(FeedKind.KNOWLEDGE_ADDED, fact.id());
            Instant created = Objects.requireNonNull(SpaceImporter.stored(fact.created()));
            tx.update(
                    """
                    INSERT INTO knowledge (knowledge_id, domain, agent_id, content, confidence, created_at,
                        archived_at, seq, content_hash)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                    fact.id(),
                    fact.domain(),
                    fact.agent(),
                    fact.content(),
                    fact.confidence(),
                    created,
                    SpaceImporter.stored(fact.archived()),
                    seq,
                    ContentHash.of(fact.domain(), fact.content()));
            SearchIndex.add(
                    tx,
                    SearchSources.knowledge(
                            fact.id(),
                            fact.agent(),
                            fact.domain(),
                            fact.content(),
                            created,
                            fact.archived() == null,
                            seq));
            intake.tally().written(fact.row());
        }
        TrustUpdate.of(tx, facts.stream().map(NewFact::id).toList(), intake.now());
    }
}
