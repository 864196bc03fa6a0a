package dev.stoa.cli.counsel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.cli.Terminal;
import dev.stoa.counsel.run.Level;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.QueryDraft;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The command ask as it is typed, on both backends. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class AskCommandTest {
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

    private JsonFields json(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = "--json";
        assertThat(terminal.run(all)).as(terminal.err()).isZero();
        return JsonFields.of(Json.parseObject(terminal.out()));
    }

    @Test
    void aQuestionIsAnsweredOfflineInOneCommandAndSaysThatItIsSimulated() {
        assertThat(terminal.run("ask", "Will it rain?")).as(terminal.err()).isZero();
        assertThat(terminal.out()).contains("simulated").doesNotContain("High");
        assertThat(terminal.err()).contains("give --evidence PATH or --agents SPEC");
    }

    @Test
    void aMissingQuestionIsAskedForByWaysThatThereAre() {
        assertThat(terminal.run("ask")).isEqualTo(2);
        assertThat(terminal.err())
                .contains("question is missing", "standard input")
                .doesNotContain("--file");
    }

    @Test
    void anAnswerFromDocumentsGoesOnInItsConversationAndIsJudged() throws Exception {
        Path file = folder.resolve("bridge.txt");
        Files.writeString(file, "The Forth bridge was opened in 1890. It is painted red.");
        JsonFields first = json("ask", "When was the Forth bridge opened?", "--evidence", file.toString());
        assertThat(first.text("answer")).startsWith("The Forth bridge was opened in 1890.");
        assertThat(first.text("winner")).isEqualTo("lexical");
        assertThat(first.wholeOrNull("audit_seq")).isNotNull();

        // The document is stored, so it need not be given again.
        JsonFields second =
                json("ask", "When was the Forth bridge opened?", "--conversation", first.text("conversation_id"));
        assertThat(second.text("conversation_id")).isEqualTo(first.text("conversation_id"));
        assertThat(json("conversation", "show", first.text("conversation_id")).objects("messages"))
                .hasSize(4);
        assertThat(json("ask", "--resume", second.text("query_id")).text("answer"))
                .isEqualTo(second.text("answer"));

        JsonFields told = json("conversation", "feedback", second.text("message_id"), "--accepted");
        assertThat(told.real("outcome")).isEqualTo(1);
        assertThat(told.textOrNull("run_id")).isNotNull();
        assertThat(terminal.run("conversation", "feedback", second.text("message_id")))
                .isEqualTo(2);
        assertThat(terminal.run("conversation", "feedback", second.text("question_id"), "--accepted"))
                .isEqualTo(4);
        assertThat(terminal.run("conversation", "feedback", "nobody", "--accepted"))
                .isEqualTo(3);
    }

    @Test
    void aDryRunShowsThePromptsAndLeavesNothing() {
        JsonFields plan = json("ask", "How does a python function compile?", "--dry-run", "--agents", "a=sim:,b=sim:");
        assertThat(plan.text("field")).isEqualTo("software_engineering");
        assertThat(plan.texts("panel")).containsExactly("a", "b");
        assertThat(plan.objects("prompts")).hasSize(2);
        assertThat(json("conversation", "list").objects("items")).isEmpty();
    }

    @Test
    void aQuestionThatWasInterruptedGoesOnWithoutItsId() {
        Panel wanted = Panel.wanted(List.of("a=sim:"), null, List.of(), false);
        try (Stoa stoa = terminal.open()) {
            stoa.counsel()
                    .queries()
                    .receive(
                            Principal.local(),
                            new QueryDraft("q1", "Will it rain?", Level.FAST, null, null, null, wanted),
                            Queries.Also.NOTHING);
        }
        assertThat(json("ask", "--resume").text("query_id")).isEqualTo("q1");
        assertThat(terminal.run("ask", "--resume")).isEqualTo(3);
    }

    @Test
    void aDryRunOverDocumentsShowsTheReadersThatWouldQuoteThem() throws Exception {
        Path document = Files.writeString(folder.resolve("bridge.txt"), "The bridge was opened in 1890.");
        JsonFields plan = json("ask", "When was the bridge opened?", "--dry-run", "--evidence", document.toString());
        assertThat(plan.texts("panel")).contains("lexical").doesNotContain("a0");
        assertThat(json("evidence", "list").objects("items")).isEmpty();
    }

    @Test
    void whatIsWrongHasItsExitCode() throws Exception {
        assertThat(terminal.run("ask", "x", "--level", "huge")).isEqualTo(2);
        assertThat(terminal.run("ask", "x", "--agents", "a=nobody:x")).isEqualTo(2);
        assertThat(terminal.run("ask", "x", "--field", "cooking")).isEqualTo(2);
        assertThat(terminal.run("ask", "x", "--conversation", "nobody")).isEqualTo(3);
        assertThat(terminal.run("ask", "x", "--agents", "a=sim:?failure=1")).isEqualTo(1);
        Files.writeString(folder.resolve("stoa.toml"), """
                [policy.strict]
                max_retries = 0
                assertions = [{ name = "never", check = "contains", level = "blocking", parameters = { text = "zzz" } }]
                """);
        assertThat(terminal.run("ask", "x", "--agents", "a=sim:")).isEqualTo(4);
        assertThat(terminal.err()).contains("never");
        assertThat(terminal.out()).isEmpty();
    }
}
