package dev.stoa.society.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import dev.stoa.society.OldSpace;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.Town;
import dev.stoa.society.channel.ChannelLaws;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.crash.Child;
import dev.stoa.storage.site.Site;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An old file that lies where the archive belongs. */
class SpaceTakeoverTest {
    @TempDir
    Path data;

    @TempDir
    Path elsewhere;

    private Path oldFile() throws Exception {
        Path file = data.resolve("space.db");
        try (OldSpace old = OldSpace.at(file)) {
            old.town();
        }
        return file;
    }

    private List<Path> named(String pattern) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(file -> file.getFileName().toString().matches(pattern))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aStartTakesItOverAsAnImportWould() throws Exception {
        Path file = oldFile();
        byte[] before = Files.readAllBytes(file);
        Path copy = Files.copy(file, elsewhere.resolve("copy.db"));
        try (Town started = Town.on(Dialect.SQLITE, data);
                Town imported = Town.on(Dialect.SQLITE, Files.createDirectory(elsewhere.resolve("data")))) {
            assertThat(started.value("SELECT count(*) FROM messages")).isEqualTo("6");
            SpaceImportReport taken = imported.take(copy, SpaceOptions.defaults());
            assertThat(SpaceLaws.dump(started)).isEqualTo(SpaceLaws.dump(imported));
            assertThat(started.violations()).isEmpty();
            ChannelLaws.hold(started);
            SpaceLaws.hold(started);
            Path report = named("space\\.backup\\.\\w+\\.json").getFirst();
            assertThat(Json.parseObject(Files.readString(report)).get("tables"))
                    .isEqualTo(Json.parseObject(Json.write(taken.document())).get("tables"));
            started.messages().send(Principal.as("ana"), "general", MessageDraft.of("goes on"));
            started.restart();
            assertThat(started.value("SELECT count(*) FROM messages")).isEqualTo("7");
        }
        assertThat(named("space\\.backup\\.\\w+\\.sqlite"))
                .singleElement()
                .satisfies(backup -> assertThat(backup).hasBinaryContent(before));
        assertThat(named("\\.space.*")).containsExactly(data.resolve(".space.db.lock"));
        try (Site site = Site.directory(data, StorageSettings.defaults(), InstantSource.system())) {
            assertThat(site.examine(SocietyArchive.SCHEMA, true).findings()).isEmpty();
        }
    }

    @Test
    void theLaterLayoutIsTakenOverToo() throws Exception {
        try (OldSpace old = OldSpace.laterAt(data.resolve("space.db"))) {
            old.agent("a", "ana").channel("c", "general").message("m", "c", "a", "hi", OldSpace.UTC);
        }
        try (Site site = Site.directory(data, StorageSettings.defaults(), InstantSource.system())) {
            assertThat(site.version(SocietyArchive.SCHEMA)).hasValue(1);
        }
        try (Town town = Town.on(Dialect.SQLITE, data)) {
            assertThat(town.value("SELECT content FROM messages")).isEqualTo("hi");
        }
    }

    @Test
    void whatItsLogHoldsIsTakenToo() throws Exception {
        Path made = elsewhere.resolve("made.db");
        try (OldSpace old = OldSpace.at(made)) {
            old.run("PRAGMA journal_mode = WAL");
            old.town();
            // What a program leaves that is killed.
            for (String suffix : List.of("", "-wal", "-shm")) {
                Files.copy(Path.of(made + suffix), data.resolve("space.db" + suffix));
            }
        }
        try (Town town = Town.on(Dialect.SQLITE, data)) {
            assertThat(town.value("SELECT count(*) FROM messages")).isEqualTo("6");
            assertThat(town.violations()).isEmpty();
        }
    }

