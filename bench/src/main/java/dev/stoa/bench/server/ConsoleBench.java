package dev.stoa.bench.server;

import com.sun.management.OperatingSystemMXBean;
import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalTurn;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.demo.Demo;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.server.StoaServer;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What pages of the console cost the server, and how soon they hear of a change. Not thread-safe. Clients and server
 * share the process; what a browser does with a page is measured elsewhere.
 */
public final class ConsoleBench {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final Prose WORDS = new Prose(20);
    private static final Principal ME = Principal.local();
    private static final Pattern LINK = Pattern.compile("<a [^>]*href=\"(/[^\"#?]*)");
    private static final Pattern FILE = Pattern.compile(".*\\.[a-z]+|/(api|assets|logout).*");
    private static final double MILLIS = 1e3;
    private static final int SEATS = 10;
    private static final int PORTION = 500;
    private static final int TABS = 200;
    private static final int PAGES = 150;

    private final Pace pace;
    private final int times;

    ConsoleBench(Pace pace) {
        this.pace = pace;
        this.times = Math.max(2, pace.small() / 50);
    }

    /** What the pages of a site with an example of everything cost; a moment's run looks at empty ones. */
    String demo(StoaServer demo) throws Exception {
        int most = Math.min(PAGES, pace.small() / 6);
        if (most == PAGES) {
            Engines engines = Engines.over(demo.stoa(), Map.of(), InstantSource.system(), "bench");
            Demo.forEmpty(demo.stoa(), engines, Principal.operator("bench")).fill();
        }
        List<Double> all = new ArrayList<>();
        String slowest = "";
        double longest = 0;
        Set<String> pages = pages(demo.port(), most);
        try (KeepAlive connection = new KeepAlive(demo.port())) {
            for (String page : pages) {
                List<Double> taken = millis(connection, page);
                all.addAll(taken);
                double middle = ServerBench.at(taken, 0.5);
                if (middle > longest) {
                    longest = middle;
                    slowest = page.replaceAll("[0-9a-f-]{36}", "{id}");
                }
            }
        }
        Collections.sort(all);
        double middle = ServerBench.at(all, 0.5);
        double late = ServerBench.at(all, 0.95);
        return String.format(
                Locale.ROOT,
                "- %d pages of the demo, each %d times: at the median %.1f ms (aim: 10), at 95 %% %.1f ms (aim: 30); the"
                        + " slowest is `%s` with %.1f ms: %s",
                pages.size(),
                times,
                middle,
                late,
                slowest,
                longest,
                verdict(middle <= 10 && late <= 30));
    }

    /** The pages that links lead to, from the first on. */
    private static Set<String> pages(int port, int most) throws IOException {
        Set<String> pages = new LinkedHashSet<>();
        Deque<String> ahead = new ArrayDeque<>(List.of("/"));
        try (KeepAlive connection = new KeepAlive(port)) {
            while (!ahead.isEmpty() && pages.size() < most) {
                String page = ahead.remove();
                String html;
                try {
                    html = new String(connection.ask(request(page)), StandardCharsets.UTF_8);
                } catch (IOException e) {
                    // A link to a form or to what the demo has not; the connection goes on.
                    continue;
                }
                pages.add(page);
                Matcher links = LINK.matcher(html);
                while (links.find()) {
                    String link = links.group(1);
                    if (!FILE.matcher(link).matches() && !pages.contains(link) && !ahead.contains(link)) {
                        ahead.add(link);
                    }
                }
            }
        }
        return pages;
    }

    private static byte[] request(String page) {
        return KeepAlive.request("GET", page, "Accept: text/html\r\n", "");
    }

    private List<Double> millis(KeepAlive connection, String page) throws Exception {
        byte[] request = request(page);
        ServerBench.micros(times, n -> connection.ask(request));
        return ServerBench.micros(times, n -> connection.ask(request)).stream()
                .map(micros -> micros / MILLIS)
                .toList();
    }

    private double median(KeepAlive connection, String page) throws Exception {
        return ServerBench.at(millis(connection, page), 0.5);
    }

    static String verdict(boolean met) {
        return met ? "met" : "**missed**";
    }

    /** A window of a long debate beside one of a short debate, and a step back in its record. */
    List<String> debates(StoaServer server) throws Exception {
        int turns = 10 * pace.small();
        DebateEngine engine = Engines.over(server.stoa(), Map.of(), InstantSource.system(), "bench")
                .debates();
        String brief = "/debates/" + debate(engine, turns / 100);
        String lengthy = "/debates/" + debate(engine, turns);
        try (KeepAlive connection = new KeepAlive(server.port())) {
            double few = median(connection, brief + "?from=1");
            double many = median(connection, lengthy + "?from=" + turns / 2);
            byte[] step = request(lengthy + "?at=" + turns / 2);
            double cold = ServerBench.micros(1, n -> connection.ask(step)).getFirst() / MILLIS;
            double warm = median(connection, lengthy + "?at=" + (turns / 2 + 1));
            return List.of(
                    String.format(
                            Locale.ROOT,
                            "- a window of a debate of %,d turns: %.1f ms, of one of %,d turns %.1f ms (aim: 1.5 times"
                                    + " that): %s",
                            turns,
                            many,
                            turns / 100,
                            few,
                            verdict(many <= 1.5 * few)),
                    String.format(
                            Locale.ROOT,
                            "- its record as of another event: %.0f ms the first time (aim: 150), %.1f ms then (aim:"
                                    + " 30): %s",
                            cold,
                            warm,
                            verdict(cold <= 150 && warm <= 30)));
        }
    }

