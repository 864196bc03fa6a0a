package dev.stoa.server.access;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of the console: signed cookies, of which the server keeps nothing. Thread-safe. A session is that of a token,
 * which is looked up in every request, so that revoking the token ends it.
 */
final class Sessions {
    /** How long a cookie is good, unless it is renewed. */
    static final Duration LONGEST = Duration.ofHours(12);

    private static final Duration RENEWED_AFTER = Duration.ofHours(1);
    private static final Duration SLOW_CLOCK = Duration.ofMinutes(1);
    private static final String VERSION = "1";
    private static final int NONCE = 16;
    private static final int LONGEST_VALUE = 512;

    private final SessionKey key;
    private final InstantSource clock;
    private final SecureRandom chance = new SecureRandom();

    Sessions(Path keyFile, InstantSource clock) {
        this.key = new SessionKey(keyFile);
        this.clock = clock;
    }

    /**
     * What a cookie says.
     *
     * @param token the id of the token; empty for who has none, whose cookie is good for forms alone
     * @param nonce what tells it from other sessions; it stays the same when the cookie is renewed
     */
    record Session(String token, Instant issued, String nonce) {}

    /** A new session. */
    Session begin(String token) {
        byte[] nonce = new byte[NONCE];
        chance.nextBytes(nonce);
        return new Session(token, now(), base64(nonce));
    }

    private Instant now() {
        return Instant.ofEpochSecond(clock.instant().getEpochSecond());
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The session that the header {@code Cookie} proves; empty if there is none or more than one. */
    Optional<Session> read(@Nullable String header, boolean secure) {
        String found = null;
        for (String part : header == null ? new String[0] : header.split(";", -1)) {
            String cookie = part.strip();
            if (cookie.startsWith(name(secure) + "=")) {
                if (found != null) {
                    return Optional.empty();
                }
                found = cookie.substring(name(secure).length() + 1);
            }
        }
        return found == null || found.length() > LONGEST_VALUE ? Optional.empty() : proved(found);
    }

    private Optional<Session> proved(String value) {
        int dot = value.indexOf('.');
        if (dot < 0 || !same(value.substring(dot + 1), key.sign("session", value.substring(0, dot)))) {
            return Optional.empty();
        }
        // From here on it is what this server wrote.
        String[] parts = new String(Base64.getUrlDecoder().decode(value.substring(0, dot)), StandardCharsets.US_ASCII)
                .split("\\|", -1);
        if (!parts[0].equals(VERSION)) {
            return Optional.empty();
        }
        Session session = new Session(parts[1], Instant.ofEpochSecond(Long.parseLong(parts[2])), parts[3]);
        Instant now = clock.instant();
        boolean good =
                now.isBefore(session.issued().plus(LONGEST)) && session.issued().isBefore(now.plus(SLOW_CLOCK));
        return good ? Optional.of(session) : Optional.empty();
    }

    /** Whether a cookie is old enough to be replaced by a newer one of the same session. */
    boolean isDue(Session session) {
        return clock.instant().isAfter(session.issued().plus(RENEWED_AFTER));
    }

    /** The same session, whose time begins now. */
    Session renewed(Session session) {
        return new Session(session.token(), now(), session.nonce());
    }

    /** What forms of the session must hold, and scripts send as {@code X-CSRF-Token}. */
    String csrf(Session session) {
        return key.sign("csrf", session.nonce());
    }

    /** What proves that this server gave a text to the session. */
    String seal(Session session, String text) {
        return key.sign("text", session.nonce() + "|" + text);
    }

    boolean isCsrf(Session session, @Nullable String given) {
        return given != null && same(given, csrf(session));
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** The header {@code Set-Cookie} for a session. */
    String cookie(Session session, boolean secure) {
        String text = VERSION + "|" + session.token() + "|" + session.issued().getEpochSecond() + "|" + session.nonce();
        String payload = base64(text.getBytes(StandardCharsets.US_ASCII));
        return set(payload + "." + key.sign("session", payload), LONGEST.toSeconds(), secure);
    }

    /** The header {@code Set-Cookie} that takes the cookie away. */
    static String none(boolean secure) {
        return set("", 0, secure);
    }

    private static String set(String value, long seconds, boolean secure) {
        return name(secure) + "=" + value + "; HttpOnly; SameSite=Strict; Path=/; Max-Age=" + seconds
                + (secure ? "; Secure" : "");
    }

    /** A browser takes a cookie with the longer name from this host alone, and only under TLS. */
    private static String name(boolean secure) {
        return secure ? "__Host-stoa" : "stoa";
    }
}
