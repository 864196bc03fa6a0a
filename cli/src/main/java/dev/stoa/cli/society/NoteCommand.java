package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Page;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Documents;
import dev.stoa.cli.console.ErasureText;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.Screen;
import dev.stoa.engine.upkeep.Deletions;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.note.Note;
import dev.stoa.society.note.NoteChain;
import dev.stoa.society.note.NoteDetail;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteFilter;
import dev.stoa.society.note.NoteSharing;
import dev.stoa.society.note.NoteSynthesis;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code note}: what an agent keeps for itself. Used by one thread. */
@Command(
        name = "note",
        description = "Keep notes, share them, and replace several by one.",
        addMethodSubcommands = false)
public final class NoteCommand extends CommandGroup {
    private static final String NOTE = "Id of the note, or at least 8 characters of its end.";
    private static final String TEXT = "Text of the note; - reads it from standard input.";
    private static final String FILE = "Read the text from a file.";

    @Command(name = "add", description = "Add a note; adding the same topic and text again changes nothing.")
    void add(
            @Parameters(paramLabel = "TEXT", arity = "0..1", description = TEXT) @Nullable String text,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file,
            @Option(
                            names = "--topic",
                            paramLabel = "TEXT",
                            defaultValue = "general",
                            description = "Topic of the note (default: ${DEFAULT-VALUE})")
                    String topic,
            @Option(names = "--core", description = "Make it a core note, which is part of every prompt of the agent.")
                    boolean core,
            @Option(names = "--public", description = "Make the note readable by all agents.") boolean open,
            @Option(
                            names = "--share",
                            paramLabel = "AGENT",
                            description = "Agent that may read the note; may be repeated.")
                    @Nullable
                    List<String> share,
            @Option(names = "--anchors", paramLabel = "TEXT", description = "Places in code, stored as given.")
                    @Nullable
                    String anchors,
            @Option(names = "--channel", paramLabel = "CHANNEL", description = "Channel that the note belongs to.")
                    @Nullable
                    String channel,
            @Option(
                            names = "--source",
                            paramLabel = "SOURCE",
                            defaultValue = "manual",
                            description = "Source of the note, one word (default: ${DEFAULT-VALUE})")
                    String source,
            @Option(
                            names = "--trust",
                            paramLabel = "LEVEL",
                            description = "Upper limit of the trust level: untrusted, agent, confirmed or human.")
                    @Nullable
                    String trust) {
        NoteDraft draft = NoteDraft.of(main.text("the text", text, file), topic)
                .core(core)
                .publicly(open)
                .sharedWith(share == null ? List.of() : share)
                .anchors(anchors)
                .channel(channel)
                .source(source)
                .trust(trust == null ? null : Trust.of(trust));
        try (Stoa stoa = main.open()) {
            added(stoa.society().notes().add(main.principal(), draft));
        }
    }

    @Command(name = "journal", description = "Write the journal of the agent; the previous text is kept as history.")
    void journal(
            @Parameters(paramLabel = "TEXT", arity = "0..1", description = TEXT) @Nullable String text,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file) {
        String message = main.text("the text", text, file);
        try (Stoa stoa = main.open()) {
            added(stoa.society().notes().journal(main.principal(), message));
        }
    }

    @Command(name = "replace", description = "Replace several notes by a new one.")
    void replace(
            @Parameters(paramLabel = "OLD", arity = "1..*", description = NOTE) List<String> olds,
            @Option(names = "--message", paramLabel = "TEXT", description = TEXT) @Nullable String message,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file,
            @Option(names = "--note", paramLabel = "TEXT", description = "Reason for the replacement.") @Nullable
                    String why,
            @Option(
                            names = "--topic",
                            paramLabel = "TEXT",
                            description = "Topic of the new note (default: the common topic of the replaced notes)")
                    @Nullable
                    String topic,
            @Option(
                            names = "--core",
                            negatable = true,
                            description =
                                    "Whether the new note is a core note (default: if one of the replaced notes is)")
                    @Nullable
                    Boolean core) {
        NoteSynthesis synthesis = new NoteSynthesis(main.text("the message", message, file), topic, why, core);
        try (Stoa stoa = main.open()) {
            added(stoa.society().notes().replace(main.principal(), olds, synthesis));
        }
    }

    private void added(Added<Note> added) {
        Note note = added.value();
        main.print(
                Documents.with(note.document(), "created", added.created()),
                List.of((added.created() ? "added note " : "already exists: note ") + SocietyText.shortId(note.id())));
    }

    @Command(name = "list", description = "List notes: core ones first, then newest first.")
    void list(
            @Option(
                            names = "--agent",
                            paramLabel = "AGENT",
                            description = "Agent that wrote the notes (default: the acting agent)")
                    @Nullable
                    String agent,
            @Option(names = "--topic", paramLabel = "TEXT", description = "Only notes of this topic.") @Nullable
                    String topic,
            @Option(names = "--core", description = "Only core notes.") boolean core,
            @Option(names = "--days", paramLabel = "N", description = "Only notes changed within this number of days.")
                    @Nullable
                    Integer days,
            @Option(names = "--archived", description = "Only archived notes.") boolean archived,
            @Mixin PageOptions paging) {
        NoteFilter filter = new NoteFilter(agent, topic, core, days, archived, paging.request());
        try (Stoa stoa = main.open()) {
            Page<Note> page = stoa.society().notes().list(main.principal(), filter);
            main.print(Documents.page(page, Note::document), SocietyText.notes(page));
        }
    }

