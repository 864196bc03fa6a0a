package dev.stoa.server.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many connections one address holds, so that it cannot take all of them: over the bound the one goes that
 * was idle for longest, and if a request is worked on over each of the others, the new one. A stream is a request that is
 * worked on. Thread-safe.
 */
final class AddressBound implements Connection.Listener {
    private final int most;
    private final Predicate<InetAddress> bounded;
    private final Map<InetAddress, Set<HttpConnection>> open = new HashMap<>();
    /** Where each is from: a connection that is closed does not know it any more. */
    private final Map<HttpConnection, InetAddress> from = new HashMap<>();

    /**
     * A bound.
     *
     * @param most how many connections an address holds
     * @param bounded the addresses that it is for
     */
    AddressBound(int most, Predicate<InetAddress> bounded) {
        this.most = most;
        this.bounded = bounded;
    }

    @Override
    public void onOpened(Connection connection) {
        // Under TLS there is another connection around each, which opens and closes with it.
        if (connection instanceof HttpConnection http
                && http.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress remote
                && remote.getAddress() != null
                && bounded.test(remote.getAddress())) {
            HttpConnection over = added(http, remote.getAddress());
            if (over != null) {
                over.getEndPoint().close();
            }
        }
    }

    private synchronized @Nullable HttpConnection added(HttpConnection connection, InetAddress address) {
        Set<HttpConnection> same = open.computeIfAbsent(address, each -> new LinkedHashSet<>());
        HttpConnection over = same.size() < most ? null : longestIdle(same, connection);
        same.add(connection);
        from.put(connection, address);
        if (over != null) {
            remove(over);
        }
        return over;
    }

    private static HttpConnection longestIdle(Set<HttpConnection> connections, HttpConnection otherwise) {
        HttpConnection found = otherwise;
        long longest = -1;
        for (HttpConnection each : connections) {
            if (each.getHttpChannel().getRequest() == null
                    && each.getEndPoint() instanceof IdleTimeout end
                    && end.getIdleFor() > longest) {
                found = each;
                longest = end.getIdleFor();
            }
        }
        return found;
    }

    @Override
    public void onClosed(Connection connection) {
        if (connection instanceof HttpConnection http) {
            remove(http);
        }
    }

    private synchronized void remove(HttpConnection connection) {
        InetAddress address = from.remove(connection);
        Set<HttpConnection> same = address == null ? null : open.get(address);
        if (same != null) {
            same.remove(connection);
            if (same.isEmpty()) {
                open.remove(address);
            }
        }
    }

    /** How many connections it counts. */
    synchronized int size() {
        return from.size();
    }
}
