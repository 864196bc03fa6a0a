package dev.stoa.cli.learning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Consensus as somebody types it, on both backends. */
@OnBothDatabases
class ConsensusCommandTest {
    private static final String RECORD = """
            {"id":"%s","topic":"%s","conclusion":"Yes","confidence":0.9,"participants":["ana","bo","cy"],
             "agreeing":["ana","bo"],"dissents":[{"agent_id":"cy","dissent_type":"risk_warning",
             "content":"Data loss is possible","confidence":0.8}]}""";

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

    private Map<String, @Nullable Object> record(String id, String topic) {
        return terminal.json("consensus", "record", RECORD.formatted(id, topic));
    }

    @SuppressWarnings("unchecked") // the document has objects there
    private static Map<String, @Nullable Object> part(Map<String, @Nullable Object> document, String name) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(document.get(name));
    }

    private List<String> ids() {
        return terminal.items("items").stream()
                .map(item -> String.valueOf(item.get("id")))
                .toList();
    }

    @Test
    void anOutcomeIsRecordedFromStandardInputAFileOrAnArgument() throws Exception {
        terminal.typing(RECORD.formatted("d1", "Use Redis?"));
        assertThat(terminal.run("consensus", "record", "-")).isZero();
        assertThat(terminal.out()).isEqualTo("recorded d1  moderate 2/3  Use Redis?\n");
        Files.writeString(folder.resolve("d2.json"), RECORD.formatted("d2", "Use tests?"));
        assertThat(terminal.json("consensus", "record", "--file", "d2.json")).containsEntry("created", true);
        assertThat(terminal.json("consensus", "record", "--file", "d2.json"))
                .containsEntry("created", false)
                .containsOnlyKeys("consensus", "created");
        assertThat(part(record("d3", "Why?"), "consensus")).containsEntry("strength", "moderate");

        assertThat(terminal.run("consensus", "record", RECORD.formatted("d1", "Other")))
                .isEqualTo(4);
        assertThat(terminal.err()).contains("d1 exists with other content");
        assertThat(terminal.run("consensus", "record")).isEqualTo(2);
        assertThat(terminal.run("consensus", "record", "{\"id\":\"d9\"}")).isEqualTo(2);
        assertThat(terminal.err()).contains("\"topic\" is missing");
        assertThat(terminal.run("consensus", "record", "--file", "nowhere.json"))
                .isEqualTo(3);
        assertThat(terminal.run("consensus", "record", "[1]")).isEqualTo(2);
        assertThat(terminal.run("doctor", "--deep")).isZero();
    }

    @Test
    void manyAreRecordedAndAskedForLineByLine() {
        String lines = oneLine(RECORD.formatted("d1", "Use Redis?")) + "\n{\"id\":\"bad\"}\n"
                + oneLine(RECORD.formatted("d2", "Use tests?")) + "\n";
        terminal.typing(lines);
        assertThat(terminal.run("consensus", "record", "--jsonl", "-", "--strict"))
                .isEqualTo(1);
        assertThat(terminal.run("consensus", "list")).isZero();
        assertThat(terminal.out()).isEqualTo("no debate is recorded\n");
        assertThat(terminal.run("consensus", "record", "--jsonl", "-")).isEqualTo(1);
        assertThat(terminal.out()).isEqualTo("2 written, 1 refused\n");
        assertThat(terminal.err()).contains("line 2: field \"topic\" is missing");

        terminal.typing("{\"topic\":\"use redis\"}\n{\"topic\":\"\"}\n{\"topic\":\"nothing like it\"}\n");
        assertThat(terminal.run("consensus", "find", "--jsonl", "-")).isEqualTo(1);
        List<String> answers = terminal.out().lines().toList();
        assertThat(answers).hasSize(3);
        assertThat(answers.get(0)).contains("\"id\":\"d1\"").contains("\"match\":\"hash\"");
        assertThat(answers.get(1)).contains("\"error\"").contains("topic is blank");
        assertThat(Json.parseObject(answers.get(2))).containsEntry("items", List.of());
    }

    private static String oneLine(String json) {
        return json.replace("\n", " ");
    }

    @Test
    void topicsAreFoundWithTheirDissents() {
        record("d1", "Use Redis?");
        record("d2", "Use Redis for sessions");
        assertThat(terminal.run("consensus", "find", "USE, redis!")).isZero();
        assertThat(terminal.out()).startsWith("""
                1.000 hash  d1  moderate 2/3  Use Redis?
                  Yes
                  - risk_warning by cy: Data loss is possible
                """);
        terminal.json("consensus", "find", "use redis", "--limit", "1", "--min-similarity", "0.9");
        assertThat(terminal.items("items"))
                .singleElement()
                .satisfies(item -> assertThat(item)
                        .containsOnlyKeys("consensus", "similarity", "match")
                        .containsEntry("similarity", 1.0)
                        .containsEntry("match", "hash"));
        assertThat(terminal.document()).containsEntry("next", null);
        terminal.json("consensus", "find", "use redis", "--domain", "lab");
        assertThat(terminal.items("items")).isEmpty();
        assertThat(terminal.run("consensus", "find", "zebra")).isZero();
        assertThat(terminal.out()).isEqualTo("no consensus on a similar topic\n");

        assertThat(terminal.run("consensus", "find", "x", "--limit", "51")).isEqualTo(2);
        assertThat(terminal.run("consensus", "find", "x", "--min-similarity", "2"))
                .isEqualTo(2);
        assertThat(terminal.run("consensus", "find")).isEqualTo(2);
    }

    @Test
    void aConsensusIsReplacedArchivedAndRestored() {
        record("d1", "Use Redis?");
        record("d2", "use redis");
        assertThat(part(terminal.json("consensus", "supersede", "d1", "d2"), "consensus"))
                .containsEntry("id", "d1")
                .containsEntry("superseded_by", "d2");
        terminal.json("consensus", "find", "use redis");
        assertThat(terminal.items("items")).hasSize(1);
        terminal.json("consensus", "find", "use redis", "--include-superseded");
        assertThat(terminal.items("items")).hasSize(2);
        assertThat(terminal.run("consensus", "supersede", "d2", "d1")).isEqualTo(4);
        assertThat(terminal.run("consensus", "supersede", "d2", "d9")).isEqualTo(3);

        assertThat(terminal.run("consensus", "archive", "d1", "--reason", "replaced"))
                .isZero();
        assertThat(terminal.out()).isEqualTo("d1 is archived\n");
        assertThat(terminal.run("consensus", "show", "d1")).isEqualTo(3);
        assertThat(terminal.err()).contains("it is archived; restore consensus d1 (stoa consensus restore d1)");
        assertThat(terminal.run("consensus", "archive", "d1")).isEqualTo(3);
        assertThat(part(terminal.json("consensus", "restore", "d1"), "consensus"))
                .containsEntry("id", "d1");
        assertThat(terminal.run("consensus", "restore", "d1")).isEqualTo(4);
        assertThat(terminal.run("consensus", "restore", "d9")).isEqualTo(3);
        assertThat(terminal.run("consensus", "show", "d1")).isZero();
        assertThat(terminal.out())
                .contains("d1  moderate 2/3  Use Redis?")
                .contains("domain general, confidence 0.9, trust agent")
                .contains("superseded by d2")
                .contains("risk_warning by cy: Data loss is possible");
        assertThat(terminal.run("doctor", "--deep")).isZero();
    }

    @Test
    void dissentsAreListedAndAnswered() {
        record("d1", "Use Redis?");
        record("d2", "Paint it green?");
        terminal.json("consensus", "dissents");
        assertThat(terminal.items("items")).hasSize(2);
        terminal.json("consensus", "dissents", "--topic", "use redis");
        assertThat(terminal.items("items"))
                .singleElement()
                .satisfies(item -> assertThat(item)
                        .containsOnlyKeys(
                                "id",
                                "debate_id",
                                "agent_id",
                                "dissent_type",
                                "content",
                                "confidence",
                                "reasoning",
                                "acknowledged",
                                "rebuttal",
                                "rebutted_by",
                                "timestamp")
                        .containsEntry("debate_id", "d1"));
        String id = ids().getFirst();
        terminal.json("consensus", "dissents", "--debate", "d2", "--type", "risk_warning");
        assertThat(terminal.items("items")).hasSize(1);
        terminal.json("consensus", "dissents", "--type", "abstention");
        assertThat(terminal.items("items")).isEmpty();

        assertThat(part(terminal.json("consensus", "rebut", id, "It is mirrored", "--as", "bo"), "dissent"))
                .containsEntry("acknowledged", true)
                .containsEntry("rebuttal", "It is mirrored")
                .containsEntry("rebutted_by", "bo");
        assertThat(terminal.run("consensus", "rebut", id, "It is not")).isEqualTo(4);
        assertThat(terminal.run("consensus", "rebut", "d-0", "x")).isEqualTo(3);
        assertThat(terminal.run("consensus", "dissents", "--type", "riskwarning"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("did you mean risk_warning?");
        assertThat(terminal.run("consensus", "dissents", "--topic", "x", "--debate", "d1"))
                .isEqualTo(2);
    }

    @Test
    void listsArePaged() {
        for (int i = 0; i < 3; i++) {
            record("d" + i, "topic " + i);
        }
        Map<String, @Nullable Object> first = terminal.json("consensus", "list", "--limit", "2");
        assertThat(ids()).containsExactly("d2", "d1");
        String next = String.valueOf(first.get("next"));
        assertThat(terminal.json("consensus", "list", "--limit", "2", "--cursor", next))
                .containsEntry("next", null);
        assertThat(ids()).containsExactly("d0");
        terminal.json("consensus", "list", "--domain", "lab");
        assertThat(ids()).isEmpty();
        assertThat(terminal.run("consensus", "list", "--limit", "2")).isZero();
        assertThat(terminal.out())
                .contains("d2  moderate 2/3  general  topic 2")
                .contains("more: --cursor " + next);
        assertThat(terminal.run("consensus", "list", "--limit", "501")).isEqualTo(2);
        assertThat(terminal.run("consensus", "list", "--cursor", "nonsense")).isEqualTo(2);
    }

    @Test
    void anAgentCannotRecordWithMoreThanItsTrust() {
        String record =
                RECORD.formatted("d1", "x").replace("\"confidence\":0.9", "\"confidence\":0.9,\"trust\":\"human\"");
        assertThat(part(terminal.json("consensus", "record", record, "--as", "ana"), "consensus"))
                .containsEntry("trust", "agent");
    }

    @Test
    void aVerbIsNeeded() {
        assertThat(terminal.run("consensus")).isEqualTo(2);
        assertThat(terminal.run("consensus", "forget", "d1")).isEqualTo(2);
    }
}
