package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.console.view.Doc;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conclusions, dissents, proofs, critiques, patterns and reputation. */
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class LearningPagesTest {
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";

    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"));
        consensus("wal-1", "Should the archive use WAL?", "No.", "");
        consensus(
                "wal-2",
                "Should the archive use WAL mode?",
                "Yes, " + HOSTILE,
                ",\"supersedes\":\"wal-1\",\"key_claims\":[\"readers do not wait\"],\"dissents\":["
                        + dissent("ben", "minor_quibble", "The name is ugly.")
                        + ","
                        + dissent("ben", "risk_warning", "A copy without its log is torn. " + HOSTILE)
                        + "]");
        consensus(
                "paint",
                "Paint it green?",
                "Yes.",
                ",\"dissents\":[" + dissent("cy", "edge_case_concern", "At night?") + "]");
        ok(server.post(
                "proofs",
                "{\"language\":\"z3_smt\",\"debate_id\":\"wal-2\",\"formal_statement\":"
                        + "\"(declare-const x Int)(assert (> x 3))(assert (not (> x 9)))\"}"));
        for (int i = 0; i < 3; i++) {
            String critique = "k" + i;
            ok(server.post(
                    "critiques",
                    "{\"critique_key\":\"" + critique + "\",\"debate_id\":\"d-" + i
                            + "\",\"agent\":\"cleo\",\"severity\":0.6,\"issues\":[\"the test is flaky\"],"
                            + "\"suggestions\":[\"fix the clock\"]}"));
            ok(server.post(
                    "critiques/" + critique + "/resolve",
                    "{\"led_to_improvement\":" + (i < 2 ? "true" : "false") + "}"));
        }
    }

    private static void consensus(String id, String topic, String conclusion, String more) {
        ok(server.post(
                "consensus",
                "{\"id\":\"" + id + "\",\"topic\":\"" + topic + "\",\"conclusion\":\"" + conclusion
                        + "\",\"confidence\":0.9,\"participants\":[\"ana\",\"ben\",\"cy\"],\"agreeing\":[\"ana\",\"cy\"]"
                        + more + "}"));
    }

    private static String dissent(String agent, String type, String content) {
        return "{\"agent_id\":\"" + agent + "\",\"dissent_type\":\"" + type + "\",\"content\":\"" + content
                + "\",\"confidence\":0.5}";
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    private static Document page(String path) {
        Reply reply = server.sendRaw("GET", path, null);
        assertThat(reply.status()).as(path + ": " + reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    @Test
    void aBreakerCountsDownByTheClockOfTheServer(@TempDir Path other) {
        TestClock clock = TestClock.at("2031-05-06T07:08:09Z");
        try (RunningServer late = RunningServer.at(other.toString(), other, Map.of(), clock)) {
            CircuitBreakers breakers = late.stoa().learning().breakers();
            while (breakers.acquire("openai:x", Duration.ofMinutes(1)) instanceof Permit.Granted permit) {
                breakers.report(permit, CallResult.failure("timeout"));
            }
            Instant retry = Instant.parse(new Doc(late.get("breakers").body())
                    .docs("items")
                    .getFirst()
                    .raw("retry_at"));
            long left = Duration.between(clock.instant(), retry).toSeconds();
            assertThat(retryIn(late)).isEqualTo("in 1 min");
            clock.advance(Duration.ofSeconds(left - 7));
            assertThat(retryIn(late)).isEqualTo("in 7 s");
            clock.advance(Duration.ofSeconds(8));
            assertThat(retryIn(late)).isEqualTo("now");
        }
    }

    private static String retryIn(RunningServer server) {
        return Jsoup.parse(server.sendRaw("GET", "/breakers", null).raw().body())
                .select("td[data-label=Tried again]")
                .text();
    }

    @Test
    void aConsensusShowsHowManyAgreeItsChainItsDissentsByKindItsProofsAndSimilarOnes() {
        Document page = page("/consensus/wal-2");
        assertThat(page.select(".verdict").text()).contains("2 of 3 agree", "confidence 0.90");
        assertThat(page.select("#chain li").eachText())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("No.");
        assertThat(page.select("#chain a").attr("href")).isEqualTo("/consensus/wal-1");
        assertThat(page.select("section[data-kind] h2").eachText())
                .containsExactly("Dissent: risk warning 1", "Dissent: minor quibble 1");
        assertThat(page.select("dt:contains(Against) + dd a").eachAttr("href")).containsExactly("/ratings/ben");
        assertThat(page.select("a[href^=/proofs/]")).hasSize(1);
        assertThat(page.select("#similar tbody tr td").eachText()).contains("Should the archive use WAL?");
        assertThat(page.select("#similar a").eachAttr("href")).doesNotContain("/consensus/wal-2");
        assertThat(page.select("img")).isEmpty();
        assertThat(page("/consensus/wal-1").select(".head .badge").text()).contains("superseded");
        assertThat(page("/consensus/wal-1").select("#chain a").attr("href")).isEqualTo("/consensus/wal-2");
        Map<?, ?> data = (Map<?, ?>)
                server.sendRaw("GET", "/consensus/wal-2.json", null).body().get("data");
        assertThat(data.get("consensus"))
                .isEqualTo(server.get("consensus/wal-2").body());
    }

    @Test
    void whatWasWarnedOfAndNeverAnsweredComesFirst() {
        consensus(
                "night",
                "Close at night?",
                "Yes.",
                ",\"dissents\":[" + dissent("dee", "risk_warning", "Cold tills.") + "]");
        assertThat(page("/dissents").select("section").first().text())
                .contains("Risks without an answer", "Cold tills.");
        Element cold = page("/dissents").select("article:contains(Cold tills)").first();
        String answer = cold.select("a.button").attr("href");
        Visitor visitor = new Visitor(server);
        Reply asked = visitor.get(answer);
        assertThat(asked.raw().body()).contains("Cold tills.", "dee", "This cannot be taken back.");
        assertThat(visitor.act(answer, "rebuttal", " ").status()).isEqualTo(422);
        Reply done = visitor.act(answer, "rebuttal", "They are heated.");
        assertThat(done.status()).isEqualTo(303);
        assertThat(done.header("Location")).isEqualTo("/consensus/night");
        assertThat(page("/consensus/night").select("article").text()).contains("They are heated.");
        Document dissents = page("/dissents");
        assertThat(dissents.select("section").first().text()).doesNotContain("Cold tills.");
        assertThat(dissents.select("section").last().text()).contains("Answered", "Cold tills.");
        assertThat(dissents.select("article:contains(Cold tills) a.button")).isEmpty();
        assertThat(page("/dissents?open=false").select("article").eachText())
                .hasSize(1)
                .allMatch(text -> text.contains("Cold tills."));
        assertThat(page("/dissents?open=true").select("article").text()).doesNotContain("Cold tills.");
        assertThat(page("/dissents?type=edge_case_concern").select("article").eachText())
                .hasSize(1)
                .allMatch(text -> text.contains("At night?"));
        assertThat(page("/dissents?type=abstention").select(".empty")).hasSize(1);
        assertThat(page("/dissents?type=abstention")
                        .select("select[name=type] option[selected]")
                        .eachAttr("value"))
                .containsExactly("abstention");
        assertThat(dissents.select("img")).isEmpty();
    }

    @Test
    void aConsensusIsArchivedWithUndoAndListedAmongTheArchivedOnes() {
        consensus("gone", "Sell the old till?", "Yes.", "");
        Visitor visitor = new Visitor(server);
        Reply done = visitor.act("/consensus/gone/archive", "reason", "it was sold");
        assertThat(done.status()).isEqualTo(303);
        Reply told = visitor.get("/consensus");
        assertThat(told.raw().body()).contains("The conclusion is archived.").doesNotContain("Sell the old till?");
        Document archived = page("/consensus?archived=true");
        assertThat(archived.select("tbody tr").text()).contains("Sell the old till?", "it was sold");
        assertThat(archived.select("tbody a").eachAttr("href")).containsExactly("/consensus/gone/restore");
        assertThat(visitor.get("/consensus/gone/restore").raw().body()).contains("Sell the old till?", "it was sold");
        assertThat(visitor.post("/consensus/gone/restore", Visitor.form(told)).status())
                .isEqualTo(303);
        assertThat(page("/consensus").text()).contains("Sell the old till?");
        assertThat(page("/consensus/gone").select(".acts a").eachAttr("href"))
                .contains("/consensus/gone/archive", "/consensus/gone/supersede")
                .doesNotContain("/consensus/gone/restore");
    }

    @Test
    void aProofShowsItsClaimItsResultAndWhatSpeaksAgainstIt() {
        Document proof = page(page("/proofs").select("tbody a[href^=/proofs/]").attr("href"));
        assertThat(proof.select("pre").first().text()).contains("(assert (> x 3))");
        assertThat(proof.select(".head .badge").text()).contains("failed", "not verified");
        assertThat(proof.select("section:contains(Counterexample) pre").text()).contains("x");
        assertThat(proof.select("dd a[href=/consensus/wal-2]")).hasSize(1);
    }

    @Test
    void aRateCarriesItsIntervalItsCasesAndThatTheyAreFew() {
        Element pattern = page("/patterns").selectFirst("tbody tr");
        assertThat(pattern.select("td[data-label=Helped]").text())
                .startsWith("0.67 [0.2")
                .endsWith("2 of 3, provisional");
        assertThat(pattern.text()).contains("the test is flaky", "fix the clock");
        assertThat(page("/patterns?issue_type=security").select(".empty")).hasSize(1);
        assertThat(page("/patterns?q=flaky").select("tbody tr")).hasSize(1);
        Element cleo =
                page("/reputation").select("tr:has(a[href=/ratings/cleo])").first();
        assertThat(cleo.select("td[data-label=\"Critiques that helped\"]").text())
                .endsWith("2 of 3, provisional");
        assertThat(cleo.select("td[data-label=\"Proposals accepted\"]").text()).isEqualTo("unknown, no case yet");
        assertThat(page("/critiques").select("article .badge").eachText())
                .containsExactlyInAnyOrder("led to improvement", "led to improvement", "changed nothing");
    }

    @Test
    void theSearchAsksAllWingsKeepsThemApartAndLeadsToWhatWasFound() {
        ok(server.post("channels", "{\"name\":\"attic\"}"));
        ok(server.post("channels/attic/messages", "{\"content\":\"Nothing up here.\"}"));
        ok(server.post(
                "channels/attic/messages", "{\"content\":\"The archive of the wal is in a box " + HOSTILE + "\"}"));
        String note = String.valueOf(ok(server.post("notes", "{\"message\":\"Check the wal archive\"}"))
                .body()
                .get("memory_id"));
        String conversation = String.valueOf(
                ok(server.post("conversations", "{\"title\":\"Boxes\"}")).body().get("conversation_id"));
        ok(server.post(
                "conversations/" + conversation + "/messages",
                "{\"role\":\"user\",\"content\":\"Who moved the wal archive?\"}"));
        String debate = String.valueOf(
                ok(server.post("debates", "{\"topic\":\"Where does the wal of an archive go?\",\"start\":false}"))
                        .body()
                        .get("id"));
        Document found = page("/search?q=archive+WAL");
        assertThat(found.select("section h2").eachText())
                .containsSubsequence("Debates", "Conclusions", "Conversations", "Messages", "Notes")
                .doesNotContain("Lessons", "Corrections", "Strategies");
        assertThat(found.select("section:not(:has(tbody tr))"))
                .as("only what has hits has a place of its own")
                .isEmpty();
        assertThat(found.select("#without").text())
                .startsWith("Nothing found in: ")
                .endsWith("Lessons, Corrections, Strategies");
        assertThat(found.select("tbody a").eachAttr("href"))
                .contains("/debates/" + debate, "/consensus/wal-2", "/channels/attic?around=2", "/notes/" + note);
        assertThat(found.select("tbody a[href=/conversations/" + conversation + "]")
                        .text())
                .isEqualTo("Who moved the wal archive?");
        assertThat(found.select("tr:has(a[href^=/conversations/]) td[data-label=Score]")
                        .text())
                .isNotEmpty();
        assertThat(found.select("td[data-label=Words]")).isNotEmpty();
        assertThat(found.select("img, .notice")).isEmpty();
        Document only = page("/search?q=archive+WAL&in=debates");
        assertThat(only.select("section h2").eachText()).containsExactly("Debates");
        assertThat(only.select("select[name=in] option[selected]").attr("value"))
                .isEqualTo("debates");
        assertThat(page("/search?q=archive+WAL&in=society").select("section h2").eachText())
                .containsExactly("Messages", "Notes");
        assertThat(server.sendRaw("GET", "/search?q=archive&in=nothing", null).status())
                .isEqualTo(422);
        for (String palette : List.of("/palette?q=debates%3A+archive+WAL", "/palette?q=archive+WAL&in=debates")) {
            assertThat(page(palette).select("a").eachAttr("href"))
                    .as(palette)
                    .contains("/debates/" + debate)
                    .noneMatch(href -> href.startsWith("/channels/") || href.startsWith("/consensus/"));
        }
        Document written = page("/context?q=archive+WAL");
        assertThat(written.select("li.card h2 a").eachAttr("href"))
                .contains("/channels/attic?around=2", "/notes/" + note)
                .noneMatch(href -> href.startsWith("/debates/"));
        assertThat(written.select("li.card:has(a[href=/notes/" + note + "]) dl").text())
                .contains("Words", "Recency", "Trust ×");
        assertThat(written.select("img")).isEmpty();
        assertThat(page("/context?q=archive+WAL&scopes=notes")
                        .select("li.card h2 a")
                        .eachAttr("href"))
                .containsExactly("/notes/" + note);
        assertThat(page("/context?q=zebra").select(".empty a").attr("href")).isEqualTo("/context");
        assertThat(written.text()).doesNotContain("not looked for");
        assertThat(server.sendRaw("GET", "/context.json?q=archive+WAL", null).header("Link"))
                .contains("</api/v1/context?limit=20&q=archive%20WAL>");
        assertThat(page("/palette?q=" + debate.substring(24)).select("a").eachAttr("href"))
                .as("a thing is found by the end of its id")
                .containsExactly("/debates/" + debate);
        assertThat(page("/palette?q=" + note).select("a").eachText())
                .as("and by all of it")
                .contains("Note: Check the wal archive");
        assertThat(page("/search?q=the").select(".notice"))
                .as("what cannot be found is no failure")
                .isEmpty();
        Document tooLong = page("/search?q=" + "archive+".repeat(300));
        assertThat(tooLong.select(".notice").text()).isEqualTo("Did not answer: Conversations");
        assertThat(tooLong.select("main").text()).contains("Conclusions", "Memory", "Messages");
    }

    @Test
    void everyListHasAFormWithItsFilters() {
        for (String path :
                List.of("/consensus", "/dissents", "/patterns", "/critiques", "/lessons", "/memory/newest")) {
            Document page = page(path);
            assertThat(page.select("form.filter :is(input, select)")).as(path).isNotEmpty();
            for (Element field : page.select("form.filter :is(input, select)")) {
                assertThat(field.parents().is("label")).as(path).isTrue();
            }
        }
        Document chosen = page("/memory/newest?tier=slow");
        assertThat(chosen.select("select[name=tier] option[selected]").eachAttr("value"))
                .containsExactly("slow");
        assertThat(chosen.select(".empty a").attr("href")).isEqualTo("/memory/newest");
    }
}
