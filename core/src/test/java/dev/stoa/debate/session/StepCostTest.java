package dev.stoa.debate.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.DebateFixture;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.testing.Databases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a step of a debate costs a server whose row of the session stands in many indexes. */
@Tag("quick")
class StepCostTest {
    private static final String CHANGED = """
            SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_xact_user_tables
            WHERE schemaname = current_schema() AND relname = 'debate_sessions'""";

    @TempDir
    Path folder;

    /** How many rows were changed, and how many of them were entered in no index again. */
    private record Changed(long rows, long unindexed) {
        static Changed of(Tx tx) {
            return tx.one(CHANGED, row -> new Changed(row.number(1), row.number(2)))
                    .orElseThrow();
        }
    }

    @Test
    void aStepEntersTheRowOfItsSessionInNoIndexAgain() {
        assumeThat(Databases.asked(Dialect.POSTGRES)).isTrue();
        TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
        try (Place place = Place.on(Dialect.POSTGRES, folder, DebateArchive.SCHEMA);
                Archive archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock)) {
            String session = new DebateFixture(archive, clock).pending();
            Instant now = clock.instant();
            Lease lease = Objects.requireNonNull(archive.write(tx -> Lease.take(tx, session, "runner", false, now)));
            Instant until = now.plusSeconds(60);

            // What a connection has counted before may still be in its counts.
            List<Changed> counts = archive.write(tx -> {
                Changed before = Changed.of(tx);
                assertThat(tx.update(SessionWriter.FENCE, until, 7, until, 3, "h", 1, 1, 1, session, lease.epoch()))
                        .isEqualTo(1);
                return List.of(before, Changed.of(tx));
            });

            assertThat(counts.getLast().rows() - counts.getFirst().rows()).isEqualTo(1);
            assertThat(counts.getLast().unindexed() - counts.getFirst().unindexed())
                    .isEqualTo(1);
        }
    }
}
