package dev.stoa.cli.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Debates as somebody types them, on both backends. */
@OnBothDatabases
class DebateCommandTest {
    private static final String QUESTION = "Which cache shall we use for sessions?";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(dialect, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @Test
    void withoutDocumentsSimulatedSeatsAnswerAndSaySo() {
        assertThat(terminal.run("debate", "run", "q0", "--seed", "1")).isZero();

        assertThat(terminal.err()).contains("five simulated agents").contains("--evidence PATH");
        assertThat(terminal.out())
                .startsWith("q0\nladder, up to 2 rounds; tree; weighted vote, agreed from 0.75\na0=sim:, a1=sim:")
                .contains("round 1, proposal\n  a0     0.60  simulated answer 3\n")
                .contains("round 2, critique")
                .contains("  sides  A a0, a1, a2")
                .contains("  count  A 3, B 1, C 1   consensus 0.60 on A, 0.75 is asked for")
                .contains("simulated: drawn by chance")
                .contains("instead   a plain vote of the first drafts says ")
                .contains("the best agent alone, a0, says ")
                .doesNotContain("\u001b")
                .doesNotContain("\r");
        assertThat(terminal.out().lines().toList().getLast()).matches("debate    [0-9a-f-]{36}");
    }

    @Test
    void whatSimulatedSeatsLeaveIsCountedOnRequestOnly() {
        assertThat(terminal.run("debate", "run", "q0", "--seed", "1")).isZero();

        assertThat(terminal.run("rating", "board")).isZero();
        assertThat(terminal.out()).isEqualTo("no agent is rated yet\n");
        assertThat(terminal.run("rating", "board", "--simulated", "only")).isZero();
        assertThat(terminal.out()).startsWith("1  a");
        assertThat(terminal.run("rating", "board", "--simulated", "only", "--by", "bt"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("ask by elo");
        assertThat(terminal.run("rating", "matches", "--simulated", "include")).isZero();
        assertThat(terminal.out()).contains(", simulated");
        assertThat(terminal.run("prediction", "calibration", "a0")).isZero();
        assertThat(terminal.out()).contains("of 0 predictions");
        assertThat(terminal.run("prediction", "calibration", "a0", "--simulated", "only"))
                .isZero();
        assertThat(terminal.out()).contains("of 1 predictions");
        assertThat(terminal.run("consensus", "list")).isZero();
        assertThat(terminal.out()).isEqualTo("no debate is recorded\n");
        assertThat(terminal.run("consensus", "find", "q0", "--simulated", "only"))
                .isZero();
        assertThat(terminal.out()).contains(", simulated  q0");
        assertThat(terminal.run("memory", "list")).isZero();
        assertThat(terminal.out()).isEqualTo("no memories\n");
        assertThat(terminal.run("memory", "recall", "q0", "--simulated", "only"))
                .isZero();
        assertThat(terminal.out()).contains("q0").contains("  simulated  ");
        assertThat(terminal.run("memory", "add", "it is real")).isZero();
        assertThat(terminal.run("memory", "list", "--simulated", "include")).isZero();
        assertThat(terminal.out().lines())
                .hasSize(2)
                .anyMatch(line -> line.contains("it is real") && !line.contains("simulated"))
                .anyMatch(line -> line.contains("q0") && line.contains("  simulated  "));
        assertThat(terminal.run("consensus", "dissents", "--simulated", "include"))
                .isZero();
        assertThat(terminal.out().lines()).isNotEmpty().allMatch(line -> line.contains(", simulated  "));
        assertThat(terminal.run("debate", "replay", "--all")).isZero();
        assertThat(terminal.out()).contains("the one debate proves itself: ");
        assertThat(terminal.run("debate", "stats")).isZero();
        assertThat(terminal.out()).contains("none");
        assertThat(terminal.run("debate", "stats", "--simulated", "only")).isZero();
        assertThat(terminal.out()).contains("1 completed");
        assertThat(terminal.run("debate", "list")).isZero();
        assertThat(terminal.out()).contains(", simulated");
        assertThat(terminal.run("debate", "list", "--simulated", "exclude")).isZero();
        assertThat(terminal.out()).isEqualTo("no debates\n");
        assertThat(terminal.run("debate", "list", "--simulated", "maybe")).isEqualTo(2);
        assertThat(terminal.err()).contains("simulated \"maybe\" is none of exclude, include, only");
    }

    @Test
    void readersOfDocumentsDebateWithoutKeyAndNetwork() throws IOException {
        documents();
        terminal.environment().put("STOA_SEARCH_EMBEDDER", "hashing");
        assertThat(terminal.run("debate", "run", QUESTION, "--evidence", "papers", "--preset", "round-table"))
                .as(terminal.err())
                .isZero();

        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out())
                .contains("lex=evidence:lexical, sem=evidence:semantic, ske=evidence:skeptic, doc=evidence:document")
                .contains("2 documents")
                .contains("lex    0.")
                .contains("From redis.md, word for word.")
                .contains("agreed on A")
                .as("the verdict names its sources")
                .contains("\nsource    redis.md\n")
                .as("no model, no tokens")
                .doesNotContain("tokens")
                .doesNotContain("simulated");
        assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
        Map<String, @Nullable Object> list = terminal.json("debate", "list");
        assertThat(list).containsEntry("next", null);
        assertThat(terminal.items("items").getFirst()).containsEntry("preset", "round-table");
        terminal.run("debate", "show", id(), "--json");
        assertThat(map(terminal.document(), "learning"))
                .as("what it teaches is taught when the command returns")
                .extractingByKey("done")
                .isNotEqualTo(0L);
        assertThat(terminal.run("consensus", "find", "cache for sessions")).isZero();
        assertThat(terminal.out()).contains(QUESTION);
    }

    @Test
    void withoutAnEmbedderNobodyReadsByMeaning() throws IOException {
        documents();
        assertThat(terminal.run("debate", "run", QUESTION, "--evidence", "papers"))
                .isZero();
        assertThat(terminal.out()).contains("lex=evidence:lexical, ske=evidence:skeptic, doc=evidence:document\n");

        assertThat(terminal.run(
                        "debate",
                        "run",
                        QUESTION,
                        "--evidence",
                        "papers",
                        "--agents",
                        "lex=evidence:lexical,sem=evidence:semantic,hyb=evidence:hybrid"))
                .isZero();
        assertThat(terminal.out()).contains("sem    could not be asked: ").contains("agreed on A");
    }

    @Test
    void oneJsonDocumentIsTheWholeSession() {
        Map<String, @Nullable Object> session = terminal.json(
                "debate",
                "run",
                "q0",
                "--seed",
                "1",
                "--rounds",
                "3",
                "--threshold",
                "0.9",
                "--voting",
                "majority",
                "--quorum",
                "2",
                "--topology",
                "star",
                "--domain",
                "ops",
                "--debate-id",
                "deb-1",
                "--timeout",
                "90",
                "--call-timeout",
                "9",
                "--max-tokens",
                "100000",
                "--max-cost",
                "1.5",
                "--no-memory",
                "--no-learn",
                "--no-early-stop",
                "--truth",
                "C",
                "--decision",
                "vote");

        assertThat(session)
                .containsEntry("status", "completed")
                .containsEntry("topology_type", "star")
                .containsEntry("voting_method", "majority")
                .containsEntry("domain", "ops")
                .containsEntry("debate_id", "deb-1")
                .containsEntry("initiated_by", "local")
                .containsEntry("total_rounds", 3L);
        assertThat(map(session, "config"))
                .containsEntry("rounds", 3L)
                .containsEntry("threshold", 0.9)
                .containsEntry("quorum", 2L)
                .containsEntry("timeout_s", 90L)
                .containsEntry("call_timeout_s", 9L)
                .containsEntry("max_tokens", 100_000L)
                .containsEntry("max_cost_usd", 1.5)
                .containsEntry("memory", false)
                .containsEntry("learn", false)
                .containsEntry("early_stop", false);
        assertThat(map(session, "grade")).containsEntry("truth", "C").containsEntry("source", "given");
        assertThat(map(session, "outcome")).containsEntry("simulated", true);
        assertThat(terminal.json("debate", "show", "deb-1")).containsEntry("id", session.get("id"));
    }

    @Test
    void theEventsOfARunAreTheEventsOfItsRecord() {
        assertThat(terminal.run("debate", "run", "q0", "--seed", "1", "--jsonl"))
                .isZero();
        List<String> lines = terminal.out().lines().toList();
        assertThat(lines).allSatisfy(line -> assertThat(Json.parseObject(line)).containsKeys("seq", "kind", "hash"));
        assertThat(Json.parseObject(lines.getLast())).containsEntry("kind", "debate_graded");

        terminal.json("debate", "events", id(), "--limit", "500");
        assertThat(terminal.items("items")).hasSize(lines.size());
        terminal.json("debate", "events", id(), "--limit", "3");
        assertThat(terminal.document().get("next")).isNotNull();
        String next = String.valueOf(terminal.document().get("next"));
        terminal.json("debate", "events", id(), "--cursor", next);
        assertThat(terminal.items("items").getFirst()).containsEntry("seq", 4L);
        terminal.json("debate", "events", id(), "--kind", "debate_created");
        assertThat(terminal.items("items"))
                .extracting(event -> event.get("seq"))
                .containsExactly(1L);
        assertThat(terminal.run("debate", "events", id(), "--kind", "other")).isEqualTo(2);
        assertThat(terminal.run("debate", "events", id())).isZero();
        assertThat(terminal.out()).startsWith("1   ").contains("debate_created");
        assertThat(terminal.run("debate", "run", "q0", "--json", "--jsonl")).isEqualTo(2);
    }

    @Test
    void theRecordIsThereToBeRead() {
        String id = run("--seed", "1");

        terminal.json("debate", "turns", id);
        assertThat(terminal.items("items"))
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(turn -> assertThat(turn).containsKey("prompt").doesNotContainEntry("status", "error"));
        assertThat(terminal.items("items").getFirst().get("prompt")).isNull();
        terminal.json("debate", "turns", id, "--prompts");
        assertThat(String.valueOf(terminal.items("items").getFirst().get("prompt")))
                .contains("q0");
        assertThat(terminal.run("debate", "turns", id, "--prompts", "--limit", "2"))
                .isZero();
        assertThat(terminal.out())
                .contains("1  round 1, proposal, holds A")
                .contains("  > ")
                .contains("more: --cursor ");

        terminal.json("debate", "ballots", id);
        assertThat(terminal.items("items").getFirst()).containsEntry("stage", "draft");
        assertThat(terminal.run("debate", "ballots", id)).isZero();
        assertThat(terminal.out())
                .contains("draft  round 1  a0  A  0.60  weight ")
                .contains("counted");

        assertThat(terminal.json("debate", "gates", id)).containsEntry("items", List.of());
        assertThat(terminal.run("debate", "gates", id)).isZero();
        assertThat(terminal.out()).isEqualTo("no gates\n");
        assertThat(terminal.json("debate", "versions", id)).containsEntry("items", List.of());
        assertThat(terminal.run("debate", "versions", id)).isZero();
        assertThat(terminal.out()).isEqualTo("no code\n");

        assertThat(terminal.run("debate", "show", id)).isZero();
        assertThat(terminal.out())
                .startsWith("q0\n")
                .contains("asked by local at ")
                .contains("debate    " + id);
    }

    @Test
    void aDebateIsNamedByTheEndOfItsIdUnlessTwoShareIt() throws SQLException {
        String id = run("--seed", "1");
        assertThat(terminal.json("debate", "show", id.substring(28))).containsEntry("id", id);
        assertThat(terminal.run("debate", "show", "ffffffff")).isEqualTo(3);
        assertThat(terminal.err()).startsWith("stoa: no debate ");

        String twin = "0".repeat(8) + id.substring(8);
        terminal.alter(
                "debate",
                "INSERT INTO debate_sessions (id, debate_id, topic, status, config, outcome, metadata) VALUES ('" + twin
                        + "', 'd', 't', 'pending', '{}', '{}', '{}')");
        assertThat(terminal.run("debate", "show", id.substring(28), "--json")).isEqualTo(4);
        assertThat(terminal.err()).contains("\"code\":\"ambiguous\"");
        assertThat(terminal.json("debate", "show", id)).containsEntry("id", id);
    }

    @Test
    void listsAreFiltered() {
        run("--seed", "1", "--domain", "ops");
        String created = created("second");
        assertThat(listed()).hasSize(2);
        assertThat(listed("--status", "pending")).containsExactly(created);
        assertThat(listed("--status", "completed", "--domain", "ops", "--preset", "ladder", "--agent", "a0"))
                .hasSize(1);
        assertThat(listed("--agent", "nobody")).isEmpty();
        assertThat(listed("--words", "sec")).containsExactly(created);
        assertThat(listed("--words", "third")).isEmpty();
        assertThat(terminal.run("debate", "list", "--words", "the")).isEqualTo(2);
        assertThat(terminal.err()).contains("words has no word to search for: \"the\"");
        String debate = String.valueOf(terminal.json("debate", "show", created).get("debate_id"));
        assertThat(listed("--debate-id", debate)).containsExactly(created);
        assertThat(listed("--debate-id", "another")).isEmpty();
        assertThat(listed("--min-consensus", "1.0")).isEmpty();
        assertThat(listed("--correct", "true")).hasSize(1);
        assertThat(listed("--correct", "false")).isEmpty();
        assertThat(listed("--from", "2000-01-01T00:00:00Z", "--to", "2001-01-01T00:00:00Z"))
                .isEmpty();
        assertThat(terminal.run("debate", "list", "--limit", "1")).isZero();
        assertThat(terminal.out()).contains("completed  ").contains("ladder").contains("more: --cursor ");
        assertThat(terminal.run("debate", "list", "--status", "runing")).isEqualTo(2);
        assertThat(terminal.err()).contains("running");
    }

    @Test
    void theSameRequestUnderTheSameKeyIsTheSameDebate() {
        String first = run("--seed", "1", "--key", "k1");
        assertThat(run("--seed", "1", "--key", "k1")).isEqualTo(first);
        assertThat(terminal.run("debate", "run", "q0", "--seed", "2", "--key", "k1"))
                .isEqualTo(4);
        assertThat(terminal.err()).contains("k1");
    }

    @Test
    void topicsComeFromFilesAndFromStandardInput() throws IOException {
        Files.writeString(folder.resolve("question.txt"), "From a file?\n");
        assertThat(terminal.json("debate", "create", "--file", "question.txt")).containsEntry("topic", "From a file?");
        assertThat(terminal.typing("From standard input?\n").json("debate", "create", "-"))
                .containsEntry("topic", "From standard input?");
        assertThat(terminal.run("debate", "run")).isEqualTo(2);
        assertThat(terminal.err()).contains("topic is missing");
    }

    @Test
    void wrongArgumentsNameTheThingAndWhatToDo() throws IOException {
        assertThat(refused("--preset", "laddr")).contains("laddr").contains("ladder");
        assertThat(refused("--gate", "review")).contains("review, which this debate does not run");
        assertThat(refused("--options", "Yes| yes.")).contains("options");
        assertThat(refused("--agents", "a=simm:,b=sim:")).contains("simm").contains("did you mean sim?");
        assertThat(refused("--agents", "a=sim:")).contains("agents");
        assertThat(refused("--agents", "o=openai:gpt-5-mini,b=sim:")).contains("has no key");
        assertThat(refused("--code", "java")).contains("cannot write code");
        assertThat(refused("--code", "cobol")).contains("cobol");
        assertThat(refused("--tests", "tests")).contains("--code LANG");
        assertThat(refused("--rounds", "13")).contains("13").contains("12");
        assertThat(refused("--protocol", "cpde", "--preset", "vote")).contains("no critique phase");
        assertThat(refused("--voting", "wieghted")).contains("weighted");
        assertThat(terminal.run("debate", "run", "q0", "--evidence", "nowhere")).isEqualTo(3);
        assertThat(terminal.run("debate", "runn")).isEqualTo(2);
        assertThat(terminal.err()).contains("did you mean run?");
        assertThat(terminal.run("debate")).isEqualTo(2);
        assertThat(listed()).as("nothing of it was stored").isEmpty();
    }

    @Test
    void whoeverWatchesSeesColoursUnlessTheyAreUnwanted() {
        terminal.watched(true);
        assertThat(terminal.run("debate", "run", "q0", "--seed", "1")).isZero();
        assertThat(terminal.out()).contains("\u001b[1mq0\u001b[0m").contains("█");
        assertThat(terminal.err()).contains("waiting for a0, a1").endsWith("\r\u001b[K");

        terminal.environment().put("NO_COLOR", "1");
        terminal.environment().put("COLUMNS", "60");
        assertThat(terminal.run("debate", "run", "q0", "--seed", "1")).isZero();
        assertThat(terminal.out()).doesNotContain("\u001b[");
        assertThat(terminal.out().lines().toList().get(2)).hasSizeLessThanOrEqualTo(60);
    }

    @Test
    void whatAgentsWroteCannotSteerTheTerminal() {
        assertThat(terminal.run("debate", "run", "q\u001b[2J0\u202e?", "--seed", "1"))
                .isZero();
        assertThat(terminal.out()).startsWith("q [2J0 ?");
    }

    private List<String> listed(String... filter) {
        String[] args =
                Stream.concat(Stream.of("debate", "list"), Stream.of(filter)).toArray(String[]::new);
        terminal.json(args);
        return terminal.items("items").stream()
                .map(item -> String.valueOf(item.get("id")))
                .toList();
    }

    private String refused(String... args) {
        String[] all =
                Stream.concat(Stream.of("debate", "run", "q0"), Stream.of(args)).toArray(String[]::new);
        assertThat(terminal.run(all)).as(terminal.err()).isEqualTo(2);
        assertThat(terminal.out()).isEmpty();
        return terminal.err();
    }

    private String created(String topic) {
        return String.valueOf(
                terminal.json("debate", "create", topic, "--seed", "1").get("id"));
    }

    private String run(String... args) {
        String[] all =
                Stream.concat(Stream.of("debate", "run", "q0"), Stream.of(args)).toArray(String[]::new);
        return String.valueOf(terminal.json(all).get("id"));
    }

    private String id() {
        return listed().getLast();
    }

    private void documents() throws IOException {
        Path papers = Files.createDirectories(folder.resolve("papers"));
        Files.writeString(
                papers.resolve("redis.md"),
                "Use Redis as the cache for sessions. It keeps them over a restart. Which cache we use is settled.");
        Files.writeString(papers.resolve("other.md"), "The cafeteria opens at eight. Bring your own cup.");
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private static Map<String, @Nullable Object> map(Map<String, @Nullable Object> object, String field) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(object.get(field));
    }
}
