package dev.stoa.server.mcp;

import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.engine.provider.Pause;
import dev.stoa.server.backend.Commits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The resources whose changes a client wants to hear of, each with the version that it knows. Thread-safe. */
final class Subscriptions {
    private static final int MOST = 100;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final ResourceTable resources;
    private final Map<String, String> known = new ConcurrentHashMap<>();
    private volatile boolean missed;

    Subscriptions(ResourceTable resources) {
        this.resources = resources;
    }

    /** Adds a resource; answers whether it is one that tells of its changes. */
    boolean add(Principal by, String uri) {
        String version = version(by, uri);
        if (version == null) {
            return false;
        }
        if (known.size() >= MOST && !known.containsKey(uri)) {
            throw McpError.params("there are already " + MOST + " subscriptions; end one of them first");
        }
        known.put(uri, version);
        return true;
    }

    void remove(String uri) {
        known.remove(uri);
    }

    boolean isEmpty() {
        return known.isEmpty();
    }

    /** The resources that changed since the client was last told. */
    List<String> changed(Principal by) {
        List<String> changed = new ArrayList<>();
        missed = false;
        known.forEach((uri, version) -> {
            String now = version(by, uri);
            if (now != null && !now.equals(version)) {
                known.put(uri, now);
                changed.add(uri);
            }
        });
        return changed;
    }

    private @Nullable String version(Principal by, String uri) {
        try {
            return resources.version(by, uri);
        } catch (UnavailableException away) {
            missed = true;
            return null;
        } catch (StoaException gone) {
            // What is not there, or is not to be seen any more, tells nothing.
            return null;
        }
    }

    /**
     * Tells of changes, each resource at most once a second, until it is interrupted. It looks only when something was
     * committed.
     */
    void follow(Principal by, Consumer<String> changed) throws InterruptedException {
        try (Commits commits = resources.commits()) {
            boolean news = true;
            while (true) {
                if (news) {
                    changed(by).forEach(changed);
                    Pause.real().of(PAUSE);
                }
                news = commits.await(PAUSE) || missed;
            }
        }
    }
}
