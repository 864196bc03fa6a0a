package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.memory.ForgetResult;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.Message;
import dev.stoa.society.message.ErasedMessage;
import dev.stoa.society.message.Messages;
import dev.stoa.society.note.Note;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Deletions of text for good, each with where the text may still be. Thread-safe. Whether one is allowed is decided by
 * the stores.
 */
public final class Deletions {
    private static final int PAGE = 500;

    /** Shorter messages are words like "ok", which every debate has. */
    private static final int LEAST_QUOTED = 8;

    private final Stoa stoa;
    private final Principal by;
    private final Precondition expected;

    private Deletions(Stoa stoa, Principal by, Precondition expected) {
        this.stoa = stoa;
        this.by = by;
        this.expected = expected;
    }

    /** Deletions on behalf of a principal. */
    public static Deletions of(Stoa stoa, Principal by) {
        return new Deletions(stoa, by, Precondition.NONE);
    }

    /** The same, where a memory, a channel or a note is deleted only in a version that was expected. */
    public Deletions onlyIf(Precondition precondition) {
        return new Deletions(stoa, by, Bounds.given("precondition", precondition));
    }

    /**
     * What was deleted.
     *
     * @param value what the store says of it
     * @param deleted the object that is shown of it
     * @param left where the text may still be; null if nothing was deleted
     */
    public record Deletion<T>(
            T value,
            Map<String, @Nullable Object> deleted,
            @Nullable ErasureReport left) {
        /** The object for callers from outside, who are told no paths of this machine. */
        public Map<String, @Nullable Object> document() {
            return left == null
                    ? deleted
                    : Deletions.with(deleted, "erasure", left.withoutPaths().document());
        }
    }

    private static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> object, String field, Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(object);
        more.put(field, value);
        return more;
    }

    /** Deletes a memory with all its generations and outcomes. */
    public Deletion<ForgetResult> memory(String id, @Nullable String reason) {
        Continuum memories = stoa.learning().memories().as(by).onlyIf(expected);
        String content = memories.show(id).content();
        ForgetResult forgotten = memories.forget(id, reason, true);
        return new Deletion<>(
                forgotten, forgotten.document(), ErasureReport.of(stoa, ContinuumArchive.SCHEMA, List.of(content)));
    }

    /** Deletes a piece of evidence. */
    public Deletion<Integer> evidence(String id, boolean force, boolean dryRun) {
        EvidenceStore evidence = stoa.learning().evidence().as(by);
        String snippet = evidence.show(id).snippet();
        Map<String, @Nullable Object> deleted = Json.object("deleted", 1, "dry_run", dryRun);
        if (dryRun) {
            evidence.rehearseForget(id, force);
            return new Deletion<>(1, deleted, null);
        }
        evidence.forget(id, force);
        return new Deletion<>(1, deleted, ErasureReport.of(stoa, EvidenceArchive.SCHEMA, List.of(snippet)));
    }

    /** Deletes a channel with all its messages. */
    public Deletion<Channels.Deleted> channel(String ref, boolean dryRun) {
        if (dryRun) {
            Channels.Deleted planned =
                    stoa.society().channels().onlyIf(expected).delete(by, ref, true);
            return new Deletion<>(planned, with(planned.document(), "dry_run", true), null);
        }
        List<String> texts = said(ref);
        Channels.Deleted deleted = RecordedActs.of(stoa, by).onlyIf(expected).deleteChannel(ref);
        return new Deletion<>(
                deleted,
                with(deleted.document(), "dry_run", false),
                ErasureReport.ofMessages(stoa, texts, deleted.readers()));
    }

    /** Everything that was said in a channel, to look for it where it may have been quoted. */
    private List<String> said(String channel) {
        List<String> texts = new ArrayList<>();
        Long after = 0L;
        while (after != null) {
            Page<Message> page = stoa.society().messages().history(by, channel, new Messages.Range(null, after, PAGE));
            page.items().stream()
                    .map(Message::content)
                    .filter(text -> text != null && text.length() >= LEAST_QUOTED)
                    .forEach(texts::add);
            after = page.next() == null ? null : Long.valueOf(page.next());
        }
        return texts;
    }

    /** Erases the text of a message; its number and id remain. */
    public Deletion<ErasedMessage> message(String ref) {
        Message before = stoa.society().messages().get(by, ref);
        ErasedMessage erased = stoa.society().messages().delete(by, ref);
        return new Deletion<>(
                erased,
                with(erased.message().document(), "changed", erased.changed()),
                ErasureReport.ofMessages(
                        stoa, before.content() == null ? List.of() : List.of(before.content()), erased.readers()));
    }

    /** Deletes a note. */
    public Deletion<Note> note(String ref, boolean dryRun) {
        if (dryRun) {
            Note planned = stoa.society().notes().onlyIf(expected).rehearseDelete(by, ref);
            return new Deletion<>(planned, with(planned.document(), "changed", false), null);
        }
        Note note = stoa.society().notes().onlyIf(expected).delete(by, ref);
        return new Deletion<>(
                note,
                with(note.document(), "changed", true),
                ErasureReport.of(stoa, SocietyArchive.SCHEMA, List.of(note.message())));
    }
}
