package dev.stoa.evolution.run;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("crash")
@OnBothDatabases
class RunOwnersTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void twoProcessesCannotBothOwnARunAndADeadOneLosesIt() {
        try (Place place = Place.on(dialect, folder, EvolutionArchive.SCHEMA)) {
            Archive archive = place.open(EvolutionArchive.SCHEMA, StorageSettings.defaults(), InstantSource.system());
            EvolutionRuns runs =
                    EvolutionRuns.over(new EvolutionContext(archive, InstantSource.system(), Ids.system()));
            Run run = runs.create(ME, Laboratory.draft(0));
            runs.pause(ME, run.id(), 1, "interrupted");
            try (Child first = Child.start(RunClaimer.class, place.where(), run.id())) {
                first.expect("owned 2");
                try (Child second = Child.start(RunClaimer.class, place.where(), run.id())) {
                    second.expect("refused owned");
                }
            }
            // The first was killed: its heart beat a moment ago, but the process is gone.
            try (Child third = Child.start(RunClaimer.class, place.where(), run.id())) {
                third.expect("owned 3");
            }
            assertThat(runs.get(ME, run.id()).fence()).isEqualTo(3);
        }
    }
}
