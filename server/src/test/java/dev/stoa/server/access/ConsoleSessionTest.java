package dev.stoa.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Principal;
import dev.stoa.base.Trace;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.http.Problem;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Scope;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of the console: how they begin, what they open, and how they end. */
class ConsoleSessionTest {
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");
    private static final String FORM = "application/x-www-form-urlencoded";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final AtomicReference<Instant> time = new AtomicReference<>(Instant.parse("2027-01-01T00:00:00Z"));
    private RunningServer server;

    @BeforeEach
    void open() {
        server = RunningServer.at(folder.toString(), folder, Map.of(), () -> Objects.requireNonNull(time.get()));
    }

    @AfterEach
    void close() {
        server.close();
    }

    /** A cookie, and what forms of its session hold. */
    private record Held(String cookie, String csrf) {
        static Held of(Reply page) {
            Matcher found = CSRF.matcher(page.raw().body());
            assertThat(found.find()).as(page.raw().body()).isTrue();
            return new Held(given(page), found.group(1));
        }
    }

    private static String given(Reply reply) {
        return Objects.requireNonNull(reply.header("Set-Cookie")).split(";", -1)[0];
    }

    private Reply submit(String path, String cookie, String... fields) {
        List<String> form = new ArrayList<>();
        for (int i = 0; i < fields.length; i += 2) {
            form.add(fields[i] + "=" + URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return server.sendRaw("POST", path, String.join("&", form), "Content-Type", FORM, "Cookie", cookie);
    }

    private Held login(String token) {
        Held before = Held.of(server.sendRaw("GET", "/login", null));
        Reply page = submit("/login", before.cookie(), "csrf", before.csrf(), "token", token);
        assertThat(page.status()).as(page.raw().body()).isEqualTo(303);
        assertThat(page.header("Location")).isEqualTo("/");
        Reply known = server.sendRaw("GET", "/login", null, "Cookie", given(page));
        return new Held(given(page), Held.of(known).csrf());
    }

    private int read(String cookie, String... more) {
        List<String> headers = new ArrayList<>(List.of("Cookie", cookie));
        headers.addAll(List.of(more));
        return server.get("memories", headers.toArray(String[]::new)).status();
    }

    private int write(String cookie, String... more) {
        List<String> headers = new ArrayList<>(List.of("Cookie", cookie));
        headers.addAll(List.of(more));
        return server.post("memories", "{\"content\":\"x\"}", headers.toArray(String[]::new))
                .status();
    }

    @Test
    @DisplayName("A forged, replayed after revocation, or edited session cookie must be refused; a form without CSRF"
            + " token too.")
    void aForgedEditedOrRevokedSessionCookieIsRefusedAndSoIsAFormWithoutCsrfToken() {
        CreatedToken token = server.token("write");
        Held held = login(token.token());
        assertThat(read(held.cookie())).isEqualTo(200);
        assertThat(write(held.cookie())).isEqualTo(403);
        assertThat(write(held.cookie(), "X-CSRF-Token", held.csrf() + "x")).isEqualTo(403);
        assertThat(write(held.cookie(), "X-CSRF-Token", held.csrf())).isEqualTo(201);

        String value = held.cookie().substring("stoa=".length());
        for (String edited : List.of(value.toLowerCase(Locale.ROOT), value.toUpperCase(Locale.ROOT))) {
            // Over the same connection, which remembers the headers that came before.
            assertThat(read(held.cookie())).isEqualTo(200);
            assertThat(read("stoa=" + edited)).as(edited).isEqualTo(401);
        }
        for (int i = "stoa=".length(); i < held.cookie().length(); i += 7) {
            char other = held.cookie().charAt(i) == 'A' ? 'B' : 'A';
            String edited =
                    held.cookie().substring(0, i) + other + held.cookie().substring(i + 1);
            assertThat(read(edited)).as(edited).isEqualTo(401);
        }
        Sessions others = new Sessions(folder.resolve("other.key"), () -> Objects.requireNonNull(time.get()));
        String forged =
                others.cookie(others.begin(token.stored().tokenId()), false).split(";", -1)[0];
        assertThat(read(forged)).isEqualTo(401);
        assertThat(read(held.cookie() + "; " + forged)).isEqualTo(401);
        assertThat(read(given(server.sendRaw("GET", "/login", null)))).isEqualTo(401);

        Held before = Held.of(server.sendRaw("GET", "/login", null));
        for (Reply refused : List.of(
                submit("/login", before.cookie(), "token", token.token()),
                submit("/login", before.cookie(), "csrf", held.csrf(), "token", token.token()),
                submit("/login", "a=b", "csrf", before.csrf(), "token", token.token()),
                submit("/logout", held.cookie(), "csrf", before.csrf()))) {
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body()).containsEntry("code", "csrf");
            assertThat(refused.header("Set-Cookie")).isNull();
        }

        server.stoa()
                .counsel()
                .tokens()
                .revoke(Principal.operator("local"), token.stored().tokenId());
        assertThat(read(held.cookie())).isEqualTo(401);
    }

    @Test
    void aSessionCountsForTheApiAndForPagesOfThisServerAlone() {
        Held held = login(server.token("read").token());
        assertThat(read(held.cookie(), "Sec-Fetch-Site", "same-origin", "Origin", server.url()))
                .isEqualTo(200);
        assertThat(read(held.cookie(), "Sec-Fetch-Site", "same-site")).isEqualTo(401);
        assertThat(read(held.cookie(), "Authorization", "Bearer nothing")).isEqualTo(401);
        assertThat(read(held.cookie().replace("stoa=", "__Host-stoa="))).isEqualTo(401);
        assertThat(server.sendRaw("POST", "/mcp", "{}", "Cookie", held.cookie(), "X-CSRF-Token", held.csrf())
                        .status())
                .isEqualTo(401);
        assertThat(write(held.cookie(), "X-CSRF-Token", held.csrf()))
                .as("a session may do what its token may")
                .isEqualTo(403);
    }

    @Test
    void aSessionIsRenewedAfterAnHourAndOverAfterTwelveOfSilence() {
        Held held = login(server.token("write").token());
        Reply early = server.get("memories", "Cookie", held.cookie());
        assertThat(early.header("Set-Cookie")).isNull();
        time.updateAndGet(now -> now.plus(Duration.ofMinutes(61)));
        Reply late = server.get("memories", "Cookie", held.cookie());
        String renewed = given(late);
        assertThat(late.header("Set-Cookie"))
                .contains("; HttpOnly; SameSite=Strict; Path=/; Max-Age=43200")
                .doesNotContain("Secure");
        time.updateAndGet(now -> now.plus(Duration.ofMinutes(11 * 60 + 30)));
        assertThat(read(held.cookie())).isEqualTo(401);
        assertThat(write(renewed, "X-CSRF-Token", held.csrf())).isEqualTo(201);
        time.updateAndGet(now -> now.plus(Duration.ofHours(1)));
        assertThat(read(renewed)).isEqualTo(401);
    }

    @Test
    void tenTriesAMinuteAreLetInAndAFailureTakesItsTime() {
        server.token("read");
        Held before = Held.of(server.sendRaw("GET", "/login", null));
        for (int i = 0; i < 10; i++) {
            long begun = System.nanoTime();
            Reply refused = submit("/login", before.cookie(), "csrf", before.csrf(), "token", "stoa_guess");
            assertThat(refused.status()).isEqualTo(401);
            assertThat(System.nanoTime() - begun)
                    .isGreaterThanOrEqualTo(Duration.ofMillis(250).toNanos());
        }
        Reply over = submit("/login", before.cookie(), "csrf", before.csrf(), "token", "stoa_guess");
        assertThat(over.status()).isEqualTo(429);
        assertThat(over.header("Retry-After")).isEqualTo("60");
        assertThat(over.header("RateLimit-Policy")).isEqualTo("10;w=60");
    }

    @Test
    void whoeverComesTooOftenIsToldWhichLimitWasReached() {
        server.token("read");
        for (int i = 0; i < 200; i++) {
            assertThat(server.get("memories").status()).isEqualTo(401);
        }
        Reply refused = server.get("memories");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("RateLimit-Policy")).isEqualTo("200;w=60");
        Door door = new Door(server.stoa().config(), "127.0.0.1", () -> Objects.requireNonNull(time.get()));
        Principal asker = Principal.local().by(new Trace("token", null, null));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        door.count(asker, Scope.ASK);
                    }
                })
                .isInstanceOfSatisfying(
                        Refusal.class,
                        limited -> assertThat(Problem.of(limited, "").headers())
                                .containsEntry("RateLimit-Policy", "60;w=60"));
    }

    @Test
    void anOpenServerGivesACookieForFormsWhichOpensNothingOnceItIsClosed() throws IOException {
        Reply page = server.sendRaw("GET", "/login", null);
        Held held = Held.of(page);
        assertThat(page.header("Content-Security-Policy"))
                .isEqualTo(
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                                + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
        assertThat(read(held.cookie())).isEqualTo(200);
        Reply out = submit("/logout", held.cookie(), "csrf", held.csrf());
        assertThat(out.header("Set-Cookie")).startsWith("stoa=;").contains("Max-Age=0");
        server.token("read");
        assertThat(read(held.cookie())).isEqualTo(401);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("keys/console.key"))))
                .isEqualTo("rw-------");
    }
}
