package dev.stoa.browser;

import static dev.stoa.browser.WrittenSite.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.console.Console;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that would reorder what stands beside them. */
@InBrowser
class NameOverrideTest {
    private static final String OVERRIDE = "\u202Etxt.exe\u202C";

    /** Each text with the name in it, and whether each of its letters stands right of the one before or on a new line. */
    private static final String LINES = """
            () => {
                const found = [];
                const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
                while (texts.nextNode()) {
                    const text = texts.currentNode;
                    if (!text.data.includes('invoice') || !text.parentElement.checkVisibility()) {
                        continue;
                    }
                    const range = document.createRange();
                    let before = null, order = ' in order';
                    for (let i = text.data.indexOf('invoice'); i < text.data.trimEnd().length; i++) {
                        range.setStart(text, i);
                        range.setEnd(text, i + 1);
                        const box = range.getBoundingClientRect();
                        if (before && box.width && box.top === before.top && box.left < before.left) {
                            order = ' out of order at ' + i;
                        }
                        before = box.width ? box : before;
                    }
                    found.push(text.data.trim() + order);
                }
                return found;
            }""";

    @TempDir
    Path folder;

    @Test
    @DisplayName("A right-to-left override in a name is shown as a box and does not reorder the page.")
    void aRightToLeftOverrideInANameIsShownAsABoxAndDoesNotReorderThePage(Browser browser) {
        try (RunningServer server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
                Tab tab = browser.open()) {
            String name = "invoice" + OVERRIDE + " is paid";
            id(server, "evidence", Map.of("id", "e", "title", name, "snippet", name, "source", "file"), "id");
            id(server, "channels", Map.of("name", "hall", "topic", name), "channel_id");
            id(server, "channels/hall/messages", Map.of("content", name), "message_id");
            id(server, "memories", Map.of("id", "m", "content", name), "id");
            id(server, "notes", Map.of("message", name), "memory_id");
            id(server, "knowledge", Map.of("domain", "shop", "content", name), "knowledge_id");
            id(server, "tasks", Map.of("input", name), "task_id");
            id(server, "corrections", Map.of("subject", name, "claim", "It is open.", "rejected", "x"), "id");
            id(server, "projects", Map.of("name", name), "project_id");
            id(server, "specialists", Map.of("name", "reader", "model", "sim:" + name), "name");
            // Who debated elsewhere is called as another program likes.
            id(server, "matches", Map.of("debate_id", "d", "participants", List.of(name, "bo"), "winner", name), "id");
            id(
                    server,
                    "critiques",
                    Map.of("debate_id", "d", "agent", name, "issues", List.of(name), "severity", 0.5),
                    "critique_key");
            id(
                    server,
                    "consensus",
                    Map.of(
                            "id",
                            "c",
                            "topic",
                            name,
                            "conclusion",
                            "It is.",
                            "confidence",
                            0.8,
                            "participants",
                            List.of(name, "bo"),
                            "dissents",
                            List.of(Map.of(
                                    "agent_id",
                                    name,
                                    "dissent_type",
                                    "risk_warning",
                                    "content",
                                    "It is not.",
                                    "confidence",
                                    0.5))),
                    "id");
            String talk = id(server, "conversations", Map.of("title", name), "conversation_id");
            String debate = id(
                    server,
                    "debates",
                    Map.of(
                            "topic",
                            name,
                            "debate_id",
                            name,
                            "preset",
                            "external",
                            "start",
                            false,
                            "agents",
                            List.of(
                                    Map.of("name", "ana", "provider", "mine"),
                                    Map.of("name", "bo", "provider", "mine"))),
                    "id");
            String rated = "/ratings/"
                    + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
            List<String> pages = new ArrayList<>(Console.paths().stream()
                    .filter(path -> path.indexOf('{') < 0)
                    .map(path -> "/" + path)
                    .toList());
            pages.addAll(List.of(
                    "/evidence/e",
                    "/channels/hall",
                    "/memory/m",
                    "/memory/graph?root=memory:m",
                    "/memory/recall?q=paid",
                    "/consensus/c",
                    "/specialists/reader",
                    rated,
                    rated + "?tab=history",
                    rated + "?tab=calibration",
                    rated + "?tab=judge",
                    rated + "?tab=pairs",
                    rated + "/versus/bo",
                    "/conversations/" + talk,
                    "/debates/" + debate,
                    "/debates/" + debate + "/cancel",
                    "/search?q=paid",
                    "/palette?q=paid",
                    "/context?q=paid",
                    "/evidence?q=paid"));
            Set<String> shown = new TreeSet<>();
            for (String page : pages) {
                Reply reply = server.sendRaw("GET", page, null, "Accept", "text/html");
                assertThat(reply.status()).as(page).isEqualTo(200);
                // What is copied is the name itself, which its page is found by.
                String html = reply.raw().body().replaceAll(" data-copy=\"[^\"]*\"", "");
                assertThat(html).as(page).doesNotContain("\u202E").doesNotContainIgnoringCase("&#8238;", "&#x202e;");
                if (!html.contains("invoice\u27E6RLO\u27E7")) {
                    continue;
                }
                shown.add(page);
                tab.visit(server.url() + page);
                assertThat((List<?>) tab.page().evaluate(LINES))
                        .as(page)
                        .allSatisfy(line -> assertThat(String.valueOf(line))
                                .contains("invoice\u27E6RLO\u27E7")
                                .endsWith(" in order"));
                assertThat(tab.page().title()).as(page).doesNotContain("\u202E");
            }
            assertThat(shown)
                    .contains(
                            "/",
                            "/debates",
                            "/debates/" + debate,
                            "/memory",
                            "/memory/newest",
                            "/memory/m",
                            "/consensus",
                            "/consensus/c",
                            "/dissents",
                            "/ratings",
                            "/ratings/matrix",
                            rated,
                            rated + "/versus/bo",
                            "/critiques",
                            "/reputation",
                            "/evidence",
                            "/evidence/e",
                            "/channels",
                            "/channels/hall",
                            "/tasks",
                            "/notes",
                            "/knowledge",
                            "/conversations",
                            "/conversations/" + talk,
                            "/projects",
                            "/corrections",
                            "/specialists",
                            "/specialists/reader",
                            "/search?q=paid");
        }
    }
}
