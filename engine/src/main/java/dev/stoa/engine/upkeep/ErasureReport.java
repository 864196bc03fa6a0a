package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.debate.DebateArchive;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.site.Site;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a text that was just deleted may still be. Immutable.
 *
 * @param unfinished archives whose files still hold it because of readers in other processes
 * @param olderCopies snapshots, replaced archives and backups below the data directory, which no deletion reaches
 * @param debates sessions whose record holds it, until they are deleted
 */
public record ErasureReport(List<String> unfinished, List<String> olderCopies, List<String> debates) {
    /** What is known after texts were deleted from an archive. */
    public static ErasureReport of(Stoa stoa, ArchiveSchema archive, List<String> texts) {
        try (Site site = Stoa.site(stoa.config(), InstantSource.system())) {
            return new ErasureReport(
                    site.unfinishedErasures(List.of(archive)),
                    site.olderCopies(List.of(archive)).stream()
                            .map(Path::toString)
                            .toList(),
                    // Looking for debates must not make their archive.
                    site.exists(DebateArchive.SCHEMA) ? stoa.debate().sessions().holding(texts) : List.of());
        }
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "complete",
                unfinished.isEmpty(),
                "unfinished",
                unfinished,
                "older_copies",
                olderCopies,
                "debates",
                debates);
    }

    /** The same for a person; nothing where nothing is left. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        unfinished.forEach(name -> lines.add("a reader in another process keeps the bytes in the log of archive " + name
                + "; they are removed when the archive is next opened or closed without it"));
        olderCopies.forEach(copy -> lines.add(copy + " is older and may still hold the text; delete it if it must go"));
        debates.forEach(id ->
                lines.add("debate " + id + " holds the text in its record; delete debate " + id + " to remove it"));
        return lines;
    }
}
