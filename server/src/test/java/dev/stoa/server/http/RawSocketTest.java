package dev.stoa.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that no client library would send. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RawSocketTest {
    private static final String HOST = "Host: localhost\r\n";

    private RunningServer server;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.at(
                folder.toString(),
                folder,
                Map.of("STOA_SERVER_MAX_BODY_BYTES", "2048", "STOA_SERVER_MAX_BULK_BYTES", "4096"));
    }

    @AfterAll
    void close() {
        server.close();
    }

    /** What comes back until the server closes the connection; the client closes its side of it after sending. */
    private String send(String bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            ByteArrayOutputStream back = new ByteArrayOutputStream();
            InputStream in = socket.getInputStream();
            try {
                in.transferTo(back);
            } catch (SocketTimeoutException e) {
                return "hangs after " + back.toString(StandardCharsets.UTF_8);
            } catch (IOException e) {
                // Reset by the server, which is a way of closing too.
            }
            return back.toString(StandardCharsets.UTF_8);
        }
    }

    private static int answers(String back) {
        return back.split("HTTP/1.1 ", -1).length - 1;
    }

    @ParameterizedTest
    @DisplayName("The smuggling table must give 400 or a closed connection, and never a second answer.")
    @ValueSource(
            strings = {
                "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/v1/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x",
                "Content-Length: +2\r\n\r\n{}",
                "Content-Length: -2\r\n\r\n{}",
                "Content-Length: 2, 2\r\n\r\n{}",
                "Transfer-Encoding: identity\r\n\r\n{}",
                "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n",
                "Transfer-Encoding : chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                "X-Folded: a\r\n b\r\nContent-Length: 2\r\n\r\n{}",
                "X-Bare: a\nContent-Length: 2\r\n\r\n{}",
                "X Bad: a\r\nContent-Length: 2\r\n\r\n{}"
            })
    void theSmugglingTableGives400OrAClosedConnectionAndNeverASecondAnswer(String rest) throws IOException {
        String back = send("POST /api/v1/memories HTTP/1.1\r\n" + HOST + rest);
        assertThat(answers(back)).as(back).isLessThanOrEqualTo(1);
        if (!back.isEmpty()) {
            assertThat(back).startsWith("HTTP/1.1 400").contains("application/problem+json");
            carriesWhatEveryAnswerDoes(back);
        }
        assertThat(back).doesNotContain("hangs").doesNotContain("org.eclipse");
    }

    private static void carriesWhatEveryAnswerDoes(String back) {
        Matcher id = Pattern.compile("\"request_id\":\"([^\"]+)\"").matcher(back);
        assertThat(id.find()).as(back).isTrue();
        assertThat(back)
                .containsIgnoringCase("X-Request-ID: " + id.group(1) + "\r\n")
                .containsIgnoringCase("X-Content-Type-Options: nosniff\r\n")
                .containsIgnoringCase("Referrer-Policy: no-referrer\r\n")
                .containsIgnoringCase("Cross-Origin-Resource-Policy: same-origin\r\n")
                .containsIgnoringCase("Cache-Control: no-store\r\n");
    }

    @ParameterizedTest
    @DisplayName("%2F, %00, %ff, .. and %2e%2e must name no other resource.")
    @ValueSource(
            strings = {
                "/api/v1/memories/%00",
                "/api/v1/memories/%ff",
                "/api/v1/memories/%c0%af",
                "/api/v1/memories/..",
                "/api/v1/memories/%2e%2e",
                "/api/v1/memories/%2E%2e/agents",
                "/api/v1//memories",
                "/api/v1/memories/%zz",
                "/api/v1/./memories"
            })
    void pathTricksNameNoOtherResource(String path) throws IOException {
        String back = send("GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n");
        assertThat(back).as(path).matches("(?s)HTTP/1\\.1 (400|404) .*");
    }

    @Test
    @DisplayName("%2F must name no other resource.")
    void anEncodedSlashBelongsToTheName() throws IOException {
        String back = send("GET /api/v1/memories/a%2Fb HTTP/1.1\r\n" + HOST + "\r\n");
        assertThat(back).startsWith("HTTP/1.1 404").contains("a/b").contains("\"code\":\"not_found\"");
    }

    @Test
    void anotherHostInTheAddressIsRefused() throws IOException {
        assertThat(send("GET http://evil.example/api/v1/memories HTTP/1.1\r\n" + HOST + "\r\n"))
                .doesNotContain("200 OK");
        assertThat(send("GET /api/v1/health/live HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                .startsWith("HTTP/1.1 421");
        assertThat(send("GET /api/v1/health/live HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400");
    }

    /** Sends a body in chunks, which says nothing of its length. */
    private String chunked(String path, String type, String body) throws IOException {
        StringBuilder chunks = new StringBuilder();
        for (int at = 0; at < body.length(); at += 1_000) {
            String chunk = body.substring(at, Math.min(body.length(), at + 1_000));
            chunks.append(Integer.toHexString(chunk.length()))
                    .append("\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        return send("POST /api/v1/" + path + " HTTP/1.1\r\n" + HOST + "Connection: close\r\nContent-Type: " + type
                + "\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n");
    }

    @Test
    void aBodyThatDoesNotSayItsLengthHasTheSameBound() throws IOException {
        String line = "{\"content\":\"" + "x".repeat(80) + "\"}\n";
        assertThat(chunked("memories", Front.LINES, line.repeat(30)))
                .startsWith("HTTP/1.1 200")
                .contains("\"lines\":30");
        assertThat(chunked("memories", Front.LINES, line.repeat(60)))
                .contains("\"code\":\"too_large\"", "larger than 4096 bytes", "\"committed_lines\":0");
        assertThat(chunked("memories?strict=true", Front.LINES, line.repeat(30)))
                .startsWith("HTTP/1.1 413");
        assertThat(chunked("debates/verify", "application/json", "{\"a\":\"" + "x".repeat(3_000) + "\"}"))
                .startsWith("HTTP/1.1 413")
                .contains("larger than 2048 bytes");
    }

    @Test
    void headsThatAreTooLargeAreRefusedWithTheirBound() throws IOException {
        String memories = "GET /api/v1/memories HTTP/1.1\r\n" + HOST;
        refusedWith("431", "larger than 16384 bytes", memories + "X: " + "a".repeat(20_000) + "\r\n\r\n");
        refusedWith("431", "more than 64 headers", memories + "X: a\r\n".repeat(70) + "\r\n");
        for (int length : new int[] {9_000, 20_000}) {
            String path = "/api/v1/memories?namespace=" + "a".repeat(length);
            refusedWith("414", "longer than 8192 bytes", "GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n");
        }
    }

    private void refusedWith(String status, String bound, String request) throws IOException {
        String back = send(request);
        assertThat(back).startsWith("HTTP/1.1 " + status).contains(bound);
        carriesWhatEveryAnswerDoes(back);
    }
}
