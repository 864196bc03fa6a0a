package dev.stoa.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.bench.harness.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs every benchmark for a moment: what they print is there, and nothing is left behind. */
@Timeout(1_200)
class SuiteTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-15T12:00:00Z"));

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path temporary;

    private final List<String> progress = new ArrayList<>();

    private static Path root() {
        return Path.of(Objects.requireNonNull(System.getProperty("stoa.basedir"), "stoa.basedir is set by the build"));
    }

    private String run(Path root, String... arguments) throws Exception {
        Path folder = Files.createDirectories(temporary.resolve("run"));
        String measured = new Suite(Options.parse(arguments), root, folder, null, progress::add).run(CLOCK);
        Main.delete(folder);
        return measured;
    }

    /** A clone whose launcher starts at once, because the real one would build the program first. */
    private Path quickClone() throws Exception {
        Path root = Files.createDirectories(temporary.resolve("clone"));
        Path c = root.resolve("bench/src/main/c");
        Files.createDirectories(c);
        Files.copy(root().resolve("bench/src/main/c/baseline.c"), c.resolve("baseline.c"));
        Path launcher = Files.writeString(root.resolve("stoa"), "#!/bin/sh\nexit 0\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        return root;
    }

    @Test
    void everyBenchmarkRuns() throws Exception {
        String measured = run(quickClone(), "--tiny");

        assertThat(measured).startsWith("Measured on 2026-11-15 with `bench/run`. ");
        String sqlite = measured.substring(measured.indexOf("### SQLite"), measured.indexOf("### PostgreSQL"));
        String postgres =
                measured.substring(measured.indexOf("### PostgreSQL"), measured.indexOf("### The learning wing"));
        String learning = measured.substring(measured.indexOf("### The learning wing"), measured.indexOf("### Start"));
        String start = measured.substring(measured.indexOf("### Start"), measured.indexOf("### Retrieval"));
        assertThat(sqlite)
                .contains("| 1 row a transaction, synchronous normal | Archive.write |")
                .contains("| 1 row a transaction, synchronous full | Archive.write |")
                .contains("| 1000 rows a transaction, synchronous normal | Tx.batch |")
                .contains("| 2 threads, 1 row a call, synchronous normal | Archive.write |")
                .contains("| 6 virtual threads, 1 row a call, synchronous normal | Archive.write |")
                .contains("| 6 threads, 1 row a call, synchronous full | Archive.write |")
                .contains("| 1 row by key, 1 thread | Archive.one |", "|  | Archive.read |")
                .contains("| 1 row by key, 4 threads | Archive.one |")
                .contains("| best 50 rows by an index | Archive.list |")
                .contains("Aims:\n\n- 1 row a transaction");
        assertThat(postgres)
                .contains("fsync on, synchronous_commit on")
                .contains("| 1 row a transaction | Archive.write |")
                .contains("| 6 threads, 1 row a call | Archive.write |")
                .contains("| best 50 rows by an index | Archive.list |");
        assertThat(measured)
                .contains("| turns of recorded debates, synchronous normal | debates, one after another |")
                .contains("| turns proved by replay | replays |")
                .contains("| ladder debates of 5 seats | 8 callers |")
                .contains("| append a turn and its event to a debate | after 10 turns |")
                .contains("| append a turn and its event to an archive | of 60 debates |")
                .contains("| a page of 50 turns | of 60 debates |")
                .contains("| teach a debate with 6 critiques to every archive | LearningLoop.run |")
                .contains("| search lessons for 2 words | Lessons.search, 60 rows |")
                .contains("| turns of recorded debates on PostgreSQL | debates, one after another |");
        assertThat(measured.substring(measured.indexOf("### The society"), measured.indexOf("### Start")))
                .contains("| send a message that mentions nobody | Messages.send, 60 messages |")
                .contains("|  | Messages.send, 6,000 messages |")
                .contains("| receive when nothing is new | Bookmarks.receive, 60 messages |")
                .contains("| inbox of 20 channels | Bookmarks.inbox, 60 messages |")
                .contains("| add a note | Notes.add with its text index |")
                .contains("| search all that was written, 1,200 rows | a word of 1 in 8 |")
                .contains("| claim what is next | 6 threads |")
                .contains("| send a message and receive it on PostgreSQL | 1 thread |")
                .contains("wake-up in the same process", "wake-up in another process", "waiters");
        assertThat(measured.substring(measured.indexOf("### Several processes"), measured.indexOf("### The counsel")))
                .contains("| send a message to a channel, 2 processes × 3 | Stoa |", "|  | bare JDBC, a message each |")
                .contains(
                        "|  | bare JDBC, as few messages |",
                        "| send a message to one channel, 2 processes × 3 | Stoa |")
                .contains(
                        "| record the outcome of a memory, 2 processes × 3 |",
                        "| record a turn of a debate, one caller |")
                .contains("| record a match of 2 agents, one caller | Stoa |")
                .contains("| turns of recorded debates | 1 process × 3 |", "|  | 2 processes × 3 |");
        assertThat(measured.substring(measured.indexOf("### The evolution"), measured.indexOf("### Start")))
                .contains("| record an episode with 10 logs | Episodes.record, a commit each |")
                .contains("| worst 20 % of a generation | Episodes.worst, 6 |")
                .contains("|  | StrategyMemory.add, 600 |")
                .contains("| play an episode that is not stored | 20 turns of scripted replies |")
                .contains("|  | 60 generations, 6,000 episodes |")
                .contains("First pruning of 30 generations", "A stored run of split-100 with 1 generations")
                .contains("| split-100 | 2 | ", "| two-issue-trade | 2 | ", "runs of 5 generations whose variants");
        assertThat(measured.substring(measured.indexOf("### The server"), measured.indexOf("### Start")))
                .contains("| read a memory, 6 threads | Jetty alone, the same bytes |", "|  | GET memories/{id} |")
                .contains("| send a message, 6 threads | Messages.send |", "| add many memories | Continuum.addAll,")
                .contains("| a page of 50 debates, 6 threads |", "|  | tool recall, revision 2026-07-28 |")
                .contains("- `GET memories/{id}` adds to its call", "60 idle streams", "from a commit to its event")
                .contains(
                        "- `POST /v1/chat/completions` of a simulated specialist adds", "beside 600 silent connections")
                .contains("- 10 pages of the demo, each 2 times", "- a window of a debate of 600 turns")
                .contains("- `/memory/newest` over ", "- 60 live tabs while nothing happens")
                .contains("- the console adds to the start of a server, in 2 new processes without an AOT cache: ");
        assertThat(learning)
                .contains("| add a memory, 1 thread, synchronous normal | Continuum.add with its text index |")
                .contains("| the 10 strongest memories | Continuum.recall, 60 rows |")
                .contains("| memories for a question of 2 words | Continuum.recall, 60 rows |")
                .contains("| memories for a word of most | Continuum.recall, 60 rows |")
                .contains("| memories for a word of one in three | Continuum.recall, 60 rows |")
                .contains("| find a consensus by its topic | ConsensusMemory.find, 60 rows |")
                .contains("| record a match of 2 agents in a domain | Ratings.record, 40 agents |")
                .contains("| the outcome of a critique reaches its pattern | Critiques.resolve, 60 patterns |")
                .contains("| search evidence for 2 words | EvidenceStore.search, 60 rows |")
                .contains("| a call through a closed breaker |")
                .contains("Bradley-Terry with intervals", "Six archives created");
        assertThat(start)
                .contains("| java -version |", "| stoa version |", "| stoa version, without the AOT cache |")
                .contains("| stoa memory list |", "| stoa memory recall |");
        assertThat(sqlite.contains("|  | C |")).isEqualTo(sqlite.contains("C with the machine's SQLite 3."));
        assertThat(measured.substring(measured.indexOf("### Retrieval")))
                .contains(
                        "| chat turns | nDCG@10 |",
                        "| talk of friends | nDCG@10 |",
                        "| talk of friends in a crowd | nDCG@10 |",
                        "| lexical | ",
                        "| semantic | ",
                        "| hybrid | ");
        assertThat(measured.substring(measured.indexOf("### Closed questions"), measured.indexOf("### The society")))
                .contains("| to develop on, panel | ", "| held out, panel | ", "| held out, best sentence | ");
        assertThat(measured.substring(measured.indexOf("### Moving all archives"), measured.indexOf("### The counsel")))
                .contains("| to PostgreSQL | ", "| back to files | ", "aim at least 20: ");
        assertThat(progress).hasSize(141);
    }

    @Test
    void aMoveIsMeasuredThereAndBack() throws Exception {
        String measured = run(quickClone(), "--tiny", "--only", "move");

        assertThat(measured)
                .contains("### Moving all archives", "fsync on, synchronous_commit on")
                .containsPattern("\\| to PostgreSQL \\| [\\d,]{3,} \\| [\\d.]+ \\| [\\d.]+ \\| [\\d.]+ \\| [\\d.]+ \\|")
                .containsPattern("\\| back to files \\| [\\d,]{3,} \\|")
                .containsPattern("- to PostgreSQL: [\\d.]+ MB/s, aim at least 20: (met|missed)")
                .doesNotContain("### The counsel");
        assertThat(progress).hasSize(5);
    }

    @Test
    void withoutACompilerOrALauncherTheRestRunsAndSaysSo() throws Exception {
        Path bare = Files.createDirectories(temporary.resolve("bare"));

        assertThat(run(bare, "--tiny", "--only", "sqlite-top"))
                .contains("C is left out, because this machine has no C compiler or no sqlite3.h")
                .contains("| best 50 rows by an index | Archive.list |")
                .doesNotContain("|  | C |", "PostgreSQL", "Start");
        assertThat(run(bare, "--tiny", "--only", "start")).contains("was not measured");
    }
}
