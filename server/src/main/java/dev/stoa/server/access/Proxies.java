package dev.stoa.server.access;

import dev.stoa.base.InvalidException;
import dev.stoa.server.http.Doorkeeper;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The proxies whose word about a client counts. Immutable. What others send in the same headers is ignored: anyone can
 * write them.
 */
final class Proxies {
    private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F.:]{2,45}");

    private final List<Network> trusted = new ArrayList<>();

    private static final class Network {
        private final byte[] address;
        private final int bits;

        Network(byte[] address, int bits) {
            this.address = address;
            this.bits = bits;
        }

        boolean contains(byte[] other) {
            if (other.length != address.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % 8);
                if ((address[bit / 8] & mask) != (other[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    Proxies(List<String> networks) {
        networks.forEach(network -> trusted.add(parsed(network)));
    }

    private static Network parsed(String text) {
        String[] parts = text.split("/", -1);
        try {
            byte[] address = bytes(parts[0]);
            int bits = parts.length == 2 ? Integer.parseInt(parts[1]) : 8 * address.length;
            if (parts.length <= 2 && bits >= 0 && bits <= 8 * address.length) {
                return new Network(address, bits);
            }
        } catch (IllegalArgumentException e) {
            // Refused below.
        }
        throw new InvalidException(
                "invalid_config",
                "server.trusted_proxies: \"" + text + "\" is not an address or a network",
                "write it as 10.0.0.7 or 10.0.0.0/8");
    }

    /** The bytes of an address that is written in digits; a name is never looked up. */
    private static byte[] bytes(String address) {
        if (!ADDRESS.matcher(address).matches()) {
            throw new IllegalArgumentException("not an address");
        }
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Whether what an address says of its own clients counts. */
    boolean trusts(String address) {
        // Most servers stand behind none, and each request asks several times.
        if (trusted.isEmpty()) {
            return false;
        }
        try {
            byte[] bytes = bytes(address);
            return trusted.stream().anyMatch(network -> network.contains(bytes));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The address of the client: of the hops that trusted proxies name, the last that is not trusted itself. */
    String client(Doorkeeper.Visit visit) {
        String peer = visit.address();
        if (!trusts(peer)) {
            return peer;
        }
        for (String hop : values(visit, "X-Forwarded-For").reversed()) {
            if (!ADDRESS.matcher(hop).matches()) {
                return peer;
            }
            if (!trusts(hop)) {
                return hop;
            }
        }
        return peer;
    }

    /** Whether the client speaks to the proxy, or to this server, under TLS. */
    boolean secure(Doorkeeper.Visit visit) {
        return visit.secure() || "https".equals(said(visit, "X-Forwarded-Proto"));
    }

    /** The host that the client called. */
    @Nullable
    String host(Doorkeeper.Visit visit) {
        String forwarded = said(visit, "X-Forwarded-Host");
        return forwarded != null ? forwarded : visit.header("Host");
    }

    /** What a trusted proxy says itself: the last value, because those before it may have come from its client. */
    private @Nullable String said(Doorkeeper.Visit visit, String header) {
        List<String> values = !trusted.isEmpty() && trusts(visit.address()) ? values(visit, header) : List.of();
        return values.isEmpty() ? null : values.getLast();
    }

    /** The values of a header in order, also where a proxy adds a line of its own. */
    private static List<String> values(Doorkeeper.Visit visit, String header) {
        List<String> lines = visit.headers(header);
        return lines.isEmpty()
                ? List.of()
                : Arrays.stream(String.join(",", lines).split(",", -1))
                        .map(String::strip)
                        .toList();
    }
}
