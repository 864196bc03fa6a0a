package dev.stoa.storage.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.TakeoverRule;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** How rows of another program come into an archive that is in use. */
@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class RowReturnTest {
    private static final ArchiveSchema SCHEMA = ArchiveSchema.named("notebook")
            .version(1, "entries")
            .version(2, "tags")
            .takeover(new TakeoverRule.Reference("reply", "entry_id", "entry", "id"))
            .completion(tx -> tx.update("UPDATE entry SET tag = 'filled in'"))
            .build();

    @Parameter
    private Dialect dialect;

    @TempDir
    private Path directory;

    private Place place;
    private Archive archive;
    private final Quarantine quarantine = new Quarantine();

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        archive = place.open(SCHEMA);
    }

    @AfterEach
    void close() {
        place.close();
    }

    private static RowReturn.Line line(int number, String table, @Nullable Object... row) {
        return new RowReturn.Line(number, table, Json.object(row));
    }

    private RowReturn returned(RowReturn.Line... lines) {
        RowReturn rows = new RowReturn(SCHEMA, List.of(lines), Instant.parse("2026-11-15T08:30:00.123Z"), quarantine);
        archive.write(tx -> {
            rows.run(tx);
            return null;
        });
        return rows;
    }

    @Test
    void whatFitsIsPutInAndTheRestIsSetAsideWithItsLineAndReason() {
        RowReturn rows = returned(
                line(1, "reply", "entry_id", 1L),
                line(2, "entry", "id", 1L, "author", "ana", "body", "one"),
                line(3, "entry", "author", "ana", "body", "one"),
                line(4, "entry", "author", null, "body", "two"),
                line(5, "diary", "day", 1L),
                line(6, "entry", "author", "ana", "colour", "red"),
                line(7, "reply", "entry_id", 99L),
                line(8, "entry", "id", 0L, "author", "ana", "body", "three"));

        assertThat(archive.list("SELECT author, body, tag FROM entry", row -> row.text(1) + row.text(2) + row.text(3)))
                .containsExactly("anaonefilled in");
        assertThat(archive.list("SELECT entry_id FROM reply", row -> row.number(1)))
                .containsExactly(1L);
        assertThat(rows.report("here").tables())
                .containsExactly(
                        new TakeoverReport.Table("diary", 1, 0),
                        new TakeoverReport.Table("entry", 5, 1),
                        new TakeoverReport.Table("reply", 2, 1));
        assertThat(quarantine.rows())
                .extracting(TakeoverReport.SetAside::row)
                .containsExactlyInAnyOrder("line 3", "line 4", "line 5", "line 6", "line 7", "line 8");
        assertThat(reasons())
                .containsEntry("line 5", "there is no table diary")
                .containsEntry("line 6", "there is no column colour")
                .containsEntry("line 7", "entry_id 99 is no row of entry")
                .containsEntry("line 8", "id is its key and 0 is not within 1 to 9007199254740992");
        assertThat(rows.altered()).isEmpty();
    }

    private Map<String, String> reasons() {
        return quarantine.rows().stream()
                .collect(Collectors.toMap(TakeoverReport.SetAside::row, TakeoverReport.SetAside::reason));
    }

    @Test
    void bytesComeBackAsBytesAndWhatIsChangedIsNamed() {
        RowReturn rows = returned(
                line(1, "entry", "author", "ana", "blob", Map.of("base64", "AQL/"), "done", "true", "score", "2.5"));

        assertThat(archive.one("SELECT blob FROM entry", row -> row.bytes(1)))
                .hasValueSatisfying(bytes -> assertThat(bytes).containsExactly(1, 2, 255));
        assertThat(archive.one("SELECT score FROM entry WHERE done", row -> row.real(1)))
                .contains(2.5);
        assertThat(rows.altered())
                .containsExactly(new TakeoverReport.Altered("notebook", "entry", "line 1", "done", "true", "1"));
        assertThat(quarantine.rows()).isEmpty();
    }
}
