package dev.stoa.society.note;

import dev.stoa.base.Trust;
import dev.stoa.json.Etag;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one agent keeps for itself, as the one who reads it sees it: links to notes that are hidden from the reader are
 * not there. Immutable.
 *
 * @param at when its topic or text last changed
 * @param core whether it is part of every prompt of its agent
 * @param supersedes the note it replaced, if it was one
 * @param supersededBy the note that replaced it
 * @param parents the notes it replaced, in the order in which they were given
 * @param sharedWith the identities of agents that may read it
 */
public record Note(
        String id,
        long seq,
        String agentId,
        String identity,
        String topic,
        String message,
        Instant at,
        Instant createdAt,
        @Nullable Instant archivedAt,
        boolean core,
        String source,
        @Nullable String bridgeChannel,
        @Nullable String codeAnchors,
        @Nullable String synthesisNote,
        @Nullable String supersedes,
        @Nullable String supersededBy,
        List<String> parents,
        boolean isPublic,
        List<String> sharedWith,
        Trust trust) {
    /** The topic of which an agent has one live note at most: what it passes on to its next run. */
    public static final String JOURNAL = "journal";

    static final String GENERAL = "general";
    static final int LONGEST_TOPIC = 80;
    static final int LONGEST_MESSAGE = 32_768;

    public Note {
        parents = List.copyOf(parents);
        sharedWith = List.copyOf(sharedWith);
    }

    /** Whether it is in use. */
    public boolean isLive() {
        return archivedAt == null;
    }

    /** Its version. */
    public String etag() {
        return Etag.of(document());
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "memory_id",
                id,
                "seq",
                seq,
                "agent_id",
                agentId,
                "identity",
                identity,
                "topic",
                topic,
                "message",
                message,
                "timestamp",
                at,
                "created_at",
                createdAt,
                "archived_at",
                archivedAt,
                "core",
                core,
                "source",
                source,
                "bridge_channel",
                bridgeChannel,
                "code_anchors",
                codeAnchors,
                "synthesis_note",
                synthesisNote,
                "supersedes",
                supersedes,
                "superseded_by",
                supersededBy,
                "parents",
                parents,
                "public",
                isPublic,
                "shared_with",
                sharedWith,
                "trust",
                trust.text());
    }
}
