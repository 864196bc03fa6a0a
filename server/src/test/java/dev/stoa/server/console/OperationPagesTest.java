package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class OperationPagesTest {
    private static final String SECRET = "sk-not-to-be-seen";

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Visitor visitor;

    @BeforeAll
    static void start() {
        server = RunningServer.at(
                folder.toString(),
                folder,
                Map.of("STOA_SEARCH_EMBEDDER", "hashing", "STOA_PROVIDER_OPENAI_API_KEY", SECRET));
        visitor = new Visitor(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Document page(String path) {
        Reply reply = visitor.get(path);
        assertThat(reply.status()).as(path + ": " + reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    @Test
    void theOverviewNamesEveryArchiveAndEveryJobWithItsState() {
        Document shown = page("/ops");
        Map<?, ?> health = server.get("health/ready").body();
        for (Object archive : (List<?>) health.get("archives")) {
            assertThat(shown.text()).contains("ok " + ((Map<?, ?>) archive).get("name") + " version ");
        }
        assertThat(shown.select("main").text()).contains("outbox 0 pending, 0 dead");
        assertThat(shown.select(".head .badge").text()).isEqualTo(health.get("status"));
    }

    @Test
    void theDoctorSaysWhatItExaminedAndExaminesDeeplyWhenAsked() {
        Document quick = page("/ops/doctor");
        assertThat(quick.select("tbody tr")).hasSize(10);
        assertThat(quick.select("tbody td[data-label=State]").eachText()).containsOnly("ok");
        assertThat(quick.select(".head .acts a").eachAttr("href")).contains("/ops/doctor/deep");
        Reply begun = visitor.act("/ops/doctor/deep");
        assertThat(begun.status()).as(begun.raw().body()).isEqualTo(303);
        String address = begun.header("Location");
        assertThat(address).startsWith("/ops/doctor?run=");
        Document deep = ended(address);
        assertThat(deep.select(".about").text()).startsWith("All data was read");
        assertThat(deep.select("tbody tr")).hasSize(10);
        assertThat(deep.select("#badge").text()).isEqualTo("ok");
        assertThat(deep.select("[data-topic]")).as("what it found stays").isEmpty();
        assertThat(quick.select("#result[data-topic]")).hasSize(1);
        assertThat(page("/ops/doctor").select(".about").text()).startsWith("The structure of each archive");
        assertThat(page("/ops/doctor?run=of-another-start").select(".about").text())
                .as("a restart forgets it")
                .startsWith("The structure of each archive");
    }

    /** The page of a check, asked again until it has ended. */
    private static Document ended(String address) {
        Document shown;
        do {
            shown = page(address);
        } while (!shown.select("#running[hx-get]").isEmpty());
        return shown;
    }

    @Test
    void archivesShowHowManyRowsCameEachDay() {
        Reply added = server.post("memories", "{\"content\":\"The archive grows\"}");
        assertThat(added.status()).as(added.raw().body()).isEqualTo(201);
        Document shown = page("/ops/archives");
        Element memories = shown.selectFirst("#growth section:has(h3:contains(continuum))");
        assertThat(memories.select("figcaption").text())
                .matches("continuum_memory: last [1-9][0-9]* rows, .* of 30 values\\.");
        assertThat(memories.select("svg.chart-spark")).hasSize(1);
        List<LocalDate> days = memories.select("details tbody td:first-child").eachText().stream()
                .map(LocalDate::parse)
                .toList();
        assertThat(days).hasSize(30);
        assertThat(days)
                .isEqualTo(
                        days.getFirst().datesUntil(days.getLast().plusDays(1)).toList());
        assertThat(server.get("health/doctor").body().toString()).contains("last_day=" + days.getLast());
        assertThat(memories.select("details th").first().text()).isEqualTo("Day");
        assertThat(shown.select("#growth h3").eachText())
                .contains("debate", "counsel")
                .doesNotContain("breaker");
    }

    @Test
    void archivesShowTheirSizeAndWhatPruningWouldRemove() {
        Document shown = page("/ops/archives");
        assertThat(shown.select("figure svg.chart-bars")).hasSize(1);
        assertThat(shown.select("td[data-label=Bytes]"))
                .hasSize(10)
                .allSatisfy(bytes -> assertThat(bytes.text()).matches("[0-9,]+"));
        assertThat(shown.select("td[data-label=Rows of 30 days]"))
                .hasSize(10)
                .allSatisfy(rows -> assertThat(rows.text()).matches("[0-9,]+\\+?|–"))
                .anySatisfy(rows -> assertThat(rows.text()).matches("[1-9].*"));
        assertThat(shown.select("#prune tbody tr")).isNotEmpty();
    }

    @Test
    void metricsShowTheLastHour() {
        page("/ops");
        Document shown = page("/ops/metrics");
        assertThat(shown.select("figure svg")).hasSize(6);
        assertThat(shown.select("[data-topic]"))
                .as("no archive tells of requests")
                .isEmpty();
        assertThat(shown.select("#shown[data-beat][hx-trigger=stoa:changed] figure svg"))
                .hasSize(6);
        assertThat(shown.select("figcaption").eachText())
                .allMatch(said -> said.contains(": last "))
                .anyMatch(said -> said.startsWith("Requests: last ") && said.endsWith(" of 60 values."));
    }

    @Test
    void secretsAreOnlySetOrNotSet() {
        Document shown = page("/ops/config");
        assertThat(value(shown, "provider.openai.api_key")).isEqualTo("set");
        assertThat(value(shown, "provider.anthropic.api_key")).isEqualTo("not set");
        assertThat(value(shown, "search.embedder")).isEqualTo("hashing");
        for (String path : List.of("/ops/config", "/ops/config.json", "/ops")) {
            assertThat(visitor.get(path).raw().body()).as(path).doesNotContain(SECRET);
        }
        assertThat(page("/ops/config?q=embedder").select("tbody tr").size())
                .isPositive()
                .isLessThan(10);
    }

    private static String value(Document config, String key) {
        Element row = config.select("tbody tr").stream()
                .filter(each -> each.select("th").text().equals(key))
                .findFirst()
                .orElseThrow();
        return row.select("td[data-label=Value]").text();
    }

    @Test
    void whatFailedIsNamedWithItsErrorAndTriedAgainFromThePageOfTheJobs() throws Exception {
        Document shown = page("/ops/jobs");
        Element retry = shown.selectFirst(".acts a.button");
        assertThat(retry.attr("href")).isEqualTo("/ops/jobs/retry");
        assertThat(shown.select("#main table")).hasSize(1);
        assertThat(shown.select("#main thead th").eachText()).contains("Done by", "Last run", "Next run");
        Object debate = server.post(
                        "debates", "{\"topic\":\"Is 91 prime?\",\"agents\":[\"a=sim:\",\"b=sim:\"],\"start\":false}")
                .body()
                .get("id");
        behind("INSERT INTO debate_outbox (session_id, target, item_key, payload_sha256, status, attempts,"
                + " next_attempt_at, last_error, created_at) VALUES ('" + debate
                + "', 'nobody', 'x', '', 'dead', 12, '2026-01-01T00:00:00.000Z', 'no <b>such</b> target',"
                + " '2026-01-01T00:00:00.000Z')");
        try {
            Element row = page("/ops/jobs").select("table").last().selectFirst("tbody tr");
            assertThat(row.text()).contains("nobody", "12", "no <b>such</b> target");
            assertThat(row.select("a").attr("href")).isEqualTo("/debates/" + debate);
            assertThat(visitor.get("/ops/jobs/retry").raw().body()).contains("This cannot be taken back.");
            assertThat(Jsoup.parse(visitor.get("/ops/jobs/retry").raw().body())
                            .select("#tried")
                            .text())
                    .isEqualTo("1 dead and 0 pending rows are tried again.");
            assertThat(visitor.act("/ops/jobs/retry").status()).isEqualTo(422);
            Reply done = visitor.act("/ops/jobs/retry", "again", "outbox");
            assertThat(done.status()).as(done.raw().body()).isEqualTo(303);
            Document after = page("/ops/jobs");
            assertThat(after.select(".notice").text()).contains("It was tried again.");
            assertThat(after.select("#main table")).hasSize(1);
        } finally {
            behind("DELETE FROM debate_outbox WHERE target = 'nobody'");
        }
    }

    private static void behind(String statement) throws SQLException {
        try (Connection archive = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("debate.db"));
                Statement written = archive.createStatement()) {
            written.execute(statement);
        }
    }

    @Test
    void aBackupIsDownloadedByAFormOfThisServerOnly() {
        Document shown = page("/ops/backups");
        Map<String, String> form =
                Map.of("csrf", shown.select("input[name=csrf]").val());
        Reply made = visitor.post("/ops/backups", form);
        assertThat(made.status()).isEqualTo(200);
        assertThat(made.header("Content-Disposition")).startsWith("attachment");
        assertThat(made.header("Content-Type")).isEqualTo("application/octet-stream");
        assertThat(visitor.post("/ops/backups", Map.of("csrf", "other")).status())
                .isEqualTo(403);
        assertThat(shown.select(".command code").eachText()).contains("stoa restore stoa.backup --dry-run");
        assertThat(shown.select("#copied").text())
                .matches("10 archives are copied, .* They take [0-9]+\\.[0-9] MB now\\.");
        assertThat(shown.select("#copied form, #copied input"))
                .as("what is typed stays")
                .isEmpty();
    }

    @Test
    void aBackupIsVerifiedOnThePageAndOneThatWasAlteredIsRefused() throws Exception {
        byte[] backup;
        try (HttpClient client = HttpClient.newHttpClient()) {
            backup = client.send(
                            HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/backup"))
                                    .POST(HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            HttpResponse.BodyHandlers.ofByteArray())
                    .body();
        }
        Document shown = page("/ops/backups");
        String csrf = shown.select("input[name=csrf]").val();
        Element whole = verified(csrf, backup);
        assertThat(whole.text()).matches("ok The backup is whole\\. [0-9]+ archives, .* it is not signed; .*");
        backup[backup.length / 2] ^= 1;
        Element altered = verified(csrf, backup);
        assertThat(altered.text()).startsWith("failed The backup is not whole.").doesNotContain("/stoa-backup");
        assertThat(sent("other", backup).statusCode()).isEqualTo(403);
        assertThat(server.get("audit?type=restore").body().get("items")).isEqualTo(List.of());
    }

    private static Element verified(String csrf, byte[] backup) throws Exception {
        HttpResponse<String> answer = sent(csrf, backup);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Jsoup.parse(answer.body()).selectFirst("#verified");
    }

    private static HttpResponse<String> sent(String csrf, byte[] backup) throws Exception {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(("--xyz\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n" + csrf
                        + "\r\n--xyz\r\nContent-Disposition: form-data; name=\"backup\"; filename=\"a.backup\"\r\n"
                        + "Content-Type: application/octet-stream\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(backup);
        body.writeBytes("\r\n--xyz--\r\n".getBytes(StandardCharsets.UTF_8));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(server.url() + "/ops/backups/verify"))
                            .header("Content-Type", "multipart/form-data; boundary=xyz")
                            .header("Origin", server.url())
                            .header("Cookie", visitor.cookies())
                            .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void theApiIsShownByNoun() {
        Document all = page("/ops/api");
        Element memories = all.select("a.chip").stream()
                .filter(each -> each.text().startsWith("memories "))
                .findFirst()
                .orElseThrow();
        Document shown = page(memories.attr("href"));
        assertThat(shown.select("section h2").eachText()).contains("POST /api/v1/memories/recall");
        assertThat(shown.select("a.chip[aria-current]").text()).isEqualTo(memories.text());
        assertThat(shown.select("section").size())
                .isEqualTo(Integer.parseInt(memories.text().replaceAll("[^0-9]", "")));
    }

    @Test
    void aScenarioWithMistakesIsRefusedWithTheirLinesAndWhatWasTypedStays() {
        int runs = runs();
        Reply empty = visitor.get("/evolve/new");
        Reply refused = visitor.post(
                "/evolve/new", Visitor.form(empty, "toml", "schema = 1\nkind = \"other\"\n", "start", "1"));
        assertThat(refused.status()).isEqualTo(422);
        Document shown = Jsoup.parse(refused.raw().body());
        assertThat(shown.select("[role=alert] tbody tr")).isNotEmpty();
        assertThat(shown.select("[role=alert] td[data-label=Line]").eachText()).contains("2");
        assertThat(shown.select("textarea").text()).contains("kind = \"other\"");
        assertThat(runs()).isEqualTo(runs);
    }

    private static int runs() {
        return ((List<?>) server.get("evolutions").body().get("items")).size();
    }

    @Test
    void aRunIsStartedOnceByItsForm() {
        Map<String, String> form =
                Visitor.form(visitor.get("/evolve/new"), "scenario", "split-100", "generations", "1", "start", "1");
        Reply begun = visitor.post("/evolve/new", form);
        assertThat(begun.status()).as(begun.raw().body()).isEqualTo(303);
        assertThat(visitor.post("/evolve/new", form).header("Location")).isEqualTo(begun.header("Location"));
        assertThat(page(begun.header("Location")).select("h1").text()).isEqualTo("split-100");
        Reply wrong = visitor.post(
                "/evolve/new", Visitor.form(visitor.get("/evolve/new"), "scenario", "nothere", "start", "1"));
        assertThat(wrong.status()).isEqualTo(404);
        assertThat(Jsoup.parse(wrong.raw().body()).select("[role=alert]").text())
                .contains("there is no scenario");
    }
}
