package dev.stoa.engine.debate;

import static dev.stoa.storage.crash.Voice.say;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.proof.RegisterReport;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.storage.crash.Voice;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Sessions that several threads of several processes create, end and delete at the same time. */
@Tag("crash")
@OnBothDatabases
@Timeout(300)
@SuppressWarnings("NullAway.Init") // set by JUnit
class RegisterRaceTest {
    private static final int PROCESSES = 2;
    private static final int THREADS = 4;
    private static final int SESSIONS = 8;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void processesThatCreateSessionsAtTheSameTimeDoNotForkTheRegister() throws Exception {
        try (Ground ground = Ground.on(dialect, folder)) {
            List<Child> children = new ArrayList<>();
            try {
                for (int i = 0; i < PROCESSES; i++) {
                    children.add(Child.start(RegisterRaceTest.class, dialect, folder, ground.url()));
                }
                for (Child child : children) {
                    child.expect("started");
                }
                for (Child child : children) {
                    child.say("go");
                }
                CompletableFuture<Boolean> here = Ground.inBackground(() -> race(ground));
                do {
                    assertThat(ground.examine())
                            .as("what is written meanwhile is no contradiction")
                            .isEmpty();
                } while (!here.isDone());
                assertThat(Ground.join(here)).isTrue();
                for (Child child : children) {
                    child.expect("done");
                }
            } finally {
                children.forEach(Child::close);
            }
            RegisterReport report =
                    ground.stoa().debate().replay().all((one, of) -> {}).register();
            assertThat(report.mismatches()).isEmpty();
            // Each was created and cancelled, and every second was deleted.
            int sessions = (PROCESSES + 1) * THREADS * SESSIONS;
            assertThat(report.entries()).isEqualTo(2L * sessions + sessions / 2);
            ground.sound();
        }
    }

    /** The process: its arguments are the dialect, the folder and the database. */
    public static void main(String[] args) throws Exception {
        String url = args.length > 2 ? args[2] : "";
        try (Ground ground =
                Ground.at(Dialect.valueOf(args[0]), Path.of(args[1]), url).borrowed()) {
            // The archive is open before the race begins.
            ground.stoa().debate().sessions().sessionsOf("none");
            say("started");
            Voice.awaitWord();
            race(ground);
            say("done");
        }
    }

    private static boolean race(Ground ground) throws Exception {
        List<CompletableFuture<Integer>> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            threads.add(Ground.inBackground(() -> sessions(ground)));
        }
        for (CompletableFuture<Integer> thread : threads) {
            assertThat(Ground.join(thread)).isEqualTo(SESSIONS);
        }
        return true;
    }

    private static int sessions(Ground ground) {
        DebateRequest request = Ground.request("q", "sim", 2);
        for (int i = 0; i < SESSIONS; i++) {
            DebateSession session = ground.stoa().debate().sessions().create(request, "local");
            ground.stoa().debate().sessions().cancel(session.id(), "ana");
            if (i % 2 == 1) {
                ground.stoa().debate().sessions().delete(session.id(), null);
            }
        }
        return SESSIONS;
    }
}
