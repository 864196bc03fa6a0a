package dev.stoa.server.console;

import dev.stoa.base.Rights;
import dev.stoa.server.console.act.Act;
import dev.stoa.server.console.act.Acts;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Group;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What a person who types a few letters may want: verbs first, then pages, then the thing whose id ends so, then what
 * the search finds. Thread-safe.
 */
final class Palette {
    private static final int MOST = 12;
    private static final int LETTERS = 3;
    private static final int QUERY = 256;
    private static final int SHOWN = 80;

    /** What may be the end of an id, or a number. */
    private static final Pattern ID = Pattern.compile("(?=.*[0-9:._-])[0-9A-Za-z:._-]{6,64}|[1-9][0-9]{0,17}");

    /** They have pages; the API has only their passages. */
    private static final String DOCUMENTS = "documents";

    private static final String RATED = "ratings?simulated=include&limit=100";

    /** The things that have ids, by where the API has them: what one is called, and the page it leads to. */
    private static final Map<String, Column> NAMED = Map.ofEntries(
            Map.entry("debates", Column.link("topic", "Debate", "debates", "id")),
            Map.entry("memories", Column.link("memory.content", "Memory", "memory", "memory.id")),
            Map.entry("consensus", Column.link("consensus.topic", "Conclusion", "consensus", "consensus.id")),
            Map.entry("evidence", Column.link("evidence.snippet", "Evidence", "evidence", "evidence.id")),
            Map.entry("lessons", Column.link("lesson.title", "Lesson", "lessons", "lesson.id")),
            Map.entry("conversations", Column.link("title", "Conversation", "conversations", "conversation_id")),
            Map.entry("corrections", Column.link("claim", "Correction", "corrections", "id")),
            Map.entry("notes", Column.link("message", "Note", "notes", "memory_id")),
            Map.entry("tasks", Column.link("input", "Task", "tasks", "task_id")),
            Map.entry("proofs", Column.link("proof.formal_statement", "Proof", "proofs", "proof.id")),
            Map.entry("knowledge", Column.link("content", "Fact", "knowledge", "knowledge_id")),
            Map.entry("audit", Column.link("entry.event_type", "Entry", "audit", "entry.seq")),
            Map.entry(DOCUMENTS, Column.link("title", "Document", DOCUMENTS, "document_id")),
            Map.entry("runs", Column.link("identity", "Run", "runs", "session_id")),
            Map.entry("evolutions", Column.link("scenario", "Evolution", "evolve", "run_id")),
            Map.entry("profiles", Column.link("archetype", "Profile", "profiles", "profile_id")),
            Map.entry("episodes", Column.link("termination_reason", "Episode", "episodes", "episode_id")));

    /** Where things say that they came of a simulated debate. */
    private static final List<String> SIMULATED =
            List.of("simulated", "outcome.simulated", "consensus.simulated", "lesson.simulated");

    private final Map<String, String> pages = new TreeMap<>();
    private final Screen screen;
    private final Function<Call, Asked> asking;

    Palette(List<Page> all, Screen screen, Function<Call, Asked> asking) {
        this.screen = screen;
        this.asking = asking;
        for (Page page : all) {
            if (!page.path().contains("{")) {
                pages.put("/" + page.path(), page.path().isEmpty() ? "Home" : words(page.path()));
            }
        }
        for (Wing wing : Wing.values()) {
            wing.entries().forEach(entry -> pages.put(entry.path(), wing.word() + ": " + entry.word()));
        }
        pages.put("/prefs", "Preferences");
    }

