package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.console.act.Act;
import dev.stoa.server.console.act.Acts;
import dev.stoa.server.console.view.Links;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What the palette offers, over HTTP and with examples of everything. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class PaletteTest {
    /** Pages of a thing, by where the API lists such things and the field by which one is known. */
    private static final Map<String, List<String>> THINGS = Map.ofEntries(
            Map.entry("debates/{id}", List.of("debates", "id")),
            Map.entry("lessons/{id}", List.of("lessons", "id")),
            Map.entry("memory/{id}", List.of("memories", "id")),
            Map.entry("consensus/{id}", List.of("consensus", "id")),
            Map.entry("proofs/{id}", List.of("proofs", "id")),
            Map.entry("ratings/{id}", List.of("ratings?simulated=include", "agent_name", "@")),
            Map.entry("evidence/{id}", List.of("evidence", "id")),
            Map.entry("documents/{id}", List.of("evidence/documents", "id")),
            Map.entry("agents/{id}", List.of("agents", "identity", "@")),
            Map.entry("channels/{id}", List.of("channels", "name", "#")),
            Map.entry("runs/{id}", List.of("runs", "session_id")),
            Map.entry("tasks/{id}", List.of("tasks", "task_id")),
            Map.entry("notes/{id}", List.of("notes", "memory_id")),
            Map.entry("knowledge/{id}", List.of("knowledge", "knowledge_id")),
            Map.entry("conversations/{id}", List.of("conversations", "conversation_id")),
            Map.entry("corrections/{id}", List.of("corrections", "id")),
            Map.entry("specialists/{id}", List.of("specialists", "name", "@")),
            Map.entry("audit/{id}", List.of("audit", "seq")),
            Map.entry("evolve/{id}", List.of("evolutions", "run_id")),
            Map.entry("profiles/{id}", List.of("profiles?run={run}", "profile_id")),
            Map.entry("episodes/{id}", List.of("episodes", "episode_id")));

    private RunningServer server;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.demo(folder.toString(), folder);
        assertThat(server.post("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}")
                        .status())
                .isLessThan(300);
        assertThat(server.post("notes", "{\"message\":\"Count the tills\"}").status())
                .isLessThan(300);
        assertThat(server.post("runs", "{\"agent\":\"scout\",\"input\":\"Look around\"}")
                        .status())
                .isLessThan(300);
    }

    @AfterAll
    void close() {
        server.close();
    }

    /** What is offered for what was typed: the words by their addresses. */
    private Map<String, String> offered(String typed) {
        Reply reply = server.sendRaw("GET", "/palette?q=" + Links.encoded(typed), null, "Accept", "text/html");
        assertThat(reply.status()).as(typed).isEqualTo(200);
        Map<String, String> offered = new LinkedHashMap<>();
        for (Element option : Jsoup.parse(reply.raw().body()).select("a[role=option]")) {
            // On a demo some addresses ask for simulated things too.
            offered.merge(
                    option.attr("href").replace("?simulated=include", ""),
                    option.text(),
                    (one, other) -> one + "\n" + other);
        }
        return offered;
    }

    @Test
    void thePaletteReachesEveryPageOfTheRouteTable() {
        Map<String, String> all = offered("");
        Set<String> below = new TreeSet<>();
        for (String path : Console.paths()) {
            if (!path.contains("{")) {
                assertThat(all).containsKey("/" + path);
            } else if (THINGS.containsKey(path)) {
                List<String> thing = THINGS.get(path);
                String id = first(thing.get(0), thing.get(1));
                assertThat(offered((thing.size() > 2 ? thing.get(2) : "") + id))
                        .as(path)
                        .containsKey(Links.to(path.substring(0, path.indexOf('/')), id));
            } else {
                below.add(path);
            }
        }
        // A part of a thing is one step from its page.
        assertThat(below).allMatch(path -> THINGS.containsKey(path.substring(0, path.indexOf('}') + 1)));
    }

    private String first(String list, String field) {
        String asked = list.contains("{run}") ? list.replace("{run}", first("evolutions", "run_id")) : list;
        Reply reply = server.get(asked + (asked.contains("?") ? "&" : "?") + "limit=1");
        assertThat(reply.status()).as(list).isEqualTo(200);
        List<?> items = (List<?>) reply.body().get("items");
        assertThat(items).as(list).isNotEmpty();
        return String.valueOf(((Map<?, ?>) items.getFirst()).get(field));
    }

    @Test
    void thePaletteReachesEveryVerbWithAForm() {
        Map<String, String> all = offered(">");
        for (Act act : Acts.all()) {
            Map<String, String> typed = offered("> " + act.word());
            String address =
                    act.ids().isEmpty() ? "/" + act.path() : "/" + act.path().split("/", 2)[0];
            for (Map<String, String> offer : List.of(all, typed)) {
                assertThat(offer).as(act.path()).containsKey(address);
                assertThat(offer.get(address).lines()).as(act.path()).anyMatch(word -> word.startsWith(act.word()));
            }
        }
        assertThat(all).hasSizeGreaterThan(20).containsKeys("/debates/new", "/evolve/new");
        for (String address : all.keySet()) {
            // A form may say why there is nothing to do; it is there all the same.
            assertThat(server.sendRaw("GET", address, null, "Accept", "text/html")
                            .status())
                    .as(address)
                    .isIn(200, 409);
        }
    }
}
