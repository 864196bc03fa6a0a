package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The image and the service, without a container tool: what they copy is there, and what they start is started here, in a
 * folder that stands for the root of the machine.
 */
class PackagingTest {
    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final String LISTENING = "stoa: listening on ";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path machine;

    @Test
    void theImageCopiesWhatTheBuildLeavesAndStartsAsAUserWithoutRights() {
        List<String> steps = dockerfile();

        assertThat(steps).anyMatch(step -> step.equals("USER stoa"));
        assertThat(steps.indexOf("USER stoa"))
                .isGreaterThan(steps.indexOf("COPY " + copied().getFirst() + " " + copied().get(1)));
        assertThat(Clone.root().resolve(copied().getFirst())).isRegularFile();
        assertThat(Clone.read(Clone.root().resolve("packaging/Dockerfile.dockerignore")))
                .isEqualTo("*\n!" + copied().getFirst() + "\n");
    }

    @Test
    void theImageStartsOnlyWithATokenAndAnswersThoseWhoHaveIt() throws IOException, InterruptedException {
        Files.createDirectories(machine.resolve("data"));
        put(copied().getFirst(), copied().get(1));
        List<String> program = here(words("ENTRYPOINT "));

        Run.Result refused = inImage(program, words("CMD ")).finish();
        assertThat(refused.exit()).as(refused.err()).isEqualTo(4);
        assertThat(refused.err()).contains("there is no token");
        Run.Result created = inImage(program, List.of("token", "create", "--scope", "admin", "--label", "first"))
                .finish();
        Matcher token = Pattern.compile("stoa_\\S+").matcher(created.out());
        assertThat(token.find()).as(created.out() + created.err()).isTrue();
        answers(inImage(program, words("CMD ")), "0.0.0.0", token.group());
    }

    private Run inImage(List<String> program, List<String> arguments) {
        List<String> command = new ArrayList<>(program);
        command.addAll(arguments);
        Run run = Run.of(command.toArray()).in(machine.resolve("data"));
        for (Map.Entry<String, String> variable : variables().entrySet()) {
            run = run.with(variable.getKey(), variable.getValue());
        }
        // The port of the image may be taken on this machine.
        return run.with("STOA_SERVER_PORT", 0);
    }

    @Test
    void theServiceStartsForThisMachineAloneAndAnswersNothingButItsHealthWithoutAToken()
            throws IOException, InterruptedException {
        Files.createDirectories(machine.resolve("var/lib/stoa"));
        put("cli/target/stoa.jar", "/opt/stoa/stoa.jar");
        Run run = Run.of(here(List.of(setting("ExecStart")
                                .replace("--port 7070", "--port 0")
                                .split(" ", -1)))
                        .toArray())
                .in(here(setting("WorkingDirectory")));
        for (String line :
                unit().lines().filter(line -> line.startsWith("Environment=")).toList()) {
            String[] variable = line.substring("Environment=".length()).split("=", 2);
            run = run.with(variable[0], variable[1].startsWith("/") ? here(variable[1]) : variable[1]);
        }

        answers(run, "127.0.0.1", null);
    }

    @Test
    void systemdTakesTheUnitAsItIs() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin/java");
        Path unit = Files.writeString(
                machine.resolve("stoa.service"), unit().replace("ExecStart=/usr/bin/java", "ExecStart=" + java));
        Run.Result asked = Run.of(
                        "sh",
                        "-c",
                        "command -v systemd-analyze >/dev/null || { echo none; exit; }; systemd-analyze verify \"$0\" 2>&1",
                        unit)
                .finish();

        assertThat(asked.out().lines().filter(line -> line.contains("stoa.service")))
                .isEmpty();
        assertThat(unit()).contains("NoNewPrivileges=yes", "ProtectSystem=strict", "\nUser=stoa\n");
    }

    /** Starts a server and asks it; the token is null if none was made. */
    private static void answers(Run run, String host, @Nullable String token) throws IOException, InterruptedException {
        Run.Started server = run.startPiped();
        try (HttpClient client = HttpClient.newHttpClient()) {
            String url = server.awaitLine(LISTENING).substring(LISTENING.length());
            assertThat(URI.create(url).getHost()).isEqualTo(host);
            String here = "http://127.0.0.1:" + URI.create(url).getPort() + "/api/v1/";
            assertThat(status(client, here + "health/live", null)).isEqualTo(200);
            assertThat(status(client, here + "memories", null)).isEqualTo(401);
            if (token != null) {
                assertThat(status(client, here + "memories", token)).isEqualTo(200);
            }
        } finally {
            server.process().destroy();
            server.process().waitFor();
        }
        assertThat(server.process().exitValue()).isEqualTo(143);
    }

    private static int status(HttpClient client, String url, @Nullable String token)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private void put(String source, String target) throws IOException {
        Path file = here(target);
        Files.createDirectories(file.resolveSibling("."));
        Files.createSymbolicLink(file, Clone.root().resolve(source));
    }

    /** A path of the machine in the folder that stands for it. */
    private Path here(String path) {
        return machine.resolve(path.substring(1));
    }

    /** A command with its paths in that folder, and the Java that runs this test. */
    private List<String> here(List<String> command) {
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        return command.stream()
                .map(word -> word.equals("java") || word.endsWith("/java")
                        ? java
                        : word.startsWith("/") ? here(word).toString() : word)
                .toList();
    }

    /** The steps of the Dockerfile, each in one line. */
    private static List<String> dockerfile() {
        return Clone.read(Clone.root().resolve("packaging/Dockerfile"))
                .replaceAll("\\\\\\n\\s*", "")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    private static String step(String beginning) {
        return dockerfile().stream()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow()
                .substring(beginning.length());
    }

    /** What is copied, and where to. */
    private static List<String> copied() {
        return List.of(step("COPY ").split(" ", -1));
    }

    private static List<String> words(String beginning) {
        return QUOTED.matcher(step(beginning))
                .results()
                .map(word -> word.group(1))
                .toList();
    }

    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String variable : step("ENV ").split(" ", -1)) {
            String[] parts = variable.split("=", 2);
            variables.put(parts[0], parts[1].startsWith("/") ? here(parts[1]).toString() : parts[1]);
        }
        return variables;
    }

    private static String unit() {
        return Clone.read(Clone.root().resolve("packaging/stoa.service"));
    }

    private static String setting(String name) {
        return unit().lines()
                .filter(line -> line.startsWith(name + "="))
                .findFirst()
                .orElseThrow()
                .substring(name.length() + 1);
    }
}
