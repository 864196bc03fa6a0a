package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts of hostile authors in every place that a page shows, beside a site with the same things in harmless words. */
@InBrowser
class HostilePageTest {
    private static final Map<String, String> SETTINGS =
            Map.of("STOA_SEARCH_EMBEDDER", "off", "STOA_CODE_ENABLED", "true");
    private static final String OVERRIDE = "\u202Etxt.exe\u202C";
    private static final List<String> CORPUS = List.of(
            "<script>window.pwned=1</script>",
            "<img src=x onerror='window.pwned=2'>",
            "\"><svg onload=window.pwned=3>",
            "' autofocus onfocus='window.pwned=4",
            "javascript:window.pwned=5",
            "</textarea></title></td></script><script>window.pwned=6</script>",
            "<a href=\"javascript:window.pwned=7\">x</a>",
            "[x](javascript:window.pwned=8) ![y](https://evil.example/z.png)",
            "<style>*{display:none}</style>",
            "<div hx-get=\"/tokens\" hx-trigger=\"load\" data-topic=\"audit\">x</div>",
            "<iframe srcdoc=\"<script>parent.pwned=9</script>\"></iframe>",
            "<base href=\"https://evil.example/\"><meta http-equiv=\"refresh\" content=\"0;url=https://evil.example/\">",
            "<form action=\"https://evil.example/\"><button>x</button></form>",
            "{{constructor.constructor('window.pwned=10')()}} ${7*7} <%= 7 %>",
            "&lt;script&gt;window.pwned=11&lt;/script&gt;",
            OVERRIDE);

    /** Elements with the names of their attributes, and what agents wrote as one; links and times hold what differs. */
    private static final String ELEMENTS = """
            () => {
                const shape = [];
                const walk = e => {
                    if (e.closest('.said')) {
                        return;
                    }
                    shape.push(e.localName + [...e.attributes].map(a => ' ' + a.name)
                        .filter(name => ![' data-reached', ' tabindex'].includes(name)).sort().join(''));
                };
                document.querySelectorAll('*').forEach(walk);
                return shape;
            }""";

    /** The same of a page that is not shown. */
    private static final String PARSED = """
            html => [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('*')]
                .map(e => e.localName + [...e.attributes].map(a => ' ' + a.name).sort().join(''))""";

    private static final String FOREIGN = """
            () => [...document.querySelectorAll('.said *')]
                .filter(e => !['p', 'br', 'em', 'strong', 'code', 'pre', 'ol', 'ul', 'li', 'blockquote', 'hr', 'table',
                        'thead', 'tbody', 'tr', 'th', 'td', 'h5', 'h6', 'a', 'span', 'bdi', 'mark'].includes(e.localName)
                    || [...e.attributes].some(a => a.name.startsWith('on') || a.name.startsWith('hx-') || a.name === 'style'
                        || a.name === 'src' || a.name === 'href' && !/^https?:/.test(a.value)))
                .map(e => e.outerHTML)""";

