package dev.stoa.learning.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema.Invariant;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** An empty continuum on one backend, and after each test the check that all that must hold still does. */
abstract class ContinuumFixture {
    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    final TestClock clock = TestClock.at("2026-11-15T08:30:00Z");
    Place place;
    Archive archive;
    Continuum continuum;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory, ContinuumArchive.SCHEMA);
        archive = place.open(ContinuumArchive.SCHEMA, StorageSettings.defaults(), clock);
        continuum = over(archive, Embedder.off());
    }

    @AfterEach
    void close() {
        try {
            assertThat(violations()).isEmpty();
        } finally {
            place.close();
        }
    }

    /** The same memories as another process sees them. */
    Continuum elsewhere() {
        return over(place.open(ContinuumArchive.SCHEMA, StorageSettings.defaults(), clock), Embedder.off());
    }

    Continuum over(Archive data, Embedder embedder) {
        return Continuum.over(data, clock, Ids.of(clock, new SplittableRandom(7)), embedder, Runnable::run);
    }

    Continuum asAgent(String name) {
        return continuum.as(Principal.agentToken(name));
    }

    List<String> violations() {
        return archive.read(tx -> {
            List<String> found = new ArrayList<>();
            for (Invariant invariant : ContinuumArchive.SCHEMA.invariants()) {
                invariant.finder().violations(tx, 5).forEach(row -> found.add(invariant.id() + ": " + row));
            }
            return found;
        });
    }

    Memory added(MemoryDraft draft) {
        return continuum.add(draft).value();
    }

    Memory added(String id, String content) {
        return added(MemoryDraft.of(content).id(id));
    }

    /** Runs a statement as another program would, which knows nothing of this one. */
    void foreign(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first value of a query, as another program sees it. */
    String value(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            assertThat(result.next()).as(sql).isTrue();
            return String.valueOf(result.getString(1));
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    long count(String table) {
        return Long.parseLong(value("SELECT count(*) FROM " + table));
    }

    Connection connect() throws SQLException {
        return dialect == Dialect.SQLITE
                ? DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("continuum.db"))
                : DriverManager.getConnection(place.where() + "&currentSchema=continuum");
    }
}