    private static String debate(DebateEngine engine, int turns) {
        List<Seat> seats = IntStream.range(0, SEATS)
                .mapToObj(i -> Seat.of("seat-" + i, "bench", "m-" + i))
                .toList();
        String id = engine.create(
                        DebateRequest.on("A debate of " + turns + " turns")
                                .preset(Preset.EXTERNAL)
                                .seed(1)
                                .agents(seats),
                        "bench")
                .id();
        ExternalSession session = engine.start(id, "bench");
        List<ExternalTurn> portion = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            int step = turn / SEATS;
            ExternalTurn said = ExternalTurn.of(
                            step == 0 ? 1 : 2,
                            step == 0 ? Phase.PROPOSAL : Phase.CRITIQUE,
                            seats.get(turn % SEATS).agent())
                    .content(WORDS.text(turn))
                    .answer(turn % 3 == 0 ? "north" : "south", 0.6);
            portion.add(step == 0 ? said : said.at(0, step));
            if (portion.size() == PORTION || turn == turns - 1) {
                session.turns(portion);
                portion.clear();
            }
        }
        return id;
    }

    /** Pages over few rows, and the same over many. */
    List<String> lists(StoaServer server) throws Exception {
        Stoa stoa = server.stoa();
        stoa.society().channels().create(ME, ChannelDraft.of("hall"));
        List<String> pages = List.of("/memory", "/memory/newest", "/channels/hall");
        List<Double> few = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        try (KeepAlive connection = new KeepAlive(server.port())) {
            fill(stoa, 0, pace.small());
            for (String page : pages) {
                few.add(median(connection, page));
            }
            fill(stoa, pace.small(), 2 * pace.large());
            for (int i = 0; i < pages.size(); i++) {
                double many = median(connection, pages.get(i));
                lines.add(String.format(
                        Locale.ROOT,
                        "- `%s` over %,d rows: %.1f ms, over %,d rows %.1f ms (aim: 1.3 times that): %s",
                        pages.get(i),
                        2 * pace.large(),
                        many,
                        pace.small(),
                        few.get(i),
                        verdict(many <= 1.3 * few.get(i))));
            }
        }
        return lines;
    }

    private static void fill(Stoa stoa, int from, int to) {
        for (int i = from; i < to; i += PORTION) {
            int end = Math.min(to, i + PORTION);
            stoa.learning()
                    .memories()
                    .as(ME)
                    .addAll(
                            IntStream.range(i, end)
                                    .mapToObj(n -> MemoryDraft.of(WORDS.text(n)))
                                    .toList(),
                            false);
            for (int n = i; n < end; n++) {
                stoa.society().messages().send(ME, "hall", MessageDraft.of(WORDS.text(n)));
            }
        }
    }

    /** Tabs that wait for hints: what they cost while nothing happens, and how soon one hears of a change. */
    List<String> live(StoaServer server) throws Exception {
        Stoa stoa = server.stoa();
        stoa.society().channels().create(ME, ChannelDraft.of("live"));
        int tabs = Math.min(TABS, pace.small());
        List<Socket> open = new ArrayList<>();
        try {
            List<BufferedReader> streams = new ArrayList<>();
            for (int i = 0; i < tabs; i++) {
                open.add(tab(server.port()));
                streams.add(lines(open.getLast()));
                await(streams.getLast(), "HTTP/1.1 200");
            }
            long start = System.nanoTime();
            long cpu = SYSTEM.getProcessCpuTime();
            if (new CountDownLatch(1).await(10 * pace.slice().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("nobody could release it");
            }
            double share = 100.0 * (SYSTEM.getProcessCpuTime() - cpu) / (System.nanoTime() - start);
            List<Double> taken = new ArrayList<>();
            BufferedReader lines = streams.getFirst();
            for (int i = 0; i < times; i++) {
                stoa.society().messages().send(ME, "live", MessageDraft.of(WORDS.text(i)));
                long sent = System.nanoTime();
                await(lines, "event: changed");
                taken.add((System.nanoTime() - sent) / (MILLIS * MILLIS));
            }
            Collections.sort(taken);
            double late = ServerBench.at(taken, 0.95);
            return List.of(
                    String.format(
                            Locale.ROOT,
                            "- %,d live tabs while nothing happens: %.2f %% of a core (aim: 2 %%): %s",
                            tabs,
                            share,
                            verdict(share <= 2)),
                    String.format(
                            Locale.ROOT,
                            "- from a commit to the hint in a tab, %d times: at 95 %% %.0f ms (aim: 600 with the"
                                    + " page): %s",
                            times,
                            late,
                            verdict(late <= 600)));
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    private static Socket tab(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.getOutputStream()
                .write(KeepAlive.request("GET", "/events?topic=society", "Accept: text/event-stream\r\n", ""));
        return socket;
    }

    private static BufferedReader lines(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static void await(BufferedReader lines, String text) throws IOException {
        String line = lines.readLine();
        while (line != null && !line.contains(text)) {
            line = lines.readLine();
        }
        if (line == null) {
            throw new IOException("the server ended the stream");
        }
    }
}
