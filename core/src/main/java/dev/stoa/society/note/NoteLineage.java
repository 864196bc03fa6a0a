package dev.stoa.society.note;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Trust;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts one note in place of several, and follows such replacements. Stateless. A note is replaced once, and always by a
 * new one: so replacements form a forest, however often they happen.
 */
final class NoteLineage {
    private NoteLineage() {}

    /** Replaces notes of the actor by a new one with this id, which is believed no more than this. */
    static void replace(
            Tx tx, ResolvedPrincipal me, List<Note> olds, NoteSynthesis synthesis, Trust most, String id, Instant now) {
        olds.forEach(old -> needOwnAndLive(me, old));
        String topic = topic(olds, synthesis.topic());
        needNoOtherJournal(tx, me.id(), topic, olds);
        int leaving = (int) olds.stream().filter(Note::core).count();
        boolean core = synthesis.core() == null ? leaving > 0 : synthesis.core();
        if (core) {
            NoteWriter.needRoom(tx, me.id(), leaving);
        }
        Trust trust = olds.stream().map(Note::trust).reduce(me.ceiling().atMost(most), Trust::atMost);
        NoteWriter.insert(
                tx,
                new NoteWriter.New(
                        id,
                        me.id(),
                        topic,
                        synthesis.message(),
                        core,
                        "synthesis",
                        null,
                        null,
                        synthesis.note(),
                        olds.size() == 1 ? olds.getFirst().id() : null,
                        false,
                        trust),
                now);
        for (int i = 0; i < olds.size(); i++) {
            String old = olds.get(i).id();
            tx.update("INSERT INTO note_lineage (new_id, old_id, ordinal) VALUES (?, ?, ?)", id, old, i);
            tx.update("UPDATE memories SET superseded_by = ? WHERE memory_id = ?", id, old);
            NoteWriter.archive(tx, old, now);
            Feed.tell(tx, now, FeedKind.NOTE_CHANGED, me.id(), null, old);
        }
    }

    private static void needOwnAndLive(ResolvedPrincipal me, Note old) {
        if (!old.agentId().equals(me.id())) {
            throw new ConflictException(
                    "conflict", "note " + old.id() + " belongs to " + old.identity(), "replace notes of your own");
        }
        if (!old.isLive()) {
            throw new ConflictException(
                    "conflict",
                    old.supersededBy() == null
                            ? "note " + old.id() + " is archived"
                            : "note " + old.id() + " was replaced by " + old.supersededBy(),
                    old.supersededBy() == null ? "restore it first" : "replace that one");
        }
    }

    private static String topic(List<Note> olds, @Nullable String given) {
        if (given != null) {
            return given;
        }
        Set<String> topics = new LinkedHashSet<>();
        olds.forEach(old -> topics.add(old.topic()));
        if (topics.size() > 1) {
            throw Bounds.invalid(
                    "the notes have " + topics.size() + " topics: " + String.join(", ", topics),
                    "give the topic of the new one");
        }
        return topics.iterator().next();
    }

    private static void needNoOtherJournal(Tx tx, String agent, String topic, List<Note> olds) {
        String journal = topic.equals(Note.JOURNAL) ? NoteTable.journal(tx, agent) : null;
        if (journal != null && olds.stream().noneMatch(old -> old.id().equals(journal))) {
            throw otherJournal(journal);
        }
    }

    static ConflictException otherJournal(String journal) {
        return new ConflictException(
                "conflict", "there is a live journal already, note " + journal, "write to it with stoa note journal");
    }

    /** Everything that a note came from and that became of it, as far as the actor sees it. */
    static NoteChain chain(Tx tx, ResolvedPrincipal me, Note start, int limit) {
        Walk back = walk(tx, me, start, "SELECT old_id FROM note_lineage WHERE new_id IN (%s)", limit);
        Walk on = walk(
                tx,
                me,
                start,
                "SELECT new_id FROM note_lineage WHERE old_id IN (%s)",
                limit - back.links().size());
        return new NoteChain(start, back.links(), on.links(), back.more() || on.more());
    }

    private record Walk(List<NoteChain.Link> links, boolean more) {}

    /** Level by level, so that what is near comes first; nothing is visited twice, whatever the rows say. */
    private static Walk walk(Tx tx, ResolvedPrincipal me, Note start, String step, int limit) {
        List<NoteChain.Link> links = new ArrayList<>();
        Set<String> visited = new HashSet<>(Set.of(start.id()));
        List<String> level = List.of(start.id());
        for (int distance = 1; !level.isEmpty(); distance++) {
            int here = distance;
            List<String> next =
                    tx.list(step.formatted(Tx.marks(level.size())), row -> row.text(1), level.toArray()).stream()
                            .filter(visited::add)
                            .toList();
            List<Note> notes = NoteTable.seen(tx, me, next).stream()
                    .sorted(Comparator.comparingLong(Note::seq))
                    .toList();
            int room = limit - links.size();
            notes.stream().limit(room).forEach(note -> links.add(new NoteChain.Link(note, here)));
            if (notes.size() > room) {
                return new Walk(links, true);
            }
            level = notes.stream().map(Note::id).toList();
        }
        return new Walk(links, false);
    }
}
