package dev.stoa.server.mcp;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The requests of one client that are worked on, so that it can cancel them. Thread-safe. */
final class InFlight {
    private final Map<Object, Entry> byId = new ConcurrentHashMap<>();

    /** A request that is expected, and then worked on by the thread which begins it until that thread closes it. */
    final class Entry implements AutoCloseable {
        private final Object id;
        private final String method;
        private @Nullable Thread worker;
        private boolean cancelled;
        private boolean over;

        private Entry(Object id, String method) {
            this.id = id;
            this.method = method;
        }

        private synchronized boolean begin() {
            if (worker != null) {
                return false;
            }
            worker = Thread.currentThread();
            return true;
        }

        private synchronized void cancel() {
            if (!over) {
                cancelled = true;
                if (worker != null) {
                    worker.interrupt();
                }
            }
        }

        /** Whether the client does not want the answer any more. */
        synchronized boolean isCancelled() {
            return cancelled;
        }

        @Override
        public void close() {
            byId.remove(id, this);
            synchronized (this) {
                over = true;
                if (cancelled) {
                    // The interrupt was for this work, and must not end what the thread does next.
                    Thread.interrupted();
                }
            }
        }
    }

    /** Expects a request that another thread will begin, so that it can be cancelled before that. */
    void expect(Object id, String method) {
        if (byId.putIfAbsent(id, new Entry(id, method)) != null) {
            throw busy();
        }
    }

    /** Begins a request; one of the same id must be over. */
    Entry begin(Object id, String method) {
        Entry entry = byId.computeIfAbsent(id, key -> new Entry(key, method));
        if (!entry.begin()) {
            throw busy();
        }
        return entry;
    }

    private static McpError busy() {
        return McpError.request("a request with this id is still being answered");
    }

    /** Cancels a request; one that is over, or unknown, is no fault. */
    void cancel(Object id) {
        Entry entry = byId.get(id);
        if (entry != null) {
            entry.cancel();
        }
    }

    /** Cancels all that are of a method. */
    void cancelAll(String method) {
        List.copyOf(byId.values()).stream()
                .filter(entry -> entry.method.equals(method))
                .forEach(Entry::cancel);
    }

    /** Cancels everything. */
    void cancelAll() {
        List.copyOf(byId.values()).forEach(Entry::cancel);
    }
}
