package dev.stoa.learning.evidence;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The writing of one piece of evidence within a transaction. Immutable, safe from any thread.
 *
 * @param now the time of the writing
 * @param reserved the number of a new row; null for the next one
 */
record EvidenceWriter(
        Tx tx,
        Principal caller,
        Ids ids,
        Instant now,
        @Nullable Long reserved) {
    /** What rows are numbered by. */
    static final String SEQUENCE = "evidence";

    /** What an addition led to, and whether the text still has to be embedded. */
    record Written(Added<Evidence> added, boolean unembedded) {
        Evidence evidence() {
            return added.value();
        }
    }

    /** Adds a piece of evidence, or finds it, with its source, its link and its place. */
    Written add(EvidenceDraft draft) {
        Written written = put(draft);
        String id = written.evidence().id();
        if (draft.link() != null) {
            link(id, draft.link());
        }
        if (draft.place() != null) {
            new PassageWriter(tx, now).put(draft, id);
        }
        boolean more = draft.link() != null
                || draft.place() != null
                || !written.added().created();
        return more
                ? new Written(
                        new Added<>(
                                EvidenceRows.get(tx, id),
                                written.added().created(),
                                written.added().trustCapped()),
                        written.unembedded())
                : written;
    }

    /** Adds a text that stands by itself, with its source and its link; empty if it is there already. */
    Optional<Written> addNew(EvidenceDraft draft) {
        String hash = Tokenizer.contentHash(draft.snippet());
        if (known(draft, hash).isPresent()) {
            return Optional.empty();
        }
        Written written = create(draft, hash);
        if (draft.link() == null) {
            return Optional.of(written);
        }
        DebateLink link = draft.link();
        Evidence alone = written.evidence();
        link(alone.id(), link);
        Evidence linked = alone.with(
                alone.sources(),
                List.of(new Evidence.Use(link.debateId(), link.round(), link.relevance(), link.used())),
                List.of());
        return Optional.of(new Written(new Added<>(linked, true, written.added().trustCapped()), written.unembedded()));
    }

    /** Adds the text and its source alone. */
    Written put(EvidenceDraft draft) {
        String hash = Tokenizer.contentHash(draft.snippet());
        Optional<Evidence> known = known(draft, hash);
        return known.isPresent() ? again(draft, known.get()) : create(draft, hash);
    }

    private Optional<Evidence> known(EvidenceDraft draft, String hash) {
        if (draft.id() != null) {
            Optional<Evidence> same = EvidenceRows.bare(tx, "e.id = ?", draft.id());
            if (same.isPresent()
                    && !hash.equals(Tokenizer.contentHash(same.get().snippet()))) {
                throw new ConflictException(
                        "conflict",
                        "evidence " + draft.id() + " holds another text",
                        "give another id, or none; or forget it first");
            }
            if (same.isPresent()) {
                return same;
            }
        }
        return EvidenceRows.bare(tx, "e.content_hash = ?", hash);
    }

    private Written create(EvidenceDraft draft, String hash) {
        Trust asked = draft.trust() == null ? Trust.UNTRUSTED : draft.trust();
        Trust trust = asked.atMost(caller.trust());
        Enrichment enrichment = Enrichment.of(draft.snippet(), draft.source(), draft.url());
        Quality quality = Quality.of(draft.snippet(), draft.url(), draft.metadata(), draft.reliability(), enrichment);
        Evidence evidence = new Evidence(
                draft.id() == null ? ids.next() : draft.id(),
                reserved == null ? tx.next(SEQUENCE) : reserved,
                hash,
                draft.source(),
                draft.title(),
                draft.snippet(),
                draft.url(),
                draft.reliability(),
                trust,
                null,
                quality,
                enrichment,
                draft.metadata(),
                List.of(new Evidence.Source(
                        draft.source(), draft.url() == null ? "" : draft.url(), draft.title(), now)),
                List.of(),
                List.of(),
                now,
                now);
        tx.later(
                """
                INSERT INTO evidence (id, seq, content_hash, source, title, snippet, url, reliability_score, trust,
                    metadata_json, enriched_metadata_json, quality_scores_json, standalone, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                evidence.id(),
                evidence.seq(),
                hash,
                evidence.source(),
                evidence.title(),
                evidence.snippet(),
                evidence.url(),
                evidence.reliability(),
                trust.level(),
                Json.write(draft.metadata()),
                enrichment.json(),
                Json.write(quality.document()),
                draft.place() == null ? 1 : 0,
                now,
                now);
        source(evidence.id(), draft);
        if (draft.place() == null) {
            EvidenceIndex.put(tx, evidence);
        }
        return new Written(new Added<>(evidence, true, trust != asked), true);
    }

    /** A text that is there already: a repeat adds where it was found, and must not make it more than it was. */
    private Written again(EvidenceDraft draft, Evidence known) {
        String title = known.title() == null || known.title().isBlank() ? draft.title() : null;
        String url = known.url() == null || known.url().isBlank() ? draft.url() : null;
        source(known.id(), draft);
        tx.update("UPDATE evidence SET updated_at = ? WHERE id = ?", now, known.id());
        if (url != null) {
            locate(known, url);
        }
        if (title != null) {
            rename(known, title);
        }
        if (draft.place() == null) {
            standAlone(known.id());
        }
        Trust asked = draft.trust() == null ? known.trust() : draft.trust();
        return new Written(new Added<>(known, false, asked.compareTo(known.trust()) > 0), title != null);
    }

    private void locate(Evidence known, String url) {
        Enrichment enrichment = Enrichment.of(known.snippet(), known.source(), url);
        Quality quality = Quality.of(known.snippet(), url, known.metadata(), known.reliability(), enrichment);
        tx.update(
                "UPDATE evidence SET url = ?, enriched_metadata_json = ?, quality_scores_json = ? WHERE id = ?",
                url,
                enrichment.json(),
                Json.write(quality.document()),
                known.id());
    }

    /** A title is searched and embedded, so the row takes a new number and loses its vector. */
    private void rename(Evidence known, String title) {
        tx.update("""
                UPDATE evidence SET title = ?, seq = ?, embedding = NULL, embedding_model = NULL, vector_seq = NULL
                WHERE id = ?""", title, tx.next(SEQUENCE), known.id());
        if (isStandalone(known.id())) {
            EvidenceIndex.TABLE.remove(tx, known.seq());
            EvidenceIndex.put(tx, EvidenceRows.bare(tx, "e.id = ?", known.id()).orElseThrow());
        }
        for (Place place : new ArrayList<>(EvidenceRows.get(tx, known.id()).passages())) {
            EvidenceIndex.renew(tx, place.documentId(), place.position());
        }
    }

    /** Lets what was a part of documents stand by itself too, so that it outlives them. */
    void standAlone(String id) {
        if (!isStandalone(id)) {
            tx.update("UPDATE evidence SET standalone = 1 WHERE id = ?", id);
            EvidenceIndex.put(tx, EvidenceRows.bare(tx, "e.id = ?", id).orElseThrow());
        }
    }

    private boolean isStandalone(String id) {
        return tx.number("SELECT standalone FROM evidence WHERE id = ?", id) == 1;
    }

    private void source(String id, EvidenceDraft draft) {
        tx.later("""
                INSERT INTO evidence_sources (evidence_id, source, url, title, seen_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (evidence_id, source, url) DO UPDATE
                    SET title = COALESCE(evidence_sources.title, excluded.title)""", id, draft.source(), draft.url() == null ? "" : draft.url(), draft.title(), now);
    }

    /** Links evidence that exists; the first round, the greatest relevance and the use stay. */
    void link(String id, DebateLink link) {
        tx.later(tx.dialect().pick("""
                                INSERT INTO debate_evidence
                                    (debate_id, evidence_id, round_number, relevance_score, used_in_consensus, created_at)
                                VALUES (?, ?, ?, ?, ?, ?)
                                ON CONFLICT (debate_id, evidence_id) DO UPDATE SET
                                    round_number = COALESCE(min(debate_evidence.round_number, excluded.round_number),
                                        debate_evidence.round_number, excluded.round_number),
                                    relevance_score = COALESCE(
                                        max(debate_evidence.relevance_score, excluded.relevance_score),
                                        debate_evidence.relevance_score, excluded.relevance_score),
                                    used_in_consensus = max(COALESCE(debate_evidence.used_in_consensus, 0),
                                        excluded.used_in_consensus)""", """
                                INSERT INTO debate_evidence
                                    (debate_id, evidence_id, round_number, relevance_score, used_in_consensus, created_at)
                                VALUES (?, ?, ?, ?, ?, ?)
                                ON CONFLICT (debate_id, evidence_id) DO UPDATE SET
                                    round_number = LEAST(debate_evidence.round_number, excluded.round_number),
                                    relevance_score = GREATEST(debate_evidence.relevance_score, excluded.relevance_score),
                                    used_in_consensus = COALESCE(debate_evidence.used_in_consensus, false)
                                        OR excluded.used_in_consensus"""), link.debateId(), id, link.round(), link.relevance(), link.used(), now);
    }

    /** Whether there is such a row. */
    boolean exists(@Nullable String id) {
        return tx.number("SELECT count(*) FROM evidence WHERE id = ?", id) > 0;
    }
}
