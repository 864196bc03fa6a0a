package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.debate.DebateArchive;
import dev.stoa.json.Json;
import dev.stoa.learning.Learning;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.critique.CritiqueArchive;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.channel.ReadingTask;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.site.Site;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a text that was just deleted may still be. Immutable.
 *
 * @param unfinished archives whose files still hold it because of readers in other processes
 * @param olderCopies snapshots, replaced archives and backups below the data directory, which no deletion reaches
 * @param debates sessions whose record holds it, until they are deleted
 * @param derived what other archives learnt from a deleted debate and keep, as {@code memory ID} and the like
 * @param readers tasks that have read a deleted message, and what they answered
 */
public record ErasureReport(
        List<String> unfinished,
        List<String> olderCopies,
        List<String> debates,
        List<String> derived,
        List<ReadingTask> readers) {
    private static final String MEMORY = "memory ";
    // A channel may have had very many readers.
    private static final int SHOWN = 20;

    /** What is known after texts were deleted from an archive. */
    public static ErasureReport of(Stoa stoa, ArchiveSchema archive, List<String> texts) {
        return of(stoa, archive, texts, List.of());
    }

    /** What is known after messages were deleted that these tasks had read. */
    public static ErasureReport ofMessages(Stoa stoa, List<String> texts, List<ReadingTask> readers) {
        return of(stoa, SocietyArchive.SCHEMA, texts, readers);
    }

    private static ErasureReport of(Stoa stoa, ArchiveSchema archive, List<String> texts, List<ReadingTask> readers) {
        try (Site site = Stoa.site(stoa.config(), InstantSource.system())) {
            // Looking for debates must not make their archive.
            boolean debates = site.exists(DebateArchive.SCHEMA);
            return of(site, archive, debates ? stoa.debate().sessions().holding(texts) : List.of(), List.of(), readers);
        }
    }

    /** What is known after a debate was deleted: what it taught stays, and repeats its question and its answers. */
    public static ErasureReport ofDebate(Stoa stoa, String session) {
        try (Site site = Stoa.site(stoa.config(), InstantSource.system())) {
            return of(site, DebateArchive.SCHEMA, List.of(), taught(stoa.learning(), site, session), List.of());
        }
    }

    private static ErasureReport of(
            Site site, ArchiveSchema archive, List<String> debates, List<String> derived, List<ReadingTask> readers) {
        return new ErasureReport(
                site.unfinishedErasures(List.of(archive)),
                site.olderCopies(List.of(archive)).stream().map(Path::toString).toList(),
                debates,
                derived,
                readers);
    }

    private static List<String> taught(Learning learning, Site site, String session) {
        List<String> derived = new ArrayList<>();
        String memory = "debate:" + session;
        if (site.exists(ContinuumArchive.SCHEMA)
                && found(() -> learning.memories().show(memory))) {
            derived.add(MEMORY + memory);
        }
        if (site.exists(ConsensusArchive.SCHEMA)
                && found(() -> learning.consensus().show(session))) {
            derived.add("consensus " + session);
        }
        if (site.exists(CritiqueArchive.SCHEMA)
                && !learning.critiques()
                        .list(session, Page.Request.first(1))
                        .items()
                        .isEmpty()) {
            derived.add("critiques of " + session);
        }
        return derived;
    }

    private static boolean found(Supplier<?> row) {
        try {
            return row.get() != null;
        } catch (NotFoundException absent) {
            return false;
        }
    }

    /** The same with the names of older copies instead of their paths, for readers on other machines. */
    public ErasureReport withoutPaths() {
        return new ErasureReport(
                unfinished,
                olderCopies.stream()
                        .map(copy -> String.valueOf(Path.of(copy).getFileName()))
                        .toList(),
                debates,
                derived,
                readers);
    }

    public Map<String, @Nullable Object> document() {
        List<String> all = new ArrayList<>(derived);
        for (ReadingTask reader : readers) {
            all.add("task " + reader.id());
            if (reader.answer() != null) {
                all.add("message " + reader.answer());
            }
        }
        return Json.object(
                "complete",
                unfinished.isEmpty(),
                "unfinished",
                unfinished,
                "older_copies",
                olderCopies,
                "debates",
                debates,
                "derived",
                all);
    }

    /** The same for a person; nothing where nothing is left. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        unfinished.forEach(name -> lines.add("a reader in another process keeps the bytes in the log of archive " + name
                + "; they are removed when the archive is next opened or closed without it"));
        olderCopies.forEach(copy -> lines.add(copy + " is older and may still hold the text; delete it if it must go"));
        debates.forEach(id ->
                lines.add("debate " + id + " holds the text in its record; delete debate " + id + " to remove it"));
        derived.forEach(row -> lines.add(row + " stays, as learnt from it, and may repeat its words"
                + (row.startsWith(MEMORY)
                        ? "; purge memory " + row.substring(MEMORY.length()) + " if it must go"
                        : "")));
        readers.stream().limit(SHOWN).forEach(reader -> lines.add(line(reader)));
        if (readers.size() > SHOWN) {
            lines.add((readers.size() - SHOWN) + " more tasks have read it; the JSON document lists all");
        }
        return lines;
    }

    private static String line(ReadingTask reader) {
        if (reader.run() != null) {
            return "task " + reader.id() + " is reading it, and its answer may repeat its words; stop run "
                    + reader.run() + ", or delete the answer when it comes";
        }
        return reader.answer() == null
                ? "task " + reader.id() + " has read it, and what it left may repeat its words"
                : "task " + reader.id() + " has read it, and its answer may repeat its words; delete message "
                        + reader.answer() + " if it must go";
    }
}
