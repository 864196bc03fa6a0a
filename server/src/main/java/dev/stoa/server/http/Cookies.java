package dev.stoa.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Small cookies of the console. Stateless. A cookie is foreign: another server of the host may have set it. */
public final class Cookies {
    private static final int MOST = 1_536;

    private Cookies() {}

    /** The text of a cookie; empty if there is none, or one that is not of this form. */
    public static Optional<String> read(@Nullable String header, String name) {
        for (String part : header == null ? new String[0] : header.split(";", -1)) {
            String cookie = part.strip();
            if (cookie.startsWith(name + "=") && cookie.length() <= MOST) {
                return decoded(cookie.substring(name.length() + 1));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> decoded(String value) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(value), StandardCharsets.UTF_8);
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The header that sets a cookie for so many seconds, or takes it away with none. */
    public static String set(String name, String text, long seconds, boolean secure) {
        String value = Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        return name + "=" + value + "; HttpOnly; SameSite=Strict; Path=/; Max-Age=" + seconds
                + (secure ? "; Secure" : "");
    }
}
