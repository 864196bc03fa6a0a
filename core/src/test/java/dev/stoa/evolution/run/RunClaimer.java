package dev.stoa.evolution.run;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;

/** A process that claims a run, says what came of it, and then waits for its end. */
public final class RunClaimer {
    private RunClaimer() {}

    /** Its arguments are the place of the archive and the run. */
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        InstantSource clock = InstantSource.system();
        try (Archive archive = args[0].startsWith("jdbc:")
                ? PostgresArchive.open(
                        EvolutionArchive.SCHEMA,
                        args[0],
                        PostgresSettings.defaults(),
                        StorageSettings.defaults(),
                        clock)
                : SqliteArchive.open(EvolutionArchive.SCHEMA, Path.of(args[0]), StorageSettings.defaults(), clock)) {
            EvolutionRuns runs = EvolutionRuns.over(new EvolutionContext(archive, clock, Ids.system()));
            try {
                Run run = runs.claim(
                        Principal.local(), args[1], Claim.by(Owner.self().toString()));
                out.println("owned " + run.fence());
            } catch (ConflictException e) {
                out.println("refused " + e.code());
            }
            out.flush();
            System.in.read();
        }
    }
}
