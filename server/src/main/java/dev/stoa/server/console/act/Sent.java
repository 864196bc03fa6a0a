package dev.stoa.server.console.act;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Which forms were sent lately, by their keys, so that one which is sent again acts once. Thread-safe. The API itself
 * keeps keys where an act could not be told from its repetition later; this covers all acts for as long as a page is
 * looked at.
 */
public final class Sent {
    private static final int MOST = 4_096;

    private final Map<String, CompletableFuture<String>> acts = new LinkedHashMap<>();

    /**
     * Acts, unless that was done under the key; what was refused may be tried again.
     *
     * @param act gives the page that is shown afterwards, each time
     */
    public String once(String key, Callable<String> act) throws Exception {
        CompletableFuture<String> mine = new CompletableFuture<>();
        CompletableFuture<String> first = claimed(key, mine);
        if (first != null) {
            try {
                return first.get();
            } catch (ExecutionException e) {
                // The other was refused while this one waited: this one is told the reason itself.
                return act.call();
            }
        }
        try {
            String shown = act.call();
            mine.complete(shown);
            return shown;
        } catch (Throwable e) {
            forget(key);
            mine.completeExceptionally(e);
            throw e;
        }
    }

    /** Who acts under the key already; null if nobody does, and from then on this one. */
    private synchronized @Nullable CompletableFuture<String> claimed(String key, CompletableFuture<String> mine) {
        CompletableFuture<String> first = acts.putIfAbsent(key, mine);
        if (first == null && acts.size() > MOST) {
            acts.remove(acts.keySet().iterator().next());
        }
        return first;
    }

    private synchronized void forget(String key) {
        acts.remove(key);
    }
}
