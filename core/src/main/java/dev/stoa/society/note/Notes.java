package dev.stoa.society.note;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Trust;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.ContentHash;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.context.ContextSearch;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.knowledge.FactSource;
import dev.stoa.society.knowledge.TrustUpdate;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What agents keep for themselves over their lives. Thread-safe. A note is private until its owner shares it: to all
 * others it does not exist, and those it is shared with can only read it.
 */
public final class Notes {
    /** What a new note writes that is no core note and no journal: an agent has one live note of a topic and text. */
    private static final Scope.Kind TEXT = new Scope.Kind(
                    "note text", "memories", "note_shares", "feed", "agents", "search_docs", "text_sizes")
            .apart();

    private static final int MOST_OLDS = 50;
    private static final int LONGEST_CHAIN = 1_000;

    private final StoreContext commons;
    private final Precondition expected;

    private Notes(StoreContext commons, Precondition expected) {
        this.commons = commons;
        this.expected = expected;
    }

    /** The notes in an archive of {@link SocietyArchive#SCHEMA}. */
    public static Notes over(Archive archive, InstantSource clock, Ids ids) {
        return new Notes(StoreContext.of(archive, clock, ids), Precondition.NONE);
    }

    /** The same notes, each of which is changed only in a version that was expected. */
    public Notes onlyIf(Precondition precondition) {
        return new Notes(commons, Bounds.given("precondition", precondition));
    }

