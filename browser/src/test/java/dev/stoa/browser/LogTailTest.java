package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.stoa.server.RunningServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run while its program, a process of its own, writes. */
@InBrowser
@DisabledOnOs(OS.WINDOWS)
class LogTailTest {
    /** Writes control codes, then waits for each further part until something comes through a pipe. */
    private static final String PROGRAM = """
            cat > /dev/null
            printf 'first \\033[31mred\\033[0m \\033]0;taken\\007 \\033[2J<b>bold</b> \\342\\200\\256over\\n'
            read go < "$1"
            i=0
            while [ $i -lt 300 ]; do i=$((i + 1)); printf 'line %d\\n' $i; done
            printf 'oops \\033[1m\\n' >&2
            read go < "$1"
            printf 'last\\n'
            """;

    private static final String SHOWS = "words => document.getElementById('output').textContent.includes(words)";

    @TempDir
    Path folder;

    @Test
    void aLogTailFollowsARunningProgramAndItsControlCodesDoNothing(Browser browser)
            throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path program = Files.writeString(folder.resolve("program.sh"), PROGRAM);
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.writeString(
                data.resolve("stoa.toml"),
                "[provider.command.talker]\nargv = [\"sh\", \"" + program + "\", \"" + pipe + "\"]\n");
        // Open for both directions all the time: a reader never meets the end of a writer, and the test waits for
        // neither.
        try (RandomAccessFile go = new RandomAccessFile(pipe.toFile(), "rw");
                RunningServer server =
                        RunningServer.working(data, Map.of("STOA_SEARCH_EMBEDDER", "off"), InstantSource.system());
                Tab tab = browser.open()) {
            server.post("agents", "{\"identity\":\"talker\",\"model\":\"command:talker\"}");
            String run = String.valueOf(server.post("runs", "{\"agent\":\"talker\",\"input\":\"go\"}")
                    .body()
                    .get("session_id"));
            Page page = tab.page();
            tab.visit(server.url() + "/runs/" + run);
            tab.settle();
            String title = page.title();
            page.evaluate("() => { window.marked = true; }");
            page.waitForFunction(SHOWS, "<b>bold</b>");
            assertThat(page.locator("#output").textContent())
                    .startsWith("first ")
                    .contains("⟦ESC⟧[31mred", "⟦RLO⟧over")
                    .doesNotContain("\u001B", "\u0007", "\u202E");
            assertThat(page.locator("#output *").count()).isZero();
            assertThat(page.title()).isEqualTo(title);

            go.writeBytes("go\n");
            page.waitForFunction(SHOWS, "line 300\n");
            page.waitForFunction("() => document.getElementById('errors').textContent.includes('oops ⟦ESC⟧[1m')");
            page.waitForFunction("() => { const log = document.getElementById('output');"
                    + " return log.scrollHeight - log.clientHeight - log.scrollTop < 8; }");
            page.locator("#output").evaluate("log => { log.scrollTop = 0; }");
            go.writeBytes("go\n");
            page.waitForFunction(SHOWS, "last\n");
            assertThat(page.locator("#output").evaluate("log => log.scrollTop"))
                    .as("who reads above is left there")
                    .isEqualTo(0);
            page.waitForFunction("() => document.getElementById('state').textContent.includes('completed')");
            assertThat(page.evaluate("() => window.marked")).isEqualTo(true);
            assertThat(tab.messages()).isEmpty();
        }
    }
}
