package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets are planted where a user could put them, and everything that is printed is searched for them. */
class PlantedSecretsTest {
    private static final String SECRET = "hunter2hunter2";
    private static final List<List<String>> COMMANDS = List.of(
            List.of("config"),
            List.of("init"),
            List.of("doctor"),
            List.of("doctor", "--deep"),
            List.of("memory", "list"),
            List.of("backup", "x"),
            List.of("restore", "x"),
            List.of("migrate"),
            List.of("move", "--to", "x"),
            List.of("export", "--what", "debates"),
            List.of("debate", "run", "q", "--agents", "a=openai:gpt-x,b=openai:gpt-x"),
            List.of("agent", "list"));

    @TempDir
    Path folder;

    @Test
    void noOutputShowsThePasswordOfADatabaseThatDoesNotAnswer() {
        for (String url : List.of(
                "jdbc:postgresql://u:" + SECRET + "@127.0.0.1:1/db",
                "jdbc:postgresql://u:" + SECRET + "@no-such-host.invalid/db",
                "jdbc:postgresql://u:a/" + SECRET + "@b@127.0.0.1:1/db",
                "jdbc:postgresql://127.0.0.1:1/db?user=u&password=" + SECRET,
                "jdbc:postgresql://127.0.0.1:1/db?user=u&sslpassword=" + SECRET,
                "postgresql://u:" + SECRET + "@127.0.0.1:1/db",
                "https://" + SECRET + "@127.0.0.1/db")) {
            try (Terminal terminal = Terminal.on(Dialect.SQLITE, folder)) {
                Map<String, String> environment = terminal.environment();
                environment.put("STOA_POSTGRES_CONNECT_TIMEOUT_SECONDS", "1");
                silent(terminal, List.of("config", "--db", url), "");
                silent(terminal, List.of("memory", "list", url), "");
                silent(terminal, List.of("memory", "list", "--db", url), "");
                environment.put("STOA_DB", url);
                silent(terminal, List.of("doctor"), "");
                silent(terminal, List.of("config"), "--json");
                silent(terminal, List.of("backup", "x"), "--verbose");
                // Closing the terminal would drop the database.
                environment.remove("STOA_DB");
            }
        }
    }

    @Test
    void noOutputAndNoFileShowsWhatIsPlantedInSettingsAndTheEnvironment() throws IOException {
        try (Terminal terminal = Terminal.on(Dialect.SQLITE, folder)) {
            Files.writeString(folder.resolve("stoa.toml"), """
                    [provider.openai]
                    base_url = "http://u:%1$s@127.0.0.1:1/v1?api_key=%1$s"
                    api_key = "%1$s"
                    [provider.anthropic]
                    base_url = "http://%1$s@127.0.0.1:1/v1"
                    [provider.command.mine]
                    argv = ["curl", "https://u:%1$s@127.0.0.1:1/"]
                    set = { MY_TOKEN = "%1$s" }
                    """.formatted(SECRET));
            terminal.environment().put("STOA_DB_PASSWORD", SECRET);
            terminal.environment().put("STOA_PROVIDER_OLLAMA_BASE_URL", "http://u:" + SECRET + "@127.0.0.1:1");
            for (List<String> command : COMMANDS) {
                silent(terminal, command, "");
                silent(terminal, command, "--json");
                silent(terminal, command, "--verbose");
            }
            Files.writeString(folder.resolve("stoa.toml"), """
                    [provider.openai]
                    base_url = ["http://u:%1$s@127.0.0.1:1/v1"]
                    api_key = 7
                    [storage]
                    durability = "http://u:%1$s@127.0.0.1:1/v1"
                    """.formatted(SECRET));
            silent(terminal, List.of("config"), "");
            Files.delete(folder.resolve("stoa.toml"));
            silent(
                    terminal,
                    List.of("evidence", "add", "a fact", "--source", "web", "--url", "https://u:" + SECRET + "@h/x"),
                    "");
            silent(terminal, List.of("evidence", "search", "fact"), "--json");
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1))
                            .as(file.toString())
                            .doesNotContain(SECRET);
                }
            }
        }
    }

    @Test
    void aPasswordBesideTheHostAndOneInTheEnvironmentReachTheServer() {
        try (Terminal terminal = Terminal.on(Dialect.POSTGRES, folder)) {
            String url = terminal.environment().getOrDefault("STOA_DB", "");
            assertThat(url).contains("user=");
            String user = url.replaceFirst(".*[?&]user=([^&]*).*", "$1");
            terminal.environment()
                    .put(
                            "STOA_DB",
                            url.replaceFirst("user=[^&]*", "x=y").replace("//", "//" + user + ":" + SECRET + "@"));
            silent(terminal, List.of("memory", "add", "a fact"), "");
            assertThat(terminal.run("memory", "list")).as(terminal.err()).isZero();
            terminal.environment().put("STOA_DB", url);
            terminal.environment().put("STOA_DB_PASSWORD", SECRET);
            silent(terminal, List.of("config"), "");
            assertThat(terminal.out()).contains("password=***");
            assertThat(terminal.run("doctor")).as(terminal.err()).isZero();
            terminal.environment().put("STOA_DB", url);
        }
    }

    private static void silent(Terminal terminal, List<String> command, String flag) {
        String[] all = Stream.concat(command.stream(), Stream.of(flag).filter(text -> !text.isEmpty()))
                .toArray(String[]::new);
        if (flag.equals("--verbose")) {
            // Stack traces are shown then, which the terminal of the tests refuses; what it read stays.
            try {
                terminal.run(all);
            } catch (AssertionError e) {
                assertThat(e.getMessage()).contains("\tat ");
            }
        } else {
            terminal.run(all);
        }
        assertThat(terminal.out() + terminal.err()).as(String.join(" ", all)).doesNotContain(SECRET);
    }
}
