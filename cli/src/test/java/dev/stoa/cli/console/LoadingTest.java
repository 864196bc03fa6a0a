package dev.stoa.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands for which the sentence model is loaded beside their work, and which are through before it is. */
class LoadingTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** The runtime of the model crashes if the process ends while it is at work. */
    @Test
    void aCommandDoesNotEndWhileTheModelIsBeingLoaded() {
        try (Terminal terminal = Terminal.on(Dialect.SQLITE, folder)) {
            terminal.environment().put("STOA_SEARCH_EMBEDDER", "e5");
            assertThat(terminal.run("mcp")).isZero();
            assertThat(threads()).doesNotContain("stoa-embedder");
            assertThat(terminal.run("evidence", "search", "key", "--mode", "lexical"))
                    .isZero();
            assertThat(threads()).doesNotContain("stoa-embedder");
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }
}
