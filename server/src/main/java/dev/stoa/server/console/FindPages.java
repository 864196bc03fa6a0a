package dev.stoa.server.console;

import dev.stoa.base.Bounds;
import dev.stoa.search.text.TextQuery;
import dev.stoa.server.console.find.HitColumns;
import dev.stoa.server.console.find.Hits;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The search for words in all wings at once. Stateless. */
final class FindPages {
    private static final int EACH = 5;
    private static final int MOST_SAID = 40;
    private static final int LONGEST_TOPIC = 2_000;
    private static final int LONGEST_WORDS = 256;
    private static final int LONGEST_QUESTION = 1_000;
    private static final int MOST_HITS = 20;
    private static final String SOCIETY = "society";

    /** What was found, and which parts of the archive did not answer. */
    record Found(List<Shown> groups, List<String> silent) {
        Found {
            groups = List.copyOf(groups);
            silent = List.copyOf(silent);
        }
    }

    private FindPages() {}

    static List<Page> pages() {
        return List.of(new Page("search", "search", null, Scope.READ, List.of("q", "in"), FindPages::search));
    }

    private static View search(Asked asked) throws Exception {
        String words = asked.query("q");
        String only = only(asked.query("in"));
        Found found = words == null ? new Found(List.of(), List.of()) : in(only, asked, words);
        return View.of("search", "Search")
                .command("context search" + (words == null ? "" : " " + Lists.quoted(words)))
                .with("words", words == null ? "" : words)
                .with("only", only)
                .with("kinds", HitColumns.KINDS)
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
    }

    /** One of the kinds, as an address names it; empty for all. */
    static String only(@Nullable String kind) {
        return kind == null ? "" : Bounds.word("in", kind, HitColumns.KINDS);
    }

    /** Whether a word is one of the kinds. */
    static boolean isKind(String word) {
        return HitColumns.KINDS.contains(word);
    }

    /** One of the things that are searched: what its hits are called, how they are shown, and how it is asked. */
    private record Source(String word, List<Column> columns, Asked.Part part) {}

    private static List<Source> sources(String words, int each) {
        String given = Links.encoded(words) + "&limit=" + each;
        return List.of(
                read(
                        "Debates",
                        HitColumns.DEBATES,
                        "debates",
                        "debates?newest=true&limit=" + each + "&words=" + Links.encoded(cut(words, LONGEST_QUESTION))),
                new Source(
                        "Conclusions",
                        HitColumns.CONCLUSIONS,
                        new Asked.Part(
                                "consensus",
                                "consensus/find",
                                Map.of("topic", cut(words, LONGEST_TOPIC), "limit", each, "simulated", "include"))),
                new Source(
                        "Memory",
                        HitColumns.MEMORY,
                        new Asked.Part("memories", "memories/recall", Map.of("query", words, "limit", each))),
                read("Evidence", HitColumns.EVIDENCE, "evidence", "evidence?q=" + given),
                read("Lessons", HitColumns.LESSONS, "lessons", "lessons?simulated=include&query=" + given),
                read("Conversations", HitColumns.CONVERSATIONS, "conversations", "conversations/search?query=" + given),
                new Source(
                        "Corrections",
                        HitColumns.CORRECTIONS,
                        new Asked.Part("corrections", "corrections/find", Map.of("question", words, "limit", each))),
                read("Strategies", HitColumns.STRATEGIES, "strategies", "strategies?q=" + given));
    }

    private static Source read(String word, List<Column> columns, String name, String address) {
        return new Source(word, columns, Asked.Part.read(name, address));
    }

    /** The hits of all wings, or only of one kind; they stay apart, because their scores cannot be compared. */
    static Found in(String only, Asked asked, String words) throws Exception {
        // A question is found by its words alone, and "the" is none.
        boolean wordless = TextQuery.all(words).isEmpty();
        int each = only.isEmpty() ? EACH : MOST_HITS;
        boolean spoken = only.isEmpty() || only.equals(SOCIETY);
        List<Source> sources = sources(words, each).stream()
                .filter(source ->
                        only.isEmpty() || source.word().toLowerCase(Locale.ROOT).equals(only))
                .filter(source -> !wordless || !source.columns().equals(HitColumns.DEBATES))
                .toList();
        List<Asked.Part> parts =
                new ArrayList<>(sources.stream().map(Source::part).toList());
        if (spoken) {
            parts.add(Asked.Part.read(
                    "context", "context?limit=" + MOST_SAID + "&q=" + Links.encoded(cut(words, LONGEST_WORDS))));
        }
        Map<String, Doc> answers = asked.together(parts);
        List<Shown> groups = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (Source source : sources) {
            Doc answer = Objects.requireNonNull(answers.get(source.part().name()));
            if (answer.has(Asked.PROBLEM)) {
                silent.add(source.word());
            } else {
                groups.add(new Shown(source.word(), source.columns(), Hits.telling(answer)));
            }
        }
        Doc said = spoken ? Objects.requireNonNull(answers.get("context")) : Doc.EMPTY;
        if (said.has(Asked.PROBLEM)) {
            silent.add("Society");
        } else {
            groups.addAll(Hits.society(said.docs("items"), each));
        }
        return new Found(groups, silent);
    }

    private static String cut(String words, int most) {
        return words.length() <= most ? words : words.substring(0, words.offsetByCodePoints(0, most / 2));
    }
}
