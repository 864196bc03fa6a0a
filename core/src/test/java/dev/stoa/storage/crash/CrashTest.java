package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.testing.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that writes from eight threads is killed at random moments, again and again over one database: what it
 * acknowledged is there exactly once, and of the rest each unit is there whole or not at all.
 */
@Tag("crash")
class CrashTest {
    private static final int THREADS = 8;
    private static final int KILLS = Integer.getInteger("stoa.crash.kills", 15);
    private static final int KILLS_POSTGRES = Math.max(1, KILLS / 5);

    @TempDir
    Path directory;

    @TempDir
    Path scratch;

    @Test
    void whatWasAcknowledgedSurvivesEveryKillAndNothingIsStoredByHalf() throws Exception {
        killAgainAndAgain(directory.toString(), KILLS, audit -> {
            if (Files.exists(directory.resolve("notebook.db"))) {
                audit.checkFile(directory, "notebook.db", scratch);
            }
        });
    }

    @Test
    void whatWasAcknowledgedSurvivesEveryKillOfAClientOfPostgres() throws Exception {
        String url = TestPostgres.freshDatabase();
        try (Child first = Child.start(Writer.class, url, "first", 1, 1)) {
            first.say("go");
            first.succeed();
        }
        killAgainAndAgain(url, KILLS_POSTGRES, audit -> audit.checkServer(url));
        TestPostgres.drop(url);
    }

    private interface Check {
        void run(Audit audit) throws Exception;
    }

    private static void killAgainAndAgain(String where, int kills, Check check) throws Exception {
        long seed = Long.getLong("stoa.crash.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        Audit audit = new Audit();
        // The next process gets ready while the work of the last one is checked.
        Child child = Child.start(Writer.class, where, "run0", THREADS, 0);
        try {
            for (int kill = 1; kill <= kills; kill++) {
                child.expect("started");
                child.say("go");
                killSomewhere(child, random, audit);
                child.close();
                child = Child.start(Writer.class, where, "run" + kill, THREADS, 0);
                try {
                    check.run(audit);
                } catch (AssertionError e) {
                    throw new AssertionError("after kill " + kill + " with -Dstoa.crash.seed=" + seed, e);
                }
            }
        } finally {
            child.close();
        }
        assertThat(audit.acknowledged())
                .as("the writers were not killed before they wrote")
                .isGreaterThan(kills);
    }

    private static void killSomewhere(Child child, SplittableRandom random, Audit audit) {
        child.expect("opening");
        if (random.nextInt(8) == 0) {
            Pause.micros(random.nextInt(150_000));
        } else {
            for (int acknowledgements = random.nextInt(1, 200); acknowledgements > 0; acknowledgements--) {
                audit.acknowledge(List.of("stored " + child.expect("stored")));
            }
            Pause.micros(random.nextInt(2_000));
        }
        child.kill();
        audit.acknowledge(child.rest());
    }
}
