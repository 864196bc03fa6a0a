package dev.stoa.learning.consensus;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Times;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.search.text.TextTable;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Numbered;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes outcomes and dissents, each in the transaction it is given. Stateless. */
final class ConsensusWriter {
    static final TextTable TEXT = TextTable.of(
            "consensus", "consensus_fts", new TextTable.Column("topic", 1), new TextTable.Column("conclusion", 0.3));
    static final String CONSENSUS_SEQ = "consensus";
    static final String DISSENT_SEQ = "dissent";

    private static final String KNOWN = """
            SELECT (SELECT count(*) FROM consensus_archive WHERE id = ?) + (SELECT count(*) FROM consensus WHERE id = ?)""";

    private static final Scope.Kind OUTCOME = new Scope.Kind("outcome", "consensus", "dissent", "text_sizes");

    private ConsensusWriter() {}

    /**
     * What an outcome is numbered by.
     *
     * @param outcome its number
     * @param dissents the number of its first dissent, which the others follow
     */
    record Numbers(long outcome, long dissents) {
        /** Those that a unit which names its scope has to take before. */
        static List<Numbered.Wanted> wanted(ConsensusDraft draft) {
            int dissents = draft.dissents().size();
            Numbered.Wanted outcome = new Numbered.Wanted(CONSENSUS_SEQ, 1);
            return dissents == 0 ? List.of(outcome) : List.of(outcome, new Numbered.Wanted(DISSENT_SEQ, dissents));
        }

        /** What was taken of them. */
        static Numbers of(List<Long> first) {
            return new Numbers(first.getFirst(), first.getLast());
        }
    }

    /** What recording an outcome writes: its row, and that of the one which it replaces. */
    static Scope scope(ConsensusDraft draft) {
        return draft.supersedes() == null ? OUTCOME.of(draft.id()) : OUTCOME.of(draft.id(), draft.supersedes());
    }

    /** Stores the outcome of a debate; repeated calls store it once. */
    static Added<Consensus> record(Tx tx, ConsensusDraft draft, Trust ceiling, Instant now, @Nullable Numbers numbers) {
        Map<String, @Nullable Object> content = draft.content();
        String contentHash = Json.sha256(content);
        boolean isKnown = tx.number(KNOWN, draft.id(), draft.id()) > 0;
        Optional<Map<String, @Nullable Object>> archived =
                isKnown ? ConsensusVault.record(tx, draft.id()) : Optional.empty();
        if (archived.isPresent()) {
            Consensus known = ConsensusVault.shown(archived.get());
            refuseOther(draft, contentHash, ConsensusVault.row(archived.get()), known);
            return Added.of(known, false);
        }
        Optional<Consensus> present = isKnown ? ConsensusRows.find(tx, draft.id()) : Optional.empty();
        if (present.isPresent()) {
            Stored row = tx.one(
                            "SELECT data FROM consensus WHERE id = ?",
                            r -> new Stored(data(r.textOrNull(1))),
                            draft.id())
                    .orElseThrow();
            refuseOther(draft, contentHash, row, present.get());
            return Added.of(present.get(), false);
        }
        Trust trust = draft.trust().atMost(draft.simulated() ? Trust.UNTRUSTED : ceiling);
        return new Added<>(insert(tx, draft, content, contentHash, trust, now, numbers), true, trust != draft.trust());
    }

    private static Map<String, @Nullable Object> data(@Nullable String json) {
        return Json.object("data", json);
    }

    private static void refuseOther(ConsensusDraft draft, String contentHash, Stored row, Consensus known) {
        String knownHash = row.fieldText("content_hash");
        // A row of another program has no hash; what was debated and what came out must do.
        boolean same = knownHash == null
                ? known.topic().equals(draft.topic()) && known.conclusion().equals(draft.conclusion())
                : knownHash.equals(contentHash);
        if (!same) {
            throw new ConflictException(
                    "conflict",
                    "consensus " + draft.id() + " exists with other content",
                    "record another debate id that supersedes it");
        }
    }

