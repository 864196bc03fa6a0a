package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What answers must hold, how they are checked, and who gives them. */
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class CorrectionPagesTest {
    @TempDir
    static Path folder;

    private static RunningServer server;
    private static String active;

    @BeforeAll
    static void start() {
        server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"));
        active = correction("staging cluster restart", "It restarts on <b>Sunday</b>.");
        ok(server.post("specialists", "{\"name\":\"reader\",\"model\":\"evidence:lexical\"}"));
        ok(server.post("specialists/reader/shadow", "{\"model\":\"evidence:semantic\"}"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    private static String correction(String subject, String claim) {
        return String.valueOf(ok(server.post(
                        "corrections",
                        "{\"subject\":\"" + subject + "\",\"claim\":\"" + claim + "\",\"rejected\":\"the rest\"}"))
                .body()
                .get("id"));
    }

    /** A message that sounds like a correction, right after an answer, which waits for a person. */
    private static String proposed(String question, String said) {
        String agents = "\"agents\":[\"a=sim:\"],\"question\":\"";
        Object conversation =
                ok(server.post("ask", "{" + agents + question + "\"}")).body().get("conversation_id");
        ok(server.post("ask", "{" + agents + said + "\",\"conversation_id\":\"" + conversation + "\"}"));
        List<?> items =
                (List<?>) ok(server.get("corrections?status=proposed")).body().get("items");
        assertThat(items).isNotEmpty();
        return String.valueOf(((Map<?, ?>) items.getFirst()).get("id"));
    }

    private static Document page(String path) {
        Reply reply = server.sendRaw("GET", path, null);
        assertThat(reply.status()).as(path + ": " + reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    private static Object status(String id) {
        return server.get("corrections/" + id).body().get("status");
    }

    @Test
    void whatIsProposedComesFirstAndIsApprovedOrRejectedByAPerson() {
        String id = proposed(
                "Which cache does the release database server use?",
                "That's wrong: the release database server should be using the small cache, not the large one.");
        Document queue = page("/corrections");
        Element waiting = queue.selectFirst("#proposed li:has(a[href=/corrections/" + id + "])");
        assertThat(waiting.select("ins").text()).contains("small cache");
        assertThat(queue.select("#proposed, #list").first().id()).isEqualTo("proposed");
        Visitor visitor = new Visitor(server);
        assertThat(visitor.act(waiting.select("a.button").first().attr("href")).status())
                .isEqualTo(303);
        assertThat(status(id)).isEqualTo("active");
        assertThat(page("/corrections").select("#proposed a[href=/corrections/" + id + "]"))
                .isEmpty();
        assertThat(visitor.act("/corrections/" + id + "/retire").status()).isEqualTo(303);
        assertThat(status(id)).isEqualTo("retired");
        assertThat(page("/corrections/" + id).select(".head .acts a")).isEmpty();
        assertThat(page("/corrections?status=retired").select("#list tbody a").eachAttr("href"))
                .containsExactly("/corrections/" + id);
        assertThat(page("/corrections?status=retired").select("#proposed")).isEmpty();
    }

    @Test
    void theListSaysHowOftenEachWasAppliedAndViolatedAndHowManyWait() throws Exception {
        String id = correction("oven of the bakery", "It is lit at four.");
        for (int i = 0; i < 2; i++) {
            ok(server.post("ask", "{\"agents\":[\"a=sim:\"],\"question\":\"When is the oven of the bakery lit?\"}"));
        }
        try (Connection archive = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("aua.db"));
                Statement written = archive.createStatement()) {
            written.execute("INSERT INTO correction_events (id, seq, created_at, correction_id, event)"
                    + " SELECT 'repeated', min(seq) - 1, 0, '" + id + "', 'violated' FROM correction_events");
        }
        Element row = page("/corrections").selectFirst("#list tr:has(a[href=/corrections/" + id + "])");
        assertThat(row.select("td[data-label=Applied]").text()).isEqualTo("2");
        assertThat(row.select("td[data-label=Violated]").text()).isEqualTo("1");
        assertThat(page("/corrections/" + id).select("dl").text()).contains("Applied 2", "Violated 1");

        proposed(
                "Which flour does the bakery buy?",
                "That's wrong: the bakery should be buying rye flour, not wheat flour.");
        Document queue = page("/corrections");
        assertThat(queue.select("#proposed .count").text())
                .isEqualTo(Integer.toString(queue.select("#proposed li").size()));
    }

    @Test
    void whoMayOnlyReadIsToldWhatADecisionNeeds(@TempDir Path other) {
        try (RunningServer closed = RunningServer.at(other.toString(), other)) {
            String agents = "\"agents\":[\"a=sim:\"],\"question\":\"";
            Object conversation = ok(closed.post("ask", "{" + agents + "Which cache does the server use?\"}"))
                    .body()
                    .get("conversation_id");
            ok(closed.post(
                    "ask",
                    "{" + agents + "That's wrong: the server should be using the small cache, not the large one.\","
                            + "\"conversation_id\":\"" + conversation + "\"}"));
            String[] bearer = {"Authorization", "Bearer " + closed.token("read").token()};
            Document queue = Jsoup.parse(
                    closed.sendRaw("GET", "/corrections", null, bearer).raw().body());
            assertThat(queue.select("#proposed li")).hasSize(1);
            assertThat(queue.select("#proposed .needs").text()).isEqualTo("To decide needs scope write");
            assertThat(queue.select("#proposed .button")).isEmpty();
        }
    }

    @Test
    void aCorrectionShowsHowItFadesWhereItWasUsedAndWhatHappenedToIt() {
        Object conversation = ok(server.post("ask", "{\"question\":\"When does the staging cluster restart?\"}"))
                .body()
                .get("conversation_id");
        Document shown = page("/corrections/" + active);
        assertThat(shown.select("main b")).isEmpty();
        assertThat(shown.text()).contains("It restarts on <b>Sunday</b>.", "the rest", "it halves in 180 days");
        assertThat(shown.select("#uses a").eachAttr("href"))
                .anyMatch(href -> href.startsWith("/conversations/" + conversation + "?answer="));
        List<String> events = shown.select("td[data-label=Event]").eachText();
        assertThat(events).contains("created", "applied");
        assertThat(shown.select("dt:containsOwn(Applied) + dd").text())
                .isEqualTo(String.valueOf(Collections.frequency(events, "applied")));
        assertThat(shown.select("dt:containsOwn(Violated) + dd").text()).isEqualTo("0");
        assertThat(page("/corrections/" + active + "").select("#uses .badge").text())
                .isNotEmpty();
        Visitor visitor = new Visitor(server);
        String fresh = correction("opening of the shop", "It opens at eight.");
        Reply edited = visitor.act("/corrections/" + fresh + "/edit", "claim", "It opens at nine.");
        assertThat(edited.status()).as(edited.raw().body()).isEqualTo(303);
        assertThat(edited.header("Location")).isNotEqualTo("/corrections/" + fresh);
        assertThat(page(edited.header("Location")).select("a[href=/corrections/" + fresh + "]"))
                .isNotEmpty();
        assertThat(status(fresh)).isEqualTo("superseded");
        Reply export = server.sendRaw("GET", "/corrections/export", null);
        assertThat(export.header("Content-Disposition")).startsWith("attachment");
        assertThat(export.raw().body()).contains("It restarts on");
    }

    @Test
    void theExportSaysHowManyPairsItHasBeforeItIsDownloaded() {
        for (String min : List.of("", "?min=0.95", "?min=0")) {
            Element form = page("/corrections" + min).getElementById("pairs");
            String file = form.selectFirst("a[download]").attr("href");
            long pairs = server.sendRaw("GET", file, null).raw().body().lines().count();
            assertThat(form.text()).contains(pairs + (pairs == 1 ? " pair " : " pairs "));
            assertThat(file).isEqualTo("/corrections/export" + min);
        }
        assertThat(page("/corrections").getElementById("pairs").text()).doesNotContain("0 pairs");
        assertThat(page("/corrections?min=0.95").getElementById("pairs").text()).contains("0 pairs");
        assertThat(page("/corrections?min=much").getElementById("pairs").text())
                .as("what cannot be counted does not take the list away")
                .contains("min")
                .doesNotContain("pairs ");
    }

    @Test
    void everyChartHasASentenceAndATableThatSayTheSame() {
        Element figure = page("/corrections/" + active).selectFirst("figure");
        assertThat(figure.selectFirst("svg").attr("aria-label"))
                .isEqualTo(figure.selectFirst("figcaption").text())
                .startsWith("Confidence: from 0.9");
        assertThat(figure.select("details table tbody tr")).hasSizeGreaterThan(30);
    }

    @Test
    void aTextIsTriedAgainstAPolicyAndNothingIsStored() {
        Document tried = page("/assertions?text=I+cannot+help+with+that&policy=default");
        assertThat(tried.select("#result tbody tr:has(td:contains(no_refusal))").text())
                .contains("soft no");
        assertThat(tried.select("#result .badge").text()).isEqualTo("passed");
        assertThat(page("/assertions?text=x&policy=none").select("[role=alert]"))
                .hasSize(1);
        assertThat(page("/assertions").select("#result")).isEmpty();
        assertThat(page("/assertions").select("section tbody tr").eachText())
                .anyMatch(row -> row.contains("not_empty"));
    }

    @Test
    void aSpecialistShowsEachConditionOfItsGateAndIsPromotedOnlyWithItsNameTyped() {
        ok(server.post("ask", "{\"question\":\"When does the staging cluster restart?\"}"));
        Document shown = page("/specialists/reader");
        assertThat(shown.select(".facts .chip").text()).endsWith(" 0.65, n 0.0, provisional");
        assertThat(shown.select("#gate tbody tr")).hasSize(4);
        assertThat(shown.select("#gate tbody tr").first().text())
                .contains("Answers compared", "at least 50", "not met");
        assertThat(shown.select("#gate .badge.good")).isEmpty();
        Visitor visitor = new Visitor(server);
        String path = "/specialists/reader/promote";
        assertThat(visitor.act(path, "again", "writer", "force", "on", "reason", "trial")
                        .status())
                .isEqualTo(422);
        Reply refused = visitor.act(path, "again", "reader", "reason", "typed before");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.raw().body()).contains("typed before", "gate");
        assertThat(server.get("specialists/reader").body()).containsEntry("active_model", "evidence:lexical");
        assertThat(visitor.act(path, "again", "reader", "force", "on", "reason", "trial")
                        .status())
                .isEqualTo(303);
        assertThat(server.get("specialists/reader").body()).containsEntry("active_model", "evidence:semantic");
        Document promoted = page("/specialists/reader");
        assertThat(promoted.select("td[data-label=Reason]").text()).isEqualTo("trial");
        assertThat(visitor.act("/specialists/reader/rollback", "again", "reader")
                        .status())
                .isEqualTo(303);
        assertThat(server.get("specialists/reader").body()).containsEntry("active_model", "evidence:lexical");
    }
}
