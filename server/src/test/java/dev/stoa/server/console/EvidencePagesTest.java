package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
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
class EvidencePagesTest {
    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.demo(folder.toString(), folder);
        for (int i = 0; i < 3; i++) {
            ok(server.post(
                    "evidence",
                    "{\"id\":\"manual-" + i + "\",\"title\":\"Manual\",\"snippet\":\"Gate " + i
                            + " opens early.\\nThe till\\n of gate " + i
                            + " restarts at noon. <b>Nobody</b> may stop"
                            + " it.\",\"source\":\"docs\",\"document_id\":\"manual\",\"position\":"
                            + (2 - i) + "}"));
        }
        ok(server.send("PUT", "evidence/manual-1/debates/d-till", "{\"relevance_score\":0.8}"));
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

    private static String friday() {
        return ((List<?>) server.get("debates?limit=20").body().get("items"))
                .stream()
                        .map(each -> (Map<?, ?>) each)
                        .filter(debate -> "release-friday".equals(debate.get("debate_id")))
                        .map(debate -> (String) debate.get("id"))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void aClaimLeadsToItsPassageHighlightedInsideItsDocument() {
        Document turn = page("/debates/" + friday() + "/turns/4");
        Element link = turn.selectFirst("a.chip[href^=/evidence/]");
        String claim = link.parent().selectFirst("bdi").text();
        String href = link.attr("href");
        assertThat(href).endsWith("#passage");
        Document evidence = page(href.substring(0, href.indexOf('#')));
        Element passage = evidence.selectFirst("#passage");
        assertThat(passage.select("mark").text()).isEqualTo(claim);
        assertThat(passage.text()).as("the document around it").hasSizeGreaterThan(claim.length() + 100);
        Document within = page("/evidence/manual-1?claim=the%20till%20of%20gate%201%20restarts%20at%20noon.");
        assertThat(within.select("#p-2 #passage mark").text()).isEqualTo("The till of gate 1 restarts at noon.");
        assertThat(within.select(".passage")).hasSize(3);
        assertThat(within.select("#p-1 mark, #p-3 mark")).isEmpty();
        assertThat(page("/evidence/manual-1?claim=gate%20restarts%20daily%20around%20noon")
                        .select("#passage mark")
                        .text())
                .as("what is not quoted is found by its words")
                .contains("restarts at noon");
    }

    @Test
    void aDocumentShowsItsPassagesByNumberAndWhichWereUsedByWhichDebate() {
        Document document = page("/documents/manual");
        assertThat(document.select("h1").text()).isEqualTo("Manual");
        assertThat(document.select(".passage").eachAttr("id")).containsExactly("p-1", "p-2", "p-3");
        assertThat(document.select("#p-1").text()).contains("Gate 2 opens early.");
        assertThat(document.select("#p-2 mark").text()).startsWith("Gate 1 opens early.");
        assertThat(document.select("#p-2 a[href=/debates/d-till]")).hasSize(1);
        assertThat(document.select("#p-1 mark, #p-3 mark, .passage b")).isEmpty();
        assertThat(document.text()).contains("<b>Nobody</b>");
        assertThat(page("/documents").select("tbody a").eachAttr("href")).contains("/documents/manual");
        assertThat(server.sendRaw("GET", "/documents/nothere", null).status()).isEqualTo(404);
        Map<?, ?> data = (Map<?, ?>)
                server.sendRaw("GET", "/documents/manual.json", null).body().get("data");
        assertThat(data.get("passages"))
                .isEqualTo(server.get("evidence?document_id=manual&limit=100").body());
    }

    @Test
    void aSearchSaysWhyItFoundWhatItFound() {
        Document found = page("/evidence?q=till+restarts+noon");
        Element hit = found.select("article").first();
        assertThat(hit.select("mark").eachText()).contains("till", "restarts", "noon");
        Map<?, ?> first = (Map<?, ?>) ((List<?>) server.get("evidence?q=till+restarts+noon&limit=20")
                        .body()
                        .get("items"))
                .getFirst();
        Map<?, ?> terms = (Map<?, ?>) first.get("terms");
        assertThat(hit.text())
                .contains(
                        "rank by words " + terms.get("lexical_rank"),
                        "rank by meaning " + terms.get("semantic_rank"),
                        "quality 0.");
        assertThat(hit.select("a[href^=/documents/manual#p-]")).hasSize(1);
        assertThat(page("/evidence?q=till&min_trust=human").select("article a[href^=/evidence/manual]"))
                .isEmpty();
        assertThat(page("/evidence").select("tbody a").eachAttr("href"))
                .contains("/evidence/manual-1", "/evidence/demo-hostile");
        Document hostile = page("/evidence/demo-hostile");
        assertThat(hostile.select("#main script, #main img")).isEmpty();
        assertThat(hostile.select("#passage").text()).contains("⟦RLO⟧");
    }
}
