package dev.stoa.docs;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A document that can be run: its commands and samples in order, in one shell, in a folder of their own. Used by one
 * thread. The first command that does not do what the document says ends the run, since the rest builds upon it.
 */
record Document(String name, String markdown) {
    /** Blocks that are only read. Any other info string is a mistake, so that no block is left out by a typing error. */
    private static final Set<String> READ_ONLY =
            Set.of("text", "toml", "json", "jsonl", "xml", "sql", "http", "mermaid", "diff", "sh no-run");

    /** The port that documents show; another program may have it on the machine of the test. */
    private static final String SHOWN_PORT = "7070";

    /** What a program that lives for a moment costs least with; what the launcher chooses has tests of its own. */
    static final String SHORT_LIFE = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    /** What is wrong with it; nothing if every command does what it says. */
    List<String> problems(Path folder) throws IOException {
        List<Statement> statements = new ArrayList<>();
        for (Block block : Block.of(markdown.replace(SHOWN_PORT, freePort()))) {
            try {
                statements.addAll(statements(block, folder.resolve("sample" + block.line())));
            } catch (IllegalArgumentException e) {
                return List.of("%s:%d: %s".formatted(name, block.line(), e.getMessage()));
            }
        }
        return run(statements, folder);
    }

    private static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return String.valueOf(socket.getLocalPort());
        }
    }

    private static List<Statement> statements(Block block, Path samples) throws IOException {
        return switch (block.info()) {
            case "sh" -> Statement.ofScript(block);
            case "console" -> Statement.ofConsole(block);
            case "java" ->
                List.of(new Statement(Sample.compile(block, samples).command(), block.line(), 0, Optional.empty()));
            default -> {
                if (!READ_ONLY.contains(block.info())) {
                    throw new IllegalArgumentException("a block is marked sh, console, java or one of "
                            + READ_ONLY.stream().sorted().toList() + ", and not \"" + block.info() + "\"");
                }
                yield List.of();
            }
        };
    }

    private List<String> run(List<Statement> statements, Path folder) throws IOException {
        Path work = Files.createDirectories(folder.resolve("work"));
        Path programs = Files.createDirectories(folder.resolve("programs"));
        Path logs = Files.createDirectories(folder.resolve("logs"));
        // Both ways to call it: from a clone, and from PATH.
        for (Path place : List.of(programs, work)) {
            Tools.script(place.resolve("stoa"), "exec '" + Clone.root().resolve("stoa") + "' \"$@\"\n");
        }
        // A reader stands in the clone, where the examples are.
        Files.createSymbolicLink(work.resolve("examples"), Clone.root().resolve("examples"));
        // What a document starts in the background, and does not stop, ends with it.
        var script = new StringBuilder(
                "trap 'jobs -p >\"%1$s/jobs\"; xargs kill <\"%1$s/jobs\"; wait' EXIT\n".formatted(logs));
        for (int i = 0; i < statements.size(); i++) {
            Files.writeString(logs.resolve(i + ".sh"), statements.get(i).text() + "\n");
            script.append(". '%1$s/%2$d.sh' >'%1$s/%2$d.out' 2>&1; echo $? >'%1$s/%2$d.exit'\n".formatted(logs, i));
            script.append("[ \"$(cat '%s/%d.exit')\" = %d ] || exit 0\n"
                    .formatted(logs, i, statements.get(i).exit()));
        }
        Path driver = Files.writeString(logs.resolve("all.sh"), script);
        Run.Started shell = environment(Run.of("sh", driver).in(work), folder)
                .onPath(programs)
                .start();
        shell.finish();
        for (int i = 0; i < statements.size(); i++) {
            Optional<String> problem = problem(statements.get(i), logs.resolve(i + ".exit"), logs.resolve(i + ".out"));
            if (problem.isPresent()) {
                return List.of(problem.get());
            }
        }
        return List.of();
    }

    /** The same for everybody, whatever machine and user run the test. */
    static Run environment(Run run, Path folder) {
        return run.with("HOME", folder)
                .with("STOA_DATA", folder.resolve("work/stoa-data"))
                .with("STOA_JAVA_OPTS", SHORT_LIFE)
                .with("LC_ALL", "C.UTF-8")
                .with("TZ", "UTC")
                .with("NO_COLOR", "1")
                .with("TERM", "dumb");
    }

    private Optional<String> problem(Statement statement, Path exit, Path out) {
        String output = Files.exists(out) ? Clone.read(out) : "";
        String status = Files.exists(exit) ? Clone.read(exit).strip() : "none, the shell ended";
        boolean asShown =
                statement.shown().map(lines -> new Shown(lines).matches(output)).orElse(true);
        if (status.equals(String.valueOf(statement.exit())) && asShown) {
            return Optional.empty();
        }
        String promise = statement
                .shown()
                .map(lines -> "\nshown:\n" + String.join("\n", lines))
                .orElse("");
        return Optional.of("%s:%d: %s\nexit code: %s, stated %d%s\nprinted:\n%s"
                .formatted(name, statement.line(), statement.text(), status, statement.exit(), promise, output));
    }
}
