package dev.stoa.counsel.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.foreign.ForeignFile;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Files of the program before: every row is kept, altered and named, or set aside and named. */
@OnBothDatabases
class AuaImportTest {
    private static final Principal ME = Principal.local();
    private static final int FUZZED = Integer.getInteger("stoa.test.auaFiles", 15);

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private Place place;
    private Stoa stoa;
    private Path file;

    @BeforeEach
    void open() {
        file = elsewhere.resolve("old.db");
        place = Place.on(dialect, folder, CounselArchive.SCHEMA);
        stoa = stoa(place, folder);
    }

    private static Stoa stoa(Place place, Path folder) {
        String where = place.where();
        Location location =
                where.startsWith("jdbc:") ? Location.postgres(where, folder) : Location.directory(Path.of(where));
        return Stoa.open(
                StoaConfig.load(ConfigSources.of(folder, Map.of(), location)),
                TestClock.at("2026-02-03T04:05:06Z"),
                Runnable::run);
    }

    @AfterEach
    void close() {
        stoa.close();
        healthy(place);
        place.close();
    }

    private static void healthy(Place place) {
        assertThat(place.examine(CounselArchive.SCHEMA, true).findings().stream()
                        .filter(Checkup.Finding::damage)
                        .map(Checkup.Finding::message))
                .isEmpty();
    }

    private AuaImportReport take() {
        return take(AuaOptions.defaults().aside(elsewhere.resolve("aside")));
    }

    private AuaImportReport take(AuaOptions options) {
        try (ForeignFile old = ForeignFile.open(file)) {
            assertThat(AuaImport.recognises(old)).isTrue();
            AuaImportReport report = stoa.counsel().auaImport().run(ME, old, file, options, false);
            report.tables()
                    .forEach((table, rows) -> assertThat(rows.imported() + rows.skipped())
                            .as(table)
                            .isEqualTo(rows.read()));
            return report;
        }
    }

    private List<String> texts(String sql) {
        Archive archive = place.open(CounselArchive.SCHEMA);
        return archive.list(sql, row -> String.valueOf(row.textOrNull(1)));
    }

    private List<String> said(String conversation) {
        return stoa.counsel().messages().page(ME, conversation, MessageRequest.oldest(500)).items().stream()
                .map(Message::content)
                .toList();
    }

    @Test
    void conversationsKeepTheirMessagesInTheOrderOfTheirTimesAndOfEqualTimesOfTheirRows() throws Exception {
        try (OldAua old = OldAua.at(file)) {
            old.insert("projects", "project_id", "p", "name", "plain:Law", "created_at", 90.5);
            old.insert(
                    "conversations",
                    "conversation_id",
                    "c",
                    "title",
                    "Chat",
                    "project_id",
                    "p",
                    "created_at",
                    100,
                    "updated_at",
                    103);
            old.message("m3", "c", "assistant", "third", 102)
                    .message("m1", "c", "user", "first", 101)
                    .message("m2", "c", "assistant", "second", 101);
            old.insert(
                    "message_keywords",
                    "keyword",
                    "first",
                    "message_id",
                    "m1",
                    "conversation_id",
                    "c",
                    "created_at",
                    1);
        }
        AuaImportReport report = take();
        assertThat(report.altered()).isEmpty();
        assertThat(report.setAside()).isEmpty();
        assertThat(said("c")).containsExactly("first", "second", "third");
        assertThat(texts("SELECT name FROM projects")).containsExactly("Law");
        assertThat(texts("SELECT CAST(last_seq AS TEXT) FROM conversations")).containsExactly("3");
        assertThat(texts("SELECT tail_hash FROM conversations")).doesNotContain("null");
        assertThat(report.tables().get("message_keywords")).isEqualTo(new AuaImportReport.Table(1, 0, 1));
        assertThat(texts("SELECT keyword FROM message_keywords")).isEmpty();
        assertThat(report.leftOut()).contains("table app_meta (0 rows)", "column token_counters.user_id");
    }

