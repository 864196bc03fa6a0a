package dev.stoa.debate.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The declared columns of debate rows against the tables, and what of them nothing proves. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set by JUnit
class ColumnsTest {
    private static final List<Columns<?>> DECLARED = List.of(
            SessionRow.COLUMNS,
            DebateTurn.COLUMNS,
            DebateEvent.COLUMNS,
            OptionRow.COLUMNS,
            BallotRow.COLUMNS,
            FlipRow.COLUMNS,
            CheckRow.COLUMNS,
            GateRow.COLUMNS,
            GradeRow.COLUMNS);

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void everyColumnOfATableIsDeclaredAndNoOther() {
        TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
        try (Place place = Place.on(dialect, folder, DebateArchive.SCHEMA);
                Archive archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock)) {
            for (Columns<?> declared : DECLARED) {
                assertThat(declared.names().split(", "))
                        .as(declared.table())
                        .containsExactlyInAnyOrderElementsOf(stored(archive, declared.table()));
            }
        }
    }

    @Test
    void onlyWhatTellsOfTheMachineIsUnproven() {
        Map<String, List<String>> unproven = new TreeMap<>();
        for (Columns<?> declared : DECLARED) {
            List<String> names = declared.names(Columns.Proof.NONE);
            if (!names.isEmpty()) {
                unproven.put(declared.table(), names);
            }
        }

        assertThat(unproven)
                .isEqualTo(Map.of(
                        "debate_sessions",
                        List.of(
                                "updated_at",
                                "active_ms",
                                "metadata",
                                "request_sha256",
                                "idempotency_key",
                                "runner_id",
                                "runner_epoch",
                                "lease_until",
                                "recoveries"),
                        "debate_turns",
                        List.of("response_time_ms", "created_at")));
    }

    private static List<String> stored(Archive archive, String table) {
        return archive.list(
                archive.dialect()
                        .pick(
                                "SELECT name FROM pragma_table_info(?)",
                                "SELECT column_name FROM information_schema.columns"
                                        + " WHERE table_schema = current_schema() AND table_name = ?"),
                row -> row.text(1),
                table);
    }
}
