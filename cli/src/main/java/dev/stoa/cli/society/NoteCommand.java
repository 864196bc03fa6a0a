package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Page;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Documents;
import dev.stoa.cli.console.Screen;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code note}: what an agent keeps for itself. Used by one thread. */
@Command(name = "note", description = "Keep notes for yourself, share them, and replace many by one.")
public final class NoteCommand extends CommandGroup {
    private static final String NOTE = "A note, by its id or at least 8 characters of its end.";
    private static final String TEXT = "What it says; - for standard input.";
    private static final String FILE = "Read the text from a file.";

    @Command(name = "add", description = "Keep a note; the same topic and text again changes nothing.")
    void add(
            @Parameters(paramLabel = "TEXT", arity = "0..1", description = TEXT) @Nullable String text,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file,
            @Option(
                            names = "--topic",
                            paramLabel = "T",
                            defaultValue = "general",
                            description = "What it is about; default ${DEFAULT-VALUE}.")
                    String topic,
            @Option(names = "--core", description = "One of those that the agent is always told.") boolean core,
            @Option(names = "--public", description = "All may read it.") boolean open,
            @Option(names = "--share", paramLabel = "A", description = "An agent that may read it; may be repeated.")
                    @Nullable
                    List<String> share,
            @Option(names = "--anchors", paramLabel = "T", description = "Places in code, kept as they are.") @Nullable
                    String anchors,
            @Option(names = "--channel", paramLabel = "C", description = "A channel it belongs to.") @Nullable
                    String channel,
            @Option(
                            names = "--source",
                            paramLabel = "S",
                            defaultValue = "manual",
                            description = "Where it comes from, a word; default ${DEFAULT-VALUE}.")
                    String source,
            @Option(names = "--trust", paramLabel = "T", description = "At most so much of it is to be believed.")
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
            added(stoa.society().notes().add(main.actor(), draft));
        }
    }

    @Command(name = "journal", description = "Write your journal; what it said before becomes its history.")
    void journal(
            @Parameters(paramLabel = "TEXT", arity = "0..1", description = TEXT) @Nullable String text,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file) {
        String message = main.text("the text", text, file);
        try (Stoa stoa = main.open()) {
            added(stoa.society().notes().journal(main.actor(), message));
        }
    }

    @Command(name = "replace", description = "Put one new note in place of several.")
    void replace(
            @Parameters(paramLabel = "OLD", arity = "1..*", description = NOTE) List<String> olds,
            @Option(names = "--message", paramLabel = "T", description = TEXT) @Nullable String message,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file,
            @Option(names = "--note", paramLabel = "T", description = "How it came about.") @Nullable String why,
            @Option(names = "--topic", paramLabel = "T", description = "Default: the one they have in common.")
                    @Nullable
                    String topic,
            @Option(names = "--core", negatable = true, description = "Whether it is core; default: if one of them is.")
                    @Nullable
                    Boolean core) {
        NoteSynthesis synthesis = new NoteSynthesis(main.text("the message", message, file), topic, why, core);
        try (Stoa stoa = main.open()) {
            added(stoa.society().notes().replace(main.actor(), olds, synthesis));
        }
    }

    private void added(Added<Note> added) {
        Note note = added.value();
        main.print(
                Documents.with(note.document(), "created", added.created()),
                List.of((added.created() ? "kept note " : "there already is note ") + SocietyText.shortId(note.id())));
    }

    @Command(name = "list", description = "List notes: core ones first, then the newest.")
    void list(
            @Option(names = "--agent", paramLabel = "A", description = "Whose; default: your own.") @Nullable
                    String agent,
            @Option(names = "--topic", paramLabel = "T", description = "Of this topic alone.") @Nullable String topic,
            @Option(names = "--core", description = "Core ones alone.") boolean core,
            @Option(names = "--days", paramLabel = "N", description = "ChangeResult within so many days.") @Nullable
                    Integer days,
            @Option(names = "--archived", description = "Those that were put away.") boolean archived,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "At most so many, 1 to 500; default 50.")
                    int limit,
            @Option(names = "--cursor", paramLabel = "C", description = "The next of the page before.") @Nullable
                    String cursor) {
        NoteFilter filter = new NoteFilter(agent, topic, core, days, archived, new Page.Request(limit, cursor));
        try (Stoa stoa = main.open()) {
            Page<Note> page = stoa.society().notes().list(main.actor(), filter);
            main.print(Documents.page(page, Note::document), SocietyText.notes(page));
        }
    }

    @Command(name = "show", description = "Show a note, what it said before, and the notes most like it.")
    void show(@Parameters(paramLabel = "NOTE", description = NOTE) String ref) {
        try (Stoa stoa = main.open()) {
            NoteDetail detail = stoa.society().notes().show(main.actor(), ref);
            main.print(detail.document(), SocietyText.note(detail));
        }
    }

    @Command(name = "chain", description = "Show what a note came from and what became of it.")
    void chain(
            @Parameters(paramLabel = "NOTE", description = NOTE) String ref,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "200",
                            description = "At most so many others, 1 to 1000; default 200.")
                    int limit) {
        try (Stoa stoa = main.open()) {
            NoteChain chain = stoa.society().notes().chain(main.actor(), ref, limit);
            main.print(chain.document(), SocietyText.chain(chain));
        }
    }

    @Command(name = "edit", description = "Give a note other words; what it said is kept.")
    void edit(
            @Parameters(paramLabel = "NOTE", description = NOTE) String ref,
            @Parameters(paramLabel = "TEXT", arity = "0..1", description = TEXT) @Nullable String text,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file,
            @Option(names = "--topic", paramLabel = "T", description = "Another topic.") @Nullable String topic) {
        String message = text == null && file == null ? null : main.text("the text", text, file);
        try (Stoa stoa = main.open()) {
            changed(stoa.society().notes().edit(main.actor(), ref, message, topic), "edited", "says that already");
        }
    }

    @Command(name = "core", description = "Make a note one of those that its agent is always told.")
    void core(
            @Parameters(paramLabel = "NOTE", description = NOTE) String ref,
            @Option(names = "--off", description = "Take it from them.") boolean off) {
        try (Stoa stoa = main.open()) {
            changed(
                    stoa.society().notes().core(main.actor(), ref, !off),
                    off ? "no longer core" : "core",
                    "was so already");
        }
    }

    @Command(name = "share", description = "Let others read a note, or nobody any more.")
    void share(
            @Parameters(paramLabel = "NOTE", description = NOTE) String ref,
            @Option(names = "--with", paramLabel = "A", description = "An agent; may be repeated.") @Nullable
                    List<String> with,
            @Option(names = "--public", description = "Everybody.") boolean open,
            @Option(names = "--none", description = "Nobody.") boolean none) {
        NoteSharing sharing = new NoteSharing(with == null ? List.of() : with, open, none);
        try (Stoa stoa = main.open()) {
            changed(stoa.society().notes().share(main.actor(), ref, sharing), "shared anew", "was so already");
        }
    }

    @Command(name = "archive", description = "Put a note away.")
    void archive(@Parameters(paramLabel = "NOTE", description = NOTE) String ref) {
        try (Stoa stoa = main.open()) {
            changed(stoa.society().notes().archive(main.actor(), ref), "archived", "was archived already");
        }
    }

    @Command(name = "restore", description = "Take a note back into use.")
    void restore(@Parameters(paramLabel = "NOTE", description = NOTE) String ref) {
        try (Stoa stoa = main.open()) {
            changed(stoa.society().notes().restore(main.actor(), ref), "restored", "was in use already");
        }
    }

    private void changed(ChangeResult<Note> changed, String done, String already) {
        Note note = changed.value();
        main.print(
                Documents.with(note.document(), "changed", changed.changed()),
                List.of("note " + SocietyText.shortId(note.id()) + " " + (changed.changed() ? done : already)));
    }

    @Command(name = "delete", description = "Delete a note for good.")
    void delete(
            @Parameters(paramLabel = "NOTE", description = NOTE) String ref,
            @Option(names = "--dry-run", description = "Only say what would be deleted.") boolean dryRun,
            @Option(names = "--yes", description = "Do not ask.") boolean yes) {
        try (Stoa stoa = main.open()) {
            Note note = stoa.society().notes().rehearseDelete(main.actor(), ref);
            if (!dryRun && !yes) {
                main.confirm("Delete note " + note.id() + ", \"" + Screen.cut(note.message(), 40) + "\"?");
            }
            if (!dryRun) {
                note = stoa.society().notes().delete(main.actor(), note.id());
            }
            main.print(
                    Documents.with(note.document(), "changed", !dryRun),
                    List.of("note " + SocietyText.shortId(note.id()) + (dryRun ? " would be deleted" : " deleted")));
        }
    }
}
