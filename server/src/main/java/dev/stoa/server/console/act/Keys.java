package dev.stoa.server.console.act;

import java.security.SecureRandom;
import java.util.Base64;

/** Keys of forms, under which each acts once. Thread-safe. */
public final class Keys {
    private static final SecureRandom CHANCE = new SecureRandom();
    private static final int BYTES = 16;

    private Keys() {}

    public static String fresh() {
        byte[] bytes = new byte[BYTES];
        CHANCE.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