    @Command(name = "show", description = "Show a note with its earlier texts and the most similar notes.")
    void show(@Parameters(paramLabel = "NOTE", description = NOTE) String ref) {
        try (Stoa stoa = main.open()) {
            NoteDetail detail = stoa.society().notes().show(main.principal(), ref);
            main.print(detail.document(), SocietyText.note(detail));
        }
    }

    @Command(name = "chain", description = "Show the notes that a note replaced and those that replaced it.")
    void chain(
            @Parameters(paramLabel = "NOTE", description = NOTE) String ref,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "200",
                            description = "Maximum number of other notes, 1 to 1000 (default: ${DEFAULT-VALUE})")
                    int limit) {
        try (Stoa stoa = main.open()) {
            NoteChain chain = stoa.society().notes().chain(main.principal(), ref, limit);
            main.print(chain.document(), SocietyText.chain(chain));
        }
    }

    @Command(name = "edit", description = "Change the text or topic of a note; the previous text is kept.")
    void edit(
            @Parameters(paramLabel = "NOTE", description = NOTE) String ref,
            @Parameters(paramLabel = "TEXT", arity = "0..1", description = TEXT) @Nullable String text,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file,
            @Option(names = "--topic", paramLabel = "TEXT", description = "New topic.") @Nullable String topic) {
        String message = text == null && file == null ? null : main.text("the text", text, file);
        try (Stoa stoa = main.open()) {
            changed(stoa.society().notes().edit(main.principal(), ref, message, topic), "edited", "is unchanged");
        }
    }

    @Command(name = "core", description = "Make a note a core note, which is part of every prompt of its agent.")
    void core(
            @Parameters(paramLabel = "NOTE", description = NOTE) String ref,
            @Option(names = "--off", description = "Make it an ordinary note.") boolean off) {
        try (Stoa stoa = main.open()) {
            changed(
                    stoa.society().notes().core(main.principal(), ref, !off),
                    off ? "no longer core" : "core",
                    "is unchanged");
        }
    }

    @Command(name = "share", description = "Set which agents may read a note.")
    void share(
            @Parameters(paramLabel = "NOTE", description = NOTE) String ref,
            @Option(
                            names = "--with",
                            paramLabel = "AGENT",
                            description = "Agent that may read the note; may be repeated.")
                    @Nullable
                    List<String> with,
            @Option(names = "--public", description = "Make the note readable by all agents.") boolean open,
            @Option(names = "--none", description = "Make the note private.") boolean none) {
        NoteSharing sharing = new NoteSharing(with == null ? List.of() : with, open, none);
        try (Stoa stoa = main.open()) {
            changed(stoa.society().notes().share(main.principal(), ref, sharing), "has new readers", "is unchanged");
        }
    }

    @Command(name = "archive", description = "Archive a note.")
    void archive(@Parameters(paramLabel = "NOTE", description = NOTE) String ref) {
        try (Stoa stoa = main.open()) {
            changed(stoa.society().notes().archive(main.principal(), ref), "archived", "is already archived");
        }
    }

    @Command(name = "restore", description = "Restore an archived note.")
    void restore(@Parameters(paramLabel = "NOTE", description = NOTE) String ref) {
        try (Stoa stoa = main.open()) {
            changed(stoa.society().notes().restore(main.principal(), ref), "restored", "is not archived");
        }
    }

    private void changed(ChangeResult<Note> changed, String done, String already) {
        Note note = changed.value();
        main.print(
                Documents.with(note.document(), "changed", changed.changed()),
                List.of("note " + SocietyText.shortId(note.id()) + " " + (changed.changed() ? done : already)));
    }

    @Command(name = "delete", description = "Delete a note permanently.")
    void delete(
            @Parameters(paramLabel = "NOTE", description = NOTE) String ref,
            @Option(names = "--dry-run", description = "Show what would be deleted without deleting it.")
                    boolean dryRun,
            @Option(names = "--yes", description = "Do not ask for confirmation.") boolean yes) {
        try (Stoa stoa = main.open()) {
            Deletions deletions = Deletions.of(stoa, main.principal());
            Deletions.Deletion<Note> planned = deletions.note(ref, true);
            Note note = planned.value();
            if (!dryRun && !yes) {
                main.confirm("Delete note " + note.id() + ", \"" + Screen.cut(note.message(), 40) + "\"?");
            }
            ErasureText.print(
                    main,
                    dryRun ? planned : deletions.note(note.id(), false),
                    List.of("note " + SocietyText.shortId(note.id()) + (dryRun ? " would be deleted" : " deleted")));
        }
    }
}
