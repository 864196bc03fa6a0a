package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.PromptParts;
import java.nio.file.Path;
import java.time.Duration;
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
class WorkPageTest {
    @TempDir
    static Path folder;

    static final Execution.Plan PLAN = new Execution.Plan() {
        @Override
        public int retries(String model) {
            return 0;
        }

        @Override
        public String prompt(PromptParts parts) {
            return "Read the log.";
        }
    };

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.at(folder.toString(), folder);
        ok(server.post(
                "agents", "{\"identity\":\"scout\",\"model\":\"sim:\",\"constitution\":\"You watch the *tills*.\"}"));
        ok(server.post("agents", "{\"identity\":\"other\",\"model\":\"sim:\"}"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    private static Reply get(String path) {
        Reply reply = server.sendRaw("GET", path, null);
        assertThat(reply.status()).as(path + reply.raw().body()).isEqualTo(200);
        return reply;
    }

    private static Document page(String path) {
        return Jsoup.parse(get(path).raw().body());
    }

    @Test
    void aLogTailFollowsARunningProgramAndItsControlCodesDoNothing() {
        Map<String, ?> run = ok(server.post("runs", "{\"agent\":\"scout\",\"input\":\"Read the log.\"}"))
                .body();
        ExecutionQueue queue = server.stoa().society().executions();
        Execution execution = queue.claim((String) run.get("task_id"), "test", Duration.ofMinutes(5), PLAN)
                .orElseThrow();
        queue.chunk(execution, false, 0, "first line\n\u001b[31mred\u001b[0m <script>alert(1)</script>\n");
        String path = "/runs/" + run.get("session_id");
        Element part = page(path).getElementById("run");
        assertThat(part.attr("data-topic")).isEqualTo("run:" + run.get("session_id"));
        assertThat(part.attr("hx-get")).isEqualTo(path);
        assertThat(part.attr("hx-select-oob").split(",", -1)).contains("#output", "#errors");
        assertThat(page(path).select("[data-topic]"))
                .as("all is fetched at once")
                .hasSize(1);
        Element first = page(path).getElementById("output");
        assertThat(first.wholeText()).isEqualTo("first line\n⟦ESC⟧[31mred⟦ESC⟧[0m <script>alert(1)</script>\n");
        assertThat(get(path).raw().body()).doesNotContain("\u001b");
        queue.chunk(execution, false, 1, "\u202Esecond\r\u0007 line\n");
        queue.chunk(execution, true, 0, "a warning\n");
        assertThat(page(part.attr("hx-get")).getElementById("output").wholeText())
                .endsWith("⟦RLO⟧second⟦CR⟧⟦BEL⟧ line\n");
        assertThat(page(path).getElementById("errors").wholeText()).isEqualTo("a warning\n");
        assertThat(page(path).select(".acts a").eachAttr("href")).contains(path + "/stop");
    }

    @Test
    void aRunThatWasWokenShowsItsExecutionsAndEachLeadsToItsTask() {
        Map<String, ?> run = ok(server.post("runs", "{\"agent\":\"scout\",\"input\":\"Read.\",\"keep\":true}"))
                .body();
        String path = "/runs/" + run.get("session_id");
        assertThat(page(path).select("#executions[hidden]"))
                .as("one says it all")
                .hasSize(1);
        ExecutionQueue queue = server.stoa().society().executions();
        queue.finish(
                queue.claim((String) run.get("task_id"), "test", Duration.ofMinutes(5), PLAN)
                        .orElseThrow(),
                Execution.Outcome.completed("done", false));
        ok(server.post("runs/" + run.get("session_id") + "/wake", "{\"input\":\"Go on.\"}"));

        Element shown = page(page(path).getElementById("run").attr("hx-get")).getElementById("executions");
        assertThat(shown.hasAttr("hidden")).isFalse();
        assertThat(shown.select("tbody tr").eachText())
                .hasSize(2)
                .last()
                .asString()
                .contains("completed");
        assertThat(get(shown.select("tbody tr a").last().attr("href")).raw().body())
                .contains("Read.");
        assertThat(page(path).getElementById("run").attr("hx-select-oob")).contains("#executions");
    }

    @Test
    void aPrivateNoteIsAbsentFromPagesTwinsSearchPaletteAndCountsOfOthers() {
        Map<String, ?> hidden = ok(server.post(
                        "notes", "{\"message\":\"The zebrafish key is under the mat.\"}", "Stoa-Agent", "scout"))
                .body();
        ok(server.post(
                "notes", "{\"message\":\"The zebrafish are fed at noon.\",\"public\":true}", "Stoa-Agent", "scout"));
        for (String path : List.of(
                "/agents/scout",
                "/agents/scout.json",
                "/notes?agent=scout",
                "/notes.json?agent=scout",
                "/search?q=zebrafish",
                "/search.json?q=zebrafish",
                "/palette?q=zebrafish")) {
            for (Reply seen : List.of(
                    server.sendRaw("GET", path, null), server.sendRaw("GET", path, null, "Stoa-Agent", "other"))) {
                // An agent may not search everything at once, and is refused.
                assertThat(seen.status()).as(path).isIn(200, 403);
                assertThat(seen.raw().body()).as(path).doesNotContain("under the mat");
            }
            if (path.contains("scout")) {
                assertThat(get(path).raw().body()).as(path).contains("fed at noon");
            }
        }
        assertThat(page("/agents/scout")
                        .select(".card:has(h2:contains(Notes)) .count")
                        .text())
                .isEqualTo("1");
        Reply own = server.sendRaw("GET", "/notes/" + hidden.get("memory_id"), null, "Stoa-Agent", "other");
        assertThat(own.status()).isEqualTo(404);
    }

    @Test
    void theBoardHasAColumnForEachStateAndLeadsToTheTask() {
        Object open = ok(server.post("tasks", "{\"input\":\"Count the drawers\"}"))
                .body()
                .get("task_id");
        Object held =
                ok(server.post("tasks", "{\"input\":\"Mend till 3\"}")).body().get("task_id");
        ok(server.post("tasks/" + held + "/claim", "{}"));
        Document board = page("/tasks");
        assertThat(board.select(".column h2").eachText())
                .satisfiesExactly(
                        pending -> assertThat(pending).startsWith("Pending"),
                        claimed -> assertThat(claimed).startsWith("Claimed"),
                        done -> assertThat(done).startsWith("Done"),
                        failed -> assertThat(failed).startsWith("Failed"));
        List<Element> columns = board.select(".column");
        assertThat(columns.get(0).select("a[href=/tasks/" + open + "]").text()).isEqualTo("Count the drawers");
        assertThat(columns.get(0).select("a[href=/tasks/" + open + "/claim]")).hasSize(1);
        assertThat(columns.get(1).select("a[href=/tasks/" + held + "]")).hasSize(1);
        assertThat(columns.get(1).text()).contains("held until");
        assertThat(columns.get(1).select("time[data-left]").text())
                .as("how long the lease lasts")
                .matches("in \\d+ (s|min).*");
        assertThat(page("/tasks?view=list&status=pending")
                        .select("tbody tr td a")
                        .eachText())
                .contains("Count the drawers")
                .doesNotContain("Mend till 3");
        assertThat(server.sendRaw("GET", "/tasks?view=none", null).status()).isEqualTo(422);
        Visitor visitor = new Visitor(server);
        assertThat(visitor.act("/tasks/" + held + "/done", "output", "It prints again.")
                        .status())
                .isEqualTo(303);
        assertThat(page("/tasks").select(".column").get(2).text()).contains("Mend till 3");
    }

    @Test
    void aNoteShowsWhatItReplacedWordByWord() {
        Object old = ok(server.post("notes", "{\"message\":\"Look at the tills before noon\"}"))
                .body()
                .get("memory_id");
        Object now = ok(server.post(
                        "notes/replace", "{\"olds\":[\"" + old + "\"],\"message\":\"Look at the tills before eight\"}"))
                .body()
                .get("memory_id");
        Document page = page("/notes/" + now);
        assertThat(page.select("ol .card del").text()).isEqualTo("noon");
        assertThat(page.select("ol .card ins").text()).isEqualTo("eight");
        assertThat(page.select("ol .card.chosen").text()).contains("this note");
        assertThat(page.select("ol .card a").attr("href")).isEqualTo("/notes/" + old);
        assertThat(page.select(".badge").eachText()).contains("private");
        assertThat(page("/notes")
                        .select("tr:has(a[href=/notes/" + now + "]) td[data-label=Seen by] .badge")
                        .text())
                .isEqualTo("private");
    }

    @Test
    void aLongChainIsShownAroundTheNoteAndWhollyIfAskedFor() {
        Object last = "";
        for (int i = 0; i < 6; i++) {
            last = ok(i == 0
                            ? server.post("notes", "{\"message\":\"Count 0\"}")
                            : server.post(
                                    "notes/replace", "{\"olds\":[\"" + last + "\"],\"message\":\"Count " + i + "\"}"))
                    .body()
                    .get("memory_id");
        }
        Element chain = page("/notes/" + last).getElementById("chain");
        assertThat(chain.select("ol .card")).hasSize(4);
        assertThat(chain.select(".count").text()).isEqualTo("6");
        String whole = chain.select("a.button").attr("href");
        assertThat(whole).isEqualTo("/notes/" + last + "?chain=1#chain");
        Element all = page("/notes/" + last + "?chain=1").getElementById("chain");
        assertThat(all.select("ol .card")).hasSize(6);
        assertThat(all.select("a.button")).isEmpty();
    }

    @Test
    void anAgentIsShownWithItsConstitutionItsRunsAndItsNotes() {
        Document page = page("/agents/scout");
        assertThat(page.select(".said em").text()).isEqualTo("tills");
        assertThat(page.select("h2").eachText())
                .containsExactly(
                        "Constitution", "Rating", "Calibration", "Runs", "Notes that you may see", "Knowledge");
    }

    @Test
    void knowledgeIsATreeOfDomainsWithCounts() {
        Object fact = ok(server.post(
                        "knowledge",
                        "{\"domain\":\"shop/tills\",\"content\":\"Till 3 is slow\"}",
                        "Stoa-Agent",
                        "scout"))
                .body()
                .get("knowledge_id");
        ok(server.post("knowledge", "{\"domain\":\"lab\",\"content\":\"Trial 9 waits\"}", "Stoa-Agent", "scout"));
        Document all = page("/knowledge");
        assertThat(all.select(".tree a").eachText()).containsExactly("all", "lab", "shop", "tills");
        Document shop = page(all.select(".tree a:containsOwn(shop), .tree a:has(bdi:containsOwn(shop))")
                .attr("href"));
        assertThat(shop.select("tbody a").eachText()).contains("Till 3 is slow").doesNotContain("Trial 9 waits");
        for (String address : List.of("/knowledge/shop/tills", "/knowledge/shop%2Ftills")) {
            Reply led = server.sendRaw("GET", address, null);
            assertThat(led.status()).as(address).isEqualTo(302);
            assertThat(led.header("Location")).isEqualTo("/knowledge?domain=shop%2Ftills%2F*");
        }
        assertThat(server.sendRaw("GET", "/knowledge/shop.json", null).header("Location"))
                .isEqualTo("/knowledge.json?domain=shop%2F*");
        assertThat(server.sendRaw("GET", "/knowledge/shop/none", null).status()).isEqualTo(404);
        assertThat(server.sendRaw("GET", "/knowledge/a*b", null).status()).isEqualTo(404);
        Visitor visitor = new Visitor(server);
        assertThat(visitor.act("/knowledge/" + fact + "/confirm", "reason", "I saw it.")
                        .status())
                .isEqualTo(303);
        assertThat(page("/knowledge/" + fact).select("td").eachText()).contains("human", "confirm", "I saw it.");
    }
}
