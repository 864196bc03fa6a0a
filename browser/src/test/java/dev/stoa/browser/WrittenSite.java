package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
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

/** A site on which given words stand wherever an author may choose them. Stateless. */
final class WrittenSite {
    /** What a site has to be served with. */
    static final Map<String, String> SETTINGS = Map.of("STOA_SEARCH_EMBEDDER", "off", "STOA_CODE_ENABLED", "true");

    private static final long LONGEST_WAIT = 60_000_000_000L;
    private static final int QUESTIONS = 3;

    private WrittenSite() {}

    /** Sends what an author chose, and gives a field of the answer, at most one level below. */
    static String id(RunningServer server, String path, Map<String, Object> body, String field) {
        Reply reply = server.post(path, Json.write(body));
        assertThat(reply.status()).as(path + " " + reply.raw().body()).isBetween(200, 299);
        Object found = reply.body().get(field);
        for (Object inner : reply.body().values()) {
            found = found == null && inner instanceof Map<?, ?> fields ? fields.get(field) : found;
        }
        return String.valueOf(found);
    }

    /** Fills a site with the words, which stand wherever an author may choose them, and gives the pages that show them. */
    static List<String> fill(RunningServer server, List<String> words) {
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
    static void asking(Path folder, List<String> words) {
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
}
