package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stoa.base.StoaException;
import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.proof.Coverage;
import dev.stoa.debate.proof.ReplayAllReport;
import dev.stoa.debate.proof.ReplayReport.Mismatch;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.teaching.Truth;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.debate.session.Columns.Proof;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Invariants;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Whatever is forged in the archive of debates is found by {@code replay --all} and by a deep examination. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class ForgeryTest {
    /** What a deep examination proves, without what it only counts. */
    private static final ArchiveSchema PROOFS = proofs();

    /** What a column without a hash of its own is named by. */
    private static final Map<String, String> NAMES = Map.of(
            "debate_turns", "turns_sha256",
            "code_versions", "versions_sha256",
            "debate_lesson_sources", "lessons_sha256",
            "debate_outbox", "outbox_sha256",
            "debate_checks", "row_sha256");

    /** On PostgreSQL the first column of each table is forged, and of the others one in this number. */
    private static final int SHARE = Integer.getInteger("stoa.test.forgeryShare", 9);

    private static final Set<String> KEYS =
            Set.of("id", "session_id", "lesson_id", "turn_seq", "to_turn_seq", "agent_id", "name", "stage", "checker");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Ground ground;
    private Archive archive;
    private int keys;
    private String first;
    private String deleted;

    @BeforeEach
    void open() throws Exception {
        ground = Ground.on(dialect, folder);
        first = held("q1");
        deleted = held("q2");
        ground.stoa().debate().sessions().delete(deleted, "asked for");
        assertThat(ground.examine()).isEmpty();
        assertThat(all().ok()).isTrue();
    }

    @AfterEach
    void close() {
        ground.close();
    }

    private String held(String topic) throws InterruptedException {
        String id = ground.run(DebateRequest.on(topic)
                        .idempotencyKey("key " + ++keys)
                        .preset(Preset.CLASSIC)
                        .seed(3)
                        .rounds(1)
                        .agents(Hall.seats(3))
                        .gates(List.of(Phase.PROPOSAL)))
                .id();
        String gate = ground.stoa().debate().gates().pending(id).orElseThrow().id();
        ground.stoa().debate().gates().decide(gate, Verdict.APPROVE, "ann", "go on");
        ground.resume(id);
        ground.stoa().debate().grades().grade(id, new Truth.Correct(), "ann");
        return id;
    }

    private String code() throws InterruptedException {
        ground.script()
                .says((situation, call) -> "{\"confidence\":0.7,\"code\":\"def f():\\n    return "
                        + (situation.reflects() ? 2 : call.agent().substring(1)) + "\""
                        + (situation.reflects() ? ",\"reflection\":{\"root_cause\":\"x\",\"change\":\"y\"}}" : "}"));
        return ground.run(Ground.request("two", "script", 2)
                        .preset(Preset.VOTE)
                        .set("reflexion_attempts", 1)
                        .set(
                                "code",
                                Map.of(
                                        "language",
                                        "python",
                                        "tests",
                                        List.of(Map.of(
                                                "name",
                                                "test_two",
                                                "hidden",
                                                false,
                                                "body",
                                                "def test_two():\n    assert f() == 2")))))
                .id();
    }

    /** A debate that teaches a lesson, and is shown what the one before has taught. */
    private String taught(int seed) throws InterruptedException {
        String ballot = """
                {"vote":"A","confidence":0.9,"lessons":[{"category":"pattern","title":"Slow lookups",\
                "problem":"lookups of customers are slow","solution":"build a hashtable of customers"}]}""";
        ground.script()
                .says((situation, call) ->
                        call.kind() == ReplyKind.BALLOT ? ballot : Scripted.answer("a hashtable", 0.9));
        String id = ground.run(Ground.request("lookups of customers are slow", "script", 2)
                        .preset(Preset.VOTE)
                        .voting(VotingRule.BORDA)
                        .seed(seed)
                        .set("memory", true)
                        .set("learn", true))
                .id();
        ground.stoa().debate().grades().grade(id, new Truth.Correct(), "ann");
        return id;
    }

    private static ArchiveSchema proofs() {
        ArchiveSchema.Builder builder = ArchiveSchema.named("debate").version(1, "proofs");
        DebateArchive.SCHEMA.invariants().stream()
                .filter(invariant -> List.of("D9", "D10").contains(invariant.id()))
                .forEach(each -> builder.invariant(each.id(), each.violation(), each.finder()));
        return builder.build();
    }

    private ReplayAllReport all() {
        return ground.stoa().debate().replay().all((one, of) -> {});
    }

    /** What is seen of a forgery: the differences that a replay tells, or why it fails, and what an examination says. */
    private record Seen(List<Mismatch> told, String failed, List<String> examined) {}

    private Seen look() {
        List<Mismatch> told;
        String failed = "";
        try {
            ReplayAllReport report = all();
            told = Stream.concat(
                            report.bad().stream().flatMap(bad -> bad.mismatches().stream()),
                            report.register().mismatches().stream())
                    .toList();
        } catch (StoaException e) {
            told = List.of();
            failed = e.getMessage();
        }
        List<Checkup.Finding> findings = new ArrayList<>();
        archive.read(tx -> {
            Invariants.check(PROOFS, tx, findings);
            return findings;
        });
        return new Seen(
                told, failed, findings.stream().map(Checkup.Finding::message).toList());
    }

    @Test
    void forgingAnyCoveredColumnIsFoundAndTheDifferenceNamesTheField() throws Exception {
        String checked = ground.run(DebateRequest.on("q1")
                        .preset(Preset.LADDER)
                        .seed(5)
                        .agents(Hall.seats(4))
                        .set("early_stop", false)
                        .set("check", "grep -q ."))
                .id();
        List<String> sessions = List.of(first, checked, code(), taught(3), taught(4), deleted);
        List<String> missed = new ArrayList<>();
        Set<String> tables = new LinkedHashSet<>();
        try (Connection behind = behind();
                Archive opened = archive()) {
            archive = opened;
            int number = 0;
            for (Coverage.Column column : Coverage.covered()) {
                // How each column comes back from PostgreSQL is shown by what is tampered with there.
                if (!tables.add(column.table()) && dialect == Dialect.POSTGRES && ++number % SHARE != 0) {
                    continue;
                }
                String said = forged(behind, sessions, column);
                if (said != null) {
                    missed.add(column.table() + "." + column.name() + ": " + said);
                }
            }
        }
        assertThat(missed).isEmpty();
        assertThat(tables).hasSize(18);
        assertThat(all().ok()).isTrue();
    }

    @Test
    void whatCannotBeReadIsNamedAndTheRestIsProvedAllTheSame() throws Exception {
        assumeThat(dialect)
                .as("PostgreSQL keeps only ids and times that are some")
                .isEqualTo(Dialect.SQLITE);
        String other = taught(3);
        String late = taught(4);
        String form = "substr(%1$s, 1, 10) || 'x' || substr(%1$s, 12)";

        assertThat(toldWhile("debate_sessions", "id", "id = '" + other + "'", "replace(id, '-', 'g')"))
                .contains("id of the session");
        assertThat(toldWhile("debate_register", "at", "seq = 4", form.formatted("at")))
                .contains("rows of the register");
        assertThat(toldWhile("debate_tombstones", "deleted_at", "1 = 1", form.formatted("deleted_at")))
                .containsExactly("deleted_at of the tombstone of session " + deleted);
        assertThat(toldWhile("debate_lesson_uses", "at", "session_id = '" + late + "'", form.formatted("at")))
                .anyMatch(field -> field.startsWith("at of use of lesson"));
    }

    /** The fields that are told as different while the one row that a condition names holds something else. */
    private List<String> toldWhile(String table, String column, String where, String value) throws SQLException {
        behind("CREATE TABLE was AS SELECT rowid AS place, " + column + " AS value FROM " + table + " WHERE " + where);
        behind("UPDATE " + table + " SET " + column + " = " + value + " WHERE " + where);
        ReplayAllReport report = all();
        List<Checkup.Finding> examined = ground.examine();
        behind("UPDATE " + table + " SET " + column
                + " = (SELECT value FROM was) WHERE rowid = (SELECT place FROM was)");
        behind("DROP TABLE was");
        assertThat(report.sessions()).isEqualTo(all().sessions());
        assertThat(examined).isNotEmpty();
        assertThat(all().ok()).isTrue();
        return Stream.concat(
                        report.bad().stream().flatMap(bad -> bad.mismatches().stream()),
                        report.register().mismatches().stream())
                .map(Mismatch::field)
                .filter(Objects::nonNull)
                .toList();
    }

    @Test
    void aDebateThatIsDeletedWhileAllAreReplayedIsNoDamageAndTheOthersComeInTheirOrder() throws Exception {
        List<String> more = new ArrayList<>();
        for (int seed = 3; seed < 24; seed++) {
            more.add(taught(seed));
        }
        List<String> replayed = new ArrayList<>();

        // The last is far enough behind the first that nobody has looked at it when the first is reported.
        ReplayAllReport report = ground.stoa().debate().replay().all((one, of) -> {
            if (replayed.isEmpty()) {
                ground.stoa().debate().sessions().delete(more.getLast(), "asked for");
            }
            replayed.add(one.sessionId());
        });

        assertThat(replayed).hasSize(more.size()).startsWith(first).isSorted().doesNotContain(more.getLast());
        assertThat(report.sessions()).isEqualTo(more.size());
        assertThat(report.ok()).isTrue();
    }

    /** What is wrong with what is told of a forged column; null if nothing is. */
    private @Nullable String forged(Connection behind, List<String> sessions, Coverage.Column column)
            throws SQLException {
        if (column.table().equals("debate_register_head") && column.name().equals("id")) {
            return null; // the table has room for one value
        }
        Vandal vandal = new Vandal(behind, dialect, ground.stoa().debate().replay(), first);
        List<Vandal.Cell> rows = new ArrayList<>();
        for (String session : sessions) {
            Vandal each = new Vandal(behind, dialect, ground.stoa().debate().replay(), session);
            rows.addAll(each.rows(column.table(), column.name()));
        }
        if (rows.isEmpty()) {
            return "no rows";
        }
        // Rows that have something there before those that have nothing; some keys leave no room for a change.
        rows.sort(Comparator.comparing(each -> each.values().get(column.name()) == null));
        Seen seen = null;
        for (Vandal.Cell row : rows) {
            seen = seen == null ? vandal.edit(row, column.name(), this::look) : seen;
        }
        if (seen == null) {
            return "could not be changed in any row";
        }
        if (seen.examined().isEmpty()) {
            return "not found by an examination";
        }
        return seen.told().stream().anyMatch(told -> names(told, column)) ? null : "not named: " + seen;
    }

    private static boolean names(Mismatch told, Coverage.Column column) {
        String name = column.name();
        String field = told.field();
        String found = String.valueOf(told.found());
        // What cannot be read at all is named by the reader.
        if (found.contains(name + " of " + column.table() + " cannot be read")
                || (name.equals("config") && found.startsWith("the configuration of debate"))) {
            return true;
        }
        if (field == null) {
            return false;
        }
        if (told.expected() == null || told.found() == null) {
            // A row under another key is one that is missing, or one too many.
            return column.proof() == Proof.KEY || KEYS.contains(name) || field.contains(name);
        }
        boolean whole = told.expected().startsWith("{") && found.startsWith("{");
        boolean hashed = column.proof() == Proof.HASHED && (field.contains("row_sha256") || field.contains("hash of"));
        return !whole
                && (hashed
                        || column.proof() == Proof.KEY
                        || field.contains(name)
                        || field.contains(NAMES.getOrDefault(column.table(), name)));
    }

    @Test
    void aSessionDeletedWithoutTombstoneIsNoticed() throws Exception {
        behind("DELETE FROM debate_events WHERE CAST(session_id AS TEXT) = '" + first + "'");
        behind("DELETE FROM debate_sessions WHERE CAST(id AS TEXT) = '" + first + "'");
        assertThat(all().register().mismatches()).singleElement().satisfies(found -> {
            assertThat(found.field()).isEqualTo("session " + first);
            assertThat(found.expected()).isEqualTo("a session or its tombstone");
        });
        assertThat(all().ok()).isFalse();
        assertThat(ground.examine())
                .extracting(Checkup.Finding::message)
                .anyMatch(said -> said.startsWith("D10: ") && said.contains("session " + first));
    }

    @Test
    void aTestAddedToADebateWithoutCodeIsNoticed() throws Exception {
        behind("INSERT INTO code_tests (session_id, name, origin, hidden, body) VALUES ('" + first
                + "', 'more', 'supplied', 0, 'x')");
        assertThat(ground.stoa().debate().replay().replay(first).mismatches())
                .extracting(Mismatch::field)
                .containsExactly("test more");
    }

    @Test
    void aSessionThatNobodyEnteredIsNoticed() throws Exception {
        behind("INSERT INTO debate_sessions (id, debate_id, topic) VALUES"
                + " ('0197a2b4-0000-7000-8000-000000000001', 'd', 't')");
        assertThat(all().register().mismatches())
                .extracting(Mismatch::field)
                .containsExactly("session 0197a2b4-0000-7000-8000-000000000001");
    }

    @Test
    void aTombstoneWithoutADeletionAndADeletionWithoutATombstoneAreNoticed() throws Exception {
        behind("DELETE FROM debate_tombstones");
        assertThat(all().register().mismatches())
                .extracting(Mismatch::field)
                .containsExactly("tombstone of session " + deleted);
        behind("INSERT INTO debate_tombstones (session_id, debate_id, deleted_at) VALUES"
                + " ('0197a2b4-0000-7000-8000-000000000001', 'd', '2026-01-01T00:00:00.000Z')");
        assertThat(all().register().mismatches())
                .extracting(Mismatch::field)
                .contains("session_id of the tombstone of session 0197a2b4-0000-7000-8000-000000000001");
    }

    @Test
    void aRemovedEntryIsNoticedWhereverItWas() throws Exception {
        long entries = all().register().entries();
        for (long seq : new long[] {1, entries / 2, entries}) {
            behind("CREATE TABLE kept AS SELECT * FROM debate_register WHERE seq = " + seq);
            behind("DELETE FROM debate_register WHERE seq = " + seq);
            assertThat(all().register().ok()).as("without entry " + seq).isFalse();
            assertThat(ground.examine())
                    .extracting(Checkup.Finding::message)
                    .anyMatch(said -> said.startsWith("D10: "));
            behind("INSERT INTO debate_register SELECT * FROM kept");
            behind("DROP TABLE kept");
            assertThat(all().ok()).isTrue();
        }
    }

    @Test
    void entriesThatTradePlacesAreNoticed() throws Exception {
        behind("UPDATE debate_register SET seq = 1000 WHERE seq = 1");
        behind("UPDATE debate_register SET seq = 1 WHERE seq = 2");
        behind("UPDATE debate_register SET seq = 2 WHERE seq = 1000");
        assertThat(all().register().mismatches())
                .extracting(Mismatch::field)
                .contains("prev_hash of entry 1", "hash of entry 1");
    }

    private Archive archive() {
        StorageSettings settings = StorageSettings.defaults();
        return dialect == Dialect.SQLITE
                ? SqliteArchive.open(DebateArchive.SCHEMA, folder, settings, ground.clock())
                : PostgresArchive.open(
                        DebateArchive.SCHEMA, ground.url(), PostgresSettings.defaults(), settings, ground.clock());
    }

    private Connection behind() throws SQLException {
        return Hall.behind(
                dialect, dialect == Dialect.SQLITE ? "jdbc:sqlite:" + folder.resolve("debate.db") : ground.url());
    }

    private void behind(String sql) throws SQLException {
        try (Connection connection = behind();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
