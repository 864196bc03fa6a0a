package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Several processes on one archive at once, on both backends. */
@Tag("crash")
@OnBothDatabases
class FourProcessesTest {
    private static final int PROCESSES = 4;
    private static final int THREADS = 4;
    private static final int UNITS = Integer.getInteger("stoa.crash.units", 100);

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private final List<Child> children = new ArrayList<>();

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
    }

    @AfterEach
    void close() {
        children.forEach(Child::close);
        place.close();
    }

    @Test
    void processesThatCreateTheArchiveAndWriteAtOnceLoseNothingAndDoubleNothing() throws Exception {
        for (int p = 0; p < PROCESSES; p++) {
            children.add(Child.start(Writer.class, place.where(), "process" + p, THREADS, UNITS));
        }
        children.forEach(child -> child.expect("started"));
        children.forEach(child -> child.say("go"));

        Audit audit = new Audit();
        for (Child child : children) {
            List<String> said = child.rest();
            child.succeed();
            audit.acknowledge(said);
            assertThat(said)
                    .as("no error reached a caller")
                    .endsWith("done")
                    .noneMatch(line -> line.startsWith("failed"));
        }
        assertThat(audit.acknowledged()).isEqualTo(PROCESSES * THREADS * UNITS);
        if (dialect == Dialect.SQLITE) {
            audit.checkFile(directory.resolve("notebook.db"));
            assertThat(directory.toFile().list())
                    .as("nothing is left lying about")
                    .containsExactly("notebook.db");
        } else {
            audit.checkServer(place.where());
        }
    }

    @Test
    void aCommitOfAnotherProcessIsSignalled() throws Exception {
        Archive archive = place.open(Units.SCHEMA);
        Child child = Child.start(Writer.class, place.where(), "other", 1, 1);
        children.add(child);
        child.expect("started");
        try (CommitSignal.Watch watch = archive.commits().watch()) {
            assertThat(watch.await(Duration.ZERO))
                    .as("nothing was committed yet")
                    .isFalse();
            child.say("go");
            List<String> authors = List.of();
            while (authors.isEmpty()) {
                // On PostgreSQL it may also come for something that was committed to another database of the server.
                assertThat(watch.await(Duration.ofSeconds(Child.LIFE_SECONDS))).isTrue();
                authors = archive.list("SELECT author FROM entry", row -> row.text(1));
            }
            assertThat(authors).containsExactly("other/0");
        }
    }
}
