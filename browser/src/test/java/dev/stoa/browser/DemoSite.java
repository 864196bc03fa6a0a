package dev.stoa.browser;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.console.Console;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A real server with the demo and one run of an agent, filled once for a JVM. Tests only read it. */
public final class DemoSite implements AutoCloseable {
    private static final Pattern LINK = Pattern.compile("href=\"(/[^\"#?]*)(?:\\?([^\"#]*))?");
    private static final Pattern NAME = Pattern.compile("(?:^|&amp;|&)([^=&;]*)=");
    private static final int PAGES = 500;

    /** The time at which everything in it happened and is looked at. */
    static final Instant NOW = Instant.parse("2026-03-06T14:00:00Z");

    private final Path folder;
    private final RunningServer server;
    private final Map<String, String> addresses;

    private DemoSite(Path folder, RunningServer server) {
        this.folder = folder;
        this.server = server;
        this.addresses = found(server);
    }

    static DemoSite start() {
        try {
            Path folder = Files.createTempDirectory("stoa-demo");
            RunningServer server = RunningServer.demo(folder.toString(), folder, InstantSource.fixed(NOW));
            send(server, "agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}");
            send(server, "runs", "{\"agent\":\"scout\",\"input\":\"Look around\"}");
            return new DemoSite(folder, server);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void send(RunningServer server, String path, String body) {
        Reply reply = server.post(path, body);
        if (reply.status() >= 300) {
            throw new IllegalStateException(path + ": " + reply.raw().body());
        }
    }

    RunningServer server() {
        return server;
    }

    /** The address to which that of a debate's name leads. */
    String debate(String name) {
        return "/debates/" + server.get("debates/" + name).body().get("id");
    }

    /** An address with the ids of the debates that it names. */
    String whole(String address) {
        String whole = address;
        for (String name : List.of("release-friday", "demo-paused", "demo-code")) {
            whole = whole.startsWith("/debates/" + name)
                    ? debate(name) + whole.substring(("/debates/" + name).length())
                    : whole;
        }
        return whole;
    }

    /** An address for each page of the console, by its path in the table; a page without one cannot be reached. */
    Map<String, String> addresses() {
        return addresses;
    }

    /** Follows links from the pages without ids until each page with one is found. */
    private static Map<String, String> found(RunningServer server) {
        Map<String, String> found = new LinkedHashMap<>();
        Deque<String> next = new ArrayDeque<>();
        for (String path : Console.paths()) {
            if (path.indexOf('{') < 0) {
                found.put(path, "/" + path);
                next.add("/" + path);
            }
        }
        // Only one debate has versions.
        next.addFirst("/debates/" + server.get("debates/demo-code").body().get("id") + "/versions");
        Set<String> seen = new HashSet<>(next);
        for (int i = 0;
                i < PAGES && !next.isEmpty() && found.size() < Console.paths().size();
                i++) {
            String body = server.sendRaw("GET", next.remove(), null, "Accept", "text/html")
                    .raw()
                    .body();
            Matcher links = LINK.matcher(body);
            while (links.find()) {
                String link = links.group(1);
                String page = page(link);
                if (page == null || link.endsWith(".json")) {
                    continue;
                }
                String query = links.group(2) == null ? "" : links.group(2);
                // A view of a kind of page that was not seen yet may lead further; of each kind one is enough.
                if (!query.isEmpty() && seen.add(page + "?" + names(query))) {
                    next.addLast(link + "?" + query.replace("&amp;", "&"));
                }
                if (seen.add(link)) {
                    // Pages of kinds that were not seen yet come first.
                    if (!found.containsKey(page) && isPage(server, link)) {
                        found.put(page, link);
                        next.addFirst(link);
                    } else {
                        next.addLast(link);
                    }
                }
            }
        }
        return found;
    }

    /** Whether an address is that of a page and not of an act or a file: it has a twin. */
    private static boolean isPage(RunningServer server, String link) {
        return server.sendRaw("GET", link + ".json", null).status() == 200;
    }

    private static String names(String query) {
        return NAME.matcher(query)
                .results()
                .map(name -> name.group(1))
                .sorted()
                .distinct()
                .collect(Collectors.joining("&"));
    }

    /** The path of the page that an address leads to; null if it leads to none. */
    static @Nullable String page(String address) {
        String[] asked = address.substring(1).split("/", -1);
        return Console.paths().stream()
                .filter(path -> fits(path.split("/", -1), asked))
                .min(Comparator.comparingLong(
                        path -> path.chars().filter(c -> c == '{').count()))
                .orElse(null);
    }

    private static boolean fits(String[] page, String[] asked) {
        return page.length == asked.length
                && Stream.iterate(0, i -> i < page.length, i -> i + 1)
                        .allMatch(i -> page[i].startsWith("{") ? !asked[i].isEmpty() : page[i].equals(asked[i]));
    }

    /** Pages that have no address. */
    List<String> unreached() {
        return Console.paths().stream()
                .filter(path -> !addresses.containsKey(path))
                .toList();
    }

    @Override
    public void close() {
        server.close();
        try (Stream<Path> files = Files.walk(folder)) {
            Path[] all = files.toArray(Path[]::new);
            Arrays.sort(all, Comparator.reverseOrder());
            for (Path file : all) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