    @Test
    void theSameFileAgainChangesNothingAndOtherContentUnderAKnownIdAbortsByName() throws Exception {
        try (OldAua old = OldAua.at(file)) {
            old.conversation("c", "Chat", 100)
                    .message("m", "c", "user", "first", 101)
                    .correction("k", "oak", "a tree", 5);
            old.audit("a", 7, "{\"event_type\": \"query\"}", "event_type", "query");
        }
        assertThat(take().imported()).isEqualTo(4);
        AuaImportReport again = take();
        assertThat(again.imported()).isZero();
        assertThat(texts("SELECT CAST(count(*) AS TEXT) FROM audit_legacy")).containsExactly("1");
        Files.delete(file);
        try (OldAua old = OldAua.at(file)) {
            old.conversation("c2", "New", 100).conversation("c", "Chat", 100).message("m", "c", "user", "forged", 101);
        }
        assertThatThrownBy(this::take)
                .isInstanceOf(ConflictException.class)
                .hasMessage("1 row exists here with other content: messages m");
        assertThat(texts("SELECT conversation_id FROM conversations")).containsExactly("c");
    }

    @Test
    void whatIsMissingIsRecoveredAndWhatIsWrongIsAlteredOrSetAsideByName() throws Exception {
        try (OldAua old = OldAua.looseAt(file)) {
            old.message("m1", "lost", "user", "orphan", 50)
                    .message("m2", "lost", "robot", "who", 51)
                    .message("m3", "lost", "user", "", 52);
            old.insert("messages", "message_id", null, "conversation_id", "lost", "role", "user", "content", "x");
            old.insert(
                    "messages",
                    "message_id",
                    "m4",
                    "conversation_id",
                    "lost",
                    "role",
                    "user",
                    "content",
                    "late",
                    "created_at",
                    "soon",
                    "accuracy_level",
                    "extreme",
                    "models_used",
                    "gpt");
            old.insert(
                    "conversations",
                    "conversation_id",
                    "c",
                    "title",
                    "Chat",
                    "project_id",
                    "nowhere",
                    "created_at",
                    100,
                    "updated_at",
                    90);
            old.insert("model_runs", "run_id", "r", "specialist", "s", "created_at", 5, "tenant_id", "acme");
            old.insert(
                    "assertion_events",
                    "id",
                    "e",
                    "created_at",
                    5,
                    "session_id",
                    "gone",
                    "assertion_name",
                    "n",
                    "level",
                    "fatal",
                    "passed",
                    1);
            old.insert("promotions", "id", "p", "created_at", 5, "specialist", "s", "event", "demote");
            old.insert("correction_events", "id", "x", "created_at", 5, "correction_id", "gone", "event", "applied");
        }
        AuaImportReport report = take();
        assertThat(report.stubs()).isEqualTo(4);
        assertThat(texts("SELECT title FROM conversations ORDER BY conversation_id"))
                .containsExactly("Chat", "(recovered)", "(recovered)");
        assertThat(texts("SELECT name FROM projects")).containsExactly("(recovered)");
        assertThat(said("lost")).containsExactly("orphan", "late");
        assertThat(report.setAside())
                .containsExactlyInAnyOrder(
                        "messages m2: role \"robot\" is neither user nor assistant",
                        "messages m3: it has no content",
                        "messages row 4: it has no message_id",
                        "correction_events x: correction_id gone is no correction",
                        "promotions p: event \"demote\" is neither promote nor rollback");
        assertThat(report.altered())
                .contains(
                        "messages m4: accuracy_level extreme became null",
                        "messages m4: models_used gpt became [\"gpt\"]",
                        "messages m4: created_at soon became 2026-02-03T04:05:06Z",
                        "assertion_events e: level fatal became info");
        assertThat(texts("SELECT context FROM model_runs")).containsExactly("{\"tenant_id\":\"acme\"}");

        Path aside = Objects.requireNonNull(report.quarantine());
        assertThat(AuaImport.isQuarantine(aside)).isTrue();
        Files.writeString(
                aside, Files.readString(aside).replace("robot", "assistant").replace("demote", "promote"));
        AuaImportReport repaired = stoa.counsel()
                .auaImport()
                .runAgain(ME, aside, AuaOptions.defaults().aside(elsewhere.resolve("aside")), false);
        assertThat(repaired.imported()).isEqualTo(2);
        assertThat(repaired.setAside()).hasSize(3);
        assertThat(said("lost")).containsExactly("orphan", "late", "who");
    }

