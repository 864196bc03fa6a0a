package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.console.Console;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.PromptParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private static final long LONGEST_WAIT = 60_000_000_000L;
    private static final int QUESTIONS = 3;
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
        for (int m = 1; m <= words.size(); m++) {
            id(server, "memories/m" + m + "/demote", Map.of("reason", words.get(m - 1)), "id");
        }
        id(server, "memories", Map.of("id", "all", "content", all), "id");
        id(server, "memories/all/demote", Map.of("reason", words.getFirst()), "id");
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
                "/memory/transitions",
                "/memory/transitions?from_tier=slow",
                "/memory/recall?q=window",
                "/memory/graph?root=memory:all",
                "/consensus",
                "/consensus/c",
                "/dissents",
                "/critiques",
                "/reputation",
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
        pages.add("/runs/" + run(server, all));
        pages.add("/context?q=window");
        pages.addAll(List.of("/channels", "/channels/hall", "/inbox", "/agents", "/agents/evil", "/runs"));
        return pages;
    }

    /** A run that goes on, and has written the words and codes that a terminal would obey. */
    private static String run(RunningServer server, String all) {
        Reply begun = server.post("runs", Json.write(Map.of("agent", "evil", "input", all)));
        assertThat(begun.status()).as(begun.raw().body()).isEqualTo(202);
        ExecutionQueue queue = server.stoa().society().executions();
        Execution execution = queue.claim(
                        String.valueOf(begun.body().get("task_id")),
                        "test",
                        Duration.ofMinutes(5),
                        new Execution.Plan() {
                            @Override
                            public int retries(String model) {
                                return 0;
                            }

                            @Override
                            public String prompt(PromptParts parts) {
                                return all;
                            }
                        })
                .orElseThrow();
        String codes = "\u001b[31mred\u001b[2J\u001b]8;;https://evil.example\u0007x\r\b\u009b1m";
        queue.chunk(execution, false, 0, all + codes + "\n");
        queue.chunk(execution, true, 0, codes + all + "\n");
        return String.valueOf(begun.body().get("session_id"));
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
        String gate = gate(server, words);
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
                gate.substring(0, gate.indexOf("/gates/")),
                gate,
                gate + "/reject",
                "/tunnel",
                "/tunnel/laws",
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

    /** Lets the readers of a site ask what the words are, of a person who has to answer. */
    private static void asking(Path folder, List<String> words) {
        try {
            Path program = Files.writeString(folder.resolve("reader.sh"), """
                    case "$(/bin/cat)" in
                    *"Before anybody answers"*) /bin/cat "$1/questions" ;;
                    *) echo '{"answer":"Go by train","confidence":0.9}' ;;
                    esac
                    """);
            List<Object> questions = new ArrayList<>();
            for (int i = 0; i < QUESTIONS; i++) {
                questions.add(Json.object(
                        "id",
                        i == 0 ? "Q\"" + words.getFirst() : "Q" + i,
                        "text",
                        words.get(i),
                        "category",
                        "scope",
                        "priority",
                        1,
                        "default",
                        words.get(i)));
            }
            Files.writeString(
                    folder.resolve("questions"), Json.write(Json.object("confidence", 0.2, "questions", questions)));
            Files.writeString(folder.resolve("stoa.toml"), """
                    [provider.command.reader]
                    argv = ["/bin/sh", '%s', '%s']
                    """.formatted(program, folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The page of a gate at which a debate waits for answers. */
    private static String gate(RunningServer server, List<String> words) {
        String id = id(
                server,
                "debates",
                Map.of(
                        "topic",
                        words.getFirst(),
                        "clarify",
                        true,
                        "seed",
                        7,
                        "agents",
                        List.of("a=command:reader", "b=command:reader"),
                        "gates",
                        List.of("dehallucination")),
                "id");
        List<?> gates = List.of();
        for (long end = System.nanoTime() + LONGEST_WAIT; gates.isEmpty() && System.nanoTime() < end; ) {
            gates = server.get("debates/" + id + "/gates").body().get("items") instanceof List<?> items
                    ? items
                    : List.of();
        }
        assertThat(gates).as("it waits for a person").hasSize(1);
        return "/debates/" + id + "/gates/" + ((Map<?, ?>) gates.getFirst()).get("id");
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
        asking(hostile, CORPUS);
        asking(harmless, plain);
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
