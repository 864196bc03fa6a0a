package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents about the shell alone: that a wrong one is noticed, and where. */
class DocumentTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path temporary;

    private Path folder = Path.of("");

    @Test
    void aDocumentIsOneSessionInAFolderOfItsOwn() throws IOException {
        assertThat(problems("""
                ```sh
                mkdir sub && cd sub
                name=value
                cat >file <<'END'
                text
                END
                ```
                and later
                ```console
                $ basename "$PWD"; echo "$name"; cat file
                sub
                value
                text
                $ false  # exit 1
                $ echo "$STOA_DATA" "$TZ"
                …/stoa-data UTC
                ```
                """)).isEmpty();
    }

    @Test
    void aFailedCommandIsNoticedWithItsLineAndOutput() throws IOException {
        assertThat(problems("text\n```sh\ntrue\necho 'so it is'; exit_with() { return 4; }; exit_with\n```\n"))
                .singleElement()
                .asString()
                .startsWith("doc.md:4: echo")
                .contains("exit code: 4, stated 0", "so it is");
    }

    @Test
    void aCommandThatShouldFailAndDoesNotIsNoticed() throws IOException {
        assertThat(problems("```sh\ntrue # exit 3\n```\n"))
                .singleElement()
                .asString()
                .contains("0, stated 3");
    }

    @Test
    void otherOutputThanShownIsNoticed() throws IOException {
        assertThat(problems("```console\n$ echo b\na\n```\n"))
                .singleElement()
                .asString()
                .contains("shown:\na\nprinted:\nb");
    }

    @Test
    void outputThatIsNotShownIsNoticed() throws IOException {
        assertThat(problems("```console\n$ echo b\n```\n")).hasSize(1);
    }

    @Test
    void aCommandThatEndsTheShellIsNoticed() throws IOException {
        assertThat(problems("```sh\nexit 0\n```\n")).singleElement().asString().contains("the shell ended");
        assertThat(problems("```sh\nif\n```\n")).hasSize(1);
    }

    @Test
    void nothingRunsAfterAProblem() throws IOException {
        assertThat(problems("```sh\nfalse\ntouch later\n```\n")).hasSize(1);
        assertThat(folder.resolve("work/later")).doesNotExist();
    }

    @Test
    void whatRunsInTheBackgroundEndsWithTheDocument() throws IOException {
        assertThat(problems("```sh\nsleep 1000 & echo $! >pid\n```\n")).isEmpty();

        long pid = Long.parseLong(Clone.read(folder.resolve("work/pid")).strip());
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    @Test
    void readOnlyBlocksAreNotRunAndUnknownOnesAreMistakes() throws IOException {
        assertThat(problems("```toml\nx = 1\n```\n```sh no-run\nfalse\n```\n")).isEmpty();
        for (String info : List.of("", "bash", "shell", "sh norun", "Java")) {
            assertThat(problems("```" + info + "\ntrue\n```\n"))
                    .singleElement()
                    .asString()
                    .contains("doc.md:2: a block is marked");
        }
    }

    @Test
    void javaIsCompiledAndRunWithTheClassesOfStoa() throws IOException {
        assertThat(problems("""
                ```java
                import dev.stoa.base.InvalidException;

                var error = new InvalidException("code", "what", "do");
                Files.writeString(Path.of("from-java"), error.getMessage());
                ```
                ```java
                class Whole {
                    public static void main(String[] args) {
                        System.out.println("whole");
                    }
                }
                ```
                ```console
                $ cat from-java
                what
                ```
                """)).isEmpty();
    }

    @Test
    void javaThatDoesNotCompileOrFailsIsNoticed() throws IOException {
        assertThat(problems("\n```java\nint x = \"text\";\n```\n"))
                .singleElement()
                .asString()
                .startsWith("doc.md:3: the Java block does not compile");
        assertThat(problems("```java\nassert 1 > 2 : \"arithmetic\";\n```\n"))
                .singleElement()
                .asString()
                .contains("arithmetic");
    }

    private List<String> problems(String markdown) throws IOException {
        folder = Files.createTempDirectory(temporary, "document");
        return new Document("doc.md", markdown).problems(folder);
    }
}