    private static String words(String path) {
        String text = path.replace('/', ' ').replace('-', ' ');
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    Route route() {
        return Route.get("palette", "page palette", "Find pages and things by a few letters.", Scope.READ)
                .query(
                        Field.text("q", 0, QUERY, "What was typed."),
                        Field.text("in", 1, QUERY, "The only kind of things to search."))
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(Example.get("palette"), this::answer);
    }

    private Answer answer(Call call) throws Exception {
        String typed = call.query().text("q", "").strip();
        List<Group> groups = new ArrayList<>();
        char first = typed.isEmpty() ? ' ' : typed.charAt(0);
        if (first == '#' || first == '@') {
            Asked asked = asking.apply(call);
            String name = typed.substring(1).strip();
            if (first == '#') {
                groups.add(listed("Channels", "channels", "name", asked.triedAll("channels", "channels"), name));
            } else {
                groups.add(listed("Agents", "agents", "identity", asked.triedAll("agents", "agents"), name));
                groups.add(listed("Ratings", "ratings", "agent_name", asked.tried("ratings", RATED), name));
                groups.add(listed(
                        "Specialists", "specialists", "name", asked.triedAll("specialists", "specialists"), name));
            }
        } else {
            boolean verbs = first == '>';
            String words = verbs ? typed.substring(1).strip() : typed;
            if (!typed.isEmpty()) {
                groups.add(verbs(call, words, verbs));
            }
            if (verbs) {
                return html(call, groups);
            }
            int colon = typed.indexOf(':');
            boolean one = colon > 0 && FindPages.isKind(typed.substring(0, colon));
            String only = one
                    ? typed.substring(0, colon)
                    : FindPages.only(call.query().textOrNull("in"));
            String sought = one ? typed.substring(colon + 1).strip() : typed;
            groups.add(pages(typed));
            if (ID.matcher(typed).matches()) {
                groups.add(named(asking.apply(call), typed));
            }
            if (sought.length() >= LETTERS) {
                for (Shown shown :
                        FindPages.in(only, asking.apply(call), sought).groups()) {
                    groups.add(found(shown.word(), shown.columns().getFirst(), shown.items()));
                }
            }
        }
        return html(call, groups);
    }

    private Answer html(Call call, List<Group> groups) {
        groups.removeIf(group -> group.found().isEmpty());
        return screen.html(200, "palette", screen.bare("", call.visit().target(), null), Map.of("groups", groups));
    }

    /** The things of a list whose names hold what was typed; none if the caller may not see the list. */
    private static Group listed(String word, String path, String field, Doc list, String typed) {
        return found(
                word,
                Column.link(field, "", path, field),
                list.docs("items").stream()
                        .filter(doc -> fits(doc.raw(field), typed))
                        .toList());
    }

    private static boolean fits(String word, String typed) {
        return word.toLowerCase(Locale.ROOT).contains(typed.toLowerCase(Locale.ROOT));
    }

    /** Every verb that has a form; what is done to one thing of many leads to where that is chosen. */
    private Group verbs(Call call, String typed, boolean all) {
        Map<String, Wing.Entry> verbs = new LinkedHashMap<>();
        pages.forEach((path, word) -> {
            if (path.endsWith("/new") && screen.lacks(call, path).isEmpty()) {
                verbs.put(path, new Wing.Entry(word, path));
            }
        });
        for (Act act : Acts.all()) {
            if (Rights.has(call.by(), act.scope().need())) {
                String list = "/" + act.path().split("/", 2)[0];
                verbs.put(
                        act.path(),
                        act.ids().isEmpty()
                                ? new Wing.Entry(act.word(), "/" + act.path())
                                : new Wing.Entry(act.word() + ": choose in " + pages.getOrDefault(list, list), list));
            }
        }
        return new Group(
                "Commands",
                verbs.values().stream()
                        .filter(verb -> fits(verb.word(), typed))
                        .limit(all ? verbs.size() : MOST)
                        .toList());
    }

    private Group pages(String typed) {
        return new Group(
                "Pages",
                pages.entrySet().stream()
                        .filter(page -> fits(page.getValue(), typed) || fits(page.getKey(), typed))
                        .limit(typed.isEmpty() ? pages.size() : MOST)
                        .map(page -> new Wing.Entry(page.getValue(), page.getKey()))
                        .toList());
    }

    /** The things whose ids are so, or end so. */
    private static Group named(Asked asked, String typed) throws Exception {
        List<Wing.Entry> found = new ArrayList<>();
        asked.together(NAMED.keySet().stream()
                        .sorted()
                        .map(noun -> Asked.Part.read(noun, address(noun, Links.encoded(typed))))
                        .toList())
                .forEach((noun, answer) -> {
                    Column column = Objects.requireNonNull(NAMED.get(noun));
                    Doc doc = noun.equals(DOCUMENTS) ? document(answer, typed) : answer;
                    if (!doc.has(Asked.PROBLEM) && !column.href(doc).isEmpty()) {
                        found.add(new Wing.Entry(column.word() + ": " + shown(column, doc), column.href(doc)));
                    }
                });
        return new Group("Ids", found);
    }

    /** The first words of a thing; what came of a simulated debate says so. */
    private static String shown(Column column, Doc doc) {
        String words = doc.text(column.field(), SHOWN);
        return SIMULATED.stream().anyMatch(doc::flag) ? words + " · " + Language.t("simulated") : words;
    }

    /** The document that has passages; empty if none has that id. */
    private static Doc document(Doc passages, String id) {
        return passages.docs("items").stream()
                .findFirst()
                .map(passage -> new Doc(Map.of("title", passage.raw("title"), "document_id", id)))
                .orElse(Doc.EMPTY);
    }

    private static String address(String noun, String id) {
        return noun.equals(DOCUMENTS) ? "evidence?limit=1&document_id=" + id : noun + "/" + id;
    }

    private static Group found(String word, Column column, List<Doc> docs) {
        return new Group(
                word,
                docs.stream()
                        .filter(doc -> column.kind() == Column.Kind.LINK
                                && !column.href(doc).isEmpty())
                        .limit(MOST)
                        .map(doc -> new Wing.Entry(shown(column, doc), column.href(doc)))
                        .toList());
    }
}
