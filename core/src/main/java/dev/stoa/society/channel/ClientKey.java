package dev.stoa.society.channel;

import dev.stoa.base.Bounds;
import java.util.regex.Pattern;

/** The legal form of the key under which a message is sent once. Stateless. */
public final class ClientKey {
    /** The keys of replies, which are posted by the transaction that ends their execution. */
    private static final String REPLY = "task:";

    private static final Pattern LEGAL = Pattern.compile("[ -~]{1,128}");

    private ClientKey() {}

    /** The key, if a sender may choose it. */
    public static String check(String key) {
        if (!LEGAL.matcher(key).matches()) {
            throw Bounds.invalid(
                    "client_key " + Bounds.shown(key) + " is not 1 to 128 printable ASCII characters",
                    "choose another");
        }
        if (key.startsWith(REPLY)) {
            throw Bounds.invalid(
                    "client_key " + Bounds.shown(key) + " begins with task:, which is reserved for replies",
                    "choose another");
        }
        return key;
    }
}
