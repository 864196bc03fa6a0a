package dev.stoa.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.http.Front;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogTest {
    @Test
    void aLineHasTheTemplateOfTheRouteAndNoTextOfTheRequest(@TempDir Path folder) throws IOException {
        String streamed;
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SERVER_ACCESS_LOG", "file"))) {
            server.post("memories", "{\"content\":\"a secret sentence\"}", "X-Request-ID", "r1");
            server.get("memories/some-name?unknown=hidden", "X-Request-ID", "r2");
            streamed = server.post(
                            "memories", "no json\n", "Content-Type", "application/x-ndjson", "X-Request-ID", "r3")
                    .raw()
                    .body();
        }
        Path log = folder.resolve("access.log");
        assertThat(Files.readString(log))
                .containsPattern("(?m) POST memories 201 \\d+ \\d+ \\d+ - - 127.0.0.1 r1$")
                .containsPattern("(?m) GET memories/\\{id} 422 \\d+ \\d+ \\d+ - - 127.0.0.1 r2$")
                .containsPattern("(?m) POST memories 200 \\d+ \\d+ " + streamed.length() + " - - 127.0.0.1 r3$")
                .doesNotContain("secret", "some-name", "hidden");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
                .isEqualTo("rw-------");
    }

    @Test
    void sevenFilesAreKept(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("access.log");
        Front.Finished request = new Front.Finished("GET", "x", 200, Duration.ofMillis(1), 0, 0, "", "", "a\nb", "r");
        AccessLog made = AccessLog.file(log, InstantSource.system(), 1_000);
        for (int i = 0; i < 300; i++) {
            made.done(request);
        }
        try (var files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()).sorted())
                    .containsExactly(
                            "access.log",
                            "access.log.1",
                            "access.log.2",
                            "access.log.3",
                            "access.log.4",
                            "access.log.5",
                            "access.log.6");
        }
    }
}
