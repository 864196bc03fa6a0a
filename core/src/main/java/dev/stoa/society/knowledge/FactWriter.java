package dev.stoa.society.knowledge;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Trust;
import dev.stoa.society.base.ContentHash;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes knowledge within a unit of work. Stateless. */
public final class FactWriter {
    private static final String INSERT = """
            INSERT INTO knowledge (seq, knowledge_id, domain, agent_id, content, confidence, created_at,
                origin_trust, trust, replaces, content_hash)
            VALUES (%s, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private FactWriter() {}

    /** Adds knowledge under an id that is used only if it is new; what was added is looked at after the commit. */
    public static Supplier<Added<Fact>> add(Tx tx, ResolvedPrincipal me, FactDraft draft, String id, Instant now) {
        String same = FactTable.same(tx, draft.domain(), draft.content());
        if (same != null) {
            Added<Fact> there = Added.of(FactTable.get(tx, me, same), false);
            return () -> there;
        }
        List<FactSource> sources = draft.sources().stream()
                .map(source -> source.resolved(tx, me))
                .distinct()
                .toList();
        Fact old = draft.replaces() == null ? null : FactTable.named(tx, me, draft.replaces());
        if (old != null) {
            needReplaceable(old);
        }
        Trust asked = draft.trust() == null ? Trust.HUMAN : draft.trust();
        Trust origin = asked.atMost(me.ceiling());
        Trust trust = TrustUpdate.deserved(tx, sources, origin);
        if (old != null) {
            needTrust(old, trust);
        }
        LongSupplier seq = SearchIndex.addTold(
                tx,
                now,
                FeedKind.KNOWLEDGE_ADDED,
                SearchSources.knowledge(id, me.id(), draft.domain(), draft.content(), now, true, 0),
                INSERT,
                id,
                draft.domain(),
                me.id(),
                draft.content(),
                draft.confidence(),
                now,
                origin.level(),
                trust.level(),
                old == null ? null : old.id(),
                ContentHash.of(draft.domain(), draft.content()));
        for (int i = 0; i < sources.size(); i++) {
            tx.last(
                    "INSERT INTO knowledge_sources (knowledge_id, ordinal, kind, ref) VALUES (?, ?, ?, ?)",
                    id,
                    i,
                    sources.get(i).kind().text(),
                    sources.get(i).ref());
        }
        if (old != null) {
            tx.update("UPDATE knowledge SET replaced_by = ? WHERE knowledge_id = ?", id, old.id());
            archive(tx, old, now, now);
        }
        return () -> new Added<>(
                new Fact(
                        id,
                        seq.getAsLong(),
                        draft.domain(),
                        me.id(),
                        me.identity(),
                        draft.content(),
                        draft.confidence(),
                        0,
                        0,
                        trust,
                        sources.stream().map(FactSource::toString).toList(),
                        old == null ? null : old.id(),
                        null,
                        now,
                        null),
                true,
                draft.trust() != null && trust != asked);
    }

    private static void needReplaceable(Fact old) {
        if (old.replacedBy() != null) {
            throw new ConflictException(
                    "conflict", "knowledge " + old.id() + " was replaced by " + old.replacedBy(), "replace that one");
        }
        if (!old.isLive()) {
            throw new ConflictException(
                    "conflict", "knowledge " + old.id() + " is archived", "restore it first, or replace nothing");
        }
    }

    private static void needTrust(Fact old, Trust trust) {
        if (old.trust().compareTo(trust) > 0) {
            throw new ForbiddenException(
                    "forbidden",
                    "knowledge " + old.id() + " has trust " + old.trust().text() + ", its replacement would have "
                            + trust.text(),
                    "dispute it by a review, or ask a person");
        }
    }

    /** Puts knowledge away, or with null back into use. */
    public static void archive(Tx tx, Fact fact, @Nullable Instant at, Instant now) {
        tx.update("UPDATE knowledge SET archived_at = ? WHERE knowledge_id = ?", at, fact.id());
        SearchIndex.live(tx, SearchIndex.Kind.KNOWLEDGE, fact.id(), at == null);
        Feed.tell(tx, now, FeedKind.KNOWLEDGE_CHANGED, fact.agentId(), null, fact.id());
    }
}
