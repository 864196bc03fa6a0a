package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the record holds, and who may. */
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class AuditPagesTest {
    @TempDir
    Path folder;

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    private static Document shown(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    private static Document page(RunningServer server, String path) {
        return shown(server.sendRaw("GET", path, null));
    }

    @Test
    void anEmptyLogSaysSoAndAFilterThatNothingFitsCanBeCleared() throws SQLException {
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            Document filtered = page(server, "/audit?type=erasure");
            assertThat(filtered.select("#list .empty").text()).isEqualTo("Nothing fits the filters. Clear filters");
            behind("DROP TRIGGER guard_audit_log_delete", "DELETE FROM audit_log");
            assertThat(page(server, "/audit").select("#list .empty").text()).isEqualTo("The log is empty.");
        }
    }

    @Test
    void theLogIsGreenOnlyAfterAVerificationHereAndNamesTheFirstBadEntry() throws SQLException {
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            for (int i = 0; i < 60; i++) {
                ok(server.post("corrections", "{\"subject\":\"till " + i + "\",\"claim\":\"It is open.\"}"));
            }
            Document log = page(server, "/audit");
            assertThat(log.select("#badge").text()).isEqualTo("not checked here yet");
            assertThat(log.select("#badge.good")).isEmpty();
            assertThat(log.select("#list tbody tr")).hasSize(50);
            String newest = log.select("#list tbody a").first().text();
            assertThat(Integer.parseInt(newest)).isGreaterThan(60);
            Document verified = verified(server);
            assertThat(verified.select("#badge.good").text()).isEqualTo("verified " + newest);
            assertThat(verified.select("#verified dd").first().text())
                    .matches("[0-9]+ entries in [0-9.]+ s, [0-9,]+ a second");
            assertThat(page(server, "/audit").select("#badge.good"))
                    .as("another view was not verified")
                    .isEmpty();
            assertThat(page(server, "/audit?from=3")
                            .select("#list tbody a")
                            .first()
                            .text())
                    .isEqualTo("3");
            assertThat(page(server, "/audit?type=init").select("#list tbody tr"))
                    .hasSize(1);
            assertThat(server.sendRaw("GET", "/audit?from=none", null).status()).isEqualTo(422);
            Visitor visitor = new Visitor(server);
            assertThat(visitor.act("/audit/checkpoint").status()).isEqualTo(303);
            Document signed = page(server, "/audit");
            assertThat(signed.select("#checkpoints details")).isNotEmpty();
            Reply note = server.sendRaw(
                    "GET",
                    signed.select("#checkpoints a[href^=/audit/checkpoints/]").attr("href"),
                    null);
            assertThat(note.header("Content-Disposition")).startsWith("attachment");
            assertThat(note.header("Content-Type")).startsWith("text/plain");
            assertThat(server.get("audit/checkpoints").body().get("items").toString())
                    .contains(note.raw().body());
            assertThat(server.sendRaw("GET", "/audit/checkpoints/77777", null).status())
                    .isEqualTo(404);
            assertThat(server.sendRaw("GET", "/audit/checkpoints/none", null).status())
                    .isEqualTo(404);
            Reply proof = server.sendRaw("GET", "/audit/2/proof", null);
            assertThat(proof.header("Content-Disposition")).startsWith("attachment");
            assertThat(proof.raw().body()).startsWith("c2sp.org/tlog-proof");
            assertThat(server.sendRaw("GET", "/audit/export", null).raw().body())
                    .startsWith("{\"format\":");
            assertThat(page(server, "/audit/2").select("dd").text()).contains("correction");
            assertThat(server.sendRaw("GET", "/audit/9999", null).status()).isEqualTo(404);
            tamper();
            Document broken = verified(server);
            assertThat(broken.select("#badge.good")).isEmpty();
            assertThat(broken.select("#badge.bad").text()).isEqualTo("broken at 5");
            assertThat(broken.select("#verified a[href=/audit/5]")).isNotEmpty();
            assertThat(broken.select("#verified dt").eachText())
                    .as("problems by class")
                    .contains("edited");
        }
    }

    /** The log after a verification that the page began. */
    private static Document verified(RunningServer server) {
        Reply begun = new Visitor(server).act("/audit/verify");
        assertThat(begun.status()).as(begun.raw().body()).isEqualTo(303);
        Document shown;
        do {
            shown = page(server, begun.header("Location"));
        } while (shown.select("#badge").text().equals("verifying"));
        return shown;
    }

    private void tamper() throws SQLException {
        behind("DROP TRIGGER guard_audit_log_update", "UPDATE audit_log SET event_type = 'nothing' WHERE seq = 5");
    }

    private void behind(String... statements) throws SQLException {
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("aua.db"));
                Statement statement = database.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    @Test
    void whoMayNotVerifyIsToldWhichRightThatNeeds() {
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            CreatedToken reader = server.token("read");
            String[] bearer = {"Authorization", "Bearer " + reader.token()};
            Document log = shown(server.sendRaw("GET", "/audit", null, bearer));
            assertThat(log.select("#badge").text()).isEqualTo("not checked here yet");
            assertThat(log.select(".head .needs").eachText()).contains("Verify: needs scope operate");
            assertThat(log.select("a[href=/audit/verify]")).isEmpty();
            Document asked = shown(server.sendRaw("GET", "/audit?run=x", null, bearer));
            assertThat(asked.select("[role=alert]")).hasSize(1);
            Document ask = shown(server.sendRaw("GET", "/ask", null, bearer));
            assertThat(ask.select(".needs").text()).contains("ask");
            assertThat(ask.select("textarea")).isEmpty();
            assertThat(server.sendRaw("GET", "/tokens", null, bearer).status()).isEqualTo(403);
            assertThat(server.sendRaw("GET", "/keys", null, bearer).status()).isEqualTo(403);
        }
    }

    @Test
    void keysAreListedWithTheirRowsRotatedAndRemovedWhenNoRowNeedsThem() throws IOException {
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            assertThat(page(server, "/keys").select(".empty").text()).contains("nothing is sealed", "stoa key create");
            assertThat(page(server, "/keys").select(".head a[href=/keys/rotate]"))
                    .isEmpty();
            ok(server.post("conversations", "{\"title\":\"Prices\"}"));
            server.stoa().counsel().keys().create(Principal.operator("local"));
        }
        Files.writeString(folder.resolve("stoa.toml"), """
                [encryption]
                keyset = "file:keys/seal.json"
                index_keyset = "file:keys/index.json"
                """);
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            Document one = page(server, "/keys");
            assertThat(one.select("tbody tr")).hasSize(1);
            String old = one.select("td[data-label=Key]").text();
            Visitor visitor = new Visitor(server);
            assertThat(visitor.act("/keys/rotate").status()).isEqualTo(303);
            Document two = page(server, "/keys");
            assertThat(two.select("tbody tr")).hasSize(2);
            assertThat(two.select("#progress").text())
                    .matches("([0-9]+) of \\1 rows are sealed with the key in use\\..*");
            assertThat(two.select("tbody tr:has(td:contains(" + old + ")) td[data-label=Rows]")
                            .text())
                    .isEqualTo("0");
            String used = two.select("td[data-label=Key]").eachText().stream()
                    .filter(key -> !key.equals(old))
                    .findFirst()
                    .orElseThrow();
            assertThat(visitor.act("/keys/" + used + "/retire").status())
                    .as("rows need it")
                    .isEqualTo(409);
            assertThat(visitor.act("/keys/" + old + "/retire").status()).isEqualTo(303);
            assertThat(page(server, "/keys").select("td[data-label=Key]").eachText())
                    .containsExactly(used);
        }
    }

    @Test
    void aTokenIsShownOnceAndIsInNoUrlLogHistoryOrLaterPage() throws IOException {
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            Visitor visitor = new Visitor(server);
            Reply form = visitor.get("/tokens/new");
            Reply none = visitor.post("/tokens/new", Visitor.form(form, "label", "typed before"));
            assertThat(none.status()).isEqualTo(422);
            assertThat(none.raw().body()).contains("value=\"typed before\"");
            Reply both = visitor.act("/tokens/new", "scopes-admin", "on", "scopes-agent:", "cleo");
            assertThat(both.status()).isEqualTo(422);
            assertThat(Jsoup.parse(both.raw().body()).select("input[checked], input[value=cleo]"))
                    .hasSize(2);
            Map<String, String> filled = Visitor.form(
                    visitor.get("/tokens/new"),
                    "label",
                    "dashboard",
                    "scopes-admin",
                    "on",
                    "scopes-agent:",
                    "",
                    "expires_seconds",
                    "86400");
            Reply created = visitor.post("/tokens/new", filled);
            Document page = shown(created);
            String token = page.select("#token").text();
            assertThat(token).startsWith("stoa_");
            assertThat(page.text()).contains("Allows admin Subject");
            assertThat(created.header("Cache-Control")).isEqualTo("no-store");
            assertThat(created.header("Location")).isNull();
            assertThat(created.raw().headers().map().toString()).doesNotContain(token);
            String[] bearer = {"Authorization", "Bearer " + token};
            Reply again = server.sendRaw("GET", "/tokens", null, bearer);
            assertThat(shown(again).select("td[data-label=Label]").text()).isEqualTo("dashboard");
            assertThat(shown(again).select("td[data-label=Last use] time")).hasSize(1);
            assertThat(visitor.get("/tokens").status())
                    .as("the first token closes the server")
                    .isEqualTo(303);
            for (String later :
                    List.of("/tokens", "/tokens.json", "/audit", "/audit.json", "/audit?type=token_create")) {
                assertThat(server.sendRaw("GET", later, null, bearer).raw().body())
                        .as(later)
                        .doesNotContain(token);
            }
            String[] known = {"Authorization", "Bearer " + token, "Origin", server.url()};
            Reply repeated = visitor.post("/tokens/new", filled, known);
            assertThat(repeated.raw().body()).doesNotContain("stoa_");
            assertThat(repeated.status()).isNotEqualTo(200);
            assertThat((List<?>) server.get("tokens", bearer).body().get("items"))
                    .hasSize(1);
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .as(file.toString())
                            .doesNotContain(token);
                }
            }
        }
    }
}
