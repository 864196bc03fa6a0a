package dev.stoa.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrossOriginTest {
    @Test
    void anOriginThatTheSettingsNameMayReadAndNoOther(@TempDir Path folder) {
        try (RunningServer server = RunningServer.at(
                folder.toString(), folder, Map.of("STOA_SERVER_ALLOWED_ORIGINS", "https://friend.example"))) {
            Reply allowed = server.get("memories", "Origin", "https://friend.example");
            assertThat(allowed.status()).isEqualTo(200);
            assertThat(allowed.header("Access-Control-Allow-Origin")).isEqualTo("https://friend.example");
            assertThat(allowed.header("Access-Control-Allow-Credentials")).isNull();
            Reply preflight = server.send(
                    "OPTIONS",
                    "memories",
                    null,
                    "Origin",
                    "https://friend.example",
                    "Access-Control-Request-Method",
                    "POST");
            assertThat(preflight.status()).isEqualTo(204);
            assertThat(preflight.header("Access-Control-Allow-Methods")).contains("POST");
            assertThat(preflight.header("Access-Control-Allow-Headers")).contains("Stoa-Agent");
            assertThat(server.get("memories/none", "Origin", "https://friend.example")
                            .header("Access-Control-Allow-Origin"))
                    .isEqualTo("https://friend.example");
            Reply refused = server.get("memories", "Origin", "https://friend.example.evil");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.header("Access-Control-Allow-Origin")).isNull();
        }
    }

    /** What a page of another origin sends with a request of its own, or under a name that it made lead here. */
    private static List<String> strangers() {
        return List.of(
                "Host: localhost\r\nOrigin: https://evil.example",
                "Host: localhost\r\nOrigin: null",
                "Host: localhost\r\nOrigin: http://localhost.evil.example",
                "Host: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors",
                "Host: evil.example",
                "Host: evil.example\r\nOrigin: http://evil.example",
                "Host: 127.0.0.1.evil.example\r\nSec-Fetch-Site: same-origin");
    }

    @Test
    @DisplayName("A page of another origin, and a rebound host name, must get nothing from an open server: not a read,"
            + " not a write, not a stream, not MCP.")
    void aPageOfAnotherOriginAndAReboundHostNameMustGetNothingFromAnOpenServerNotAReadNotAWriteNotAStreamNotMcp(
            @TempDir Path folder) throws IOException {
        String body = "{\"content\":\"planted by a page\"}";
        String mcp = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"p\",\"version\":\"1\"}}}";
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            server.post("memories", "{\"content\":\"the quokka is mine\"}");
            String memory = String.valueOf(server.get("memories").body().get("items"));
            assertThat(memory).contains("quokka");
            for (String stranger : strangers()) {
                for (String[] request : new String[][] {
                    {"GET /api/v1/memories", ""},
                    {"HEAD /api/v1/memories", ""},
                    {"GET /api/v1/health/live", ""},
                    {"GET /openapi.json", ""},
                    {"GET /metrics", ""},
                    {"GET /v1/models", ""},
                    {"GET /api/v1/society/events?after=0", ""},
                    {"GET /api/v1/audit/events", ""},
                    {"GET /mcp", ""},
                    {"POST /mcp", mcp},
                    {"POST /mcp/memory", mcp},
                    {"POST /api/v1/memories", body},
                    {"DELETE /api/v1/evidence/none", ""},
                    {"POST /v1/chat/completions", "{\"model\":\"stoa/fast\",\"messages\":[]}"},
                    {"POST /login", "token=x"},
                    {"OPTIONS /api/v1/memories", ""}
                }) {
                    String answer = raw(server, request[0], stranger, request[1]);
                    assertThat(answer)
                            .as("%s by %s", request[0], stranger)
                            .matches("(?s)HTTP/1.1 (403|421) .*")
                            .doesNotContain("quokka", "Access-Control-Allow", "Mcp-Session-Id", "event:");
                }
            }
            // A plain form may be sent from anywhere without a preflight; here its type alone is refused.
            assertThat(raw(server, "POST /api/v1/memories", "Host: localhost\r\nContent-Type: text/plain", body))
                    .startsWith("HTTP/1.1 415");
            assertThat(server.get("memories").raw().body()).doesNotContain("planted by a page");
            assertThat(raw(server, "GET /api/v1/memories", "Host: localhost", ""))
                    .contains("quokka");
        }
    }

    @Test
    void aLinkOfAnotherSiteLeadsToPagesAlone(@TempDir Path folder) throws IOException {
        String link = "Host: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate";
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            for (String page : List.of("/", "/memory", "/login", "/docs/api")) {
                assertThat(raw(server, "GET " + page, link, "")).as(page).startsWith("HTTP/1.1 200");
            }
            for (String request : List.of(
                    "GET /api/v1/memories",
                    "GET /api/v1/health/live",
                    "GET /api/v1/audit/events",
                    "GET /openapi.json",
                    "GET /metrics",
                    "GET /v1/models",
                    "GET /mcp",
                    "POST /login",
                    "POST /prefs",
                    "POST /api/v1/memories")) {
                assertThat(raw(server, request, link, ""))
                        .as(request)
                        .startsWith("HTTP/1.1 403")
                        .contains("another origin");
            }
        }
    }

    private static String raw(RunningServer server, String request, String headers, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(60_000);
            String type =
                    body.isEmpty() || headers.contains("Content-Type") ? "" : "Content-Type: application/json\r\n";
            socket.getOutputStream()
                    .write((request + " HTTP/1.1\r\n" + headers + "\r\n" + type
                                    + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    @DisplayName("X-Forwarded-For from a stranger must change nothing.")
    void forwardedHeadersOfAStrangerChangeNothing(@TempDir Path folder) {
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            closed(server);
            server.get("memories", "X-Forwarded-For", "203.0.113.9");
            assertThat(refusals(server)).contains("127.0.0.1").doesNotContain("203.0.113.9");
            assertThat(server.get("health/live", "X-Forwarded-Host", "evil.example")
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void ofTheHopsThatATrustedProxyNamesTheLastUntrustedCounts(@TempDir Path folder) {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SERVER_TRUSTED_PROXIES", "127.0.0.0/8"))) {
            closed(server);
            server.get("memories", "X-Forwarded-For", "198.51.100.1, 203.0.113.9, 127.0.0.7");
            assertThat(refusals(server)).contains("203.0.113.9").doesNotContain("198.51.100.1");
            assertThat(server.get("health/live", "X-Forwarded-Host", "evil.example")
                            .status())
                    .isEqualTo(421);
            assertThat(server.get("health/live", "X-Forwarded-Host", "localhost", "X-Forwarded-Host", "evil.example")
                            .status())
                    .isEqualTo(421);
        }
    }

    @Test
    void aLineThatATrustedProxyAddsCountsAndNotTheForgedOneBeforeIt(@TempDir Path folder) {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SERVER_TRUSTED_PROXIES", "127.0.0.0/8"))) {
            closed(server);
            server.get("memories", "X-Forwarded-For", "198.51.100.1", "X-Forwarded-For", "203.0.113.9");
            assertThat(refusals(server)).contains("203.0.113.9").doesNotContain("198.51.100.1");
        }
    }

    private static void closed(RunningServer server) {
        server.stoa()
                .counsel()
                .tokens()
                .create(Principal.operator("local"), TokenDraft.of(new Scopes(List.of("admin"))));
    }

    private static String refusals(RunningServer server) {
        return server.stoa()
                .counsel()
                .audit()
                .tail(Principal.operator("local"), "auth_failure", 50)
                .toString();
    }
}
