package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.crash.Child;
import dev.stoa.storage.move.MoveListener;
import dev.stoa.testing.Databases;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that moves dies at every point, and the next goes on: the same outcome, once. */
@OnBothDatabases
class MoveCrashTest {
    private static final int ROWS = 1_500;

    /** The kind of the source. */
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private String url;
    private String from;
    private String to;

    @BeforeEach
    void fill() {
        Assumptions.assumeTrue(Databases.asked(Dialect.POSTGRES));
        url = TestPostgres.freshDatabase();
        from = dialect == Dialect.SQLITE ? folder.toString() : url;
        to = dialect == Dialect.SQLITE ? url : folder.toString();
        try (Site site = MovingProcess.site(from);
                Archive notebook = site.open(Notebook.SCHEMA);
                Archive diary = site.open(MovingProcess.DIARY)) {
            notebook.write(tx -> {
                for (int i = 1; i <= ROWS; i++) {
                    Notebook.add(tx, "ana", "row " + i);
                }
                return null;
            });
            diary.write(tx -> tx.update("INSERT INTO day (name) VALUES ('mon')"));
        }
    }

    @AfterEach
    void drop() {
        if (url != null) {
            TestPostgres.drop(url);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mark target",
                "mark source",
                "marked",
                "500",
                "index notebook",
                "compare notebook",
                "2500",
                "copy diary",
                "compare diary",
                "put in place",
                "mark moved",
                "open target"
            })
    void aMoveThatDiesIsFinishedByTheNext(String point) throws Exception {
        Assumptions.assumeFalse(dialect == Dialect.SQLITE && point.equals("put in place"));
        die(point);
        boolean marked = !List.of("mark target", "mark source").contains(point);
        try (Site source = MovingProcess.site(from);
                Site target = MovingProcess.site(to)) {
            if (marked) {
                nothingIsWritten(source);
            }
            if (!point.equals("mark target")) {
                assertThatThrownBy(() -> target.open(Notebook.SCHEMA))
                        .as("nothing is visible by halves")
                        .isInstanceOf(ConflictException.class);
            }
            MoveReport report =
                    MovingProcess.move(source, target, MoveListener.NONE).run();
            assertThat(report.resumed()).isEqualTo(marked);
            assertThat(report.rows()).isEqualTo(ROWS + 1);
            arrived(target);
            assertThatThrownBy(() -> source.open(Notebook.SCHEMA)).isInstanceOf(ConflictException.class);
        }
    }

    @Test
    void archivesThatHaveComeAreNotCopiedAgain() throws Exception {
        die("copy diary");
        try (Child child = Child.start(MovingProcess.class, from, to, "never")) {
            assertThat(child.rest()).contains("copy diary", "finished").doesNotContain("copy notebook", "mark target");
            child.succeed();
        }
        try (Site target = MovingProcess.site(to)) {
            arrived(target);
        }
    }

    @Test
    void aMoveThatDiedCanBeGivenUp() throws Exception {
        die("compare diary");
        try (Site source = MovingProcess.site(from);
                Site target = MovingProcess.site(to)) {
            MovingProcess.move(source, target, MoveListener.NONE).cancel();
            try (Archive archive = source.open(Notebook.SCHEMA)) {
                Notebook.add(archive, "ana", "in use again");
            }
            assertThat(MovingProcess.ALL).noneMatch(target::exists);
        }
    }

    private void die(String point) throws Exception {
        try (Child child = Child.start(MovingProcess.class, from, to, point)) {
            assertThat(child.rest()).doesNotContain("finished");
            assertThat(child.exit())
                    .as("it died where it was to" + child.complaints())
                    .isEqualTo(9);
        }
        MovingProcess.awaitAlone(url);
    }

    private static void nothingIsWritten(Site source) {
        assertThatThrownBy(() -> {
                    try (Archive archive = source.open(Notebook.SCHEMA)) {
                        Notebook.add(archive, "ana", "meanwhile");
                    }
                })
                .isInstanceOf(ConflictException.class);
        source.close();
    }

    private static void arrived(Site target) {
        for (ArchiveSchema schema : MovingProcess.ALL) {
            assertThat(target.examine(schema, true).findings()).isEmpty();
        }
        try (Archive archive = target.open(Notebook.SCHEMA)) {
            assertThat(Notebook.bodies(archive)).hasSize(ROWS).doesNotHaveDuplicates();
            assertThat(archive.<Long>write(tx -> Notebook.add(tx, "ana", "next")))
                    .isEqualTo(ROWS + 1);
        }
        target.close();
    }
}
