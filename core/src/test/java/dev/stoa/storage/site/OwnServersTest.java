package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.crash.Child;
import dev.stoa.storage.move.MoveListener;
import dev.stoa.testing.Databases;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two archives of which each has a database of its own. */
class OwnServersTest {
    @TempDir
    private Path folder;

    private String first;
    private String second;
    private String both;
    private String files;

    @BeforeEach
    void create() {
        Assumptions.assumeTrue(Databases.asked(Dialect.POSTGRES));
        first = TestPostgres.freshDatabase();
        second = TestPostgres.freshDatabase();
        both = first + " " + second;
        files = folder.resolve("data").toString();
    }

    @AfterEach
    void drop() {
        if (first != null) {
            TestPostgres.drop(first);
            TestPostgres.drop(second);
        }
    }

    private static void fill(String place) {
        try (Site site = MovingProcess.site(place);
                Archive notebook = site.open(Notebook.SCHEMA);
                Archive diary = site.open(MovingProcess.DIARY)) {
            if (Notebook.bodies(notebook).isEmpty()) {
                Notebook.add(notebook, "ana", "one");
            }
            diary.write(tx -> tx.update("INSERT INTO day (name) VALUES ('mon')"));
        }
    }

    private static List<String> bodies(Site site) {
        try (Archive archive = site.open(Notebook.SCHEMA)) {
            return Notebook.bodies(archive);
        }
    }

    private static List<String> days(Site site) {
        try (Archive archive = site.open(MovingProcess.DIARY)) {
            return archive.read(tx -> tx.list("SELECT name FROM day ORDER BY name", row -> row.text(1)));
        }
    }

