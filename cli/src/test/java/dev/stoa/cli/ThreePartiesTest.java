package dev.stoa.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.feed.FeedEvent;
import dev.stoa.society.feed.FeedQuery;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * Three parties at every way to read: ana, to whom things belong, bob, with whom they are shared, and cy, a third. What
 * is ana's and bob's has the word {@code quokka} in it, what is ana's alone the word {@code wombat}. The person who has
 * no share in it is a third, too.
 */
@OnBothDatabases
class ThreePartiesTest {
    private static final String OURS = "quokka";
    private static final String MINE = "wombat";
    private static final String NO_ID = "00000000-0000-7000-8000-000000000000";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;
    private final Map<String, String> ids = new LinkedHashMap<>();
    private final Map<String, String> counted = new LinkedHashMap<>();

    @BeforeEach
    void place() throws SQLException {
        terminal = Terminal.on(dialect, folder);
        try (Stoa stoa = terminal.open()) {
            for (String name : List.of("ana", "bob", "cy")) {
                stoa.society().agents().register(Principal.local(), AgentDraft.of(name, "command:echo"));
            }
        }
        terminal.json("channel", "create", "hall", "--as", "ana");
        terminal.json("memory", "add", "hares run", "--as", "ana");
        for (String third : List.of("cy", "human")) {
            counted.put(third, counts(third));
        }
        made("note", "memory_id", "note", "add", OURS + " note", "--topic", OURS + "topic", "--share", "bob");
        made("old note", "memory_id", "note", "add", OURS + " old", "--share", "bob");
        terminal.json("note", "edit", id("old note"), OURS + " newer", "--as", "ana");
        made("own note", "memory_id", "note", "add", MINE + " note", "--topic", MINE + "topic");
        made("successor", "memory_id", "note", "journal", MINE + " first");
        made("successor", "memory_id", "note", "journal", MINE + " second");
        made(
                "channel",
                "channel_id",
                "channel",
                "create",
                "den-" + OURS,
                "--restricted",
                "--member",
                "bob",
                "--topic",
                OURS);
        made("message", "message_id", "message", "send", "den-" + OURS, "@bob the " + OURS + " sleeps");
        ids.put(
                "execution",
                Objects.requireNonNull(terminal.items("mentions").getFirst().get("task_id"))
                        .toString());
        terminal.json("message", "send", "den-" + OURS, "@cy do you hear the " + OURS, "--as", "ana");
        terminal.alter(
                "society",
                "UPDATE tasks SET output = 'a " + OURS + " was here', prompt = 'prompt with a " + MINE
                        + "' WHERE task_id = '" + id("execution") + "'");
        ids.put(
                "run",
                terminal.value("society", "SELECT session_id FROM tasks WHERE task_id = '" + id("execution") + "'"));
        made("task", "task_id", "task", "add", "feed the " + OURS, "--channel", "den-" + OURS);
        terminal.json("memory", "add", MINE + "s dig", "--id", "m-1", "--namespace", "agent:ana", "--as", "ana");
        ids.put("memory", "m-1");
        terminal.json("memory", "promote", id("memory"), "--reason", MINE);
        made(
                "fact",
                "knowledge_id",
                "knowledge",
                "add",
                "animals",
                "hares are quick",
                "--source",
                "note:" + id("note"),
                "--source",
                "message:" + id("message"));
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    private void made(String what, String field, String... args) {
        String[] as = Arrays.copyOf(args, args.length + 2);
        as[args.length] = "--as";
        as[args.length + 1] = "ana";
        ids.put(what, Objects.requireNonNull(terminal.json(as).get(field)).toString());
    }

    /** All that a party is told by a command, whether it succeeds or not. */
    private String told(String party, String... args) {
        List<String> line = new ArrayList<>(List.of(args));
        line.addAll(List.of("--as", party));
        if (!line.contains("md")) {
            line.add("--json");
        }
        terminal.run(line.toArray(String[]::new));
        return terminal.out() + terminal.err();
    }

    private String id(String what) {
        return Objects.requireNonNull(ids.get(what));
    }

    /** Every read path to what ana shares with bob. */
    private List<List<String>> waysToOurs() {
        String den = "den-" + OURS;
        return List.of(
                List.of("note", "list", "--agent", "ana"),
                List.of("note", "list", "--agent", "ana", "--topic", OURS + "topic"),
                List.of("note", "show", id("note")),
                List.of("note", "show", id("note").substring(28)),
                List.of("note", "show", id("old note")),
                List.of("note", "chain", id("note")),
                List.of("context", OURS),
                List.of("context", OURS, "--scope", "notes"),
                List.of("context", OURS, "--scope", "messages"),
                List.of("context", OURS, "--scope", "tasks"),
                List.of("context", OURS, "--agent", "ana"),
                List.of("context", "sleeps feed note", "--order", "time"),
                List.of("channel", "list"),
                List.of("channel", "list", "--all"),
                List.of("channel", "show", den),
                List.of("channel", "show", id("channel")),
                List.of("channel", "export", den, "--format", "json"),
                List.of("channel", "export", den, "--format", "md"),
                List.of("message", "history", den),
                List.of("message", "history", id("channel")),
                List.of("message", "inbox"),
                List.of("message", "recv", den, "--peek", "--own"),
                List.of("task", "list", "--all"),
                List.of("task", "list", "--channel", den),
                List.of("task", "list", "--kind", "run", "--all"),
                List.of("task", "show", id("task")),
                List.of("task", "show", id("execution")),
                List.of("run", "list"),
                List.of("run", "list", "--agent", "bob"),
                List.of("run", "list", "--channel", den),
                List.of("run", "show", id("run")),
                List.of("run", "logs", id("execution")));
    }

    private List<List<String>> waysToMine() {
        return List.of(
                List.of("note", "list", "--agent", "ana"),
                List.of("note", "show", id("own note")),
                List.of("note", "show", id("successor")),
                List.of("note", "chain", id("successor")),
                List.of("context", MINE),
                List.of("context", MINE, "--archived"),
                List.of("memory", "list"),
                List.of("memory", "list", "--namespace", "agent:ana"),
                List.of("memory", "show", id("memory")),
                List.of("memory", "recall", MINE),
                List.of("memory", "recall", MINE, "--namespace", "agent:ana"),
                List.of("memory", "recall"),
                List.of("memory", "history", id("memory")),
                List.of("memory", "transitions"),
                List.of("memory", "transitions", id("memory")));
    }

    @Test
    @DisplayName("Three parties (owner, one it is shared with, a third) at every read path: the third is told nothing.")
    void whatIsSharedWithOneIsToldToNoOther() {
        for (List<String> way : waysToOurs()) {
            String[] args = way.toArray(String[]::new);
            String path = String.join(" ", way);
            // bob's run is bob's, and the inbox of ana has none of her own messages.
            boolean both = !path.equals("message inbox");
            if (both) {
                assertThat(told("ana", args)).as("ana: " + path).contains(OURS);
            }
            assertThat(told("bob", args)).as("bob: " + path).contains(OURS);
            for (String third : List.of("cy", "human")) {
                assertThat(without(path, told(third, args)))
                        .as(third + ": " + path)
                        .doesNotContain(OURS);
            }
        }
    }

    /** What the third has typed itself may stand in its answer. */
    private static String without(String path, String told) {
        String rest = told;
        for (String word : path.split(" ", -1)) {
            rest = word.contains(OURS) || word.contains(MINE) ? rest.replace(word, "") : rest;
        }
        return rest;
    }

    @Test
    @DisplayName("What is the owner's alone is told neither to one that other things are shared with nor to a third.")
    void whatIsOwnIsToldToNobody() {
        for (List<String> way : waysToMine()) {
            String[] args = way.toArray(String[]::new);
            String path = String.join(" ", way);
            assertThat(told("ana", args)).as("ana: " + path).containsAnyOf(MINE, id("memory"));
            for (String other : List.of("bob", "cy")) {
                assertThat(without(path, told(other, args)).replace(way.getLast(), ""))
                        .as(other + ": " + path)
                        .doesNotContain(MINE)
                        .doesNotContain(id("memory"));
            }
        }
    }

    @Test
    @DisplayName("Counts and statistics of a third do not change with what it does not see.")
    void countsAreOfWhatIsSeen() {
        counted.forEach((third, before) -> assertThat(counts(third)).as(third).isEqualTo(before));
        assertThat(counts("ana")).isNotEqualTo(counts("cy"));
    }

    private String counts(String party) {
        StringBuilder all = new StringBuilder();
        for (String agent : List.of("ana", "bob", "cy")) {
            Map<String, @Nullable Object> shown = Json.parseObject(told(party, "agent", "show", agent));
            // How often an agent was started is part of the agent, which all see.
            all.append(agent).append(' ').append(shown.get("counts")).append('\n');
        }
        all.append(Json.parseObject(told(party, "agent", "stats")).entrySet().stream()
                .filter(entry -> !List.of("knowledge", "domains").contains(entry.getKey()))
                .map(Object::toString)
                .collect(joining("\n")));
        if (!party.equals("human")) {
            all.append(told(party, "memory", "stats"));
        }
        // That ana lives is seen by all, and so is the knowledge of all.
        return all.toString().replaceAll("(knowledge|last_active_at)=[^,}]+", "");
    }

    @Test
    @DisplayName("A third cannot tell what it does not see from what is not there.")
    void theRefusalSaysNothing() {
        Map<String, List<List<String>>> ways = Map.of(
                "note",
                List.of(
                        List.of("note", "show", "?"),
                        List.of("note", "chain", "?"),
                        List.of("note", "edit", "?", "x"),
                        List.of("note", "core", "?"),
                        List.of("note", "share", "?", "--with", "cy"),
                        List.of("note", "archive", "?"),
                        List.of("note", "restore", "?"),
                        List.of("note", "delete", "?", "--yes"),
                        List.of("note", "replace", "?", "--message", "x"),
                        List.of("knowledge", "add", "d", "x", "--source", "note:?")),
                "channel",
                List.of(
                        List.of("channel", "show", "?"),
                        List.of("channel", "members", "?"),
                        List.of("channel", "export", "?"),
                        List.of("channel", "rename", "?", "mine"),
                        List.of("channel", "topic", "?", "mine"),
                        List.of("channel", "archive", "?"),
                        List.of("message", "send", "?", "x"),
                        List.of("message", "history", "?"),
                        List.of("message", "recv", "?"),
                        List.of("message", "wait", "?", "--timeout", "0"),
                        List.of("message", "handoff", "?", "ana", "x"),
                        List.of("task", "add", "x", "--channel", "?"),
                        List.of("task", "claim", "--channel", "?"),
                        List.of("task", "list", "--channel", "?"),
                        List.of("run", "list", "--channel", "?"),
                        List.of("context", "x", "--channel", "?"),
                        List.of("note", "add", "x", "--channel", "?")),
                "message",
                List.of(
                        List.of("message", "delete", "?"),
                        List.of("knowledge", "add", "d", "x", "--source", "message:?")),
                "task",
                List.of(
                        List.of("task", "show", "?"),
                        List.of("task", "claim", "?"),
                        List.of("task", "cancel", "?"),
                        List.of("task", "release", "?"),
                        List.of("task", "done", "?", "--token", "1"),
                        List.of("knowledge", "add", "d", "x", "--source", "task:?")),
                "run",
                List.of(
                        List.of("run", "show", "?"),
                        List.of("run", "logs", "?"),
                        List.of("knowledge", "add", "d", "x", "--source", "run:?")),
                "memory",
                List.of(
                        List.of("memory", "show", "?"),
                        List.of("memory", "forget", "?"),
                        List.of("memory", "outcome", "?", "--success"),
                        List.of("memory", "transitions", "?")));
        ways.forEach((kind, all) -> all.forEach(way -> {
            String hidden = answer(way, id(kind));
            String path = String.join(" ", way);
            assertThat(hidden).as(path).contains("not_found");
            assertThat(hidden).as(path).isEqualTo(answer(way, NO_ID));
        }));
    }

    private String answer(List<String> way, String id) {
        return told("cy", way.stream().map(word -> word.replace("?", id)).toArray(String[]::new))
                .replace(id, "?");
    }

    @Test
    @DisplayName("The sources of knowledge are shown to those who see them.")
    void sourcesAreShownToThoseWhoSeeThem() {
        for (String reader : List.of("ana", "bob")) {
            assertThat(told(reader, "knowledge", "show", id("fact"))).contains(id("note"), id("message"));
        }
        for (List<String> way : List.of(
                List.of("knowledge", "show", id("fact")),
                List.of("knowledge", "query", "*"),
                List.of("context", "hares quick"))) {
            assertThat(told("cy", way.toArray(String[]::new)))
                    .as(String.join(" ", way))
                    .contains("hares are quick")
                    .doesNotContain(id("note"))
                    .doesNotContain(id("message"));
        }
    }

    @Test
    @DisplayName("The feed tells a third nothing of what it does not see.")
    void theFeedTellsThoseWhoSee() {
        try (Stoa stoa = terminal.open()) {
            assertThat(feed(stoa, "ana")).contains(id("note"), id("own note"), id("message"), id("task"), id("run"));
            assertThat(feed(stoa, "bob"))
                    .contains(id("note"), id("message"), id("task"), id("run"))
                    .doesNotContain(id("own note"));
            for (String third : List.of("cy", "human")) {
                String all = feed(stoa, third);
                assertThat(all).as(third).contains(id("fact"));
                for (String kind :
                        List.of("note", "own note", "successor", "channel", "message", "task", "execution", "run")) {
                    assertThat(all).as(third + ": " + kind).doesNotContain(id(kind));
                }
            }
        }
    }

    private static String feed(Stoa stoa, String party) {
        return stoa
                .society()
                .feed()
                .read(Principal.as(party), FeedQuery.after(0).limit(500))
                .events()
                .stream()
                .map(FeedEvent::toString)
                .collect(joining("\n"));
    }

    @Test
    @DisplayName("A right that is taken away ends what it let be seen.")
    void aRightThatIsTakenAwayEndsWhatItLetBeSeen() {
        terminal.json("note", "share", id("note"), "--none", "--as", "ana");
        terminal.json("channel", "members", "den-" + OURS, "--remove", "bob", "--as", "ana");
        assertThat(told("bob", "note", "show", id("note")))
                .contains("not_found")
                .doesNotContain(OURS);
        assertThat(told("bob", "message", "history", id("channel")))
                .contains("not_found")
                .doesNotContain(OURS);
        assertThat(told("bob", "message", "inbox")).doesNotContain(OURS);
        assertThat(told("bob", "context", "note sleeps")).contains("\"items\":[]");
    }
}
