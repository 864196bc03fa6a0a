package dev.stoa.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The clients in one file that the guide shows, against a real server. */
@Timeout(120)
class ClientFilesTest {
    private static final Path ROOT =
            Path.of(System.getProperty("stoa.basedir", "..")).toAbsolutePath().normalize();
    private static final Path FILES = ROOT.resolve("examples/rest");
    private static final Path NODE = ROOT.resolve("server/src/test/clients/node_modules/node/bin/node");
    private static final int MOST_LINES = 60;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private RunningServer server;

    @BeforeEach
    void open() {
        server = RunningServer.at(folder.toString(), folder);
        server.post("debates", "{\"topic\":\"One before\",\"start\":false,\"agents\":[\"a=sim:\",\"b=sim:\"]}");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private record Ended(int exit, String out) {}

    private Ended run(String... program) throws IOException, InterruptedException {
        List<String> command =
                Stream.concat(Stream.of(program), Stream.of(server.url())).toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out);
    }

    private void holdsADebate(String... program) throws IOException, InterruptedException {
        Ended ended = run(program);

        assertThat(ended.exit()).as(ended.out()).isZero();
        assertThat(ended.out().lines()).first().asString().startsWith("debate_created");
        assertThat(ended.out()).containsOnlyOnce("debate_completed").contains("end completed\ncompleted 2\n");
        server.post("tokens", "{\"scopes\":[\"read\"],\"label\":\"closes\"}");
        Ended refused = run(program);
        assertThat(refused.exit()).isNotZero();
        assertThat(refused.out()).contains("Problem", "unauthorized");
    }

    @Test
    @NeedsTool(Tool.PYTHON)
    void theClientInPythonHoldsADebate() throws IOException, InterruptedException {
        holdsADebate("python3", FILES.resolve("client.py").toString());
    }

    @Test
    @Tag("clients")
    @NeedsTool(Tool.CLIENTS)
    void theClientInTypeScriptHoldsADebate() throws IOException, InterruptedException {
        holdsADebate(NODE.toString(), FILES.resolve("client.ts").toString());
    }

    @Test
    void eachHasAtMostSixtyLines() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            for (Path file : files.toList()) {
                assertThat(Files.readAllLines(file)).as("%s", file).hasSizeLessThanOrEqualTo(MOST_LINES);
            }
        }
    }
}
