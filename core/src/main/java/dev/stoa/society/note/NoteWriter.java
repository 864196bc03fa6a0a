package dev.stoa.society.note;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Trust;
import dev.stoa.society.base.ContentHash;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.References;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Writes notes within a unit of work, each with its place in the text index. Stateless. */
public final class NoteWriter {
    /** All core notes are part of every prompt, so their number is small. */
    static final int MOST_CORE = 32;

    private static final int KEPT_REVISIONS = 20;

    private static final String INSERT = """
            INSERT INTO memories (seq, memory_id, agent_id, topic, message, timestamp, created_at, core, source,
                bridge_channel, code_anchors, synthesis_note, supersedes, public, trust, content_hash)
            VALUES (%s, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String SHARE =
            "INSERT INTO note_shares (memory_id, agent_id) VALUES (?, ?) ON CONFLICT DO NOTHING";

    static final String LIVE_CORE =
            "SELECT count(*) FROM memories WHERE agent_id = ? AND core = 1 AND archived_at IS NULL";

    private NoteWriter() {}

    /** What is written of a new note besides its words. */
    record New(
            String id,
            String agent,
            String topic,
            String message,
            boolean core,
            String source,
            @Nullable String bridgeChannel,
            @Nullable String codeAnchors,
            @Nullable String synthesisNote,
            @Nullable String supersedes,
            boolean isPublic,
            Trust trust) {
        /** The note as its owner reads it, before it is shared. */
        Note read(long seq, String identity, Instant now) {
            return new Note(
                    id,
                    seq,
                    agent,
                    identity,
                    topic,
                    message,
                    now,
                    now,
                    null,
                    core,
                    source,
                    bridgeChannel,
                    codeAnchors,
                    synthesisNote,
                    supersedes,
                    null,
                    List.of(),
                    isPublic,
                    List.of(),
                    trust);
        }
    }

    /** Stores a note; its number is looked at after the commit. */
    static LongSupplier insert(Tx tx, New note, Instant now) {
        return SearchIndex.addTold(
                tx,
                now,
                FeedKind.NOTE_ADDED,
                SearchSources.note(note.id(), note.agent(), note.topic(), note.message(), now, true, 0),
                INSERT,
                note.id(),
                note.agent(),
                note.topic(),
                note.message(),
                now,
                now,
                note.core() ? 1 : 0,
                note.source(),
                note.bridgeChannel(),
                note.codeAnchors(),
                note.synthesisNote(),
                note.supersedes(),
                note.isPublic() ? 1 : 0,
                note.trust().level(),
                ContentHash.of(note.topic(), note.message()));
    }

    /** Shares a note with agents that was inserted by this unit. */
    static void shareNew(Tx tx, String note, String owner, List<String> refs) {
        readers(tx, owner, refs).forEach(agent -> tx.last(SHARE, note, agent));
    }

    /** Shares a note with agents; returns whether any of them could not read it before. */
    static boolean share(Tx tx, String note, String owner, List<String> refs) {
        int added = 0;
        for (String agent : readers(tx, owner, refs)) {
            added += tx.update(SHARE, note, agent);
        }
        return added > 0;
    }

    private static Set<String> readers(Tx tx, String owner, List<String> refs) {
        Set<String> agents = new LinkedHashSet<>();
        refs.forEach(ref -> agents.add(References.agent(tx, ref)));
        agents.remove(owner);
        return agents;
    }

    /** Puts other words into a note and keeps those it had. */
    static void rewrite(Tx tx, Note note, String topic, String message, Trust trust, Instant now) {
        long revision =
                tx.number("SELECT COALESCE(max(revision), 0) + 1 FROM note_revisions WHERE memory_id = ?", note.id());
        tx.update("""
                INSERT INTO note_revisions (memory_id, revision, topic, message, changed_at)
                VALUES (?, ?, ?, ?, ?)""", note.id(), revision, note.topic(), note.message(), now);
        tx.update(
                "DELETE FROM note_revisions WHERE memory_id = ? AND revision <= ?",
                note.id(),
                revision - KEPT_REVISIONS);
        tx.update("""
                UPDATE memories SET topic = ?, message = ?, timestamp = ?, content_hash = ?, trust = ?
                WHERE memory_id = ?""", topic, message, now, ContentHash.of(topic, message), trust.level(), note.id());
        SearchIndex.put(tx, SearchSources.note(note.id(), note.agentId(), topic, message, now, true, note.seq()));
    }

    public static void archive(Tx tx, String note, @Nullable Instant at) {
        tx.update("UPDATE memories SET archived_at = ? WHERE memory_id = ?", at, note);
        SearchIndex.live(tx, SearchIndex.Kind.NOTE, note, at == null);
    }

    /** Refuses one core note too many; those that are about to be archived do not count. */
    static void needRoom(Tx tx, String agent, int leaving) {
        long core = tx.number(LIVE_CORE, agent);
        if (core - leaving >= MOST_CORE) {
            throw new ConflictException(
                    "limit",
                    "an agent has at most " + MOST_CORE + " live core notes",
                    "replace several by one, or unmark a core note");
        }
    }
}
