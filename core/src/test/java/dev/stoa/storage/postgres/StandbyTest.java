package dev.stoa.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.UnavailableException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.PostgresPair;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a server with a standby, and what becomes of those who write to the standby. */
@Tag("crash")
@Tag("failover")
@Timeout(300)
class StandbyTest {
    private static final String DATABASE = "postgres";

    @TempDir
    static Path folder;

    private static PostgresPair pair;

    @BeforeAll
    static void start() throws Exception {
        pair = PostgresPair.lonely(folder);
    }

    @AfterAll
    static void end() {
        pair.close();
    }

    @Test
    void doctorSaysWhatAFailoverWouldLoseAndAStandbyAcceptsNoWrites() throws Exception {
        String both = pair.url(DATABASE);
        try (Archive archive = open(both)) {
            Notebook.add(archive, "ana", "one");
        }
        assertThat(told(both)).as("no standby").isEmpty();

        pair.addStandby();
        assertThat(told(both))
                .singleElement()
                .satisfies(finding -> assertThat(finding.kind()).isEqualTo(Checkup.Kind.NOTICE))
                .extracting(Checkup.Finding::check, Checkup.Finding::message)
                .containsExactly(
                        "standby",
                        "a standby follows the server and is not synchronous: a failover can lose writes that were"
                                + " acknowledged; name one in synchronous_standby_names");
        assertThat(standbys("CREATE ROLE plain", "SET ROLE plain"))
                .as("also to a login that may not see more")
                .hasSize(1);

        pair.makeSynchronous();
        assertThat(told(both)).as("a synchronous standby").isEmpty();
        assertThat(standbys("SET ROLE plain")).isEmpty();
        assertThat(standbys("SET synchronous_commit = local"))
                .singleElement()
                .asString()
                .contains("synchronous_commit is local");

        try (Archive archive = open(pair.standbyUrl(DATABASE))) {
            assertThat(Notebook.bodies(archive)).containsExactly("one");
            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> Notebook.add(archive, "ana", "two"))
                    .satisfies(e -> assertThat(e.code()).isEqualTo("unreachable"))
                    .withMessageContaining("accepts no writes");
            assertThat(Notebook.bodies(archive)).containsExactly("one");
            pair.killPrimary();
            pair.promote();
            Notebook.add(archive, "ana", "two");
            assertThat(Notebook.bodies(archive)).containsExactly("one", "two");
        }

        pair.renewStandby();
        try (Archive archive = open(both)) {
            Notebook.add(archive, "ana", "three");
            assertThat(Notebook.bodies(archive))
                    .as("the old primary that came back as a standby is not written")
                    .containsExactly("one", "two", "three");
        }
    }

    @Test
    void aTransactionThatIsOpenForLongIsTold() throws Exception {
        try (Connection late = pair.connect();
                Statement statement = late.createStatement()) {
            statement.execute("SET application_name = 'report'");
            late.setAutoCommit(false);
            statement.execute("SELECT 1");
            assertThat(transactions(Duration.ZERO))
                    .singleElement()
                    .asString()
                    .matches("process \\d+ of the server has had a transaction open for \\d+ s"
                            + " \\(report, idle in transaction\\); vacuum and what follows commits wait for it");
            assertThat(transactions(Duration.ofHours(1))).isEmpty();
            late.rollback();
            assertThat(transactions(Duration.ZERO)).isEmpty();
        }
    }

    private static List<String> transactions(Duration longest) throws SQLException {
        return notices("transaction", longest);
    }

    /** What is told of standbys on a connection on which something was said before. */
    private static List<String> standbys(String... before) throws SQLException {
        return notices("standby", PostgresServerNotices.LONG, before);
    }

    private static List<String> notices(String check, Duration longest, String... before) throws SQLException {
        List<Checkup.Finding> findings = new ArrayList<>();
        Connection connection = pair.connect();
        try (PostgresSession session =
                new PostgresSession(Notebook.SCHEMA.name(), Notebook.SCHEMA.timeForm(), "public", connection)) {
            for (String sql : before) {
                session.execute(sql);
            }
            PostgresServerNotices.tell(new Tx(session), longest, findings);
        }
        return findings.stream()
                .filter(finding -> finding.check().equals(check))
                .map(Checkup.Finding::message)
                .toList();
    }

    private static List<Checkup.Finding> told(String url) {
        try (Site site =
                Site.postgres(url, PostgresSettings.defaults(), StorageSettings.defaults(), InstantSource.system())) {
            List<Checkup.Finding> first = site.examine(Notebook.SCHEMA, false).findings();
            assertThat(site.examine(Notebook.SCHEMA, false).findings())
                    .as("the server is told of once")
                    .isEmpty();
            return first;
        }
    }

    private static Archive open(String url) {
        return PostgresArchive.open(
                Notebook.SCHEMA, url, PostgresSettings.defaults(), StorageSettings.defaults(), InstantSource.system());
    }
}
