package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateArchive;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Addresses with what commands take for an id. */
@OnBothDatabases
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class ReferenceTest {
    private static final int TAIL = 28;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Site site;

    @BeforeEach
    void open() {
        site = Site.on(dialect, folder);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private String debate(String name) {
        return site.made(
                "debates",
                "{\"topic\":\"Is 91 prime?\",\"debate_id\":\"" + name + "\",\"options\":[\"yes\",\"no\"],"
                        + "\"agents\":[\"a=sim:\",\"b=sim:\"],\"start\":false}",
                "id");
    }

    private void leads(String from, String to) {
        Reply reply = site.get(from);
        assertThat(reply.status()).as(from + " " + reply.raw().body()).isEqualTo(302);
        assertThat(reply.header("Location")).as(from).isIn(to, site.server().url() + to);
        assertThat(site.get(to).status()).as(to).isEqualTo(200);
    }

    @Test
    void whatCommandsTakeForAnIdLeadsToTheWholeOneWithItsQuery() {
        String debate = debate("primes");
        String agent = site.made("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}", "agent_id");
        String channel = site.made("channels", "{\"name\":\"lab\"}", "channel_id");
        String note = site.made("notes", "{\"message\":\"Count the tills\"}", "memory_id");
        String task = site.made("tasks", "{\"input\":\"Count the tills\",\"channel\":\"lab\"}", "task_id");
        String run = site.made("runs", "{\"agent\":\"scout\",\"input\":\"go\"}", "session_id");
        String fact = site.made("knowledge", "{\"domain\":\"shop\",\"content\":\"Tills are red\"}", "knowledge_id");

        leads("/debates/primes?view=story&from=1", "/debates/" + debate + "?view=story&from=1");
        leads("/debates/" + debate.substring(TAIL), "/debates/" + debate);
        leads("/debates/" + debate.substring(TAIL) + "/versions", "/debates/" + debate + "/versions");
        leads("/debates/primes/taught", "/debates/" + debate + "/taught");
        leads("/debates/primes.json?view=story", "/debates/" + debate + ".json?view=story");
        for (String other : List.of("%40scout", agent, agent.substring(TAIL), "Scout")) {
            leads("/agents/" + other, "/agents/scout");
        }
        site.server().post("agents/scout/rename", "{\"identity\":\"ranger\"}");
        leads("/agents/scout", "/agents/ranger");
        leads("/channels/%23lab?around=1", "/channels/lab?around=1");
        leads("/channels/" + channel, "/channels/lab");
        leads("/notes/" + note.substring(TAIL), "/notes/" + note);
        leads("/tasks/" + task.substring(TAIL), "/tasks/" + task);
        leads("/runs/" + run.substring(TAIL), "/runs/" + run);
        leads("/knowledge/" + fact.substring(TAIL), "/knowledge/" + fact);
    }

    @Test
    void anAmbiguousReferenceShowsWhatItMayMean() {
        String debate = debate("primes");
        String twin = "0".repeat(8) + debate.substring(8);
        try (Archive archive = site.place().open(DebateArchive.SCHEMA)) {
            archive.write(tx ->
                    tx.update("INSERT INTO debate_sessions (id, debate_id, topic) VALUES (?, 'other', 'Why?')", twin));
        }
        Reply reply = site.get("/debates/" + debate.substring(TAIL) + "?view=table");
        assertThat(reply.status()).isEqualTo(409);
        assertThat(Jsoup.parse(reply.raw().body()).select("#leads a").eachAttr("href"))
                .containsExactlyInAnyOrder("/debates/" + debate + "?view=table", "/debates/" + twin + "?view=table");
        assertThat((List<?>) site.server()
                        .get("debates/" + debate.substring(TAIL))
                        .body()
                        .get("candidates"))
                .hasSize(2);
    }

    @Test
    void anUnknownNameShowsTheNearestOnes() {
        String debate = debate("release-friday");
        debate("primes");
        site.made("agents", "{\"identity\":\"lookout\",\"model\":\"sim:\"}", "agent_id");
        site.made("channels", "{\"name\":\"shop\"}", "channel_id");
        site.server().post("memories", "{\"id\":\"till-rule\",\"content\":\"Tills open at nine\"}");

        Document page = unknown("/debates/relaese-friday?view=story");
        assertThat(page.select("#leads a").eachAttr("href")).containsExactly("/debates/release-friday?view=story");
        leads("/debates/release-friday?view=story", "/debates/" + debate + "?view=story");
        assertThat(unknown("/agents/lokout").select("#leads a").eachAttr("href"))
                .containsExactly("/agents/lookout");
        assertThat(unknown("/channels/shpo").select("#leads a").eachText()).containsExactly("shop");
        assertThat(unknown("/memory/till-rul").select("#leads a").eachAttr("href"))
                .containsExactly("/memory/till-rule");
        assertThat(unknown("/debates/nothing-like-it").select("#leads")).isEmpty();
        assertThat(unknown("/tasks/11111111-2222-3333-4444-555555555555").select("#leads"))
                .isEmpty();
    }

    private Document unknown(String path) {
        Reply reply = site.get(path);
        assertThat(reply.status()).as(path).isEqualTo(404);
        return Jsoup.parse(reply.raw().body());
    }
}
