package dev.stoa.bench.server;

import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.server.StoaServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a good client notices of others that connect and say nothing. Not thread-safe. Of those beyond
 * {@code server.max_connections} none is taken until another has gone.
 */
final class SilentClients {
    private static final int TIMES = 2_000;
    private static final double MILLIS = 1e3;

    private final StoaServer server;
    private final int clients;

    SilentClients(StoaServer server, int clients) {
        this.server = server;
        this.clients = clients;
    }

    String measured() throws Exception {
        String id = server.stoa()
                .learning()
                .memories()
                .add(MemoryDraft.of("a memory"))
                .value()
                .id();
        byte[] request = KeepAlive.request("GET", "/api/v1/memories/" + id, "", "");
        List<SocketChannel> silent = new ArrayList<>();
        try (KeepAlive good = new KeepAlive(server.port())) {
            ServerBench.micros(TIMES, n -> good.ask(request));
            double before = ServerBench.at(ServerBench.micros(TIMES, n -> good.ask(request)), 0.99);
            open(silent);
            double beside = ServerBench.at(ServerBench.micros(TIMES, n -> good.ask(request)), 0.99);
            return String.format(
                    Locale.ROOT,
                    "- `GET memories/{id}` beside %,d silent connections: at 99 %% %.2f ms, without them %.2f ms (aim: 3"
                            + " times that): %s",
                    silent.size(),
                    beside / MILLIS,
                    before / MILLIS,
                    beside <= 3 * before ? "met" : "**missed**");
        } finally {
            for (SocketChannel channel : silent) {
                channel.close();
            }
        }
    }

    /** As many as the system lets one process have; some are left waiting, which must not stop this one. */
    private void open(List<SocketChannel> silent) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
        try {
            while (silent.size() < clients) {
                SocketChannel channel = SocketChannel.open();
                silent.add(channel);
                channel.configureBlocking(false);
                channel.connect(address);
            }
        } catch (IOException e) {
            // The number in the line tells how many there were.
        }
    }
}
