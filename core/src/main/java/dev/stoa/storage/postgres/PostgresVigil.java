package dev.stoa.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.postgresql.core.BaseConnection;
import org.postgresql.hostchooser.GlobalHostStatusTracker;
import org.postgresql.hostchooser.HostStatus;
import org.postgresql.util.HostSpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the wait for a server that is silent while another host of its address has become the primary. Thread-safe; one
 * for each archive, and one thread of the process for all of them.
 *
 * <p>A machine that stands still or lost its network answers nothing and closes nothing, and a statement may rightly
 * take long. So a connection that has been in use for a while is not limited by time. The other hosts are asked whether one
 * of them is the primary, and only if so the old connection is cut. Addresses of one host need no vigil: there is no
 * other server to turn to.
 */
final class PostgresVigil {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresVigil.class);

    /** After how long in use a connection is worth a look. */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long PAUSE_MILLIS = 1000;

    private static final Set<PostgresVigil> ALL = new HashSet<>();
    private static final AtomicBoolean RUNNING = new AtomicBoolean();

    private final PostgresAddress address;
    private final Properties properties;
    private final Map<Object, Object> key;
    private final Runnable onMoved;
    /** Since when each connection has been in use, or was found to be that of the primary. */
    private final Map<Connection, Long> inUse = new ConcurrentHashMap<>();

    /**
     * A vigil that has not begun.
     *
     * @param onMoved what is done when the primary is found on another host
     */
    PostgresVigil(PostgresAddress address, Properties properties, Runnable onMoved) {
        this.address = address;
        this.properties = new Properties();
        properties.forEach(this.properties::put);
        this.properties.remove("currentSchema");
        this.properties.setProperty("ApplicationName", "stoa-vigil");
        this.key = new HashMap<>(address.with(this.properties));
        key.put("url", address.url());
        this.onMoved = onMoved;
    }

    void begin() {
        if (!address.isOfSeveral()) {
            return;
        }
        synchronized (ALL) {
            ALL.add(this);
            if (!RUNNING.getAndSet(true)) {
                Thread.ofPlatform().daemon().name("stoa-vigil").start(PostgresVigil::run);
            }
        }
    }

    void end() {
        synchronized (ALL) {
            ALL.remove(this);
            ALL.notifyAll();
        }
    }

    /** A connection is in use from now on. */
    void over(Connection connection) {
        if (address.isOfSeveral()) {
            inUse.put(connection, System.nanoTime());
        }
    }

    /** A connection is no longer in use. */
    void done(Connection connection) {
        inUse.remove(connection);
    }

    private static void run() {
        for (List<PostgresVigil> round = next(); !round.isEmpty(); round = next()) {
            // Archives of one database ask once.
            Map<Object, Optional<HostSpec>> primaries = new HashMap<>();
            for (PostgresVigil vigil : round) {
                vigil.look(primaries);
            }
        }
    }

    /** Those that are there after a pause; none if this thread has to end. */
    @SuppressWarnings("WaitNotInLoop") // a pause that ends early costs nothing
    private static List<PostgresVigil> next() {
        synchronized (ALL) {
            try {
                if (!ALL.isEmpty()) {
                    ALL.wait(PAUSE_MILLIS);
                }
            } catch (InterruptedException e) {
                // Nothing interrupts this thread.
            }
            RUNNING.set(!ALL.isEmpty());
            return List.copyOf(ALL);
        }
    }

    private void look(Map<Object, Optional<HostSpec>> primaries) {
        long now = System.nanoTime();
        boolean moved = false;
        for (Map.Entry<Connection, Long> entry : inUse.entrySet()) {
            if (now - entry.getValue() > LONG_NANOS) {
                moved |= cutIfMoved(entry.getKey(), primaries);
            }
        }
        if (moved) {
            onMoved.run();
        }
    }

    private boolean cutIfMoved(Connection lent, Map<Object, Optional<HostSpec>> primaries) {
        try {
            BaseConnection connection = lent.unwrap(BaseConnection.class);
            HostSpec host = host(connection);
            Optional<HostSpec> primary =
                    primaries.computeIfAbsent(List.of(key, host), k -> primary(address.without(host)));
            if (primary.isEmpty() || primary.get().equals(host)) {
                inUse.replace(lent, System.nanoTime());
                return false;
            }
            LOG.warn("the primary is {} now; a connection to {} is given up", primary.get(), host);
            // Else the driver would ask the silent one first for every connection.
            GlobalHostStatusTracker.reportHostStatus(host, HostStatus.ConnectFail);
            // Not by this thread: the end of an encrypted connection is written, which may block.
            connection.abort(task -> Thread.ofVirtual().start(task));
            return true;
        } catch (SQLException e) {
            // It was given back meanwhile.
            return false;
        }
    }

    /** The primary among these hosts. */
    private Optional<HostSpec> primary(PostgresAddress others) {
        Properties only = new Properties();
        properties.forEach(only::put);
        only.setProperty("targetServerType", "primary");
        try (Connection connection = others.connect(only)) {
            return Optional.of(host(connection));
        } catch (SQLException e) {
            // None is the primary now, or it has no connection left: a later look may tell more.
            return Optional.empty();
        }
    }

    private static HostSpec host(Connection connection) throws SQLException {
        return connection.unwrap(BaseConnection.class).getQueryExecutor().getHostSpec();
    }
}
