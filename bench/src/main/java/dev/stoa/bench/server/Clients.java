package dev.stoa.bench.server;

import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;

/** Callers with a connection each, which send one request after another. Not thread-safe. */
final class Clients implements InProcess.Way {
    private final int port;
    private final Crowd crowd;
    private final LongFunction<byte[]> request;
    private final List<KeepAlive> connections = new ArrayList<>();
    private long done;

    Clients(int port, Crowd crowd, LongFunction<byte[]> request) {
        this.port = port;
        this.crowd = crowd;
        this.request = request;
    }

    @Override
    public Callable<Long> prepare(int ops) throws IOException, InterruptedException {
        // Not before they are needed: a server closes connections that are silent for a minute.
        while (connections.size() < crowd.threads()) {
            connections.add(new KeepAlive(port));
        }
        long first = done;
        done += ops;
        return crowd.prepare(ops, (thread, op) -> {
            connections.get(thread).ask(request.apply(first + op));
            return 1;
        });
    }

    @Override
    public void close() throws IOException {
        for (KeepAlive connection : connections) {
            connection.close();
        }
    }
}