    @Test
    void chatsBecomeConversationsAndDeletedOnesAreCountedAndNotImported() throws Exception {
        try (OldAua old = OldAua.at(file)) {
            old.insert("chat_sessions", "id", "s1", "created_at", 10, "updated_at", 11, "title", "Kept");
            old.insert("chat_sessions", "id", "s2", "created_at", 10, "updated_at", 11, "title", "Gone", "deleted", 1);
            old.insert(
                    "chat_messages", "id", "a", "session_id", "s1", "role", "user", "content", "hi", "created_at", 10);
            old.insert(
                    "chat_messages", "id", "b", "session_id", "s2", "role", "user", "content", "no", "created_at", 10);
        }
        AuaImportReport report = take();
        assertThat(said("s1")).containsExactly("hi");
        assertThat(texts("SELECT title FROM conversations")).containsExactly("Kept");
        assertThat(report.tables().get("chat_sessions")).isEqualTo(new AuaImportReport.Table(2, 1, 1));
        assertThat(report.tables().get("chat_messages")).isEqualTo(new AuaImportReport.Table(2, 1, 1));
    }

    @Test
    void encryptedTextsNeedTheirKeyAndWithoutItNothingIsImported() throws Exception {
        try (OldAua old = OldAua.at(file)) {
            old.conversation("c", "plain:Chat", 100)
                    .message("m", "c", "user", OldAua.encrypted("grüß dich"), 101)
                    .message("n", "c", "user", "enc:v1:AAAA", 102);
        }
        assertThatThrownBy(this::take)
                .isInstanceOf(ConflictException.class)
                .extracting(e -> ((StoaException) e).code())
                .isEqualTo("key_missing");
        assertThat(texts("SELECT title FROM conversations")).isEmpty();
        AuaImportReport report = take(new AuaOptions(OldAua.KEY, elsewhere.resolve("aside")));
        assertThat(said("c")).containsExactly("grüß dich");
        assertThat(texts("SELECT title FROM conversations")).containsExactly("Chat");
        assertThat(report.setAside()).containsExactly("messages n: content does not open with the key that was given");
        assertThatThrownBy(() -> new AuaOptions("abc", null)).hasMessageContaining("has 3 characters");
        assertThat(new AuaOptions(OldAua.KEY, null).toString()).doesNotContain("0001");
    }

    @Test
    void correctionsBecomeClassCTheNewestOfASubjectStaysActiveAndSupersededOnesAreNot() throws Exception {
        try (OldAua old = OldAua.at(file)) {
            old.correction("k1", "the oak", "a shrub", 10)
                    .correction("k2", "Oak", "a tree", 20)
                    .correction("k3", "elm", "a tree", 30);
            old.insert(
                    "corrections",
                    "id",
                    "k4",
                    "created_at",
                    40,
                    "subject",
                    "ash",
                    "domain",
                    "general",
                    "claim",
                    "wood",
                    "confidence",
                    1.7,
                    "effective_confidence",
                    -1,
                    "decay_class",
                    "D",
                    "scope",
                    "superseded",
                    "tenant_id",
                    "acme",
                    "metadata",
                    "not json");
            old.insert("correction_events", "id", "e1", "created_at", 50, "correction_id", "k2", "event", "applied");
        }
        AuaImportReport report = take();
        assertThat(
                        texts(
                                "SELECT id || ' ' || status || ' ' || scope || ' ' || decay_class FROM corrections ORDER BY id"))
                .containsExactly(
                        "k1 superseded global C", "k2 active global C", "k3 active global C", "k4 superseded global C");
        assertThat(texts("SELECT superseded_by FROM corrections WHERE id = 'k1'"))
                .containsExactly("k2");
        assertThat(Json.parseObject(texts("SELECT metadata FROM corrections WHERE id = 'k4'")
                        .getFirst()))
                .isEqualTo(Map.of("imported", "not json", "tenant_id", "acme"));
        assertThat(report.altered())
                .contains(
                        "corrections k4: decay_class D became C",
                        "corrections k4: confidence 1.7 became 1.0",
                        "corrections k4: effective_confidence -1.0 became 0.0");
        assertThat(texts("SELECT event FROM correction_events WHERE correction_id = 'k2' ORDER BY seq"))
                .containsExactly("created", "applied");
    }

