package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.site.Backup;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class OperationRoutesTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Place place;
    private RunningServer server;

    @BeforeEach
    void open() {
        place = Place.full(dialect, folder);
        server = RunningServer.at(place.where(), folder, Map.of("STOA_SERVER_BODY_STALL_SECONDS", "600"));
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as("%s", reply.raw().body()).isEqualTo(200);
        return reply;
    }

    @Test
    void archivesAndLogAreCheckedInTheBackground() {
        assertThat(ok(server.get("health/checks/audit")).body()).containsEntry("state", "none");
        for (String check : List.of("doctor", "audit")) {
            Reply begun = server.post("health/checks/" + check, "");
            assertThat(begun.status()).as("%s", begun.raw().body()).isEqualTo(202);
            Map<?, ?> latest;
            do {
                latest = ok(server.get("health/checks/" + check)).body();
            } while ("running".equals(latest.get("state")));
            assertThat(latest.get("state")).isEqualTo("done");
            assertThat(latest.get("run")).isEqualTo(begun.body().get("run"));
            assertThat(latest.get("done")).as(check).isEqualTo(latest.get("all"));
            assertThat(((Map<?, ?>) latest.get("report")).get("ok")).isEqualTo(true);
        }
        assertThat(server.get("health/checks/other").status()).isEqualTo(404);
        assertThat(server.post("health/checks/other", "").status()).isEqualTo(404);
    }

    @Test
    void theServerIsExaminedPrunedAndGivenOut() throws Exception {
        assertThat(ok(server.get("version")).body()).containsKeys("version", "java", "os", "arch");
        assertThat(ok(server.get("config")).raw().body()).contains("\"server.debates\"");
        server.post("debates", "{\"topic\":\"Is 91 prime?\",\"start\":false}");
        assertThat(ok(server.get("health/doctor?deep=true")).body()).containsEntry("ok", true);
        assertThat(ok(server.post("prune", "{\"dry_run\":true}")).body()).containsEntry("dry_run", true);
        Reply export = ok(server.get("export?what=debates"));
        assertThat(export.raw().body().lines()).hasSize(1);
        assertThat(server.get("export?what=debates&run=x").status()).isEqualTo(422);
        ok(server.get("export?what=evolution"));
        Path file = folder.resolve("sent.backup");
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<Path> sent = client.send(
                    HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/backup"))
                            .POST(HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.ofFile(file));
            assertThat(sent.statusCode()).isEqualTo(200);
            assertThat(sent.headers().firstValue("Stoa-Manifest-Sha256")).isPresent();
        }
        assertThat(Backup.verify(file, Stoa.ARCHIVES, null).manifest()).containsKey("created_at");
        assertThat(ok(server.get("audit?type=backup")).body().get("items").toString())
                .contains("manifest_sha256");
    }

    @Test
    @Timeout(120)
    void whoSendsABackupSlowlyKeepsNoOneFromMakingOne() throws IOException {
        String sent = "no backup";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(60_000);
            OutputStream out = socket.getOutputStream();
            out.write(("POST /api/v1/backup/verify HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                            + "Content-Type: application/octet-stream\r\nContent-Length: "
                            + sent.length() + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            while (server.work().uploads().free() > 0) {
                Thread.onSpinWait();
            }
            assertThat(server.post("backup", "").status()).isEqualTo(200);
            assertThat(server.post("backup/verify", sent, "Content-Type", "application/octet-stream")
                            .body())
                    .containsEntry("code", "busy");
            out.write(sent.getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200")
                    .contains("\"ok\":false");
        }
    }
}
