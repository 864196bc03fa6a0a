package dev.stoa.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Simulated;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.evolution.run.Run;
import dev.stoa.learning.memory.Memory;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class DemoTest {
    private static final Principal ME = Principal.local();

    private static Map<String, String> elsewhere = Map.of();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeAll
    static void fillAnotherDirectory(@TempDir Path other) {
        try (RunningServer server = RunningServer.demo(other.toString(), other)) {
            elsewhere = outcomes(server.stoa());
        }
    }

    @Test
    @DisplayName("--demo must fill an empty directory with the same outcome hashes each time and refuse one that is not"
            + " empty.")
    void theDemoFillsAnEmptyPlaceWithTheSameOutcomesEachTimeAndRefusesOneThatIsNotEmpty() {
        fillsOnce(Dialect.SQLITE);
    }

    @Test
    @Tag("soak")
    void onPostgresItHasTheSameOutcomes() {
        fillsOnce(Dialect.POSTGRES);
    }

    private void fillsOnce(Dialect dialect) {
        try (Place place = Place.full(dialect, folder)) {
            Map<String, String> outcomes;
            try (RunningServer server = RunningServer.demo(place.where(), folder)) {
                outcomes = outcomes(server.stoa());
                assertThat(outcomes).hasSizeGreaterThanOrEqualTo(48).isEqualTo(elsewhere);
                holdsWhatThePagesShow(server);
            }
            assertThatThrownBy(() -> RunningServer.demo(place.where(), folder).close())
                    .isInstanceOfSatisfying(
                            ConflictException.class,
                            refused -> assertThat(refused.code()).isEqualTo("not_empty"));
            try (RunningServer server = RunningServer.at(place.where(), folder)) {
                assertThat(outcomes(server.stoa())).isEqualTo(outcomes);
            }
        }
    }

    /** One thing of an archive, and what the demo calls it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    evidence      | {"snippet":"WAL needs a file","source":"docs","title":"WAL"} | evidence
                    channels      | {"name":"attic"}                                             | a channel
                    notes         | {"message":"Count the tills"}                                | a note
                    tasks         | {"input":"Look around"}                                      | a task
                    conversations | {"title":"Prices"}                                           | a conversation
                    specialists   | {"name":"reader","model":"sim:"}                             | a specialist
                    """)
    void theDemoRefusesADirectoryThatHoldsAnything(String path, String body, String word) {
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            assertThat(server.post(path, body).status()).isBetween(200, 299);
        }
        assertThatThrownBy(() -> RunningServer.demo(folder.toString(), folder).close())
                .isInstanceOf(ConflictException.class)
                .hasMessageEndingWith("this one has " + word);
    }

    @Test
    void ofTwoServersThatFillOnePlaceAtTheSameMomentOneIsRefused() throws InterruptedException, ExecutionException {
        // The archives are there, so that both come to look at the same time.
        RunningServer.at(folder.toString(), folder).close();
        CyclicBarrier both = new CyclicBarrier(2);
        Callable<String> fill = () -> {
            both.await();
            try (RunningServer server = RunningServer.demo(folder.toString(), folder)) {
                return "filled " + outcomes(server.stoa()).equals(elsewhere);
            } catch (ConflictException refused) {
                return refused.code();
            }
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<String> ends = new ArrayList<>();
            for (Future<String> end : threads.invokeAll(List.of(fill, fill))) {
                ends.add(end.get());
            }
            assertThat(ends).containsExactlyInAnyOrder("filled true", "not_empty");
        }
    }

    /**
     * What ended how, by names that do not change: the hash of each outcome, and the fingerprint of each run. What begins
     * after the filling has no part in it: how far it comes before the server lets nothing more happen is chance.
     */
    private static Map<String, String> outcomes(Stoa stoa) {
        Map<String, String> found = new TreeMap<>();
        for (DebateSession session : debates(stoa)) {
            if (!session.row().debateId().startsWith("demo-later-")) {
                found.put(
                        session.row().debateId(),
                        session.status().text() + " " + session.row().outcomeSha256());
            }
        }
        for (Run run : stoa.evolution().runs().list(ME, Page.Request.first(100)).items()) {
            found.put(run.name(), run.status() + " " + run.fingerprint());
        }
        return found;
    }

    private static List<DebateSession> debates(Stoa stoa) {
        return stoa.debate()
                .sessions()
                .list(SessionFilter.all().withSimulated(Simulated.INCLUDE), Page.Request.first(500))
                .items();
    }

    private static void holdsWhatThePagesShow(RunningServer server) {
        Stoa stoa = server.stoa();
        List<DebateSession> debates = debates(stoa);
        assertThat(debates).extracting(debate -> debate.row().metadata()).containsOnly(Map.of("demo", true));
        assertThat(debates.stream()
                        .filter(debate -> debate.grade() != null)
                        .map(debate -> debate.row().debateId())
                        .filter(name -> name.startsWith("demo-graded")))
                .hasSize(40);
        Map<SessionRow.Status, Long> ended =
                debates.stream().collect(Collectors.groupingBy(DebateSession::status, Collectors.counting()));
        assertThat(ended)
                .containsEntry(SessionRow.Status.PAUSED, 1L)
                .containsEntry(SessionRow.Status.FAILED, 1L)
                .containsEntry(SessionRow.Status.CANCELLED, 1L);
        assertThat(debates.stream().mapToInt(debate -> debate.row().turnCount()).max())
                .hasValue(2_000);
        Map<?, ?> friday =
                (Map<?, ?>) server.get("debates/release-friday").body().get("outcome");
        assertThat((List<?>) friday.get("flips")).isNotEmpty();
        assertThat(friday.get("answer")).isEqualTo("A release that cannot be rolled back waits until Monday.");
        Reply versions = server.get("debates/demo-code/versions");
        assertThat(versions.raw().body()).contains("failed", "passed");
        List<Memory> memories = stoa.learning()
                .memories()
                .list("demo", null, Page.Request.first(500))
                .items();
        assertThat(memories).hasSize(120).extracting(Memory::metadata).containsOnly(Map.of("demo", true));
        assertThat(memories).filteredOn(Memory::redLine).hasSize(2);
        assertThat(server.get("memories/demo-lineage-3").raw().body()).contains("untrusted");
        assertThat(server.get("memories/demo-0/transitions").raw().body()).contains("\"items\":[{");
        assertThat(server.get("dissents?dissent_type=risk_warning").raw().body())
                .contains("the pool is too small");
        assertThat(server.get("breakers").raw().body()).contains("\"open\"");
        assertThat((List<?>)
                        server.get("channels/shop/messages?limit=500").body().get("items"))
                .hasSizeGreaterThan(150);
        assertThat((List<?>) server.get("runs").body().get("items")).isEmpty();
        assertThat(stoa.counsel().audit().checkpoints(ME)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(server.get("corrections?status=proposed").raw().body()).contains("cannot restore a database alone");
        List<?> conversations = (List<?>) server.get("conversations").body().get("items");
        assertThat(conversations)
                .extracting(each -> server.get("model-runs?conversation=" + ((Map<?, ?>) each).get("conversation_id"))
                        .raw()
                        .body())
                .anyMatch(runs -> runs.contains("\"blocked\""));
        assertThat(server.get("specialists/reader").raw().body()).contains("evidence:semantic");
        assertThat(server.get("created-agents").raw().body()).contains("pending_approval");
        assertThat(server.get("debates/demo-paused").raw().body()).contains("convergence");
    }
}
