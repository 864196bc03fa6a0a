package dev.stoa.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.Scope;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.site.Backup;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.Databases;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.PgBouncer;
import dev.stoa.testing.TestPostgres;
import dev.stoa.testing.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives behind a pooler that gives each transaction whichever connection is free. */
@Tag("pooler")
@NeedsTool(Tool.PGBOUNCER)
class PoolerTest {
    private static final int THREADS = 8;
    private static final int EACH = 25;
    private static final Scope.Kind AUTHOR = new Scope.Kind("author", "entry");

    @TempDir
    private Path folder;

    private String server;
    private PgBouncer pooler;
    private Site site;

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeTrue(Databases.asked(Dialect.POSTGRES));
        server = TestPostgres.freshDatabase();
        // Fewer than there are clients, so that each transaction meets the remains of others.
        pooler = PgBouncer.start(folder, server, 3);
        site = site();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            site.close();
            pooler.close();
            TestPostgres.drop(server);
        }
    }

    private Site site() {
        PostgresSettings settings = new PostgresSettings(4, Duration.ofSeconds(10), Map.of(), server);
        return Site.postgres(pooler.url(server), settings, StorageSettings.defaults(), InstantSource.system());
    }

    @Test
    void unitsOfManyClientsLoseNothingAndSeeTheirOwnSchemas() throws Exception {
        try (Archive one = site.open(Notebook.SCHEMA);
                Archive other = site.open(Notebook.SCHEMA);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Archive archive = thread % 2 == 0 ? one : other;
                String author = "author" + thread;
                running.add(threads.submit(() -> {
                    for (int i = 0; i < EACH; i++) {
                        String body = "row " + i;
                        archive.write(AUTHOR.of(author), tx -> Notebook.add(tx, author, body));
                        // A unit that reads and then writes.
                        archive.write(tx -> tx.next("entry"));
                        archive.list("SELECT count(*) FROM entry", row -> row.number(1));
                        archive.read(tx -> tx.number("SELECT count(*) FROM entry"));
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get(120, TimeUnit.SECONDS);
            }
            assertThat(Notebook.bodies(one)).hasSize(THREADS * EACH);
            assertThat(one.<Long>write(tx -> tx.next("entry"))).isEqualTo(THREADS * EACH + 1L);
        }
    }

    @Test
    void whoWaitsIsWokenByACommitThroughThePooler() throws Exception {
        try (Archive writer = site.open(Notebook.SCHEMA);
                Archive listener = site.open(Notebook.SCHEMA)) {
            try (CommitSignal.Watch watch = listener.commits().watch()) {
                Notebook.add(writer, "ana", "news");
                assertThat(watch.await(Duration.ofSeconds(30))).isTrue();
            }
        }
    }

    @Test
    void backupRestoreAndExaminationReachTheServerItself() {
        try (Archive archive = site.open(Notebook.SCHEMA)) {
            Notebook.add(archive, "ana", "kept");
        }
        Path backup = folder.resolve("all.backup");
        Backup.write(site, List.of(Notebook.SCHEMA), backup, false, "test", InstantSource.system());
        Backup.restore(backup, site, List.of(Notebook.SCHEMA), true);
        assertThat(site.examine(Notebook.SCHEMA, true).findings()).isEmpty();
        try (Archive archive = site.open(Notebook.SCHEMA)) {
            assertThat(Notebook.bodies(archive)).containsExactly("kept");
        }
    }
}
