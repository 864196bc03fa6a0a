package dev.stoa.server.console;

import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The search for words in all wings at once. Stateless. */
final class FindPages {
    private static final int EACH = 5;
    private static final int MOST_SAID = 40;
    private static final int LONGEST_TOPIC = 2_000;
    private static final int LONGEST_WORDS = 256;
    private static final String PROBLEM = "problem";

    private static final List<Column> MEMORY = List.of(
            Column.link("memory.content", "Memory", "memory", "memory.id"),
            Column.number("score", "Score"),
            Column.number("terms.lexical.value", "Words"),
            Column.number("terms.semantic.value", "Meaning"),
            Column.number("terms.retention.value", "Retention"),
            Column.state("memory.tier", "Tier"),
            Column.trust("memory.trust"));
    private static final List<Column> EVIDENCE = List.of(
            Column.link("evidence.title", "Document", "evidence", "evidence.id"),
            Column.text("evidence.snippet", "Passage"),
            Column.number("score", "Score"),
            Column.count("terms.lexical_rank", "Rank by words"),
            Column.count("terms.semantic_rank", "Rank by meaning"),
            Column.number("terms.quality", "Quality"),
            Column.trust("evidence.trust"));
    private static final List<Column> CONCLUSIONS = List.of(
            Column.link("consensus.topic", "Question", "consensus", "consensus.id"),
            Column.text("consensus.conclusion", "Conclusion"),
            Column.number("similarity", "Similarity"),
            Column.text("match", "Found by"),
            Column.flag("consensus.simulated", "Simulated"));
    private static final List<Column> LESSONS = List.of(
            Column.link("title", "Lesson", "lessons", "id"),
            Column.text("solution", "What to do"),
            Column.number("score", "Score"),
            Column.state("tier", "Tier"),
            Column.flag("simulated", "Simulated"));
    private static final List<Column> CONVERSATIONS =
            List.of(Column.link("content", "Message", "conversations", "conversation_id"));
    private static final List<Column> SCORES = List.of(
            Column.text("identity", "By"),
            Column.number("score", "Score"),
            Column.number("why.lexical", "Words"),
            Column.number("why.recency", "Recency"),
            Column.trust("trust"),
            Column.time("at", "When"));

    /** What the society wrote, by its kind, with the page it leads to. */
    private static final Map<String, Column> SOCIETY = Map.of(
            "message", Column.place("snippet", "Message", "channels", "channel", "around", "seq"),
            "note", Column.link("snippet", "Note", "notes", "id"),
            "knowledge", Column.link("snippet", "Fact", "knowledge", "id"),
            "task", Column.link("snippet", "Task", "tasks", "id"));

    /** What was found, and which parts of the archive did not answer. */
    record Found(List<Shown> groups, List<String> silent) {
        Found {
            groups = List.copyOf(groups);
            silent = List.copyOf(silent);
        }
    }

    private FindPages() {}

    static List<Page> pages() {
        return List.of(new Page("search", "search", null, Scope.READ, List.of("q"), asked -> {
            String words = asked.query("q");
            Found found = words == null ? new Found(List.of(), List.of()) : everywhere(asked, words);
            return View.of("search", "Search")
                    .command("context search" + (words == null ? "" : " " + Lists.quoted(words)))
                    .with("words", words == null ? "" : words)
                    .with("found", found.groups())
                    .with("silent", found.silent());
        }));
    }

    /** The hits of all wings; they stay apart, because their scores cannot be compared. */
    static Found everywhere(Asked asked, String words) throws Exception {
        String given = Links.encoded(words);
        Map<String, Doc> answers = new LinkedHashMap<>();
        Map<String, List<Column>> columns = new LinkedHashMap<>();
        columns.put("Conclusions", CONCLUSIONS);
        answers.put(
                "Conclusions",
                asked.triedAsk(
                        "consensus",
                        "consensus/find",
                        Map.of("topic", cut(words, LONGEST_TOPIC), "limit", EACH, "simulated", "include")));
        columns.put("Memory", MEMORY);
        answers.put("Memory", asked.triedAsk("memories", "memories/recall", Map.of("query", words, "limit", EACH)));
        columns.put("Evidence", EVIDENCE);
        answers.put("Evidence", asked.tried("evidence", "evidence?q=" + given + "&limit=" + EACH));
        columns.put("Lessons", LESSONS);
        answers.put("Lessons", asked.tried("lessons", "lessons?simulated=include&query=" + given + "&limit=" + EACH));
        columns.put("Conversations", CONVERSATIONS);
        answers.put(
                "Conversations",
                asked.tried("conversations", "conversations/search?query=" + given + "&limit=" + EACH));
        List<Shown> groups = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        answers.forEach((word, answer) -> {
            if (answer.has(PROBLEM)) {
                silent.add(word);
            } else {
                groups.add(new Shown(word, Objects.requireNonNull(columns.get(word)), answer.docs("items")));
            }
        });
        Doc said =
                asked.tried("context", "context?limit=" + MOST_SAID + "&q=" + Links.encoded(cut(words, LONGEST_WORDS)));
        if (said.has(PROBLEM)) {
            silent.add("Society");
        } else {
            groups.addAll(society(said.docs("items")));
        }
        return new Found(groups, silent);
    }

    private static List<Shown> society(List<Doc> items) {
        List<Shown> groups = new ArrayList<>();
        for (String kind : List.of("message", "note", "knowledge", "task")) {
            List<Doc> these = items.stream()
                    .filter(item -> item.raw("kind").equals(kind))
                    .limit(EACH)
                    .toList();
            if (!these.isEmpty()) {
                Column first = Objects.requireNonNull(SOCIETY.get(kind));
                groups.add(new Shown(
                        first.word() + "s",
                        Stream.concat(Stream.of(first), SCORES.stream()).toList(),
                        these));
            }
        }
        return groups;
    }

    private static String cut(String words, int most) {
        return words.length() <= most ? words : words.substring(0, words.offsetByCodePoints(0, most / 2));
    }
}
