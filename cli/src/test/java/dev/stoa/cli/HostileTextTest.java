package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.json.Json;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Text that a terminal would obey, in every column of every archive that a command line can fill, and what the verbs
 * print of it. Rows are made with a plain word first, which is then replaced in the files: so names are hostile too, as
 * those of an imported file may be.
 */
@SuppressWarnings("NullAway.Init") // set when the test begins
class HostileTextTest {
    private static final String PLAIN = "pqz";

    /** Escape sequences, a link, all line breaks there are, backspace, bell, C1 controls, direction, no width. */
    private static final String HOSTILE = "pqz\u001b[41m\u001b]8;;http://evil\u0007link\u001b]8;;\u0007\u001b[2J"
            + "\rFORGED\nFORGED\r\nFORGED\u0085FORGED\u2028FORGED\u2029FORGED\u000bFORGED\fFORGED"
            + "\b\b\u007f\u009b31m\u009d0;title\u009c\u202egnp\u202c\u2066\u2069\u200e\u200f\u061c"
            + "\u200b\u2060\ufeff\u00ad\udb40\udc41\tend";

    private static final Pattern OBEYED = Pattern.compile("[\\p{Cc}&&[^\\n]]"
            + "|[\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\u00ad]|[\\x{e0000}-\\x{e007f}]");

    /** The colours of the program itself, which only debates have. */
    private static final Pattern OWN = Pattern.compile("\u001b\\[(?:[0-2]|3[1-6]|9[36])m|\r\u001b\\[K");

    private static final String COLUMNS = "SELECT m.name || '.' || c.name FROM sqlite_master m,"
            + " pragma_table_info(m.name) c WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'"
            + " AND m.name NOT LIKE '%fts%' AND m.name NOT LIKE 'sqlite%'";

    /** Verbs without a noun. */
    private static final Set<String> ALONE = Set.of("context", "export", "ask");

    /** What these print is the text of one agent and nothing else, so that none of its lines can be a forged one. */
    private static final Set<String> TEXT_ALONE = Set.of("run logs", "run start");

    /** What is refused here, because it was done before or the record was changed; refusals quote texts too. */
    private static final Set<String> REFUSED = Set.of(
            "task release",
            "consensus rebut",
            "debate cancel",
            "debate replay",
            "correction confirm",
            "correction edit",
            "correction retire",
            "evolve approve",
            "evolve cancel",
            "evolve check",
            "evolve observe",
            "evolve reject",
            "evolve resume",
            "evolve retire");

    /** Verbs that print nothing of others, or cannot be given anything here. */
    private static final Set<String> NOT_WALKED = Set.of(
            "init",
            "doctor",
            "backup",
            "restore",
            "migrate",
            "move",
            "import",
            "prune",
            "config",
            "serve",
            "version",
            "completion",
            "mcp",
            "tunnel run",
            "tunnel laws",
            "debate run",
            "debate resume",
            "debate approve",
            "debate reject",
            "debate versions",
            "debate verify",
            "debate delete",
            "debate gates",
            "debate learn",
            "run wake",
            "run work",
            "message wait",
            "proof check",
            "proof show",
            "memory tune",
            "memory consolidate",
            "memory cleanup",
            "critique cleanup",
            "evidence cleanup",
            "breaker reset",
            "audit checkpoint",
            "audit tail",
            "audit verify",
            "key create",
            "key list",
            "key reseal",
            "key retire",
            "key rotate",
            "specialist promote",
            "specialist rollback",
            "evolve scenarios");

    @TempDir
    Path folder;

    private Terminal terminal;
    private final Map<String, String> ids = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final Set<String> walked = new TreeSet<>();

    private void made(String what, String field, String... args) {
        Object value = terminal.json(args);
        for (String name : field.split("/", -1)) {
            value = value instanceof Map<?, ?> map
                    ? map.get(name)
                    : ((List<?>) Objects.requireNonNull(value)).getFirst();
        }
        ids.put(what, Objects.requireNonNull(value).toString());
    }

    private String id(String what) {
        return Objects.requireNonNull(ids.get(what), what);
    }

