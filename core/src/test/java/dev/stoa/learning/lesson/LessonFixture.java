package dev.stoa.learning.lesson;

import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.DebateRows;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** An archive of debates with its lessons, on either backend, at a time of its own. Used by one test at a time. */
abstract class LessonFixture {
    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    TestClock clock;
    Archive archive;
    DebateRows rows;
    Lessons lessons;
    private Place place;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory, DebateArchive.SCHEMA);
        clock = TestClock.at("2026-11-15T08:30:00Z");
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        rows = new DebateRows(archive);
        lessons = Lessons.over(archive, clock);
    }

    @AfterEach
    void close() {
        place.close();
    }
}
