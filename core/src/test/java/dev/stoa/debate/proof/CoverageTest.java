package dev.stoa.debate.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.session.Columns.Proof;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set by JUnit
class CoverageTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void everyStoredColumnIsCoveredByAHashOrListedAsUncoveredAndNoOtherIsListed() {
        TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
        try (Place place = Place.on(dialect, folder, DebateArchive.SCHEMA);
                Archive archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock)) {
            Set<String> listed = Coverage.columns().stream()
                    .map(column -> column.table() + "." + column.name())
                    .filter(name -> !name.matches(dialect.pick(
                            "text_sizes\\..*|debate_(lessons|sessions)\\.search.*",
                            "debate_(lessons|topics)_fts\\..*")))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(listed).containsExactlyInAnyOrderElementsOf(stored(archive));
        }
    }

    @Test
    void aColumnThatNothingProvesHasAReasonAndNoOther() {
        assertThat(Coverage.columns())
                .allSatisfy(column -> assertThat(column.reason() != null).isEqualTo(column.proof() == Proof.NONE));
    }

    @Test
    void theGuideListsEveryColumnOfADebateThatNothingProves() throws Exception {
        String guide = Files.readString(
                Path.of(System.getProperty("stoa.basedir", "..")).resolve("docs/debate.md"));
        List<String> tables = List.of("debate_sessions", "debate_outbox");
        assertThat(Coverage.columns())
                .filteredOn(column -> column.proof() == Proof.NONE && tables.contains(column.table()))
                .allSatisfy(column -> assertThat(guide).contains("`" + column.name() + "`"))
                .isNotEmpty();
    }

    /** The columns of all tables; what a text index keeps for itself is its own. */
    private static Set<String> stored(Archive archive) {
        return new TreeSet<>(archive.list(archive.dialect().pick("""
                                SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
                                WHERE t.type = 'table' AND t.name NOT LIKE 'debate\\_lessons\\_fts\\_%' ESCAPE '\\'
                                    AND t.name NOT LIKE 'debate\\_topics\\_fts\\_%' ESCAPE '\\'
                                    AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'""", """
                                SELECT table_name || '.' || column_name FROM information_schema.columns
                                WHERE table_schema = current_schema()"""), row -> row.text(1)));
    }
}
