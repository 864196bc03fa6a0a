package dev.stoa.server.http;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import java.net.BindException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;

/** The socket that the server listens on, over Jetty with a virtual thread for each request. Thread-safe. */
public final class Listener implements AutoCloseable {
    private static final int TASKS = 100_000;
    /** How many connections one foreign address holds. */
    private static final int SHARE = 64;

    /** The most bytes of the head of a request. */
    static final int HEADER_BYTES = 16 << 10;

    /** How many clients may connect at once. Beyond 50, which Java takes by itself, the system cut off some of them. */
    private static final int WAITING = 4_096;

    private final Server server;
    private final ServerConnector connector;

    private Listener(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /**
     * Where and how to listen.
     *
     * @param port 0 for a free one
     * @param idle how long a connection may be silent
     * @param connections how many are held
     * @param tls the certificate; null for plain HTTP
     * @param bounded which addresses hold their share of the connections and no more
     */
    public record Place(
            String host,
            int port,
            Duration idle,
            int connections,
            @Nullable Tls tls,
            Predicate<InetAddress> bounded) {}

    /**
     * Listens.
     *
     * @throws ConflictException with the code {@code taken} if another program listens there
     */
    public static Listener open(Front front, Place place) {
        VirtualThreadPool threads = new VirtualThreadPool(TASKS);
        threads.setName("stoa-http");
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(HEADER_BYTES);
        // Else a token or cookie in other case counts as the one that came before it over the same connection.
        http.setHeaderCacheCaseSensitive(true);
        http.setHttpCompliance(HttpCompliance.STRICT);
        http.setUriCompliance(new UriCompliance("STOA", EnumSet.of(UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR)));
        ServerConnector connector = connector(server, http, place.tls());
        connector.setHost(place.host());
        connector.setPort(place.port());
        connector.setAcceptQueueSize(WAITING);
        connector.setIdleTimeout(place.idle().toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(place.connections(), connector));
        connector.addBean(new AddressBound(SHARE, place.bounded()));
        server.setErrorHandler(new JettyErrors(front));
        server.setHandler(front);
        server.setStopTimeout(0);
        try {
            server.start();
        } catch (Exception e) {
            stop(server);
            throw failed(place, e);
        }
        front.slowClients().start(() -> {
            if (place.tls() != null) {
                place.tls().refresh();
            }
            return connector.getConnectedEndPoints();
        });
        return new Listener(server, connector);
    }

    private static ServerConnector connector(Server server, HttpConfiguration http, @Nullable Tls tls) {
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        if (tls == null) {
            return new ServerConnector(server, 1, 1, plain);
        }
        SecureRequestCustomizer secure = new SecureRequestCustomizer(false);
        // A browser that was here once does not come without encryption for a year.
        secure.setStsMaxAge(365, TimeUnit.DAYS);
        http.addCustomizer(secure);
        return new ServerConnector(server, 1, 1, new SslConnectionFactory(tls.context(), plain.getProtocol()), plain);
    }

    private static RuntimeException failed(Place place, Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return new ConflictException(
                        "taken",
                        "port " + place.port() + " of " + place.host() + " is taken by another program",
                        "choose another port, or 0 for a free one");
            }
        }
        return new UnavailableException(
                "unavailable",
                "the server cannot listen on " + place.host() + ":" + place.port(),
                "choose another address",
                e);
    }

    /** The port that it really listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** How many connections are open. */
    public int connections() {
        return connector.getConnectedEndPoints().size();
    }

    /** Takes no new connection; the open ones go on. */
    public void refuseNew() {
        try {
            connector.close();
        } catch (RuntimeException e) {
            throw new UnavailableException("unavailable", "the socket could not be closed", null, e);
        }
    }

    @Override
    public void close() {
        stop(server);
    }

    private static void stop(Server server) {
        try {
            server.stop();
        } catch (Exception e) {
            throw new UnavailableException("unavailable", "the server could not be stopped", null, e);
        }
    }
}
