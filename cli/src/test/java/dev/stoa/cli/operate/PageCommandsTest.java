package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.StoaConfig;
import dev.stoa.cli.Terminal;
import dev.stoa.cli.console.LocationOptions;
import dev.stoa.config.ConfigSources;
import dev.stoa.server.StoaServer;
import dev.stoa.server.console.Console;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands that pages of the console show. */
@SuppressWarnings("NullAway.Init")
class PageCommandsTest {
    private static final Pattern EMPTY = Pattern.compile("(?s)<div class=\"empty\">(.*?)</div>\\s*(?:</div>|<)");
    private static final Pattern CODE = Pattern.compile("<code>stoa (.*?)</code>");
    private static final Pattern HINT =
            Pattern.compile("(?s)<details class=\"hint\"[^>]*>(?:(?!</details>).)*?<code>stoa (.*?)</code>");

    /** A link to one of many. */
    private static final Pattern LINK = Pattern.compile(
            "href=\"/(memory|consensus|debates|evidence|documents|agents|runs|tasks|notes|knowledge|conversations|corrections"
                    + "|specialists|audit|evolve|profiles|episodes|channels|ratings)/([A-Za-z0-9%-]{5,})(?=\")");

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    /** A word in capitals stands for something that the reader has. */
    private static final Pattern OWN = Pattern.compile("\\b[A-Z]{2,}\\b");

    /** What is empty as long as all is well, until something is chosen, or as an example. */
    private static final Set<String> NOTHING_TO_DO = Set.of(
            "/breakers", "/debates/compare", "/profiles/compare", "/memory/graph", "/ops/api", "/ops/styleguide");

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    private Terminal terminal;
    private StoaServer server;

    @BeforeEach
    void open() throws IOException {
        terminal = Terminal.on(Dialect.SQLITE, folder);
        StoaConfig config = StoaConfig.load(ConfigSources.of(
                folder, terminal.environment(), LocationOptions.choose(null, null, terminal.environment(), folder)));
        server = StoaServer.start(config, "127.0.0.1", 0, InstantSource.system());
    }

    @AfterEach
    void close() {
        server.close();
        terminal.close();
    }

    private String page(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                        .header("Accept", "text/html")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer.body();
    }

    private static String text(String html) {
        return html.replace("&#34;", "\"")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }

    /** The commands of an offer, without the name of the program. */
    private static List<String> commands(String offer) {
        return List.of(offer.split(" && stoa ", -1));
    }

    private static String[] words(String command) {
        return WORD.matcher(command)
                .results()
                .map(word ->
                        word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3))
                .toArray(String[]::new);
    }

    /** The lists that are empty, each with the command that it offers; one that offers none has an empty text. */
    private Map<String, String> offers() throws IOException, InterruptedException {
        Map<String, String> offers = new LinkedHashMap<>();
        for (String path : Console.paths()) {
            String address = "/" + path;
            if (path.indexOf('{') < 0 && !NOTHING_TO_DO.contains(address)) {
                Matcher empty = EMPTY.matcher(page(address));
                if (empty.find()) {
                    Matcher code = CODE.matcher(empty.group());
                    offers.put(address, code.find() ? text(code.group(1)) : "");
                }
            }
        }
        return offers;
    }

    @Test
    void anEmptyArchiveOffersAFirstStepOnEveryPageAndTheOfferedCommandWorks() throws Exception {
        Path manual = Files.writeString(folder.resolve("manual.md"), "# Tills\n\nTill 3 restarts at noon.\n");
        Files.writeString(folder.resolve("claim.smt2"), "(declare-const x Int)(assert (> x 3))(assert (not (> x 2)))");
        Map<String, String> offers = offers();
        assertThat(offers).hasSizeGreaterThan(15).doesNotContainValue("");
        // The first token closes the server to those who have none.
        String token = offers.remove("/tokens");
        // What documents there are changes what a question gets.
        Map<String, String> ordered = new LinkedHashMap<>();
        ordered.put("/conversations", String.valueOf(offers.get("/conversations")));
        ordered.putAll(offers);
        SoftAssertions all = new SoftAssertions();
        for (Map.Entry<String, String> offer : ordered.entrySet()) {
            if (OWN.matcher(offer.getValue()).find()) {
                continue;
            }
            for (String command : commands(offer.getValue())) {
                String[] words = words(command.replace("manual.md", manual.toString()));
                int exit = terminal.run(words);
                all.assertThat(exit).as(offer + ": " + terminal.err()).isZero();
            }
            // A server reads its keys when it starts.
            all.assertThat(!offer.getKey().equals("/keys")
                            && EMPTY.matcher(page(offer.getKey())).find())
                    .as(offer.toString())
                    .isFalse();
        }
        all.assertThat(terminal.run(words(String.valueOf(token)))).as(token).isZero();
        all.assertAll();
    }

    @Test
    void theCommandOfAPageIsOneOfTheCommandLine() throws Exception {
        Map<String, String> offers = offers();
        offers.remove("/tokens");
        for (String offer : offers.values()) {
            for (String command : commands(offer)) {
                terminal.run(words(command.replace("split-100", "split-100 --generations 1")));
            }
        }
        Map<String, String> commands = new TreeMap<>();
        Set<String> kinds = new HashSet<>();
        for (String path : Console.paths()) {
            if (path.indexOf('{') < 0) {
                String page = page("/" + path);
                Matcher links = LINK.matcher(page);
                shown("/" + path, page, commands);
                while (links.find()) {
                    // Of each list one thing is enough.
                    if (kinds.add(links.group(1)) && !links.group(2).equals("new")) {
                        shown(links.group(), page(links.group().substring(6)), commands);
                    }
                }
            }
        }
        assertThat(commands).hasSizeGreaterThan(40);
        CommandLine program = Terminal.commands();
        SoftAssertions all = new SoftAssertions();
        commands.forEach((address, command) -> all.assertThatCode(() -> parsed(program, words(command)))
                .as(address + ": stoa " + command)
                .doesNotThrowAnyException());
        all.assertAll();
    }

    private static void shown(String address, String page, Map<String, String> commands) {
        Matcher hint = HINT.matcher(page);
        if (hint.find()) {
            commands.put(address, text(hint.group(1)));
        }
    }

    /** Whether the words are understood, as far as they are given: a page may leave out what is chosen. */
    private static void parsed(CommandLine commands, String[] words) {
        try {
            commands.parseArgs(words);
        } catch (CommandLine.MissingParameterException e) {
            // A noun without its verb is also told so.
            assertThat(e.getCommandLine().getSubcommands()).isEmpty();
        }
    }
}
