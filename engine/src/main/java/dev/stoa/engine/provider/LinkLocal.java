package dev.stoa.engine.provider;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Refuses providers whose name leads to a link-local address, where clouds give out the keys of a machine. Thread-safe.
 * An address that the settings name in digits is meant. What a name leads to is kept by the JDK for some seconds, so
 * that the call that follows goes to what was looked at.
 */
final class LinkLocal {
    private static final Pattern DIGITS = Pattern.compile("[0-9.]+|\\[.*]");

    private final Names names;

    /** Where names lead to. Implementations are thread-safe. */
    @FunctionalInterface
    interface Names {
        List<InetAddress> lookUp(String host) throws UnknownHostException;
    }

    LinkLocal(Names names) {
        this.names = names;
    }

    /** One that asks the system. */
    static LinkLocal system() {
        return new LinkLocal(host -> List.of(InetAddress.getAllByName(host)));
    }

    /**
     * Refuses an address that it is about.
     *
     * @param most how long the name may take
     */
    void check(URI address, Duration most) throws CallFailure, InterruptedException {
        String host = address.getHost();
        if (host == null || DIGITS.matcher(host).matches()) {
            return;
        }
        for (InetAddress each : lookUp(host, most)) {
            if (each.isLinkLocalAddress()) {
                throw CallFailure.refused("the name of the provider leads to a link-local address; write the address"
                        + " itself into base_url if it is meant");
            }
        }
    }

    /** By another thread: a look-up heeds neither a time nor an interrupt. */
    private List<InetAddress> lookUp(String host, Duration most) throws CallFailure, InterruptedException {
        CompletableFuture<List<InetAddress>> found = new CompletableFuture<>();
        Thread.ofVirtual().name("stoa-name").start(() -> {
            try {
                found.complete(names.lookUp(host));
            } catch (UnknownHostException e) {
                // The call says so itself.
                found.complete(List.of());
            } catch (RuntimeException | Error e) {
                found.completeExceptionally(e);
            }
        });
        try {
            return found.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw CallFailure.timeout(most);
        } catch (ExecutionException e) {
            throw CallFailure.io("no answer: the name of the provider could not be looked up");
        }
    }
}
