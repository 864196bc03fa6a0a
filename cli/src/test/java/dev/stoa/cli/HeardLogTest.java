package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What real processes log on standard error. A glob that is none is what they have to warn of. */
@Timeout(180)
class HeardLogTest {
    private static final String WARNING = "FILES could not be looked after; it is tried again";

    @TempDir
    Path folder;

    @Test
    void aLongCommandWarnsOnStandardErrorWithoutASecretAndLeavesStandardOutputAlone() {
        Heard heard = run("run", "work", "--once");
        assertThat(heard.out()).containsExactly("0 executed: 0 completed, 0 failed, 0 timeout, 0 killed");
        assertThat(heard.err().lines()).singleElement().asString().startsWith("stoa: warning: " + WARNING + " (");
        assertThat(heard.err()).contains("society.files has").doesNotContain("sk-plant");
    }

    @Test
    void asJsonTheWarningIsADocumentOfItsOwn() {
        Heard heard = run("run", "work", "--once", "--json");
        assertThat(heard.out()).singleElement().asString().startsWith("{\"executed\":0");
        assertThat(heard.err())
                .startsWith("{\"log\":{\"level\":\"warn\",\"logger\":\"dev.stoa.engine.society.Upkeep\"");
    }

    @Test
    void verboseSaysWhoLoggedAndShowsTheTraceAlsoWithoutASecret() {
        Heard heard = run("run", "work", "--once", "--verbose");
        assertThat(heard.out()).hasSize(1);
        assertThat(heard.err())
                .contains("stoa: WARN dev.stoa.engine.society.Upkeep: " + WARNING, "\tat dev.stoa.")
                .doesNotContain("sk-plant")
                .as("steps of a library")
                .doesNotContain("TRACE");
    }

    @Test
    void aShortCommandIsSilentUnlessItFails() {
        assertThat(run("memory", "list").err()).isEmpty();
    }

    private record Heard(List<String> out, String err) {}

    private Heard run(String... args) {
        try (Terminal terminal = Terminal.on(Dialect.SQLITE, folder)) {
            List<String> through =
                    new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", folder.toString(), "env"));
            terminal.environment().put("STOA_SOCIETY_FILES", "[sk-planted-0123456789");
            terminal.environment().forEach((name, value) -> through.add(name + "=" + value));
            try (Child child = Child.start(through, Main.class, (Object[]) args)) {
                assertThat(child.exit()).as(child::complaints).isZero();
                return new Heard(child.rest(), child.complaints().replaceFirst("; its errors:\\R?", ""));
            }
        }
    }
}
