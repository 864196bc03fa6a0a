package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do to memories, evidence, agents, channels and notes on their pages. */
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class ActPagesTest {
    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.at(folder.toString(), folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    private static Document document(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    private static Map<?, ?> memory(String id) {
        return (Map<?, ?>) server.get("memories/" + id).body().get("memory");
    }

    private static List<String> offered(Visitor visitor, String path) {
        Elements acts = document(visitor.get(path)).select(".head .acts");
        return Stream.concat(
                        acts.select("a").eachAttr("href").stream(),
                        acts.select("form.once").eachAttr("action").stream())
                .toList();
    }

    @Test
    void aMemoryIsPromotedTrustedForgottenAndRestoredAndEachCanBeTakenBack() {
        ok(server.post("memories", "{\"id\":\"m\",\"content\":\"The till restarts at noon\",\"tier\":\"slow\"}"));
        Visitor visitor = new Visitor(server);
        assertThat(offered(visitor, "/memory/m"))
                .contains("/memory/m/worked", "/memory/m/forget", "/memory/m/trust")
                .doesNotContain("/memory/m/restore", "/memory/m/lift", "/memory/m/purge");
        assertThat(visitor.act("/memory/m/promote", "reason", "it was needed").status())
                .isEqualTo(303);
        assertThat(memory("m").get("tier")).isEqualTo("medium");
        Map<String, String> undo = Visitor.form(visitor.get("/memory/m"));
        assertThat(visitor.post("/memory/m/demote", undo).status()).isEqualTo(303);
        assertThat(memory("m").get("tier")).isEqualTo("slow");
        assertThat(visitor.act("/memory/m/worked").status()).isEqualTo(303);
        assertThat(visitor.act("/memory/m/failed").status()).isEqualTo(303);
        assertThat(memory("m").get("success_count")).isEqualTo(1L);
        assertThat(memory("m").get("failure_count")).isEqualTo(1L);
        assertThat(document(visitor.get("/memory/m/trust")).select("select[name=trust] option"))
                .hasSize(4);
        assertThat(visitor.act("/memory/m/trust", "trust", "untrusted", "reason", "a rumour")
                        .status())
                .isEqualTo(303);
        assertThat(memory("m").get("trust")).isEqualTo("untrusted");
        Map<String, String> trusted = Visitor.form(visitor.get("/memory/m"));
        assertThat(visitor.post("/memory/m/trust", trusted).status()).isEqualTo(303);
        assertThat(memory("m").get("trust")).isEqualTo("agent");
        assertThat(visitor.act("/memory/m/forget", "reason", "over").status()).isEqualTo(303);
        Reply told = visitor.get("/memory/m");
        assertThat(document(told).select(".head .badge").text()).contains("archived");
        assertThat(offered(visitor, "/memory/m")).contains("/memory/m/restore", "/memory/m/purge");
        assertThat(visitor.post("/memory/m/restore", Visitor.form(told)).status())
                .isEqualTo(303);
        assertThat(memory("m").get("archived")).isEqualTo(false);
        visitor.act("/memory/m/forget");
        assertThat(Jsoup.parse(visitor.get("/memory/m/purge").raw().body())
                        .select("#tried li")
                        .eachText())
                .as("what a purge would delete stands there before it is asked for")
                .contains("generations 2", "outcomes 2")
                .doesNotContain("generation");
        assertThat(visitor.get("/memory/m/purge").raw().body()).contains("This cannot be taken back.");
        assertThat(visitor.act("/memory/m/purge", "again", "m").header("Location"))
                .isEqualTo("/memory");
        assertThat(server.get("memories/m").status()).isEqualTo(404);
    }

    @Test
    void anAgentIsMergedOnlyAfterWhatThatWouldDoWasShown() {
        ok(server.post("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}"));
        ok(server.post("agents", "{\"identity\":\"guide\",\"model\":\"sim:\"}"));
        ok(server.post("tasks", "{\"input\":\"Look around\",\"offered_to\":\"scout\"}"));
        Visitor visitor = new Visitor(server);
        assertThat(offered(visitor, "/agents/scout")).contains("/agents/scout/merge", "/agents/scout/archive");
        Reply asked = visitor.get("/agents/scout/merge");
        assertThat(document(asked).select("[data-confirm] button").text()).isEqualTo("Show what it would do");
        Reply shown = visitor.post("/agents/scout/merge", Visitor.form(asked, "into", "guide"));
        assertThat(document(shown).select("#tried").text()).contains("1 tasks").doesNotContain("messages");
        assertThat(document(shown).select("[data-confirm] button").text()).isEqualTo("Merge into another");
        assertThat(server.get("agents/scout").body().get("identity")).isEqualTo("scout");
        Map<String, String> other = Visitor.form(shown, "into", "nobody");
        assertThat(visitor.post("/agents/scout/merge", other).status())
                .as("what is typed again is tried again")
                .isNotEqualTo(303);
        assertThat(visitor.post("/agents/scout/merge", Visitor.form(shown, "into", "guide"))
                        .status())
                .as("without its name")
                .isEqualTo(422);
        assertThat(visitor.post("/agents/scout/merge", Visitor.form(shown, "into", "guide", "again", "scout"))
                        .status())
                .isEqualTo(303);
        assertThat(server.get("agents/scout").body().get("identity")).isEqualTo("guide");
    }

    @Test
    void anAgentIsClonedRenamedArchivedAndRestored() {
        ok(server.post("agents", "{\"identity\":\"mason\",\"model\":\"sim:\",\"constitution\":\"Be brief.\"}"));
        Visitor visitor = new Visitor(server);
        assertThat(visitor.act("/agents/mason/clone", "identity", "Bad Name").status())
                .isEqualTo(422);
        assertThat(visitor.act("/agents/mason/clone", "identity", "mason-2").status())
                .isEqualTo(303);
        assertThat(server.get("agents/mason-2").body().get("constitution")).isEqualTo("Be brief.");
        assertThat(visitor.act("/agents/mason-2/rename", "identity", "builder").status())
                .isEqualTo(303);
        assertThat(server.get("agents/mason-2").body().get("identity")).isEqualTo("builder");
        Map<String, String> undo = Visitor.form(visitor.get("/agents/builder"));
        assertThat(visitor.post("/agents/mason-2/rename", undo).status()).isEqualTo(303);
        assertThat(server.get("agents/builder").body().get("identity")).isEqualTo("mason-2");
        visitor.act("/agents/mason-2/rename", "identity", "builder");
        assertThat(visitor.act("/agents/builder/archive").status()).isEqualTo(303);
        Reply told = visitor.get("/agents/builder");
        assertThat(document(told).select(".head .badge").text()).isEqualTo("archived");
        assertThat(visitor.post("/agents/builder/restore", Visitor.form(told)).status())
                .isEqualTo(303);
        assertThat(server.get("agents/builder").body().get("archived_at")).isNull();
    }

    @Test
    void aChannelIsPinnedAndUnpinnedAndDeletedOnlyByItsName() {
        ok(server.post("channels", "{\"name\":\"attic\"}"));
        ok(server.post("channels/attic/messages", "{\"content\":\"Dust.\"}"));
        Visitor visitor = new Visitor(server);
        assertThat(visitor.act("/channels/attic/pin").status()).isEqualTo(303);
        assertThat(server.get("channels/attic").body().get("pinned_at")).isNotNull();
        Reply told = visitor.get("/channels/attic");
        assertThat(told.raw().body()).contains("The channel is pinned.");
        assertThat(visitor.post("/channels/attic/unpin", Visitor.form(told)).status())
                .isEqualTo(303);
        assertThat(server.get("channels/attic").body().get("pinned_at")).isNull();
        assertThat(visitor.act("/channels/attic/topic", "topic", "What is up there")
                        .status())
                .isEqualTo(303);
        assertThat(server.get("channels/attic").body().get("topic")).isEqualTo("What is up there");
        assertThat(document(visitor.get("/channels/attic")).select(".notice form"))
                .as("there was no topic before that undo could restore")
                .isEmpty();
        visitor.act("/channels/attic/topic", "topic", "Dust & <more>");
        Map<String, String> undo = Visitor.form(visitor.get("/channels/attic"));
        assertThat(visitor.post("/channels/attic/topic", undo).status()).isEqualTo(303);
        assertThat(server.get("channels/attic").body().get("topic")).isEqualTo("What is up there");
        visitor.act("/channels/attic/rename", "name", "loft");
        Reply renamed = visitor.get("/channels");
        String back = document(renamed).select(".notice form").attr("action");
        assertThat(visitor.post(back, Visitor.form(renamed)).status()).isEqualTo(303);
        assertThat(server.get("channels/attic").status()).isEqualTo(200);
        assertThat(offered(visitor, "/channels/attic")).doesNotContain("/channels/attic/delete");
        visitor.act("/channels/attic/archive");
        assertThat(offered(visitor, "/channels/attic")).contains("/channels/attic/delete");
        assertThat(document(visitor.get("/channels/attic/delete"))
                        .select("#tried")
                        .text())
                .contains("messages 1");
        assertThat(visitor.act("/channels/attic/delete", "again", "cellar").status())
                .isEqualTo(422);
        assertThat(server.get("channels/attic").status()).isEqualTo(200);
        assertThat(visitor.act("/channels/attic/delete", "again", "attic").header("Location"))
                .isEqualTo("/channels");
        assertThat(server.get("channels/attic").status()).isEqualTo(404);
    }

    @Test
    void aNoteBecomesCoreAndOrdinarySharedAndPrivateAndIsDeleted() {
        String id = String.valueOf(ok(server.post("notes", "{\"message\":\"Count the tills\"}"))
                .body()
                .get("memory_id"));
        Visitor visitor = new Visitor(server);
        String page = "/notes/" + id;
        for (List<String> pair : List.of(List.of("core", "uncore", "core"), List.of("share", "hide", "public"))) {
            assertThat(visitor.act(page + "/" + pair.get(0)).status()).isEqualTo(303);
            assertThat(server.get("notes/" + id).body().get(pair.get(2))).isEqualTo(true);
            Map<String, String> undo = Visitor.form(visitor.get(page));
            assertThat(visitor.post(page + "/" + pair.get(1), undo).status()).isEqualTo(303);
            assertThat(server.get("notes/" + id).body().get(pair.get(2))).isEqualTo(false);
        }
        visitor.act(page + "/archive");
        assertThat(visitor.act(page + "/delete").header("Location")).isEqualTo("/notes");
        assertThat(server.get("notes/" + id).status()).isEqualTo(404);
    }

    @Test
    void evidenceIsTrustedByAPersonAndDeletedAfterWhatThatWouldDoWasShown() {
        ok(server.post("evidence", "{\"id\":\"e\",\"snippet\":\"WAL needs the -shm file\",\"source\":\"docs\"}"));
        Object before = ((Map<?, ?>) server.get("evidence/e").body().get("evidence")).get("trust");
        assertThat(before).isNotEqualTo("human");
        Visitor visitor = new Visitor(server);
        assertThat(visitor.act("/evidence/e/trust", "trust", "human", "reason", "read by me")
                        .status())
                .isEqualTo(303);
        assertThat(((Map<?, ?>) server.get("evidence/e").body().get("evidence")).get("trust"))
                .isEqualTo("human");
        Reply told = visitor.get("/evidence/e");
        assertThat(document(told).select(".notice form").attr("action")).isEqualTo("/evidence/e/trust");
        assertThat(visitor.post("/evidence/e/trust", Visitor.form(told)).status())
                .isEqualTo(303);
        assertThat(((Map<?, ?>) server.get("evidence/e").body().get("evidence")).get("trust"))
                .isEqualTo(before);
        assertThat(document(visitor.get("/evidence/e/forget")).select("#tried").text())
                .contains("deleted 1");
        assertThat(server.get("evidence/e").status()).isEqualTo(200);
        assertThat(visitor.act("/evidence/e/forget").header("Location")).isEqualTo("/evidence");
        assertThat(server.get("evidence/e").status()).isEqualTo(404);
    }

    @Test
    void aComparisonIsBegunAndEndedAndEachCanBeTakenBack() {
        ok(server.post("specialists", "{\"name\":\"reader\",\"model\":\"sim:\"}"));
        Visitor visitor = new Visitor(server);
        String page = "/specialists/reader";
        assertThat(visitor.act(page + "/shadow", "model", "sim:slow").status()).isEqualTo(303);
        String shadow = shadow();
        assertThat(shadow).isNotEqualTo("null");
        Reply begun = visitor.get(page);
        assertThat(document(begun).select(".notice form").attr("action")).isEqualTo(page + "/unshadow");
        assertThat(visitor.post(page + "/unshadow", Visitor.form(begun)).status())
                .isEqualTo(303);
        assertThat(shadow()).isEqualTo("null");
        visitor.act(page + "/shadow", "model", "sim:slow");
        assertThat(visitor.act(page + "/unshadow").status()).isEqualTo(303);
        assertThat(shadow()).isEqualTo("null");
        Reply ended = visitor.get(page);
        assertThat(document(ended).select(".notice form").attr("action")).isEqualTo(page + "/shadow");
        assertThat(visitor.post(page + "/shadow", Visitor.form(ended)).status()).isEqualTo(303);
        assertThat(shadow()).as("the same model is compared again").isEqualTo(shadow);
    }

    private static String shadow() {
        return String.valueOf(server.get("specialists/reader").body().get("shadow_model"));
    }
}
