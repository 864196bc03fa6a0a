package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.proof.Coverage;
import dev.stoa.debate.proof.ReplayReport;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class TamperingTest {
    /** What nothing proves, and the name of the session, without which it is not found. */
    private static boolean covered(String table, String column) {
        return !(table + "." + column).equals("debate_sessions.id")
                && Coverage.covered().stream()
                        .anyMatch(each ->
                                each.table().equals(table) && each.name().equals(column));
    }

    private static final Map<String, String> KINDS = Map.of(
            "debate_sessions", "status",
            "debate_turns", "kind, status",
            "debate_events", "kind",
            "debate_ballots", "stage, valid",
            "debate_options", "session_id",
            "debate_flips", "session_id",
            "debate_checks", "status",
            "debate_gates", "status",
            "debate_grades", "session_id");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    @DisplayName("Editing, deleting, adding or swapping any turn, ballot, event or outcome byte must make replay exit 5"
            + " and name the first bad sequence")
    void whateverIsChangedBehindTheBackOfARecordShowsAtItsSequence() throws Exception {
        try (Hall hall = Hall.on(dialect, folder)) {
            String ladder = hall.hold(DebateRequest.on("q1")
                            .preset(Preset.LADDER)
                            .seed(5)
                            .agents(Hall.seats(4))
                            .set("early_stop", false)
                            .set("check", "grep -q ."))
                    .id();
            String classic = hall.hold(DebateRequest.on("q2")
                            .preset(Preset.CLASSIC)
                            .seed(3)
                            .rounds(1)
                            .agents(Hall.seats(3))
                            .gates(List.of(Phase.PROPOSAL)))
                    .id();
            // The hashes know no backend; what differs is how a column comes back, and one debate shows that.
            boolean both = dialect == Dialect.SQLITE;
            assertThat(vandalised(hall, both ? List.of(ladder, classic) : List.of(ladder)))
                    .isGreaterThan(both ? 300 : 100);
        }
    }

    @Test
    void whateverIsChangedInTheRecordOfAnotherEngineShowsToo() throws Exception {
        try (Hall hall = Hall.on(dialect, folder)) {
            DebateRequest request =
                    DebateRequest.on("q1").seed(5).agents(Hall.seats(4)).set("early_stop", false);
            String own = hall.hold(request).id();
            String copy = Copyist.copy(
                            hall.stoa(),
                            hall.engine(),
                            request,
                            hall.stoa().debate().turns().all(own))
                    .finish()
                    .id();
            assertThat(vandalised(hall, List.of(copy))).isGreaterThan(100);
        }
    }

    /** Changes whatever can be changed of sessions; returns how many single values. */
    private int vandalised(Hall hall, List<String> sessions) throws SQLException {
        int edits = 0;
        List<String> missed = new ArrayList<>();
        try (Connection behind = hall.behind()) {
            for (String session : sessions) {
                Vandal vandal = new Vandal(behind, dialect, hall.stoa().debate().replay(), session);
                assertThat(vandal.replay().mismatches()).isEmpty();
                for (String table : KINDS.keySet().stream().sorted().toList()) {
                    edits += edit(vandal, table, missed);
                    addAndDelete(vandal, table, missed);
                }
                swap(vandal);
                assertThat(vandal.replay().mismatches()).isEmpty();
            }
        }
        assertThat(missed).isEmpty();
        return edits;
    }

    /** Changes every covered column of one row of each kind; returns how many. */
    private static int edit(Vandal vandal, String table, List<String> missed) throws SQLException {
        int edits = 0;
        for (Vandal.Cell row : vandal.rows(table, Objects.requireNonNull(KINDS.get(table)))) {
            for (String column : vandal.columns(table)) {
                if (!covered(table, column)) {
                    continue;
                }
                edits++;
                ReplayReport report = vandal.edit(row, column);
                if (report == null) {
                    // A seat that has a ballot of every stage: the key of the table refuses a second.
                    if (column.equals("stage")) {
                        continue;
                    }
                    missed.add("could not change " + column + " of " + row);
                } else if (report.ok()
                        || !named(
                                vandal,
                                row,
                                column,
                                report.mismatches().getFirst().seq())) {
                    missed.add("changed " + column + " of " + row + ": " + report.mismatches());
                }
            }
        }
        return edits;
    }

    /** Whether the first sequence is that of the event of the row, where there is one. */
    private static boolean named(Vandal vandal, Vandal.Cell row, String column, long seq) throws SQLException {
        if (Set.of("seq", "turn_seq", "session_id", "option_key").contains(column)) {
            return seq > 0;
        }
        return switch (row.table()) {
            case "debate_events" -> seq == row.number("seq");
            // The register tells of the end.
            case "debate_turns" ->
                Set.of("id", "response_time_ms").contains(column) || seq == vandal.storedAt(row.number("turn_seq"));
            default -> seq > 0;
        };
    }

    private static void addAndDelete(Vandal vandal, String table, List<String> missed) throws SQLException {
        for (Vandal.Cell row : vandal.rows(table, Objects.requireNonNull(KINDS.get(table)))) {
            ReplayReport without = vandal.without(row);
            if (without != null && without.ok()) {
                missed.add("deleted " + row);
            }
            ReplayReport copied = vandal.copied(row);
            if (copied != null && copied.ok()) {
                missed.add("added a second " + row);
            }
        }
    }

    private static void swap(Vandal vandal) throws SQLException {
        for (int turn = 1; turn < 4; turn++) {
            assertThat(vandal.swapped("debate_turns", "turn_seq", turn, turn + 1)
                            .ok())
                    .isFalse();
        }
        for (int seq = 1; seq < 12; seq++) {
            ReplayReport report = vandal.swapped("debate_events", "seq", seq, seq + 1);
            assertThat(report.ok()).isFalse();
            assertThat(report.mismatches().getFirst().seq()).isEqualTo(seq);
        }
        assertThat(vandal.swappedBallots().ok()).isFalse();
    }
}
