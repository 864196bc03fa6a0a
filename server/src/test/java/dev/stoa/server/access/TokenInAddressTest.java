package dev.stoa.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_ERR)
class TokenInAddressTest {
    @Test
    @DisplayName("A token in a query string must be refused and appear in no log.")
    void aTokenInAQueryStringIsRefusedAndAppearsInNoLog(@TempDir Path folder) throws IOException {
        PrintStream usual = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        String token;
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SERVER_ACCESS_LOG", "file"))) {
            token = server.token("admin").token();
            for (String path : List.of(
                    "/api/v1/memories?token=",
                    "/api/v1/memories?limit=1&access_token=",
                    "/api/v1/memories?%74oken=",
                    "/api/v1/health/live?token=",
                    "/api/v1/society/events?token=",
                    "/mcp?token=",
                    "/login?token=",
                    "/metrics?token=")) {
                Reply refused = server.sendRaw("GET", path + token, null, "Accept", "*/*");
                assertThat(refused.status()).as(path).isEqualTo(401);
                assertThat(refused.raw().body()).doesNotContain(token);
                assertThat(server.sendRaw("GET", path + token, null, "Authorization", "Bearer " + token)
                                .status())
                        .as("beside a good one")
                        .isEqualTo(401);
            }
            Reply unknown =
                    server.sendRaw("GET", "/api/v1/memories?key=" + token, null, "Authorization", "Bearer " + token);
            assertThat(unknown.status()).isEqualTo(422);
            assertThat(unknown.raw().body()).doesNotContain(token);
            server.stoa().counsel().refusals().close();
            assertThat(server.stoa()
                            .counsel()
                            .audit()
                            .tail(Principal.operator("local"), "auth_failure", 50)
                            .toString())
                    .contains("unauthorized")
                    .doesNotContain(token);
        } finally {
            System.setErr(usual);
        }
        assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContain(token);
        // After its id; it may have such a line itself.
        String secret = token.substring(token.indexOf('_', "stoa_".length()) + 1);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(secret);
            }
        }
        assertThat(folder.resolve("access.log")).content().contains(" 401 ");
    }
}
