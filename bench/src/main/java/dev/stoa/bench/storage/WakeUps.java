package dev.stoa.bench.storage;

import com.sun.management.OperatingSystemMXBean;
import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Stores;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.message.MessageWait;
import dev.stoa.storage.Durability;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * How long it takes from a commit until a waiting thread has the message, and what waiting costs. Stateless. Told in
 * percentiles, because the last of a hundred is the one that is noticed.
 */
public record WakeUps(Stores stores, Pace pace) {
    private static final Principal ANA = Principal.as("ana");
    private static final Principal BO = Principal.as("bo");
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SETTLING = Duration.ofSeconds(2);
    private static final double MICROS = 1e3;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** The other process: sends a message for each line it reads, and tells the microsecond at which it was stored. */
    public static void main(String[] arguments) throws IOException {
        Path data = Path.of(arguments[0]);
        try (Stoa stoa = open(data);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                stoa.society().messages().send(ANA, "hall", MessageDraft.of(line));
                System.out.println(micros());
            }
        }
    }

    private static Stoa open(Path data) {
        return Stoa.open(StoaConfig.load(
                ConfigSources.of(data, Map.of("STOA_SEARCH_EMBEDDER", "off"), Location.directory(data))));
    }

    /** Both processes read the same clock. */
    private static long micros() {
        Instant now = InstantSource.system().instant();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }

    public List<String> measured() throws Exception {
        int times = Math.max(5, 20 * pace.rounds());
        try (Stoa stoa = stores.open(Durability.NORMAL)) {
            for (Principal actor : List.of(ANA, BO)) {
                stoa.society().agents().register(Principal.local(), AgentDraft.of(actor.identity(), "none:"));
            }
            stoa.society().channels().create(ANA, ChannelDraft.of("hall"));
            return List.of(
                    told("wake-up in the same process", here(stoa, times), 10),
                    told("wake-up in another process", there(stoa, times), 400),
                    idle(stoa));
        }
    }

    private static String told(String what, List<Long> micros, int most) {
        Collections.sort(micros);
        double median = micros.get(micros.size() / 2) / MICROS;
        double late = micros.get((int) Math.ceil(micros.size() * 0.99) - 1) / MICROS;
        return String.format(
                Locale.ROOT,
                "- %s, from the end of `send` to the end of `wait`, %d times: median %.1f ms, 99 %% within %.1f ms"
                        + " (aim: %d ms): %s",
                what,
                micros.size(),
                median,
                late,
                most,
                late <= most ? "met" : "**missed**");
    }

    /** A waiting thread, and the microsecond at which its wait was over. */
    private static FutureTask<Long> waiting(Stoa stoa) {
        FutureTask<Long> over = new FutureTask<>(() -> {
            stoa.society().bookmarks().await(BO, MessageWait.in("hall", LONG));
            return micros();
        });
        Thread.ofPlatform().daemon().start(over);
        return over;
    }

    private static List<Long> here(Stoa stoa, int times) throws Exception {
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            FutureTask<Long> over = waiting(stoa);
            stoa.society().messages().send(ANA, "hall", MessageDraft.of("here " + i));
            long sent = micros();
            micros.add(Math.max(0, over.get() - sent));
        }
        return micros;
    }

    private static List<Long> there(Stoa stoa, int times) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        WakeUps.class.getName(),
                        stoa.config().location().directory().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<Long> micros = new ArrayList<>();
        try (OutputStream to = process.getOutputStream();
                BufferedReader from =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < times; i++) {
                FutureTask<Long> over = waiting(stoa);
                to.write(("there " + i + "\n").getBytes(StandardCharsets.UTF_8));
                to.flush();
                String sent = from.readLine();
                if (sent == null) {
                    throw new IllegalStateException("the other process has ended");
                }
                micros.add(Math.max(0, over.get() - Long.parseLong(sent)));
            }
        } finally {
            process.destroy();
            process.waitFor();
        }
        return micros;
    }

    /** What many who wait cost while nothing happens. */
    private String idle(Stoa stoa) throws Exception {
        int waiters = pace.small();
        CountDownLatch begun = new CountDownLatch(waiters);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                begun.countDown();
                try {
                    stoa.society().bookmarks().await(BO, MessageWait.in("hall", LONG));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        begun.await();
        Duration span = pace.slice().multipliedBy(10);
        CountDownLatch never = new CountDownLatch(1);
        // What they do at first is over before it counts.
        boolean released = never.await(SETTLING.toMillis(), TimeUnit.MILLISECONDS);
        long start = System.nanoTime();
        long cpu = SYSTEM.getProcessCpuTime();
        released |= never.await(span.toMillis(), TimeUnit.MILLISECONDS);
        double share = 100.0 * (SYSTEM.getProcessCpuTime() - cpu) / (System.nanoTime() - start);
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
        if (released) {
            throw new IllegalStateException("nobody could release it");
        }
        return String.format(
                Locale.ROOT,
                "- %,d waiters while nothing happens: %.2f %% of a core (aim: 1 %%): %s",
                waiters,
                share,
                share <= 1 ? "met" : "**missed**");
    }
}
