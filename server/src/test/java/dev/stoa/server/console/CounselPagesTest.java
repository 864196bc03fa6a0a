package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions, and the conversations in which they are answered. */
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class CounselPagesTest {
    private static final long LONGEST_WAIT = 60_000_000_000L;

    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() throws IOException {
        Files.writeString(folder.resolve("stoa.toml"), """
                [provider.command.slow]
                argv = ["/bin/sleep", "600"]

                [policy.careful]
                fields = ["art"]
                assertions = [
                  { name = "cites", check = "contains", level = "blocking", parameters = { text = "Source:" } },
                ]
                """);
        server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"));
        ok(server.post(
                "corrections",
                "{\"subject\":\"staging cluster restart\",\"claim\":\"The staging cluster restarts on Sunday.\"}"));
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

    private static Map<String, Object> ask(String question) {
        return ok(server.post("ask", "{\"question\":\"" + question + "\"}")).body();
    }

    private static List<?> items(String path) {
        return (List<?>) ok(server.get(path)).body().get("items");
    }

    /** The form of the page of questions: its button holds the proof, so that no address ever does. */
    private static Map<String, String> question(Visitor visitor, String path, String question) {
        Reply page = visitor.get(path);
        Map<String, String> form = Visitor.form(page, "question", question);
        Element button = Jsoup.parse(page.raw().body()).selectFirst("button[name=csrf]");
        if (button != null) {
            form.put("csrf", button.attr("value"));
        }
        return form;
    }

    /** The page of a conversation once the last question is no longer being answered. */
    private static Document answered(String path) {
        long end = System.nanoTime() + LONGEST_WAIT;
        Document shown = page(path);
        while (!shown.select("#talk .notice.warn").isEmpty()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
            shown = page(path);
        }
        return shown;
    }

    @Test
    void aQuestionLeadsToItsConversationOnceHoweverOftenItIsSent() {
        Visitor visitor = new Visitor(server);
        int before = items("conversations").size();
        Map<String, String> form = question(visitor, "/ask", "When does the staging cluster restart?");
        Reply sent = visitor.post("/ask", form);
        assertThat(sent.status()).as(sent.raw().body()).isEqualTo(303);
        String path = sent.header("Location");
        assertThat(path).startsWith("/conversations/").doesNotContain("?");
        assertThat(visitor.post("/ask", form).header("Location")).isEqualTo(path);
        assertThat(items("conversations")).hasSize(before + 1);
        assertThat(answered(path).select(".talk .message")).hasSize(2);
        Reply further = visitor.post(path, question(visitor, path, "And who does that?"));
        assertThat(further.status()).as(further.raw().body()).isEqualTo(303);
        assertThat(further.header("Location")).isEqualTo(path);
        assertThat(answered(path).select(".talk .message b").eachText())
                .containsExactly("Question", "Answer", "Question", "Answer");
        form.put("csrf", "x");
        assertThat(visitor.post("/ask", form).status()).isEqualTo(403);
        Reply empty = visitor.post("/ask", question(visitor, "/ask", " "));
        assertThat(empty.status()).isEqualTo(422);
        assertThat(Jsoup.parse(empty.raw().body()).select("[role=alert], textarea[name=question]"))
                .hasSize(2);
    }

    @Test
    void thePreviewShowsWhatWouldBeSentAndStoresNothing() {
        int before = items("conversations").size();
        Document preview = page("/ask?question=Is+the+contract+with+the+tenant+legal&level=fast&preview=1");
        assertThat(preview.select("#plan .chip").eachText()).anyMatch(field -> field.startsWith("law 0."));
        assertThat(preview.select("#plan pre").text()).contains("Is the contract with the tenant legal");
        assertThat(preview.selectFirst("textarea[name=question]").text())
                .isEqualTo("Is the contract with the tenant legal");
        assertThat(preview.select("option[selected][value=fast]")).hasSize(1);
        assertThat(items("conversations")).hasSize(before);
        Document refused = page("/ask?question=x&level=endless&preview=1");
        assertThat(refused.select("[role=alert]").text()).contains("level");
        assertThat(page("/ask").select("#plan")).isEmpty();
    }

    @Test
    void anAnswerShowsLabelPanelChecksCorrectionsAndAuditRowAndNeverHighBesideADisagreement() {
        Map<String, Object> answer = ask("When does the staging cluster restart?");
        String path = "/conversations/" + answer.get("conversation_id");
        Document shown = page(path);
        Element proof = shown.selectFirst("#proof");
        assertThat(proof.select(".badge").first().text()).isEqualTo(answer.get("confidence"));
        assertThat(shown.select(".talk .badge").first().text()).isEqualTo(answer.get("confidence"));
        List<?> runs = (List<?>) answer.get("runs");
        assertThat(proof.select("#panel li")).hasSize(runs.size());
        assertThat(proof.select("#panel li:has(.badge.good) b").text()).isEqualTo(answer.get("winner"));
        Map<?, ?> parts = (Map<?, ?>) ((Map<?, ?>) runs.getFirst()).get("utility");
        double e = (double) parts.get("e");
        double c = (double) parts.get("c");
        double k = (double) parts.get("k");
        assertThat(proof.select("#panel li").first().text())
                .contains(String.format(Locale.ROOT, "(E %.2f, C %.2f, K %.2f)", e, c, k));
        assertThat(proof.select("#checks li")).hasSize(((List<?>) answer.get("assertions")).size());
        assertThat(proof.select("#corrections a").text()).isEqualTo("staging cluster restart");
        assertThat(proof.select("a[href=/audit/" + answer.get("audit_seq") + "]"))
                .hasSize(1);
        assertThat(page("/audit/" + answer.get("audit_seq")).text())
                .contains("query", String.valueOf(answer.get("query_id")));
        Map<?, ?> data =
                (Map<?, ?>) server.sendRaw("GET", path + ".json", null).body().get("data");
        assertThat(((Map<?, ?>) data.get("answer")).get("audit_seq")).isEqualTo(answer.get("audit_seq"));
    }

    @Test
    void aQuestionWithoutAnAnswerSaysWhy() {
        Reply none =
                server.post("ask", "{\"question\":\"Who painted that?\",\"field\":\"art\",\"agents\":[\"a=sim:\"]}");
        assertThat(none.status()).as(none.raw().body()).isEqualTo(409);
        String conversation = String.valueOf(((Map<?, ?>) items("conversations").getFirst()).get("conversation_id"));
        Document shown = page("/conversations/" + conversation);
        assertThat(shown.select("h1").text()).isEqualTo("Who painted that?");
        assertThat(shown.select("#talk .notice.bad").text()).contains("blocked", "cites");
        assertThat(shown.select("#proof").text()).contains("There is no answer yet.");
        assertThat(shown.select("#talk[data-topic]"))
                .as("nothing more will come")
                .isEmpty();
    }

    @Test
    void aQuestionSaysHowFarItHasGotAndCanBeCancelled() {
        Reply asked = ok(server.post(
                "ask", "{\"question\":\"Who is slow?\",\"agents\":[\"a=command:slow\"]}", "Prefer", "respond-async"));
        String path = "/conversations/" + asked.body().get("conversation_id");
        Document going = page(path);
        assertThat(going.select("#talk .notice.warn").text()).contains("It is being answered:");
        assertThat(going.select("#talk[data-topic=audit], #proof[data-topic=audit]"))
                .hasSize(2);
        assertThat(going.select("#talk .message")).hasSize(1);
        String cancel = going.select("#talk a.danger").attr("href");
        Visitor visitor = new Visitor(server);
        Reply cancelled = visitor.act(cancel);
        assertThat(cancelled.header("Location")).isEqualTo(path);
        assertThat(page(path).select("#talk .notice.bad").text()).contains("cancelled");
        assertThat(page(path).select("#talk[data-topic]")).isEmpty();
    }

    @Test
    void anAnswerIsJudgedAndCorrectedWhereItStands() {
        Map<String, Object> answer = ask("How many tills are in the <b>shop</b>?");
        String path = "/conversations/" + answer.get("conversation_id");
        String message = path + "/messages/" + answer.get("message_id");
        Visitor visitor = new Visitor(server);
        Map<String, String> form = Visitor.form(visitor.get(path));
        assertThat(visitor.post(message + "/reject", form).header("Location")).isEqualTo(path);
        assertThat(visitor.get(path).raw().body()).contains("Your feedback is stored.");
        Document shown = page(path);
        assertThat(shown.select("input[name=subject]").attr("value"))
                .isEqualTo("How many tills are in the <b>shop</b>?");
        assertThat(shown.select("a[href^=/debates/new?topic=How%20many]")).hasSize(1);
        Reply corrected = visitor.post(
                message + "/correct",
                Visitor.form(visitor.get(path), "subject", "tills in the shop", "claim", "There are four tills."));
        assertThat(corrected.status()).as(corrected.raw().body()).isEqualTo(303);
        Document correction = page(corrected.header("Location"));
        assertThat(correction.select("h1").text()).isEqualTo("tills in the shop");
        assertThat(correction.text()).contains("There are four tills.", "Instead of");
        Reply without = visitor.act(message + "/correct", "subject", "typed", "claim", "");
        assertThat(without.status()).isEqualTo(422);
        assertThat(without.raw().body()).contains("value=\"typed\"");
    }

    @Test
    void conversationsAreFoundByTheirWordsAndByTheirProject() {
        String project = String.valueOf(
                ok(server.post("projects", "{\"name\":\"<i>Shop</i>\"}")).body().get("project_id"));
        ok(server.post("conversations", "{\"title\":\"Prices\",\"project_id\":\"" + project + "\"}"));
        ask("Where is the zebra?");
        Document found = page("/conversations?q=zebra");
        assertThat(found.select("#list mark").eachText()).contains("zebra");
        assertThat(found.select("#list li a").attr("href"))
                .startsWith("/conversations/")
                .contains("#m-");
        Document mine = page("/conversations?project=" + project);
        assertThat(mine.select("#list tbody tr")).hasSize(1);
        assertThat(mine.select("#list tbody a").text()).isEqualTo("Prices");
        Document projects = page("/projects");
        assertThat(projects.select("main i")).isEmpty();
        assertThat(projects.select("a[href=/conversations?project=" + project + "]")
                        .text())
                .isEqualTo("<i>Shop</i>");
        assertThat(page("/conversations?q=nothingofthekind").select(".empty a[href=/conversations]"))
                .hasSize(1);
        assertThat(page("/conversations?q=the").select(".empty").text()).contains("left out: the");
    }

    @Test
    void noTextOfAnAgentDocumentChannelLogOrNameBecomesAnythingButText() {
        String hostile = "<img src=x onerror=alert(1)> \u202Eevil";
        Map<String, Object> answer = ask(hostile);
        Object correction = ok(server.post(
                        "corrections",
                        "{\"subject\":\"" + hostile + "\",\"claim\":\"" + hostile + "\",\"rejected\":\"" + hostile
                                + "\"}"))
                .body()
                .get("id");
        ok(server.post("projects", "{\"name\":\"" + hostile + "\"}"));
        for (String path : List.of(
                "/ask",
                "/ask?preview=1&question=%3Cimg+src%3Dx+onerror%3Dalert%281%29%3E+%E2%80%AEevil",
                "/conversations",
                "/conversations?q=evil",
                "/conversations/" + answer.get("conversation_id"),
                "/conversations/" + answer.get("conversation_id") + "/erase",
                "/corrections",
                "/corrections/" + correction,
                "/corrections/" + correction + "/retire",
                "/projects")) {
            Document shown = page(path);
            assertThat(shown.select("img, [onerror]")).as(path).isEmpty();
            assertThat(shown.text()).as(path).contains("⟦RLO⟧");
        }
    }

    @Test
    void anAnswerThatIsNotOnThePageIsNotReplacedByAnother() {
        Map<String, Object> answer = ask("When does the staging cluster restart?");
        String path = "/conversations/" + answer.get("conversation_id");
        assertThat(page(path + "?answer=" + answer.get("message_id")).select("#panel"))
                .hasSize(1);
        Document other = page(path + "?answer=another");
        assertThat(other.select("#panel")).isEmpty();
        assertThat(other.select("#proof").text()).contains("not among the messages");
    }

    @Test
    void everyIrreversibleActNamesItsObjectAndShowsItsDryRunBeforeItAsks() {
        Map<String, Object> answer = ask("What is to be forgotten?");
        String id = String.valueOf(answer.get("conversation_id"));
        String path = "/conversations/" + id;
        Visitor visitor = new Visitor(server);
        Reply asked = visitor.get(path + "/erase");
        Document confirm = Jsoup.parse(asked.raw().body());
        assertThat(confirm.select("h2").text()).isEqualTo("Erase: What is to be forgotten?");
        assertThat(confirm.select("dl").text()).contains("2 messages", "This cannot be taken back.", "snapshots none");
        assertThat(page(path).select("#talk").text()).contains("What is to be forgotten?");
        Reply wrong = visitor.post(path + "/erase", Visitor.form(asked, "again", "another"));
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(page(path).select("#talk").text()).contains("What is to be forgotten?");
        Reply done = visitor.act(path + "/erase", "again", id);
        assertThat(done.status()).as(done.raw().body()).isEqualTo(303);
        Document erased = page(path);
        assertThat(erased.text()).contains("This text was erased.").doesNotContain("What is to be forgotten?");
        assertThat(erased.select("form.write, .head a[href$=/erase]")).isEmpty();
        assertThat(page("/conversations").select("a[href=" + path + "]").text())
                .as("what has no title any more can still be opened")
                .isEqualTo("open");
    }

    @Test
    void anEmptyPlaceSaysWhatWouldBeThere(@TempDir Path empty) {
        try (RunningServer fresh = RunningServer.at(empty.toString(), empty)) {
            for (String path :
                    List.of("/ask", "/conversations", "/projects", "/corrections", "/specialists", "/keys")) {
                Reply reply = fresh.sendRaw("GET", path, null);
                assertThat(reply.status()).as(path).isEqualTo(200);
                assertThat(Jsoup.parse(reply.raw().body())
                                .select("main .command code")
                                .eachText())
                        .as(path)
                        .anyMatch(command -> command.startsWith("stoa "));
            }
        }
    }
}