    private void seed() throws IOException, SQLException {
        for (String name : List.of("ana", "bob", "cy")) {
            made(name, "agent_id", "agent", "register", PLAIN + "-" + name, "--model", "command:echo");
        }
        terminal.json("agent", "register", "dora", "--model", "command:echo");
        terminal.json("agent", "describe", id("ana"), "I am " + PLAIN);
        Files.writeString(folder.resolve("constitution.md"), "Be " + PLAIN + "\nand brief.");
        terminal.json("agent", "update", id("ana"), "--file", "constitution.md");
        made("channel", "channel_id", "channel", "create", PLAIN + "-hall", "--topic", PLAIN + " topic");
        made("message", "message_id", "message", "send", id("channel"), "@" + PLAIN + "-bob say " + PLAIN);
        made("execution", "mentions/0/task_id", "message", "send", id("channel"), "@" + PLAIN + "-cy " + PLAIN);
        ids.put(
                "run",
                terminal.value("society", "SELECT session_id FROM tasks WHERE task_id = '" + id("execution") + "'"));
        terminal.alter(
                "society",
                "UPDATE tasks SET output = 'a " + PLAIN + "', stderr = '" + PLAIN + "', error = '" + PLAIN
                        + "' WHERE kind = 'run'");
        made("task", "task_id", "task", "add", "do " + PLAIN, "--channel", id("channel"));
        made("note", "memory_id", "note", "add", PLAIN + " note", "--topic", PLAIN + "topic", "--core");
        ids.put("old note", id("note"));
        made("note", "memory_id", "note", "replace", id("note"), "--message", PLAIN + " new", "--note", PLAIN);
        made(
                "fact",
                "knowledge_id",
                "knowledge",
                "add",
                PLAIN + "/x",
                PLAIN + " is",
                "--source",
                "url:https://x/" + PLAIN);
        terminal.json("knowledge", "review", id("fact"), "dispute", "--reason", PLAIN, "--as", PLAIN + "-bob");
        terminal.json("memory", "add", PLAIN + " memory", "--id", "m-1", "--origin", PLAIN);
        terminal.json("memory", "promote", "m-1", "--reason", PLAIN);
        terminal.json(
                "consensus",
                "record",
                Json.write(Json.object(
                        "id",
                        "c-1",
                        "topic",
                        PLAIN + "?",
                        "conclusion",
                        "Yes " + PLAIN,
                        "confidence",
                        0.8,
                        "domain",
                        PLAIN,
                        "participants",
                        List.of(PLAIN + "-ana", PLAIN + "-bob", "cy"),
                        "agreeing",
                        List.of(PLAIN + "-ana", "cy"),
                        "dissents",
                        List.of(Json.object(
                                "agent_id",
                                PLAIN + "-bob",
                                "dissent_type",
                                "fundamental_disagreement",
                                "content",
                                PLAIN,
                                "confidence",
                                0.5)))));
        ids.put("dissent", terminal.value("consensus", "SELECT id FROM dissent"));
        terminal.json("consensus", "rebut", id("dissent"), PLAIN + " rebuts");
        terminal.json("evidence", "add", PLAIN + " evidence", "--source", PLAIN, "--id", "e-1", "--debate", "d1");
        Files.writeString(folder.resolve(PLAIN + ".txt"), "The " + PLAIN + " document.\n");
        terminal.json("evidence", "add", "--file", PLAIN + ".txt");
        terminal.json(
                "critique",
                "add",
                "--debate",
                "d1",
                "--agent",
                PLAIN + "-ana",
                "--target",
                PLAIN + "-bob",
                "--issue",
                PLAIN + " missing",
                "--suggestion",
                PLAIN,
                "--severity",
                "0.7",
                "--key",
                "k-1");
        terminal.json("critique", "resolve", "k-1", "--improved");
        terminal.json("critique", "add", "--debate", "d1", "--agent", "dora", "--issue", PLAIN, "--severity", "0.1");
        terminal.json(
                "rating",
                "record",
                "d1",
                "--scores",
                PLAIN + "-ana=2," + PLAIN + "-bob=1",
                "--domain",
                PLAIN,
                "--judge",
                PLAIN + "-cy");
        terminal.json(
                "rating", "record", "d2", "--scores", PLAIN + "-ana=2,dora=1,ed=0", "--judge", "dora", "--ordered");
        terminal.json("prediction", "add", "d5", PLAIN + "-ana", PLAIN + "-bob", "0.7");
        terminal.json("prediction", "resolve", "d5", "--winner", PLAIN + "-bob");
        made(
                "debate",
                "id",
                "debate",
                "run",
                "Is " + PLAIN + " so?",
                "--options",
                "it is " + PLAIN + "|not",
                "--evidence",
                PLAIN + ".txt",
                "--seed",
                "3");
        terminal.json("debate", "grade", id("debate"), "--truth", "it is " + PLAIN);
        try (Stoa stoa = terminal.open()) {
            var breakers = stoa.learning().breakers();
            breakers.report(
                    (Permit.Granted) breakers.acquire(PLAIN + ":model", Duration.ofSeconds(5)),
                    CallResult.failure("broken"));
        }
    }

