package dev.stoa.evolution.retention;

import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;

/** A process that prunes a run and waits for its end before anything of it is committed. */
public final class KilledPruner {
    private KilledPruner() {}

    /** Its arguments are the place of the archive and the run. */
    public static void main(String[] args) {
        PrintStream out = System.out;
        InstantSource clock = InstantSource.system();
        Archive archive = args[0].startsWith("jdbc:")
                ? PostgresArchive.open(
                        EvolutionArchive.SCHEMA,
                        args[0],
                        PostgresSettings.defaults(),
                        StorageSettings.defaults(),
                        clock)
                : SqliteArchive.open(EvolutionArchive.SCHEMA, Path.of(args[0]), StorageSettings.defaults(), clock);
        archive.write(tx -> {
            PruneReport report = PruneTable.prune(tx, args[1], PrunePolicy.defaults(), clock.instant());
            out.println("pruned " + report.archivedEpisodes());
            out.flush();
            Runtime.getRuntime().halt(9);
            return report;
        });
    }
}