    /** Each text with the name in it, and whether each of its letters stands right of the one before or on a new line. */
    private static final String LINES = """
            () => {
                const found = [];
                const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
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
    Path hostile;

    @TempDir
    Path harmless;

    /** Sends what an author chose, and gives a field of the answer, at most one level below. */
    private static String id(RunningServer server, String path, Map<String, Object> body, String field) {
        Reply reply = server.post(path, Json.write(body));
        assertThat(reply.status()).as(path + " " + reply.raw().body()).isBetween(200, 299);
        Object found = reply.body().get(field);
        for (Object inner : reply.body().values()) {
            found = found == null && inner instanceof Map<?, ?> fields ? fields.get(field) : found;
        }
        return String.valueOf(found);
    }

    /** Fills a site with the words, which stand wherever an author may choose them, and gives the pages that show them. */
    private static List<String> fill(RunningServer server, List<String> words) {
        List<String> pages = new ArrayList<>(List.of("/", "/search?q=window", "/palette?q=window", "/audit"));
        String all = String.join("\n\n", words);
        pages.addAll(learning(server, words, all));
        pages.addAll(society(server, words, all));
        pages.addAll(counsel(server, words, all));
        pages.addAll(debate(server, words, all));
        return pages;
    }

    private static List<String> learning(RunningServer server, List<String> words, String all) {
        int n = 0;
        for (String word : words) {
            n++;
            id(server, "memories", Map.of("id", "m" + n, "content", n + " window " + word), "id");
            id(
                    server,
                    "evidence",
                    Map.of("id", "e" + n, "title", word, "snippet", n + " till " + word, "source", "file"),
                    "id");
        }
        id(server, "memories", Map.of("id", "all", "content", all), "id");
        id(server, "evidence", Map.of("id", "e", "title", words.getFirst(), "snippet", all, "source", "file"), "id");
        id(
                server,
                "consensus",
                Map.of(
                        "id",
                        "c",
                        "topic",
                        words.get(1),
                        "conclusion",
                        all,
                        "confidence",
                        0.8,
                        "participants",
                        List.of("ana", "ben"),
                        "key_claims",
                        words,
                        "dissents",
                        List.of(Map.of(
                                "agent_id",
                                "ben",
                                "dissent_type",
                                "risk_warning",
                                "content",
                                all,
                                "reasoning",
                                all,
                                "confidence",
                                0.5))),
                "id");
        id(
                server,
                "critiques",
                Map.of(
                        "debate_id",
                        "c",
                        "agent",
                        "ana",
                        "issues",
                        words,
                        "suggestions",
                        words,
                        "severity",
                        0.5,
                        "reasoning",
                        all),
                "critique_key");
        return List.of(
                "/memory",
                "/memory/newest",
                "/memory/all",
                "/memory/recall?q=window",
                "/memory/graph?root=memory:all",
                "/consensus",
                "/consensus/c",
                "/dissents",
                "/critiques",
                "/patterns",
                "/evidence",
                "/evidence?q=till",
                "/evidence/e",
                "/evidence/e2?claim=" + URLEncoder.encode(words.get(1), StandardCharsets.UTF_8));
    }

    private static List<String> society(RunningServer server, List<String> words, String all) {
        int n = 0;
        for (String word : words) {
            n++;
            id(server, "notes", Map.of("message", n + " " + word, "topic", "t" + n), "memory_id");
            id(server, "knowledge", Map.of("domain", "shop", "content", n + " " + word), "knowledge_id");
            id(server, "tasks", Map.of("input", n + " " + word), "task_id");
        }
        List<String> pages = new ArrayList<>(List.of("/notes", "/knowledge", "/tasks", "/tasks?view=list"));
        pages.add("/notes/" + id(server, "notes", Map.of("message", all), "memory_id"));
        pages.add("/knowledge/" + id(server, "knowledge", Map.of("domain", "shop", "content", all), "knowledge_id"));
        pages.add("/tasks/" + id(server, "tasks", Map.of("input", all), "task_id"));
        id(server, "channels", Map.of("name", "hall", "topic", words.getLast() + words.getFirst()), "channel_id");
        for (String word : words) {
            id(server, "channels/hall/messages", Map.of("content", word), "message_id");
        }
        id(
                server,
                "agents",
                Map.of("identity", "evil", "model", "sim:", "self_description", all, "constitution", all),
                "agent_id");
        pages.add("/runs/" + id(server, "runs", Map.of("agent", "evil", "input", all), "session_id"));
        pages.addAll(List.of("/channels", "/channels/hall", "/inbox", "/agents", "/agents/evil", "/runs"));
        return pages;
    }

    private static List<String> counsel(RunningServer server, List<String> words, String all) {
        int n = 0;
        for (String word : words) {
            n++;
            id(
                    server,
                    "corrections",
                    Map.of("subject", n + " " + word, "claim", word, "rejected", "not " + word),
                    "id");
            id(server, "conversations", Map.of("title", n + " " + word), "id");
        }
        String talk = id(server, "conversations", Map.of("title", words.get(1)), "conversation_id");
        id(server, "conversations/" + talk + "/messages", Map.of("role", "user", "content", all), "id");
        id(server, "conversations/" + talk + "/messages", Map.of("role", "assistant", "content", all), "id");
        return List.of(
                "/corrections",
                "/corrections/"
                        + id(server, "corrections", Map.of("subject", "all", "claim", all, "rejected", "x"), "id"),
                "/conversations",
                "/conversations/" + talk);
    }

    /** A debate that was held elsewhere: another program chooses all that the seats say. */
    private static List<String> debate(RunningServer server, List<String> words, String all) {
        Map<String, Object> asked = new LinkedHashMap<>();
        asked.put("topic", String.join(" ", words).substring(0, 200));
        asked.put("start", false);
        asked.put(
                "agents", List.of(Map.of("name", "ana", "provider", "mine"), Map.of("name", "bo", "provider", "mine")));
        asked.put("preset", "external");
        asked.put("debate_id", words.get(1));
        String id = id(server, "debates", asked, "id");
        asked.put("options", List.of(words.get(0), words.get(1)));
        String choice = id(server, "debates", asked, "id");
        id(server, "debates/" + id + "/start", Map.of(), "id");
        id(
                server,
                "debates/" + id + "/turns",
                Map.of(
                        "runner_epoch",
                        1,
                        "turns",
                        List.of(
                                Map.of("phase", "proposal", "agent_id", "ana", "answer", all),
                                Map.of("phase", "proposal", "agent_id", "bo", "answer", all))),
                "id");
        String ended = ended(server, asked, all);
        String coded = coded(server, asked, all);
        String page = "/debates/" + id;
        return List.of(
                "/debates",
                ended,
                ended + "?view=story",
                ended + "?at=9",
                ended + "/turns/1",
                ended + "/ballots",
                ended + "/options",
                ended + "/replay?verify=true",
                ended + "/taught",
                ended + "/read",
                coded + "/versions",
                coded + "/versions/1",
                "/debates/" + choice,
                page,
                page + "?turn=1",
                page + "?view=story",
                page + "?view=events",
                page + "?view=table",
                page + "/turns/1",
                "/debates/compare?a=" + id + "&b=" + choice,
                page + "/cancel");
    }

    /** The page of a debate between two options that came to its end; one seat dissents. */
    private static String ended(RunningServer server, Map<String, Object> asked, String all) {
        String id = id(server, "debates", asked, "id");
        id(server, "debates/" + id + "/start", Map.of(), "id");
        id(
                server,
                "debates/" + id + "/turns",
                Map.of("runner_epoch", 1, "turns", List.of(said("ana", "A", 0.9, all), said("bo", "B", 0.6, all))),
                "id");
        id(server, "debates/" + id + "/finish", Map.of("runner_epoch", 1), "id");
        return "/debates/" + id;
    }

    private static Map<String, Object> said(String agent, String option, double confidence, String content) {
        return Map.of(
                "phase",
                "proposal",
                "agent_id",
                agent,
                "option",
                option,
                "confidence",
                confidence,
                "content",
                content,
                "provider",
                "mine",
                "model",
                content.substring(0, 30));
    }

    /** The page of a debate with a version of a program, whose test has something to say. */
    private static String coded(RunningServer server, Map<String, Object> asked, String all) {
        Map<String, Object> code = new LinkedHashMap<>(asked);
        code.remove("options");
        code.put("code", Map.of("language", "java", "tests", List.of(Map.of("name", "t", "body", "assert"))));
        String id = id(server, "debates", code, "id");
        id(server, "debates/" + id + "/start", Map.of(), "id");
        Map<String, Object> version = Map.of(
                "phase",
                "self_evolvement",
                "agent_id",
                "ana",
                "code",
                all,
                "results",
                List.of(Map.of("name", "t", "status", "failed", "message", all)));
        id(server, "debates/" + id + "/versions", Map.of("runner_epoch", 1, "versions", List.of(version)), "id");
        return "/debates/" + id;
    }

    /** The address of the one page that ends so, without that end. */
    private static String before(List<String> pages, String end) {
        String page =
                pages.stream().filter(each -> each.endsWith(end)).findFirst().orElseThrow();
        return page.substring(0, page.length() - end.length());
    }

    /** What a receipt is made of when it is opened as a page: every element with the names of its attributes. */
    private static List<?> receipt(RunningServer server, Tab tab, String page) {
        Reply reply = server.sendRaw("GET", page + "/receipt.html", null, "Accept", "text/html");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.raw().body()).doesNotContain("\u202E");
        return (List<?>) tab.page().evaluate(PARSED, reply.raw().body());
    }

    @Test
    void noTextOfAnAgentDocumentChannelLogOrNameBecomesAnythingButTextAndTheClosedSetOfAgentText(Browser browser) {
        List<String> plain = new ArrayList<>();
        for (int i = 0; i < CORPUS.size(); i++) {
            plain.add("window number " + i + " on the wall of the room");
        }
        try (RunningServer bad = RunningServer.at(hostile.toString(), hostile, SETTINGS);
                RunningServer good = RunningServer.at(harmless.toString(), harmless, SETTINGS);
                Tab quiet = browser.open();
                Tab tab = browser.open()) {
            List<String> badPages = fill(bad, CORPUS);
            List<String> goodPages = fill(good, plain);
            assertThat(badPages).hasSameSizeAs(goodPages);
            SoftAssertions all = new SoftAssertions();
            for (int i = 0; i < badPages.size(); i++) {
                String page = badPages.get(i);
                all.assertThat(quiet.visit(good.url() + goodPages.get(i)).status())
                        .as(page)
                        .isEqualTo(200);
                quiet.settle();
                List<?> elements = (List<?>) quiet.page().evaluate(ELEMENTS);
                all.assertThat(tab.visit(bad.url() + page).status()).as(page).isEqualTo(200);
                tab.settle();
                Page shown = tab.page();
                all.assertThat(shown.evaluate("() => typeof window.pwned"))
                        .as(page)
                        .isEqualTo("undefined");
                all.assertThat((List<?>) shown.evaluate(FOREIGN)).as(page).isEmpty();
                List<?> here = (List<?>) shown.evaluate(ELEMENTS);
                // How many texts a search finds depends on their words, but not what they are shown as.
                boolean searches = page.contains("?q=");
                all.assertThat(searches ? List.copyOf(new TreeSet<>(here)) : here)
                        .as(page)
                        .isEqualTo(searches ? List.copyOf(new TreeSet<>(elements)) : elements);
                all.assertThat(tab.violations()).as(page).isEmpty();
                all.assertThat(shown.content()).as(page).doesNotContain("\u202E");
            }
            String ended = "/replay?verify=true";
            all.assertThat(receipt(bad, quiet, before(badPages, ended)))
                    .as("receipt")
                    .isEqualTo(receipt(good, quiet, before(goodPages, ended)));
            all.assertAll();
            assertThat(tab.elsewhere()).isEmpty();
            assertThat(tab.messages()).isEmpty();
        }
    }

    @Test
    @DisplayName("A right-to-left override in a name is shown as a box and does not reorder the page.")
    void aRightToLeftOverrideInANameIsShownAsABoxAndDoesNotReorderThePage(Browser browser) {
        try (RunningServer server = RunningServer.at(hostile.toString(), hostile, SETTINGS);
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
            for (String page : List.of(
                    "/evidence",
                    "/evidence/e",
                    "/channels",
                    "/channels/hall",
                    "/memory",
                    "/memory/newest",
                    "/memory/m",
                    "/notes",
                    "/knowledge",
                    "/tasks",
                    "/corrections",
                    "/conversations",
                    "/conversations/" + talk,
                    "/debates",
                    "/debates/" + debate)) {
                tab.visit(server.url() + page);
                List<?> lines = (List<?>) tab.page().evaluate(LINES);
                assertThat(lines)
                        .as(page)
                        .isNotEmpty()
                        .allSatisfy(line -> assertThat(String.valueOf(line))
                                .contains("invoice\u27E6RLO\u27E7txt.exe\u27E6PDF\u27E7 is paid")
                                .endsWith(" in order"));
                assertThat(tab.page().content()).as(page).doesNotContain("\u202E");
                assertThat(tab.page().title()).as(page).doesNotContain("\u202E");
            }
        }
    }
}