    @Test
    void whatNeedsADecisionIsRefusedAndLeftAsItWas() throws Exception {
        Path file = oldFile();
        try (OldSpace old = OldSpace.existing(file)) {
            old.message("m-9", "c-9", "a-ana", "lost", OldSpace.UTC);
        }
        byte[] before = Files.readAllBytes(file);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> Town.on(Dialect.SQLITE, data))
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining("messages m-9: its channel c-9 is not there")
                    .satisfies(e -> assertThat(((StoaException) e).hint().orElse(""))
                            .contains("take it over with stoa import; give --skip-broken"));
            assertThat(file).hasBinaryContent(before);
            assertThat(named("space.*")).containsExactly(file);
        }
    }

    @Test
    void aDamagedFileIsRefusedAndLeftAsItWas() throws Exception {
        Path file = oldFile();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2 / 4096 * 4096));
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> Town.on(Dialect.SQLITE, data)).isInstanceOf(VerificationException.class);
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    void aFileWithAVersionIsUpgradedWhereItIs() throws Exception {
        Path file = oldFile();
        try (OldSpace old = OldSpace.existing(file)) {
            old.run(
                    "CREATE TABLE _schema_versions (module TEXT PRIMARY KEY, version INTEGER NOT NULL, updated_at TEXT)");
            old.run("INSERT INTO _schema_versions VALUES ('space', 1, NULL)");
            old.run("DELETE FROM sessions WHERE session_id = 's-1'; DELETE FROM knowledge WHERE knowledge_id = 'k-2';"
                    + "DELETE FROM tasks WHERE status <> 'completed'; DELETE FROM memories WHERE topic <> 'x';");
        }
        try (Town town = Town.on(Dialect.SQLITE, data)) {
            assertThat(town.value("SELECT count(*) FROM messages")).isEqualTo("6");
            assertThat(town.value("SELECT agent_id FROM agents WHERE identity = 'human'"))
                    .isEqualTo("a-human");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void aProcessThatDiesLeavesTheOldFileAsItWas(String point) throws Exception {
        Path file = oldFile();
        byte[] before = Files.readAllBytes(file);
        try (Child child = Child.start(SpaceStarter.class, data, point)) {
            child.expect("ready");
            child.say("go");
            assertThat(child.rest()).as(child::complaints).isEmpty();
            assertThat(child.exit()).isEqualTo(9);
        }
        assertThat(file).hasBinaryContent(before);
        startsAndHasOneBackup();
    }

    @Test
    void aProcessThatDiedBetweenTheTwoNamesIsContinued() throws Exception {
        Path file = oldFile();
        Files.createLink(data.resolve("space.backup.20260101T000000000Z.sqlite"), file);
        Files.writeString(data.resolve(".space.db.new-half"), "half");
        Files.createFile(data.resolve(".space.db.lock"));
        startsAndHasOneBackup();
        startsAndHasOneBackup();
    }

    private void startsAndHasOneBackup() throws IOException {
        try (Town town = Town.on(Dialect.SQLITE, data)) {
            assertThat(town.value("SELECT count(*) FROM messages")).isEqualTo("6");
            assertThat(town.violations()).isEmpty();
        }
        assertThat(named("space\\.backup\\.\\w+\\.sqlite")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"WAL", "DELETE"})
    void processesThatStartAtOnceTakeItOverOnce(String journal) throws Exception {
        try (OldSpace old = OldSpace.existing(oldFile())) {
            old.run("PRAGMA journal_mode = " + journal);
        }
        try (Child one = Child.start(SpaceStarter.class, data, "never");
                Child two = Child.start(SpaceStarter.class, data, "never");
                Child three = Child.start(SpaceStarter.class, data, "never")) {
            List<Child> all = List.of(one, two, three);
            all.forEach(child -> child.expect("ready"));
            all.forEach(child -> child.say("go"));
            for (Child child : all) {
                assertThat(child.rest()).as(child::complaints).endsWith("6 messages", "done");
                child.succeed();
            }
        }
        assertThat(named("space\\.backup\\.\\w+\\.sqlite")).hasSize(1);
        try (Archive archive =
                SqliteArchive.open(SocietyArchive.SCHEMA, data, StorageSettings.defaults(), InstantSource.system())) {
            assertThat(archive.list("SELECT message_id FROM messages", row -> row.text(1)))
                    .hasSize(6);
        }
    }
}