    /** Replaces the plain word in every text of every table, inside JSON as JSON has it. */
    private int poison() throws SQLException {
        String quoted = Json.write(HOSTILE);
        int texts = 0;
        for (Path file : files()) {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA foreign_keys = OFF");
                // Triggers forbid such changes, and are put back afterwards.
                List<String> triggers = texts(connection, "SELECT sql FROM sqlite_master WHERE type = 'trigger'");
                for (String name : texts(connection, "SELECT name FROM sqlite_master WHERE type = 'trigger'")) {
                    statement.execute("DROP TRIGGER \"" + name + "\"");
                }
                for (String column : texts(connection, COLUMNS)) {
                    String table = column.substring(0, column.indexOf('.'));
                    String name = column.substring(column.indexOf('.') + 1);
                    try (var update = connection.prepareStatement("UPDATE \"" + table + "\" SET \"" + name
                            + "\" = replace(\"" + name + "\", '" + PLAIN + "', CASE WHEN substr(\"" + name
                            + "\", 1, 1) IN ('{', '[') THEN ? ELSE ? END) WHERE typeof(\"" + name
                            + "\") = 'text' AND \"" + name + "\" LIKE '%" + PLAIN + "%'")) {
                        update.setString(1, quoted.substring(1, quoted.length() - 1));
                        update.setString(2, HOSTILE);
                        texts += update.executeUpdate();
                    }
                }
                for (String trigger : triggers) {
                    statement.execute(trigger);
                }
            }
        }
        return texts;
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.list(terminal.data())) {
            return all.filter(file -> file.toString().endsWith(".db")).toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private void walk(String... args) {
        String verb = ALONE.contains(args[0]) ? args[0] : args[0] + " " + args[1];
        walked.add(verb);
        terminal.watched(true);
        int exit = terminal.run(args);
        read(verb, true, args);
        if (exit != 0 && !REFUSED.contains(verb)) {
            wrong.add("exit " + exit + ": " + String.join(" ", args) + " said " + terminal.err());
        }
        terminal.watched(false);
        // What is exported into a file has every character.
        if (!verb.equals("export")) {
            terminal.run(args);
            read(verb, false, args);
            String[] json = Arrays.copyOf(args, args.length + 1);
            json[args.length] = "--json";
            terminal.run(json);
            read(verb, false, json);
        }
    }

    private void read(String verb, boolean watched, String... args) {
        String shown = terminal.out() + terminal.err();
        if (watched && verb.startsWith("debate")) {
            shown = OWN.matcher(shown).replaceAll("");
        } else if (watched) {
            shown = shown.replace("\r\u001b[K", "");
        }
        String what = String.join(" ", args) + " printed " + Json.write(shown);
        if (OBEYED.matcher(shown).find()) {
            wrong.add("a terminal obeys: " + what);
        }
        if (!TEXT_ALONE.contains(verb) && shown.lines().anyMatch(line -> line.startsWith("FORGED"))) {
            wrong.add("a line is forged: " + what);
        }
    }

    @Test
    void noTextOfOthersIsObeyedByTheTerminalWhateverVerbPrintsIt() throws IOException, SQLException {
        try (Terminal fresh = Terminal.on(Dialect.SQLITE, folder)) {
            terminal = fresh;
            seed();
            assertThat(poison()).isGreaterThan(60);
            society();
            walk("memory", "list");
            walk("memory", "show", "m-1");
            walk("memory", "recall", "memory");
            walk("memory", "history", "m-1");
            walk("memory", "transitions", "m-1");
            walk("memory", "stats");
            walk("memory", "outcome", "m-1", "--success", "--key", "k");
            walk("memory", "trust", "m-1", "agent", "--reason", HOSTILE);
            walk("memory", "promote", "m-1", "--reason", HOSTILE);
            walk("memory", "demote", "m-1", "--reason", HOSTILE);
            walk("memory", "add", HOSTILE, "--id", "m-2");
            walk("memory", "red-line", "m-2", "--reason", HOSTILE);
            walk("memory", "forget", "m-1", "--reason", HOSTILE);
            walk("memory", "restore", "m-1");
            walk("consensus", "list");
            walk("consensus", "show", "c-1");
            walk("consensus", "find", "yes");
            walk("consensus", "dissents");
            walk("consensus", "rebut", id("dissent"), HOSTILE);
            walk("consensus", "archive", "c-1", "--reason", HOSTILE);
            walk("consensus", "restore", "c-1");
            walk(
                    "consensus",
                    "record",
                    Json.write(Json.object(
                            "id",
                            "c-2",
                            "topic",
                            HOSTILE,
                            "conclusion",
                            HOSTILE,
                            "confidence",
                            0.5,
                            "participants",
                            List.of("dora"))));
            walk("consensus", "supersede", "c-1", "c-2");
            walk("evidence", "list");
            walk("evidence", "documents");
            walk("evidence", "show", "e-1");
            walk("evidence", "search", "evidence");
            walk("evidence", "search", "document", "--group");
            walk("evidence", "add", HOSTILE, "--source", "web", "--id", "e-2");
            walk("evidence", "link", "e-1", "d2");
            walk("evidence", "trust", "e-1", "agent", "--reason", HOSTILE);
            walk("evidence", "forget", "e-2", "--yes");
            walk("critique", "list");
            walk("critique", "patterns");
            walk("critique", "reputation");
            walk("critique", "reputation", "dora");
            walk(
                    "critique",
                    "add",
                    "--debate",
                    "d2",
                    "--agent",
                    "dora",
                    "--issue",
                    HOSTILE,
                    "--severity",
                    "0.5",
                    "--key",
                    "k-2");
            walk("critique", "resolve", "k-2", "--not-improved");
            walk("rating", "board");
            walk("rating", "board", "--by", "bt");
            walk("rating", "show", "dora");
            walk("rating", "history", "dora");
            walk("rating", "matches");
            walk("rating", "pair", "dora", "ed");
            walk("rating", "judge", "dora");
            walk("rating", "record", "d9", "--participants", "dora,ed", "--winner", "ed");
            walk("prediction", "add", "d9", "dora", HOSTILE, "0.5");
            walk("prediction", "resolve", "d9", "--winner", HOSTILE);
            walk("prediction", "calibration", "dora");
            walk("breaker", "list");
            walk("debate", "list");
            walk("debate", "show", id("debate"));
            walk("debate", "turns", id("debate"));
            walk("debate", "turns", id("debate"), "--prompts");
            walk("debate", "ballots", id("debate"));
            walk("debate", "events", id("debate"));
            walk("debate", "lessons");
            walk("debate", "stats");
            walk("debate", "grade", id("debate"), "--truth", "it is " + HOSTILE);
            walk("debate", "create", HOSTILE, "--options", HOSTILE + "|no", "--agents", "a=sim:,b=sim:,c=sim:");
            walk("debate", "cancel", id("debate"));
            walk("debate", "replay", id("debate"));
            counsel();
            evolution();
            assertThat(wrong).isEmpty();
            assertThat(verbs())
                    .isEqualTo(Stream.concat(walked.stream(), NOT_WALKED.stream())
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    private void society() {
        walk("agent", "list");
        walk("agent", "show", id("ana"));
        walk("agent", "stats");
        walk("channel", "list");
        walk("channel", "show", id("channel"));
        walk("channel", "members", id("channel"));
        walk("channel", "members", id("channel"), "--add", id("cy"));
        walk("channel", "export", id("channel"));
        walk("channel", "topic", id("channel"), HOSTILE);
        walk("channel", "pin", id("channel"));
        walk("channel", "create", "fresh", "--topic", HOSTILE, "--if-absent");
        walk("message", "history", id("channel"));
        walk("message", "recv", id("channel"), "--own", "--from", "1");
        walk("message", "inbox");
        walk("message", "send", id("channel"), HOSTILE);
        walk("message", "handoff", id("channel"), id("ana"), HOSTILE);
        walk("run", "list");
        walk("run", "show", id("run"));
        walk("run", "logs", id("run"));
        walk("run", "start", id("ana"), "--input", HOSTILE, "--detach");
        walk("run", "stop", id("run"));
        walk("run", "retry", id("run"));
        walk("task", "list");
        walk("task", "show", id("task"));
        walk("task", "show", id("execution"));
        walk("task", "add", HOSTILE);
        walk("task", "claim", id("task"));
        walk("task", "renew", id("task"));
        walk("task", "done", id("task"), "--output", HOSTILE);
        walk("task", "release", id("task"));
        walk("task", "cancel", id("task"));
        walk("note", "list");
        walk("note", "show", id("note"));
        walk("note", "chain", id("note"));
        walk("note", "add", HOSTILE, "--topic", "\u001b[41m\rFORGED");
        walk("note", "journal", HOSTILE);
        walk("note", "edit", id("note"), HOSTILE + "!");
        walk("note", "core", id("note"));
        walk("note", "share", id("note"), "--with", id("bob"));
        walk("note", "archive", id("note"));
        walk("note", "restore", id("note"));
        walk("note", "replace", id("note"), "--message", HOSTILE + "?");
        walk("note", "delete", id("old note"), "--yes");
        walk("knowledge", "query", "*");
        walk("knowledge", "tree");
        walk("knowledge", "show", id("fact"));
        walk("knowledge", "review", id("fact"), "confirm", "--reason", HOSTILE, "--as", "dora");
        walk("knowledge", "add", "x", HOSTILE);
        walk("knowledge", "archive", id("fact"));
        walk("knowledge", "restore", id("fact"));
        walk("context", "note");
        walk("message", "delete", id("message"));
        walk("channel", "restrict", id("channel"));
        walk("channel", "restore", id("channel"));
        walk("channel", "archive", id("channel"));
        walk("channel", "rename", id("channel"), "quiet");
        walk("channel", "delete", id("channel"), "--dry-run");
        walk("agent", "describe", id("ana"), HOSTILE);
        walk("agent", "update", id("ana"), "--model", "command:echo");
        walk("agent", "register", "fresh", "--model", "command:echo", "--if-absent");
        walk("agent", "clone", id("ana"), "twin");
        walk("agent", "archive", id("bob"));
        walk("agent", "restore", id("bob"));
        walk("agent", "merge", id("bob"), id("cy"), "--dry-run");
        walk("agent", "rename", id("ana"), "plain");
        walk("export", "--what", "debate:" + id("debate"), "--format", "md");
    }

    /** A scenario whose parties say hostile things; its names and strategies are hostile too. */
    private void evolution() throws IOException {
        String reply = Json.write(Json.object(
                "internal_monologue",
                HOSTILE,
                "public_dialogue",
                HOSTILE,
                "state_mutations",
                List.of(Json.object("action", "modify", "path", "note", "value", HOSTILE)),
                "propose_resolution",
                true));
        String wrongReply = Json.write(Json.object(HOSTILE, 1));
        Files.writeString(folder.resolve("hostile.toml"), """
                schema = 1
                name = "hostile"
                context = %1$s
                [state.variables]
                note = "x"
                [[actors]]
                id = "left"
                name = %1$s
                role = %1$s
                brain = %2$s
                [[actors]]
                id = "right"
                name = %1$s
                brain = %3$s
                [judge]
                kind = "rubric"
                rules = [{when = "true", score = 1}]
                [limits]
                max_turns = 4
                [evolution]
                max_generations = 1
                epoch_size = 1
                """.formatted(
                        Json.write(HOSTILE).replace("\u007f", "\\u007f"),
                        Json.write("policy:scripted?script=" + Json.write(List.of(reply)))
                                .replace("\u007f", "\\u007f"),
                        Json.write("policy:scripted?script=" + Json.write(List.of(wrongReply)))
                                .replace("\u007f", "\\u007f")));
        made("evolution", "run_id", "evolve", "run", "hostile.toml");
        walk("evolve", "run", "hostile.toml");
        made("episode", "items/0/episode_id", "evolve", "episodes", id("evolution"), "--shadow", "false");
        made("profile", "items/0/profile_id", "evolve", "lineage", id("evolution"));
        made("other profile", "items/1/profile_id", "evolve", "lineage", id("evolution"));
        walk("evolve", "list");
        walk("evolve", "show", id("evolution"));
        walk("evolve", "episodes", id("evolution"));
        walk("evolve", "log", id("episode"));
        walk("evolve", "replay", id("episode"));
        walk("evolve", "lineage", id("evolution"));
        walk("evolve", "diff", id("profile"), id("other profile"));
        walk("evolve", "blame", id("profile"));
        walk("evolve", "verdicts", id("evolution"));
        walk("evolve", "created");
        walk("evolve", "memory", HOSTILE);
        walk("evolve", "observe", id("profile"), id("other profile"));
        walk("evolve", "approve", HOSTILE);
        walk("evolve", "reject", HOSTILE);
        walk("evolve", "retire", HOSTILE);
        walk("evolve", "check", HOSTILE);
        walk("evolve", "resume", id("evolution"));
        walk("evolve", "cancel", id("evolution"));
    }

    private void counsel() {
        made("project", "project_id", "project", "new", HOSTILE);
        walk("project", "new", HOSTILE);
        walk("project", "list");
        made("conversation", "conversation_id", "conversation", "new", HOSTILE, "--project", id("project"));
        walk("conversation", "new", HOSTILE);
        made("correction", "id", "correction", "add", HOSTILE, HOSTILE, "--rejected", HOSTILE);
        walk("correction", "add", "other " + HOSTILE, HOSTILE, "--rejected", HOSTILE);
        walk("correction", "list");
        walk("correction", "find", HOSTILE);
        walk("correction", "history", id("correction"));
        walk("correction", "confirm", id("correction"));
        walk("correction", "export");
        made(
                "answer",
                "message_id",
                "ask",
                HOSTILE,
                "--conversation",
                id("conversation"),
                "--agents",
                "a=sim:,b=sim:,c=sim:");
        walk("ask", HOSTILE, "--agents", "a=sim:,b=sim:,c=sim:");
        walk("ask", HOSTILE, "--dry-run");
        walk("ask", "correction: " + HOSTILE, "--conversation", id("conversation"), "--agents", "a=sim:");
        walk("correction", "edit", id("correction"), HOSTILE + "!");
        walk("correction", "retire", id("correction"));
        walk("conversation", "list");
        walk("conversation", "show", id("conversation"));
        walk("conversation", "search", "link");
        walk("conversation", "rename", id("conversation"), HOSTILE);
        walk("conversation", "move", id("conversation"), id("project"));
        walk("conversation", "backup", id("conversation"));
        walk("conversation", "backups", id("conversation"));
        walk("conversation", "feedback", id("answer"), "--rejected");
        walk("conversation", "erase", id("conversation"), "--dry-run");
        walk("assertion", "list");
        walk("assertion", "test", HOSTILE);
        walk("specialist", "add", "sokrates", "sim:");
        walk("specialist", "shadow", "sokrates", "sim:?accuracy=0.7");
        walk("specialist", "list");
        walk("specialist", "retire", "sokrates");
        made("token", "token_id", "token", "create", "--scope", "read", "--label", HOSTILE);
        walk("token", "create", "--scope", "read", "--label", HOSTILE);
        walk("token", "list");
        walk("token", "revoke", id("token"));
        walk("audit", "list");
        walk("audit", "show", "2");
        walk("audit", "export");
    }

    private static Set<String> verbs() {
        return all(Terminal.commands())
                .filter(command -> command.getSubcommands().isEmpty())
                .map(command -> command.getCommandSpec().qualifiedName(" ").substring("stoa ".length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(HostileTextTest::all));
    }
}
