package dev.stoa.server.access;

import dev.stoa.server.http.Doorkeeper;
import dev.stoa.server.http.Refusal;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names under which the server may be called and the origins whose pages may call it. Immutable. A page of another
 * site can make a browser send requests here, under a name of its own that leads to this machine; neither is answered.
 */
final class Hosts {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final boolean checked;
    private final Set<String> names = new HashSet<>();
    private final Set<String> origins;
    private final Optional<String> publicOrigin;

    Hosts(boolean loopback, String bound, Optional<String> publicUrl, List<String> allowed, List<String> origins) {
        this.checked = loopback || publicUrl.isPresent() || !allowed.isEmpty();
        names.addAll(LOOPBACK);
        names.add(bracketed(bound));
        allowed.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        publicUrl.map(URI::create).map(URI::getHost).ifPresent(host -> names.add(host.toLowerCase(Locale.ROOT)));
        this.origins = Set.copyOf(origins);
        this.publicOrigin = publicUrl.map(URI::create).map(uri -> uri.getScheme() + "://" + uri.getAuthority());
    }

    private static String bracketed(String host) {
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host.toLowerCase(Locale.ROOT);
    }

    void check(Doorkeeper.Visit visit, @Nullable String host, boolean secure) {
        if (checked && (host == null || !names.contains(name(host)))) {
            throw Refusal.of(
                    421,
                    "wrong_host",
                    "the request is for another host",
                    "call the server by its address, or name the host in server.allowed_hosts");
        }
        String origin = origin(visit);
        if (origin == null
                ? isForeign(visit) && !"navigate".equals(visit.header("Sec-Fetch-Mode"))
                : !isOwn(origin, host, secure) && !origins.contains(origin)) {
            throw badOrigin();
        }
    }

    /** Refuses what a link of another site leads to and is no page: only pages may be linked to. */
    static void checkLink(Doorkeeper.Visit visit, boolean page) {
        if (!page && origin(visit) == null && isForeign(visit)) {
            throw badOrigin();
        }
    }

    private static Refusal badOrigin() {
        return Refusal.of(
                403,
                "bad_origin",
                "the request comes from a page of another origin",
                "name the origin in server.allowed_origins if it is yours");
    }

    /**
     * The origin of the page that a request comes from; null if there is none to be known. A form of a page that must not
     * be referred to says {@code null}, and the browser tells in another header, which no page can set, that it is ours.
     */
    static @Nullable String origin(Doorkeeper.Visit visit) {
        String origin = visit.header("Origin");
        return "null".equals(origin) && "same-origin".equals(visit.header("Sec-Fetch-Site")) ? null : origin;
    }

    /** Whether the origin may read answers, by name and not as one's own. */
    boolean isAllowed(@Nullable String origin) {
        return origin != null && origins.contains(origin);
    }

    /** Whether the origin is this server itself. */
    boolean isOwn(String origin, @Nullable String host, boolean secure) {
        return origin.equals((secure ? "https://" : "http://") + host)
                || publicOrigin.filter(origin::equals).isPresent();
    }

    private static boolean isForeign(Doorkeeper.Visit visit) {
        return "cross-site".equals(visit.header("Sec-Fetch-Site"));
    }

    /** The host of a Host header without its port. */
    private static String name(String header) {
        String lower = header.toLowerCase(Locale.ROOT);
        int colon = lower.lastIndexOf(':');
        return colon > lower.lastIndexOf(']') ? lower.substring(0, colon) : lower;
    }
}
