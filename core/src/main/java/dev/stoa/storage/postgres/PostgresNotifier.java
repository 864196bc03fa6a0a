package dev.stoa.storage.postgres;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells other processes that something was committed, on a connection of its own. Thread-safe; one for each database
 * in a process.
 *
 * <p>It speaks after the commit and not within its transaction: PostgreSQL lets all transactions of a cluster that
 * notify commit one after the other. Many commits to one archive within a few milliseconds are told once. What a
 * process that dies does not tell any more is found by those who listen, because they also look by themselves.
 */
final class PostgresNotifier {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresNotifier.class);

    private static final String NOTIFY = "SELECT pg_notify(name, sender) FROM unnest(?, ?) AS told (name, sender)";

    /** The least time between two messages. */
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    /** How long a notifier without work keeps its connection and its thread. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** How long an archive that is closed waits for its last message. */
    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Map<Map<Object, Object>, PostgresNotifier> SHARED = new HashMap<>();

    /** What is told: that an archive changed, and through whom, so that the sender need not listen to itself. */
    private record News(String channel, String sender) {}

    private final PostgresAddress address;
    private final Properties properties;
    private final Duration silence;
    private final Map<Object, Object> key;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<News> pending = new LinkedHashSet<>();
    private Set<News> sending = Set.of();
    private boolean running;
    private int users; // guarded by SHARED

    private PostgresNotifier(
            PostgresAddress address, Properties properties, Duration silence, Map<Object, Object> key) {
        this.address = address;
        this.properties = properties;
        this.silence = silence;
        this.key = key;
    }

    /**
     * The notifier of a database, shared with the other archives that this process has there.
     *
     * @param silence after how long a server that does not answer is given up
     */
    static PostgresNotifier join(PostgresAddress address, Properties properties, Duration silence) {
        Properties own = new Properties();
        properties.forEach(own::put);
        // It looks into no schema, and one for each archive would be a connection for each.
        own.remove("currentSchema");
        own.setProperty("ApplicationName", "stoa-notifier");
        // A message is no write: it must not wait for the disk or for a standby.
        own.setProperty("options", own.getProperty("options", "") + " -c synchronous_commit=off");
        Map<Object, Object> key = new HashMap<>(address.with(own));
        key.put("url", address.url());
        synchronized (SHARED) {
            PostgresNotifier shared = SHARED.computeIfAbsent(key, k -> new PostgresNotifier(address, own, silence, k));
            shared.users++;
            return shared;
        }
    }

    /** Sends what is left of one sender and forgets it; returns when it is sent or cannot be. */
    void leave(String channel, String sender) {
        flush(new News(channel, sender));
        synchronized (SHARED) {
            if (--users == 0) {
                SHARED.remove(key);
            } else {
                return;
            }
        }
        lock.lock();
        try {
            // Without users and without work its thread ends.
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Tells of a commit soon. Does not wait. */
    void announce(String channel, String sender) {
        lock.lock();
        try {
            if (!pending.add(new News(channel, sender))) {
                return;
            }
            if (running) {
                changed.signalAll();
            } else {
                running = true;
                Thread.ofPlatform().daemon().name("stoa-notify").start(this::run);
            }
        } finally {
            lock.unlock();
        }
    }

    private void flush(News news) {
        long left = FLUSH_NANOS;
        lock.lock();
        try {
            while ((pending.contains(news) || sending.contains(news)) && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        @Nullable Connection connection = null;
        for (List<News> news = take(); !news.isEmpty(); news = take()) {
            connection = told(connection, news);
            lock.lock();
            try {
                sending = Set.of();
                changed.signalAll();
                // Those that commit meanwhile are told together.
                long left = GAP_NANOS;
                while (left > 0 && !abandoned()) {
                    left = changed.awaitNanos(left);
                }
            } catch (InterruptedException e) {
                // Nothing interrupts this thread; what is pending is sent at once.
            } finally {
                lock.unlock();
            }
        }
        close(connection);
    }

    private boolean abandoned() {
        synchronized (SHARED) {
            return users == 0;
        }
    }

    /** What is to be told next; nothing if the thread has to end. */
    private List<News> take() {
        long left = IDLE_NANOS;
        lock.lock();
        try {
            while (pending.isEmpty() && left > 0 && !abandoned()) {
                left = changed.awaitNanos(left);
            }
            List<News> news = new ArrayList<>(pending);
            pending.clear();
            sending = Set.copyOf(news);
            running = !news.isEmpty();
            return news;
        } catch (InterruptedException e) {
            running = false;
            return List.of();
        } finally {
            lock.unlock();
        }
    }

    /** Sends, over a new connection if the one it has is lost; returns the connection to go on with. */
    private @Nullable Connection told(@Nullable Connection given, List<News> news) {
        @Nullable Connection connection = given;
        for (int attempt = 1; attempt <= 2; attempt++) {
            try {
                if (connection == null) {
                    connection = address.connect(properties);
                    connection.setNetworkTimeout(Runnable::run, (int) silence.toMillis());
                }
                tell(connection, news);
                return connection;
            } catch (SQLException e) {
                close(connection);
                connection = null;
                if (attempt == 2) {
                    LOG.warn("other processes are told late of commits: {}", e.getMessage());
                }
            }
        }
        return null;
    }

    private static void tell(Connection connection, List<News> news) throws SQLException {
        Array channels = connection.createArrayOf(
                "text", news.stream().map(News::channel).toArray());
        Array senders =
                connection.createArrayOf("text", news.stream().map(News::sender).toArray());
        try (PreparedStatement statement = connection.prepareStatement(NOTIFY)) {
            statement.setArray(1, channels);
            statement.setArray(2, senders);
            statement.executeQuery().close();
        }
    }

    private static void close(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException ignored) {
            // The server notices by itself that it is gone.
        }
    }
}
