package dev.stoa.server.console;

import dev.stoa.search.text.TextQuery;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
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
    private static final int LONGEST_QUESTION = 1_000;
    private static final double LEAST_SIMILARITY = 0.25;

    private static final List<Column> DEBATES = List.of(
            Column.link("topic", "Question", "debates", "id"),
            Column.state("status", "State"),
            Column.state("outcome.decision", "Decision"),
            Column.text("outcome.winner", "Winner"),
            Column.simulated("outcome.simulated"),
            Column.time("created_at", "Begun"));
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
            Column.simulated("consensus.simulated"));
    private static final List<Column> LESSONS = List.of(
            Column.link("title", "Lesson", "lessons", "id"),
            Column.text("solution", "What to do"),
            Column.number("score", "Score"),
            Column.state("tier", "Tier"),
            Column.simulated("simulated"));
    private static final List<Column> CONVERSATIONS = List.of(
            Column.link("snippet.text", "Message", "conversations", "conversation_id"),
            Column.number("score", "Score"));
    private static final List<Column> CORRECTIONS = List.of(
            Column.link("claim", "Correction", "corrections", "id"),
            Column.text("subject", "Subject"),
            Column.number("relevance", "Relevance"),
            Column.number("why.lexical", "Words"),
            Column.number("why.embedding", "Meaning"),
            Column.number("effective_confidence", "Confidence"));
    private static final List<Column> STRATEGIES = List.of(
            Column.link("document", "Strategy", "episodes", "episode_id"),
            Column.number("similarity", "Similarity"),
            Column.count("judge_score", "Score"),
            Column.text("termination_reason", "Ended by"));
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
                    .with(
                            "found",
                            found.groups().stream()
                                    .filter(group -> !group.items().isEmpty())
                                    .toList())
                    .with(
                            "without",
                            found.groups().stream()
                                    .filter(group -> group.items().isEmpty())
                                    .map(Shown::word)
                                    .toList())
                    .with("silent", found.silent());
        }));
    }

    /** One of the things that are searched: what its hits are called, how they are shown, and how it is asked. */
    private record Source(String word, List<Column> columns, Asked.Part part) {}

    private static List<Source> sources(String words) {
        String given = Links.encoded(words);
        return List.of(
                read(
                        "Debates",
                        DEBATES,
                        "debates",
                        "debates?newest=true&words=" + Links.encoded(cut(words, LONGEST_QUESTION))),
                new Source(
                        "Conclusions",
                        CONCLUSIONS,
                        new Asked.Part(
                                "consensus",
                                "consensus/find",
                                Map.of("topic", cut(words, LONGEST_TOPIC), "limit", EACH, "simulated", "include"))),
                new Source(
                        "Memory",
                        MEMORY,
                        new Asked.Part("memories", "memories/recall", Map.of("query", words, "limit", EACH))),
                read("Evidence", EVIDENCE, "evidence", "evidence?q=" + given),
                read("Lessons", LESSONS, "lessons", "lessons?simulated=include&query=" + given),
                read("Conversations", CONVERSATIONS, "conversations", "conversations/search?query=" + given),
                new Source(
                        "Corrections",
                        CORRECTIONS,
                        new Asked.Part("corrections", "corrections/find", Map.of("question", words, "limit", EACH))),
                read("Strategies", STRATEGIES, "strategies", "strategies?q=" + given));
    }

    private static Source read(String word, List<Column> columns, String name, String address) {
        return new Source(word, columns, Asked.Part.read(name, address + "&limit=" + EACH));
    }

    /** The hits of all wings; they stay apart, because their scores cannot be compared. */
    static Found everywhere(Asked asked, String words) throws Exception {
        // A question is found by its words alone, and "the" is none.
        boolean wordless = TextQuery.all(words).isEmpty();
        List<Source> sources = sources(words).stream()
                .filter(source -> !wordless || !source.columns().equals(DEBATES))
                .toList();
        List<Asked.Part> parts =
                new ArrayList<>(sources.stream().map(Source::part).toList());
        parts.add(Asked.Part.read(
                "context", "context?limit=" + MOST_SAID + "&q=" + Links.encoded(cut(words, LONGEST_WORDS))));
        Map<String, Doc> answers = asked.together(parts);
        List<Shown> groups = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (Source source : sources) {
            Doc answer = Objects.requireNonNull(answers.get(source.part().name()));
            if (answer.has(Asked.PROBLEM)) {
                silent.add(source.word());
            } else {
                groups.add(new Shown(source.word(), source.columns(), hits(answer)));
            }
        }
        Doc said = Objects.requireNonNull(answers.get("context"));
        if (said.has(Asked.PROBLEM)) {
            silent.add("Society");
        } else {
            groups.addAll(society(said.docs("items")));
        }
        return new Found(groups, silent);
    }

    /** What was found, without strategies that are only the nearest of those that have nothing to do with the words. */
    private static List<Doc> hits(Doc answer) {
        return answer.docs("items").stream()
                .filter(hit -> !hit.has("strategy_id") || hit.real("similarity") >= LEAST_SIMILARITY)
                .toList();
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