    private static Consensus insert(
            Tx tx,
            ConsensusDraft draft,
            Map<String, @Nullable Object> content,
            String contentHash,
            Trust trust,
            Instant now,
            @Nullable Numbers numbers) {
        if (draft.supersedes() != null) {
            Supersession.link(tx, draft.supersedes(), draft.id());
        }
        boolean fundamental =
                draft.dissents().stream().anyMatch(dissent -> dissent.type() == DissentType.FUNDAMENTAL_DISAGREEMENT);
        Map<String, @Nullable Object> data = new LinkedHashMap<>(content);
        data.remove("dissents");
        data.put(
                "dissent_ids",
                draft.dissents().stream().map(d -> d.id(draft.id())).toList());
        data.put("content_hash", contentHash);
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("id", draft.id());
        values.put("topic", draft.topic());
        values.put("topic_hash", Tokenizer.wordsHash(draft.topic()));
        values.put("conclusion", draft.conclusion());
        values.put(
                "strength",
                Strength.of(draft.agreeing().size(), draft.participants().size(), fundamental)
                        .text());
        values.put("confidence", draft.confidence());
        values.put("domain", draft.domain());
        values.put("tags", Json.write(draft.tags()));
        values.put("participant_count", (long) draft.participants().size());
        values.put("agree_count", (long) draft.agreeing().size());
        values.put("supersedes", draft.supersedes());
        values.put("trust", (long) trust.level());
        values.put("simulated", draft.simulated() ? 1L : 0L);
        values.put("timestamp", Times.show(now));
        values.put("data", Json.write(data));
        long seq = numbers == null ? tx.next(CONSENSUS_SEQ) : numbers.outcome();
        insert(tx, values, seq);
        List<Dissent> dissents = new ArrayList<>();
        for (DissentDraft dissent : draft.dissents()) {
            long next = numbers == null ? tx.next(DISSENT_SEQ) : numbers.dissents() + dissents.size();
            dissents.add(insert(tx, draft.id(), dissent, now, next));
        }
        return Consensus.of(values, seq, dissents, List.of());
    }

    /** Puts a row into the table and the text index, under a new number. */
    static void insert(Tx tx, Map<String, ? extends @Nullable Object> values) {
        insert(tx, values, tx.next(CONSENSUS_SEQ));
    }

    private static void insert(Tx tx, Map<String, ? extends @Nullable Object> values, long seq) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>(values);
        // What was archived by an earlier version has no mark of its own.
        row.putIfAbsent("simulated", Consensus.simulated(new Stored(values).fieldObject("metadata")) ? 1L : 0L);
        StoredTable.CONSENSUS.insert(tx, row, seq);
        TEXT.put(tx, seq, (String) values.get("topic"), (String) values.get("conclusion"));
    }

    private static Dissent insert(Tx tx, String debate, DissentDraft draft, Instant now, long seq) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>(draft.content(debate));
        values.put("data", Json.write(values));
        values.put("acknowledged", 0L);
        values.put("timestamp", Times.show(now));
        StoredTable.DISSENT.insert(tx, values, seq);
        return Dissent.of(values, seq);
    }

    /** Adds a dissent to a debate that is over; a repeated call adds nothing. */
    static Added<Dissent> addDissent(Tx tx, String debate, DissentDraft draft, Instant now) {
        if (tx.number("SELECT count(*) FROM consensus WHERE id = ?", debate) == 0) {
            throw ConsensusRows.missing(tx, debate);
        }
        Optional<Dissent> present = ConsensusRows.dissent(tx, draft.id(debate));
        if (present.isPresent()) {
            return Added.of(present.get(), false);
        }
        Dissent dissent = insert(tx, debate, draft, now, tx.next(DISSENT_SEQ));
        restrengthen(tx, debate);
        return Added.of(dissent, true);
    }

    /** Makes the strength of a row what its counts and dissents say; one that was never counted keeps its own. */
    static void restrengthen(Tx tx, String id) {
        boolean fundamental = tx.number(ofType(tx.dialect()), id, DissentType.FUNDAMENTAL_DISAGREEMENT.text()) > 0;
        tx.one(
                        "SELECT agree_count, participant_count FROM consensus"
                                + " WHERE id = ? AND agree_count IS NOT NULL AND participant_count IS NOT NULL",
                        row -> Strength.of(row.number(1), row.number(2), fundamental),
                        id)
                .ifPresent(
                        strength -> tx.update("UPDATE consensus SET strength = ? WHERE id = ?", strength.text(), id));
    }

    /** The number of a debate's dissents of a type. */
    static String ofType(Dialect dialect) {
        return "SELECT count(*) FROM dissent WHERE debate_id = ? AND " + dialect.unindexed("dissent_type") + " = ?";
    }

    /** Answers a dissent; another answer later is refused, because the first may have been relied on. */
    static Dissent rebut(Tx tx, String id, String text, String by) {
        Dissent dissent = ConsensusRows.dissent(tx, id)
                .orElseThrow(
                        () -> new NotFoundException("not_found", "there is no dissent " + id, "list the dissents"));
        if (dissent.rebuttal() != null) {
            if (!dissent.rebuttal().equals(text)) {
                throw new ConflictException(
                        "conflict",
                        "dissent " + id + " was already answered by " + dissent.rebuttedBy(),
                        "read its rebuttal; if that is wrong, record a debate that supersedes this one");
            }
            return dissent;
        }
        tx.update("UPDATE dissent SET acknowledged = 1, rebuttal = ?, rebutted_by = ? WHERE id = ?", text, by, id);
        return ConsensusRows.dissent(tx, id).orElseThrow();
    }
}