    /** Stores a note. Agents repeat themselves: for the same topic and text the existing note is returned. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public Added<Note> add(Principal by, NoteDraft draft) {
        Rights.check(by);
        // What an agent has one of, or few, it counts over all of its notes.
        boolean beside = commons.archive().isConcurrent()
                && !draft.core()
                && !draft.topic().equals(Note.JOURNAL);
        StoreContext.Write<Supplier<Added<Note>>> unit = (tx, me, now) -> add(tx, me, draft, now);
        return (beside
                        ? commons.write(by, TEXT.of(ContentHash.of(draft.topic(), draft.message())), unit)
                        : commons.write(by, unit))
                .get();
    }

    private Supplier<Added<Note>> add(Tx tx, ResolvedPrincipal me, NoteDraft draft, Instant now) {
        if (draft.topic().equals(Note.JOURNAL)) {
            draft.needJournal();
        }
        String same = NoteTable.same(tx, me.id(), draft.topic(), draft.message());
        if (same != null) {
            Added<Note> there = Added.of(NoteTable.get(tx, me, same), false);
            return () -> there;
        }
        String journal = draft.topic().equals(Note.JOURNAL) ? NoteTable.journal(tx, me.id()) : null;
        String id = commons.ids().next();
        Trust asked = draft.trust() == null ? Trust.HUMAN : draft.trust();
        if (journal != null) {
            NoteSynthesis next = new NoteSynthesis(draft.message(), Note.JOURNAL, null, draft.core() ? true : null);
            NoteLineage.replace(tx, me, List.of(NoteTable.get(tx, me, journal)), next, asked, id, now);
            Note journaled = NoteTable.get(tx, me, id);
            return () -> new Added<>(journaled, true, draft.trust() != null && journaled.trust() != asked);
        }
        if (draft.core()) {
            NoteWriter.needRoom(tx, me.id(), 0);
        }
        Trust trust = asked.atMost(me.ceiling());
        String channel = draft.bridgeChannel() == null ? null : References.channel(tx, me, draft.bridgeChannel());
        NoteWriter.New written = new NoteWriter.New(
                id,
                me.id(),
                draft.topic(),
                draft.message(),
                draft.core(),
                draft.source(),
                channel,
                draft.codeAnchors(),
                null,
                null,
                draft.isPublic(),
                trust);
        LongSupplier seq = NoteWriter.insert(tx, written, now);
        boolean capped = draft.trust() != null && trust != asked;
        if (draft.shareWith().isEmpty()) {
            return () -> new Added<>(written.read(seq.getAsLong(), me.identity(), now), true, capped);
        }
        NoteWriter.shareNew(tx, id, me.id(), draft.shareWith());
        Supplier<Note> shared = NoteTable.lastly(tx, me, id);
        return () -> new Added<>(shared.get(), true, capped);
    }

    /** Writes the one live journal of the actor; what it said before becomes its history. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public Added<Note> journal(Principal by, String message) {
        return add(by, NoteDraft.of(message, Note.JOURNAL));
    }

    /** The notes of an agent that the actor sees: core ones first, then the newest. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Page<Note> list(Principal by, NoteFilter filter) {
        Instant now = commons.now();
        return commons.read(by, (tx, me) -> filter.page().of(NoteTable.list(tx, me, filter, now), NoteTable::order));
    }

    /** One note. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Note get(Principal by, String ref) {
        return commons.read(by, (tx, me) -> NoteTable.named(tx, me, ref));
    }

    /** A note with what it said before, which only its owner is shown, and the notes most like it. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public NoteDetail show(Principal by, String ref) {
        Instant now = commons.now();
        return commons.read(by, (tx, me) -> {
            Note note = NoteTable.named(tx, me, ref);
            boolean own = note.agentId().equals(me.id()) || me.operator();
            return new NoteDetail(
                    note,
                    own ? NoteTable.revisions(tx, note.id()) : List.of(),
                    ContextSearch.related(tx, me, note.id(), note.message(), now));
        });
    }

    /** Gives a note other words; what is null stays. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Note> edit(Principal by, String ref, @Nullable String message, @Nullable String topic) {
        if (message == null && topic == null) {
            throw Bounds.invalid("nothing is to be edited", "give a message, a topic or both");
        }
        return edit(by, ref, message, topic, null);
    }

    /** Gives a note other words and makes it a core note or no more, at once; what is null stays. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Note> edit(
            Principal by, String ref, @Nullable String message, @Nullable String topic, @Nullable Boolean core) {
        if (message == null && topic == null && core == null) {
            throw Bounds.invalid("nothing is to be edited", "give a message, a topic or core");
        }
        Bounds.textOrNull("message", message, 1, Note.LONGEST_MESSAGE);
        Bounds.textOrNull("topic", topic, 1, Note.LONGEST_TOPIC);
        return change(by, ref, (tx, me, note, now) -> {
            boolean marks = core != null && mark(tx, note, core);
            if (message == null && topic == null) {
                return marks;
            }
            if (!note.isLive()) {
                throw new ConflictException("conflict", "note " + note.id() + " is archived", "restore the note first");
            }
            String newTopic = topic == null ? note.topic() : topic;
            String newMessage = message == null ? note.message() : message;
            if (newTopic.equals(Note.JOURNAL) != note.topic().equals(Note.JOURNAL)) {
                throw new ConflictException(
                        "conflict",
                        "a journal stays one, and no other note becomes one",
                        "use the journal operation to write it");
            }
            boolean changes = !newTopic.equals(note.topic()) || !newMessage.equals(note.message());
            if (changes) {
                Trust trust = note.trust().atMost(me.ceiling());
                NoteWriter.rewrite(tx, note, newTopic, newMessage, trust, now);
                if (trust != note.trust()) {
                    TrustUpdate.citing(tx, FactSource.Kind.NOTE, note.id(), now);
                }
            }
            return changes || marks;
        });
    }

    /** Marks or unmarks a core note. Core notes are part of every prompt of their agent. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Note> core(Principal by, String ref, boolean on) {
        return change(by, ref, (tx, me, note, now) -> mark(tx, note, on));
    }

    private static boolean mark(Tx tx, Note note, boolean on) {
        if (note.core() == on) {
            return false;
        }
        if (on && note.isLive()) {
            NoteWriter.needRoom(tx, note.agentId(), 0);
        }
        tx.update("UPDATE memories SET core = ? WHERE memory_id = ?", on ? 1 : 0, note.id());
        return true;
    }

    /** Shares a note with others, or makes it private. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Note> share(Principal by, String ref, NoteSharing sharing) {
        return change(by, ref, (tx, me, note, now) -> {
            boolean opens = sharing.nobody() ? note.isPublic() : sharing.everybody() && !note.isPublic();
            if (opens) {
                tx.update("UPDATE memories SET public = ? WHERE memory_id = ?", sharing.everybody() ? 1 : 0, note.id());
            }
            boolean shares = sharing.nobody()
                    ? tx.update("DELETE FROM note_shares WHERE memory_id = ?", note.id()) > 0
                    : NoteWriter.share(tx, note.id(), note.agentId(), sharing.with());
            return opens || shares;
        });
    }

    /** Archives a note; only queries for archived notes find it. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Note> archive(Principal by, String ref) {
        return change(by, ref, (tx, me, note, now) -> {
            if (note.isLive()) {
                NoteWriter.archive(tx, note.id(), now);
            }
            return note.isLive();
        });
    }

    /** Takes a note back into use, unless another has taken its place. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Note> restore(Principal by, String ref) {
        return change(by, ref, (tx, me, note, now) -> {
            if (note.isLive()) {
                return false;
            }
            if (note.supersededBy() != null) {
                throw new ConflictException(
                        "conflict",
                        "note " + note.id() + " was replaced by " + note.supersededBy(),
                        "read that one, or add a new note");
            }
            String journal = note.topic().equals(Note.JOURNAL) ? NoteTable.journal(tx, note.agentId()) : null;
            if (journal != null) {
                throw NoteLineage.otherJournal(journal);
            }
            if (note.core()) {
                NoteWriter.needRoom(tx, note.agentId(), 0);
            }
            NoteWriter.archive(tx, note.id(), null);
            return true;
        });
    }

    /** Deletes a note for good, with its former words, its readers and its place in the history of others. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public Note delete(Principal by, String ref) {
        return commons.erase(by, (tx, me, now) -> delete(tx, me, ref, now));
    }

    /** The note that would be deleted. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public Note rehearseDelete(Principal by, String ref) {
        return commons.rehearse(by, (tx, me, now) -> delete(tx, me, ref, now));
    }

    private Note delete(Tx tx, ResolvedPrincipal me, String ref, Instant now) {
        Note note = owned(tx, me, ref);
        SearchIndex.remove(tx, SearchIndex.Kind.NOTE, note.id());
        tx.update("DELETE FROM memories WHERE memory_id = ?", note.id());
        TrustUpdate.citing(tx, FactSource.Kind.NOTE, note.id(), now);
        Feed.tell(tx, now, FeedKind.NOTE_DELETED, note.agentId(), null, note.id());
        return note;
    }

    /** Puts one new note in place of several live ones of the actor, which are then archived. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public Added<Note> replace(Principal by, List<String> olds, NoteSynthesis synthesis) {
        Bounds.size("olds", olds, 1, MOST_OLDS);
        return commons.write(by, (tx, me, now) -> {
            List<Note> notes =
                    olds.stream().map(ref -> NoteTable.named(tx, me, ref)).toList();
            Set<String> seen = new HashSet<>();
            for (Note note : notes) {
                if (!seen.add(note.id())) {
                    throw new ConflictException("conflict", "note " + note.id() + " is given twice", "give it once");
                }
            }
            String id = commons.ids().next();
            NoteLineage.replace(tx, me, notes, synthesis, Trust.HUMAN, id, now);
            return Added.of(NoteTable.get(tx, me, id), true);
        });
    }

    /**
     * What a note came from and what became of it.
     *
     * @param limit the maximum number of other notes, 1 to 1,000; the nearest ones
     */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public NoteChain chain(Principal by, String ref, int limit) {
        Bounds.whole("limit", limit, 1, LONGEST_CHAIN);
        return commons.read(by, (tx, me) -> NoteLineage.chain(tx, me, NoteTable.named(tx, me, ref), limit));
    }

    @FunctionalInterface
    private interface Change {
        boolean run(Tx tx, ResolvedPrincipal me, Note note, Instant now);
    }

    private ChangeResult<Note> change(Principal by, String ref, Change change) {
        return commons.write(by, (tx, me, now) -> {
            Note note = owned(tx, me, ref);
            if (!change.run(tx, me, note, now)) {
                return new ChangeResult<>(note, false);
            }
            Feed.tell(tx, now, FeedKind.NOTE_CHANGED, note.agentId(), null, note.id());
            return new ChangeResult<>(NoteTable.get(tx, me, note.id()), true);
        });
    }

    private Note owned(Tx tx, ResolvedPrincipal me, String ref) {
        Note note = NoteTable.named(tx, me, ref);
        if (!note.agentId().equals(me.id()) && !me.operator()) {
            throw new ForbiddenException(
                    "forbidden", "note " + note.id() + " belongs to " + note.identity(), "only its owner changes it");
        }
        expected.check("note " + note.id(), note::etag);
        return note;
    }
}
