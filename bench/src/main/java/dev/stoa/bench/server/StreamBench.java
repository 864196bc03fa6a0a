package dev.stoa.bench.server;

import com.sun.management.OperatingSystemMXBean;
import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Pace;
import dev.stoa.server.StoaServer;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What many open streams cost, and how long an event takes to reach all of them. Not thread-safe. One selector reads
 * them all, so that their clients weigh little beside the server in the same process.
 */
public final class StreamBench {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final Principal ME = Principal.local();
    private static final byte[] REQUEST =
            KeepAlive.request("GET", "/api/v1/society/events", "Accept: text/event-stream\r\n", "");
    private static final double MILLIS = 1e6;
    private static final int MOST_BYTES = 12 << 10;
    private static final int LATE_MILLIS = 500;

    private final StoaServer server;
    private final Pace pace;
    private final ByteBuffer read = ByteBuffer.allocateDirect(64 << 10);

    StreamBench(StoaServer server, Pace pace) {
        this.server = server;
        this.pace = pace;
    }

    public List<String> measured() throws Exception {
        Stoa stoa = server.stoa();
        stoa.society().channels().create(ME, ChannelDraft.of("hall"));
        int streams = pace.small();
        long before = heap();
        try (Selector selector = Selector.open()) {
            List<SocketChannel> channels = new ArrayList<>();
            try {
                for (int i = 0; i < streams; i++) {
                    channels.add(opened(selector));
                }
                awaitAll(selector, "event: hello", streams);
                return List.of(
                        weight(streams, (heap() - before) / streams), idle(streams), arrival(stoa, selector, streams));
            } finally {
                for (SocketChannel channel : channels) {
                    channel.close();
                }
            }
        }
    }

    private SocketChannel opened(Selector selector) throws IOException {
        SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        channel.write(ByteBuffer.wrap(REQUEST));
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
        return channel;
    }

    /** Reads until as many streams have had a text; returns when each had it. */
    private List<Long> awaitAll(Selector selector, String text, int streams) throws IOException {
        List<Long> times = new ArrayList<>();
        while (times.size() < streams) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                read.clear();
                if (((SocketChannel) key.channel()).read(read) < 0) {
                    throw new IllegalStateException("the server ended a stream");
                }
                read.flip();
                if (StandardCharsets.UTF_8.decode(read).toString().contains(text)) {
                    times.add(System.nanoTime());
                }
            }
            selector.selectedKeys().clear();
        }
        return times;
    }

    private static String weight(int streams, long bytes) {
        return String.format(
                Locale.ROOT,
                "- %,d idle streams: %.1f KiB of heap each, with their clients (aim: %d): %s",
                streams,
                bytes / 1024.0,
                MOST_BYTES >> 10,
                bytes <= MOST_BYTES ? "met" : "**missed**");
    }

    private String idle(int streams) throws InterruptedException {
        long start = System.nanoTime();
        long cpu = SYSTEM.getProcessCpuTime();
        if (new CountDownLatch(1).await(10 * pace.slice().toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("nobody could release it");
        }
        double share = 100.0 * (SYSTEM.getProcessCpuTime() - cpu) / (System.nanoTime() - start);
        return String.format(
                Locale.ROOT,
                "- %,d streams while nothing happens: %.2f %% of a core (aim: 1 %%): %s",
                streams,
                share,
                share <= 1 ? "met" : "**missed**");
    }

    /** One message, which everybody follows: the first that have it, and the last. */
    private String arrival(Stoa stoa, Selector selector, int streams) throws IOException {
        List<Double> first = new ArrayList<>();
        List<Double> last = new ArrayList<>();
        for (int i = 0; i < Math.max(2, 3 * pace.rounds()); i++) {
            stoa.society().messages().send(ME, "hall", MessageDraft.of("hello " + i));
            long sent = System.nanoTime();
            List<Long> times = awaitAll(selector, "event: message", streams);
            first.add((Collections.min(times) - sent) / MILLIS);
            last.add((Collections.max(times) - sent) / MILLIS);
        }
        Collections.sort(first);
        Collections.sort(last);
        return String.format(
                Locale.ROOT,
                "- from a commit to its event at %,d streams, %d times: the first has it after %.1f ms, the last after"
                        + " %.1f ms (medians), at most %.1f ms (aim: %d): %s",
                streams,
                last.size(),
                first.get(first.size() / 2),
                last.get(last.size() / 2),
                last.getLast(),
                LATE_MILLIS,
                last.getLast() <= LATE_MILLIS ? "met" : "**missed**");
    }

    private static long heap() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
