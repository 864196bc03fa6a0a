package dev.stoa.cli.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a debate refuses on the command line. It is refused before anything is stored, so one backend will do. */
class DebateBoundsTest {
    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(Dialect.SQLITE, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @Test
    void whatIsOutOfBoundsIsNamedWithItsBound() {
        assertThat(refused("--redo-budget", "6")).contains("redo_budget 6 is not within 0 to 5");
        assertThat(refused("--redo-budget", "-1")).contains("redo_budget -1 is not within 0 to 5");
        assertThat(refused("--redo-budget", "some")).contains("--redo-budget").contains("some");
        assertThat(refused("--max-parallel", "0")).contains("max_parallel 0 is not within 1 to 64");
        assertThat(refused("--max-parallel", "65")).contains("max_parallel 65 is not within 1 to 64");
        assertThat(refused("--reflexion-attempts", "4")).contains("reflexion_attempts 4 is not within 0 to 3");
        assertThat(refused("--gate-timeout", "0")).contains("gate_timeout_s 0 is not within 1 to 2,592,000");
        assertThat(refused("--timeout", "86401")).contains("timeout_s 86401 is not within 1 to 86,400");
        assertThat(refused("--call-timeout", "3601")).contains("call_timeout_s 3601 is not within 1 to 3,600");
        assertThat(refused("--max-tokens", "0")).contains("max_tokens 0 is not within 1 to ");
        assertThat(refused("--max-cost", "0")).contains("max_cost_usd 0 is not within ");
        assertThat(refused("--quorum", "4")).contains("quorum 4 is not within 1 to 3");
        assertThat(refused("--threshold", "0.4")).contains("threshold 0.4 is not within 0.5 to 1");
        assertThat(refused("--seed", "-1")).contains("seed -1 is not within 0 to ");
        assertThat(refused("--domain", "a b")).contains("domain \"a b\" is not 1 to 64 of ");
        assertThat(refused("--debate-id", "x".repeat(256))).contains("debate_id has 256 characters; at most 255");
        assertThat(refused("--key", "k".repeat(129))).contains("--key has 129 characters; at most 128");
        terminal.json("debate", "list");
        assertThat(terminal.items("items")).as("nothing of it was stored").isEmpty();
    }

    @Test
    void aDraftNamesASeatAndHasAnAnswer() {
        assertThat(refused("--draft", "Use Redis"))
                .contains("--draft \"Use Redis\" names no agent; write NAME=TEXT, or NAME@CONFIDENCE=TEXT");
        assertThat(refused("--draft", "=Redis")).contains("names no agent");
        assertThat(refused("--draft", "dee=Redis")).contains("drafts names \"dee\"; name one of the agents");
        assertThat(refused("--draft", "ana=Redis", "--draft", "ana=Valkey"))
                .contains("drafts has two answers of \"ana\"; give each seat at most one");
        assertThat(refused("--draft", "ana= ")).contains("drafts.answer is blank");
        assertThat(refused("--draft", "ana=" + "x".repeat(8_001)))
                .contains("drafts.answer has 8,001 characters; at most 8,000");
        assertThat(refused("--draft", "ana@1.1=Redis")).contains("drafts.confidence 1.1 is not within 0 to 1");
        assertThat(refused("--draft", "ana@NaN=Redis")).contains("drafts.confidence NaN is not within 0 to 1");
        assertThat(refused("--draft", "ana@sure=Redis")).contains("drafts.confidence \"sure\" is not within 0 to 1");
        assertThat(refused("--draft", "ana@=Redis")).contains("drafts.confidence \"\" is not within 0 to 1");
    }

    private String refused(String... args) {
        String[] all = Stream.concat(
                        Stream.of("debate", "create", "q0", "--agents", "ana=sim:,bo=sim:,cy=sim:"), Stream.of(args))
                .toArray(String[]::new);
        assertThat(terminal.run(all)).as(terminal.err()).isEqualTo(2);
        assertThat(terminal.out()).isEmpty();
        return terminal.err();
    }
}