    private static List<String> schemas(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT coalesce(string_agg(nspname, ',' ORDER BY nspname), '') FROM pg_namespace"
                                + " WHERE nspname IN ('notebook', 'diary')")) {
            result.next();
            return List.of(result.getString(1).split(",", -1));
        }
    }

    @Test
    void eachArchiveIsInItsDatabaseAndSaysWhere() throws Exception {
        fill(both);
        assertThat(schemas(first)).containsExactly(Notebook.SCHEMA.postgresSchema());
        assertThat(schemas(second)).containsExactly(MovingProcess.DIARY.postgresSchema());
        try (Site site = MovingProcess.site(both)) {
            assertThat(days(site)).containsExactly("mon");
            String place = second.replaceFirst("\\?.*", "");
            assertThat(site.locate(MovingProcess.DIARY)).contains(place);
            assertThat(site.locate(Notebook.SCHEMA)).doesNotContain("jdbc:");
            assertThat(site.examine(MovingProcess.DIARY, true).findings()).isEmpty();
            assertThat(site.examine(MovingProcess.DIARY, true).location()).contains(place);
        }
    }

    @Test
    void anArchiveIsNotBegunElsewhereWhileItIsInTheCommonDatabase() {
        fill(first);
        try (Site site = MovingProcess.site(both)) {
            assertThatThrownBy(() -> site.open(MovingProcess.DIARY))
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining("archive diary is in jdbc:postgresql:")
                    .hasMessageContaining("where there is none");
            assertThat(site.exists(MovingProcess.DIARY)).isFalse();
            assertThat(bodies(site)).containsExactly("one");
        }
    }

    @Test
    void anArchiveInTwoPlacesIsToldOf() {
        fill(both);
        fill(first);
        try (Site site = MovingProcess.site(both)) {
            assertThat(site.examine(MovingProcess.DIARY, false).findings())
                    .singleElement()
                    .returns(Checkup.Kind.NOTICE, Checkup.Finding::kind)
                    .returns("place", Checkup.Finding::check);
            assertThat(site.examine(Notebook.SCHEMA, false).findings()).isEmpty();
        }
    }

    @Test
    void aBackupHoldsTheArchivesOfAllDatabasesAndComesBackToThem() throws Exception {
        fill(both);
        Path backup = folder.resolve("all.backup");
        try (Site site = MovingProcess.site(both)) {
            Backup.write(site, MovingProcess.ALL, backup, false, "test", InstantSource.system());
            try (Archive notebook = site.open(Notebook.SCHEMA);
                    Archive diary = site.open(MovingProcess.DIARY)) {
                Notebook.add(notebook, "ana", "later");
                diary.write(tx -> tx.update("INSERT INTO day (name) VALUES ('tue')"));
            }
            Backup.restore(backup, site, MovingProcess.ALL, true);
            assertThat(bodies(site)).containsExactly("one");
            assertThat(days(site)).containsExactly("mon");
        }
        try (Site one = MovingProcess.site(first)) {
            Backup.restore(backup, one, MovingProcess.ALL, true);
            assertThat(days(one)).as("all in one database").containsExactly("mon");
        }
    }

    @Test
    void aRestoreThatFailsAtTheSecondDatabaseChangesNothingInTheFirst() throws Exception {
        fill(both);
        Path backup = folder.resolve("all.backup");
        try (Site site = MovingProcess.site(both)) {
            Backup.write(site, MovingProcess.ALL, backup, false, "test", InstantSource.system());
            try (Archive notebook = site.open(Notebook.SCHEMA)) {
                Notebook.add(notebook, "ana", "later");
            }
        }
        onNewTables(second, "RAISE EXCEPTION 'no room';");
        try (Site site = MovingProcess.site(both)) {
            assertThatThrownBy(() -> Backup.restore(backup, site, MovingProcess.ALL, true))
                    .isInstanceOf(StoaException.class);
            assertThat(bodies(site)).containsExactly("one", "later");
            assertThat(days(site)).containsExactly("mon");
        }
    }

    /** Lets a database do something whenever a table is made in it. */
    private static void onNewTables(String url, String act) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE FUNCTION act() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN " + act + " END $$");
            statement.execute("CREATE EVENT TRIGGER act ON ddl_command_start WHEN TAG IN ('CREATE TABLE')"
                    + " EXECUTE FUNCTION act()");
        }
    }

    @Test
    void aRestoreWhoseSecondDatabaseIsLostAtItsCommitSaysWhatHasTheNewState() throws Exception {
        fill(both);
        Path backup = folder.resolve("all.backup");
        try (Site site = MovingProcess.site(both)) {
            Backup.write(site, MovingProcess.ALL, backup, false, "test", InstantSource.system());
            try (Archive notebook = site.open(Notebook.SCHEMA)) {
                Notebook.add(notebook, "ana", "later");
            }
            try (Connection connection = DriverManager.getConnection(second);
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE public.made (at text)");
                statement.execute("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN RAISE EXCEPTION 'lost'; END $$");
                statement.execute("CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON public.made"
                        + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()");
            }
            onNewTables(second, "INSERT INTO public.made VALUES ('now');");
            assertThatThrownBy(() -> Backup.restore(backup, site, MovingProcess.ALL, true))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            e -> assertThat(e.code()).isEqualTo("half_done"))
                    .hasMessageContaining(
                            "the archives of " + first.replaceFirst("\\?.*", "") + " have what was to come")
                    .hasMessageContaining("those of " + second.replaceFirst("\\?.*", "") + " may not");
            assertThat(bodies(site)).containsExactly("one");
            assertThat(days(site)).containsExactly("mon");
        }
    }

    @Test
    void archivesMoveToTheirDatabasesAndBack() throws Exception {
        fill(files);
        try (Site directory = MovingProcess.site(files);
                Site databases = MovingProcess.site(both)) {
            move(directory, databases).run();
            assertThat(schemas(second)).containsExactly(MovingProcess.DIARY.postgresSchema());
            assertThat(bodies(databases)).containsExactly("one");
            assertThatThrownBy(() -> directory.open(MovingProcess.DIARY)).isInstanceOf(ConflictException.class);
            try (Archive diary = databases.open(MovingProcess.DIARY)) {
                diary.write(tx -> tx.update("INSERT INTO day (name) VALUES ('tue')"));
            }
            move(databases, directory).run();
            assertThat(days(directory)).containsExactly("mon", "tue");
            for (ArchiveSchema schema : MovingProcess.ALL) {
                assertThatThrownBy(() -> databases.open(schema)).isInstanceOf(ConflictException.class);
            }
        }
    }

    private static Move move(Site from, Site to) {
        return MovingProcess.move(from, to, MoveListener.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mark target#2", "mark source", "marked", "copy diary", "mark moved", "open target#2"})
    void aMoveToSeveralDatabasesThatDiesIsFinishedByTheNext(String point) throws Exception {
        diesAndIsFinished(files, both, point);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mark source#2", "marked", "copy diary", "put in place", "mark moved#2", "open target"})
    void aMoveFromSeveralDatabasesThatDiesIsFinishedByTheNext(String point) throws Exception {
        diesAndIsFinished(both, files, point);
    }

    private void diesAndIsFinished(String from, String to, String point) throws Exception {
        fill(from);
        die(from, to, point);
        try (Site source = MovingProcess.site(from);
                Site target = MovingProcess.site(to)) {
            move(source, target).run();
            assertThat(bodies(target)).containsExactly("one");
            assertThat(days(target)).containsExactly("mon");
            for (ArchiveSchema schema : MovingProcess.ALL) {
                assertThat(target.examine(schema, true).findings()).isEmpty();
                assertThatThrownBy(() -> source.open(schema)).isInstanceOf(ConflictException.class);
            }
        }
    }

    private void die(String from, String to, String point) throws Exception {
        try (Child child = Child.start(MovingProcess.class, from, to, point)) {
            assertThat(child.rest()).doesNotContain("finished");
            assertThat(child.exit()).as(child.complaints()).isEqualTo(9);
        }
        MovingProcess.awaitAlone(first);
        MovingProcess.awaitAlone(second);
    }

    @Test
    void whatCameToADatabaseThatTheMoveHadNotReachedIsNotOverwritten() throws Exception {
        fill(files);
        die(files, both, "mark target#2");
        try (Site other = MovingProcess.site(second);
                Archive diary = other.open(MovingProcess.DIARY)) {
            diary.write(tx -> tx.update("INSERT INTO day (name) VALUES ('theirs')"));
        }
        try (Site directory = MovingProcess.site(files);
                Site databases = MovingProcess.site(both)) {
            assertThatThrownBy(() -> move(directory, databases).run())
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining("archive diary exists already");
            move(directory, databases).cancel();
            assertThat(days(directory)).containsExactly("mon");
            assertThat(days(databases)).as("what it did not bring").containsExactly("theirs");
            assertThat(databases.exists(Notebook.SCHEMA)).isFalse();
        }
        assertThat(Files.exists(Path.of(files))).isTrue();
    }
}