    @Test
    void notesAreNumberedByTheirTimesAndCountersCountedAgain() throws Exception {
        try (OldAua old = OldAua.at(file)) {
            old.conversation("c", "Chat", 100);
            for (int i = 1; i <= 5; i++) {
                old.message("m" + i, "c", "user", "eightchr", 100 + i);
            }
            old.insert(
                    "context_backups",
                    "backup_id",
                    "b2",
                    "conversation_id",
                    "c",
                    "specialist",
                    "s",
                    "trigger",
                    "coverage_job_stale",
                    "thread_number",
                    1,
                    "backup_text",
                    "later",
                    "created_at",
                    103.5);
            old.insert(
                    "context_backups",
                    "backup_id",
                    "b1",
                    "conversation_id",
                    "c",
                    "specialist",
                    "s",
                    "trigger",
                    "manual",
                    "thread_number",
                    1,
                    "backup_text",
                    "earlier",
                    "created_at",
                    102);
            old.insert(
                    "token_counters",
                    "counter_id",
                    "t",
                    "specialist",
                    "s",
                    "conversation_id",
                    "c",
                    "token_estimate",
                    999,
                    "message_count",
                    99);
            old.insert("token_counters", "counter_id", "t2", "specialist", "s", "conversation_id", "c");
        }
        take();
        assertThat(texts("SELECT backup_id || ' ' || thread_number || ' ' || covers_seq || ' ' || trigger"
                        + " FROM context_backups ORDER BY thread_number"))
                .containsExactly("b1 1 1 manual", "b2 2 3 coverage_job_no_backup");
        assertThat(texts("SELECT token_estimate || ' ' || message_count || ' ' || thread_number FROM token_counters"))
                .containsExactly("4 2 3");
    }

    @Test
    void theOldLogIsKeptAsItWasAndComparedWithItsOwnRule() throws Exception {
        try (OldAua old = OldAua.at(file)) {
            old.audit(
                    "a1",
                    7.25,
                    "{\"details\": {\"n\": 1, \"t\": \"na\\u00efve\"}, \"event_type\": \"query\", \"u_score\": 0.5}",
                    "event_type",
                    "query",
                    "u_score",
                    0.5,
                    "details",
                    "{\"n\": 1, \"t\": \"naïve\"}");
            old.audit("a2", 8, "{\"event_type\": \"promote\"}", "event_type", "promote");
            old.audit("a3", 9, "{\"event_type\": \"query\"}", "event_type", "rollback");
        }
        AuaImportReport report = take();
        assertThat(report.legacyRows()).isEqualTo(3);
        assertThat(report.verified()).isEqualTo(2);
        List<String> kept = texts("SELECT row FROM audit_legacy ORDER BY position");
        assertThat(kept).hasSize(3);
        assertThat(Json.parseObject(kept.getFirst()))
                .containsEntry("id", "a1")
                .containsEntry("details", "{\"n\": 1, \"t\": \"naïve\"}");
        Map<String, @Nullable Object> details =
                Json.parseObject(texts("SELECT details FROM audit_log WHERE event_type = 'import'")
                        .getFirst());
        assertThat(details)
                .containsEntry("legacy_sha256", Digest.sha256(String.join("\n", kept) + "\n"))
                .containsEntry("file_sha256", Digest.sha256(Files.readAllBytes(file)))
                .containsEntry("legacy_verified", 2L);
    }

    @Test
    void aRunThatWasRecordedTwiceIsKeptWithoutItsQuery() throws Exception {
        try (OldAua old = OldAua.at(file)) {
            old.conversation("c", "Chat", 1);
            for (String id : List.of("r1", "r2", "r3")) {
                old.insert(
                        "model_runs",
                        "run_id",
                        id,
                        "query_id",
                        "q",
                        "conversation_id",
                        "c",
                        "specialist",
                        id.equals("r3") ? "b" : "a",
                        "vcg_winner",
                        1,
                        "corrections_applied",
                        "[\"k\"]",
                        "raw_response",
                        "text",
                        "created_at",
                        5);
            }
        }
        assertThat(take().altered())
                .containsExactlyInAnyOrder(
                        "model_runs r2: query_id q became null", "model_runs r3: vcg_winner 1 became 0");
        assertThat(texts("SELECT CAST(count(*) AS TEXT) FROM model_runs")).containsExactly("3");
    }

    @Test
    void aFileInThePlaceOfTheArchiveIsTakenOverKeptAndRecorded() throws Exception {
        Assumptions.assumeTrue(dialect == Dialect.SQLITE, "a database server has no such file");
        Path data = Files.createDirectory(elsewhere.resolve("data"));
        try (OldAua old = OldAua.at(data.resolve("aua.db"))) {
            old.conversation("c", "Chat", 100).message("m", "c", "user", "first", 101);
            old.audit("a", 7, "{\"event_type\": \"query\"}", "event_type", "query");
        }
        try (Place there = Place.on(Dialect.SQLITE, data);
                Stoa taken = stoa(there, data)) {
            assertThat(taken.counsel()
                            .messages()
                            .page(ME, "c", MessageRequest.newest(10))
                            .items())
                    .extracting(Message::content)
                    .containsExactly("first");
            Archive archive = there.open(CounselArchive.SCHEMA);
            assertThat(archive.list("SELECT event_type FROM audit_log ORDER BY seq", row -> row.text(1)))
                    .contains("import");
            assertThat(archive.list("SELECT row FROM audit_legacy", row -> row.text(1)))
                    .hasSize(1);
            try (DirectoryStream<Path> kept = Files.newDirectoryStream(data, "aua*.sqlite")) {
                String hash = Digest.sha256(Files.readAllBytes(kept.iterator().next()));
                assertThat(archive.list(
                                "SELECT details FROM audit_log WHERE event_type = 'import'", row -> row.text(1)))
                        .singleElement()
                        .asString()
                        .contains("\"file_sha256\":\"" + hash + "\"");
            }
            taken.close();
            healthy(there);
        }
        try (var files = Files.list(data)) {
            assertThat(files.map(path -> String.valueOf(path.getFileName())))
                    .anyMatch(name -> name.startsWith("aua") && name.endsWith(".sqlite"))
                    .anyMatch(name -> name.startsWith("aua") && name.endsWith(".json"));
        }
    }

    @Test
    void anyFileEndsHealthyWithEveryRowAccountedForOrChangesNothing() throws Exception {
        int taken = 0;
        for (int seed = 1; seed <= FUZZED; seed++) {
            file = elsewhere.resolve("fuzz" + seed + ".db");
            fuzz(file, new Random(seed));
            try {
                take();
                taken++;
            } catch (ConflictException refused) {
                assertThat(refused.getMessage()).as("seed %d", seed).contains("exist");
            }
        }
        assertThat(taken).isGreaterThan(FUZZED / 4);
    }

    /** Rows of values that should never have been stored, among some that are right. */
    private static void fuzz(Path file, Random chance) throws SQLException {
        @Nullable
        Object[] odd = {
            null,
            "",
            " ",
            "x",
            "user",
            "assistant",
            "c1",
            "c2",
            "p1",
            "k1",
            "s1",
            -1,
            0,
            1,
            7,
            1e300,
            -5.5,
            Double.POSITIVE_INFINITY,
            "NaN",
            "[]",
            "{}",
            "[\"a\"]",
            "{\"a\":1}",
            "a\0b",
            "\ud800",
            "../x",
            "a\nb",
            "🦉",
            "x".repeat(500),
            "global",
            "superseded",
            "D",
            "promote",
            "rollback",
            "plain:x",
            "answer",
            1_700_000_000.5,
            "2024-01-01T00:00:00Z",
            new byte[] {(byte) 0xff, 1}
        };
        String tag = "f" + chance.nextInt(1_000_000) + "-";
        try (OldAua old = OldAua.looseAt(file)) {
            for (Map.Entry<String, List<String>> table : old.columns().entrySet()) {
                for (int i = chance.nextInt(12); i > 0; i--) {
                    List<@Nullable Object> row = new ArrayList<>();
                    for (String column : table.getValue()) {
                        row.add(column);
                        Object value = odd[chance.nextInt(odd.length)];
                        // Mostly an id of its own, so that rows do not only meet each other.
                        boolean key = column.equals(table.getValue().getFirst()) && chance.nextInt(4) > 0;
                        row.add(key ? tag + i : value);
                    }
                    old.insert(table.getKey(), row.toArray());
                }
            }
        }
    }
}
