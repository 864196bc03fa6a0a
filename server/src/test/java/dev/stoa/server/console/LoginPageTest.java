package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a person comes in: with a token, from a link elsewhere, and back to the page that was asked for. */
@SuppressWarnings("NullAway") // a header that an answer lacks fails the test that reads it
class LoginPageTest {
    private static final AtomicLong TIME = new AtomicLong(1_800_000_000L);

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static CreatedToken admin;

    @BeforeAll
    static void open() {
        server = RunningServer.at(folder.toString(), folder, Map.of(), () -> Instant.ofEpochSecond(TIME.get()));
        admin = server.token("admin");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Reply login(Visitor visitor, String token, String next) {
        Reply page = visitor.get("/login?next=" + encoded(next));
        assertThat(page.status()).isEqualTo(200);
        // Ten tries a minute are let in.
        TIME.addAndGet(60);
        return visitor.post("/login", Visitor.form(page, "token", token));
    }

    private static Visitor known(CreatedToken token) {
        Visitor visitor = new Visitor(server);
        assertThat(login(visitor, token.token(), "/").status()).isEqualTo(303);
        return visitor;
    }

    @Test
    void whoIsUnknownLogsInAndComesBackToThePageThatWasAskedFor() {
        Visitor visitor = new Visitor(server);
        Reply sent = visitor.get("/memory?tier=fast");
        assertThat(sent.status()).isEqualTo(303);
        assertThat(sent.header("Location")).isEqualTo("/login?next=%2Fmemory%3Ftier%3Dfast");
        Reply page = visitor.get(sent.header("Location"));
        assertThat(page.raw().body()).contains("<main class=\"page\"", "name=\"token\"");
        Reply in = visitor.post("/login", Visitor.form(page, "token", admin.token()));
        assertThat(in.status()).isEqualTo(303);
        assertThat(in.header("Location")).isEqualTo("/memory?tier=fast");
        assertThat(visitor.get("/memory?tier=fast").status()).isEqualTo(200);
        Map<String, String> out = Visitor.form(visitor.get("/login"));
        assertThat(visitor.post("/logout", out).status()).isEqualTo(200);
        assertThat(visitor.get("/memory").status()).isEqualTo(303);
    }

    @Test
    void aWrongTokenIsToldOnThePageAndIsInNoneOfIt() {
        Reply wrong = login(new Visitor(server), "stoa_guess", "/memory");
        assertThat(wrong.status()).isEqualTo(401);
        assertThat(wrong.raw().body())
                .contains("role=\"alert\"", "name=\"next\" value=\"/memory\"")
                .doesNotContain("stoa_guess");
        Reply forged = new Visitor(server).post("/login", Map.of("token", "x"));
        assertThat(forged.status()).isEqualTo(403);
        assertThat(forged.raw().body()).contains("<main class=\"page\"");
    }

    @Test
    void afterTheLoginNoOtherSiteIsShown() {
        for (String next : List.of(
                "https://evil.example/",
                "//evil.example/",
                "/\\evil.example/",
                "/%2F/evil.example",
                "/api/v1/memories",
                "/logout",
                "/events?topic=debate",
                "/nothing",
                "/../x",
                "javascript:alert(1)",
                "/memory\r\nSet-Cookie: a=b")) {
            Reply in = login(new Visitor(server), admin.token(), next);
            assertThat(in.header("Location")).as(next).isEqualTo("/");
            assertThat(in.raw().headers().allValues("Set-Cookie")).hasSize(1);
        }
    }

    @Test
    void aDeepLinkFollowedFromAnotherSiteOpensForSomeoneWhoIsLoggedIn() {
        Visitor visitor = known(admin);
        // A browser sends no cookie with the first request, because it is Strict, and does with the next.
        for (String from : List.of("cross-site", "same-site")) {
            Reply bounced =
                    new Visitor(server).get("/memory?tier=fast", "Sec-Fetch-Site", from, "Sec-Fetch-Mode", "navigate");
            assertThat(bounced.status()).isEqualTo(200);
            assertThat(bounced.raw().body())
                    .contains("http-equiv=\"refresh\" content=\"0\"", "href=\"/memory?tier=fast\"")
                    .doesNotContain("<script");
        }
        assertThat(visitor.get("/memory?tier=fast", "Sec-Fetch-Site", "same-origin")
                        .status())
                .isEqualTo(200);
        assertThat(server.sendRaw("GET", "/memory", null, "Accept", "text/html", "Sec-Fetch-Site", "same-origin")
                        .status())
                .as("it bounces once")
                .isEqualTo(303);
    }

    @Test
    @DisplayName("A revoked token ends its console session with the next request.")
    void aTokenIsInNoPageAndARevokedOneEndsItsSessionWithTheNextRequest() {
        CreatedToken token = server.token("read");
        Visitor visitor = new Visitor(server);
        Reply in = login(visitor, token.token(), "/");
        assertThat(in.raw().body() + in.raw().headers().map()).doesNotContain(token.token());
        assertThat(visitor.get("/login").raw().body()).doesNotContain(token.token());
        assertThat(visitor.get("/memory").status()).isEqualTo(200);
        Visitor other = known(admin);
        Reply tokens = other.get("/tokens");
        assertThat(tokens.raw().body())
                .doesNotContain(token.token())
                .contains("/tokens/" + token.stored().tokenId() + "/revoke\"");
        assertThat(other.act("/tokens/" + token.stored().tokenId() + "/revoke").status())
                .isEqualTo(303);
        assertThat(visitor.get("/memory").status()).isEqualTo(303);
        assertThat(visitor.get("/memory").header("Location")).startsWith("/login");
    }

    @Test
    void whoMayNotActIsToldWhichRightIsMissing() {
        String memory = String.valueOf(((Map<?, ?>) server.post(
                                "memories",
                                "{\"content\":\"The tills open at nine.\"}",
                                "Authorization",
                                "Bearer " + admin.token())
                        .body()
                        .get("memory"))
                .get("id"));
        CreatedToken token = server.token("read");
        Visitor visitor = known(token);
        Reply page = visitor.get("/memory/" + memory);
        assertThat(page.raw().body()).contains("needs scope operate").doesNotContain("/red-line\"");
        assertThat(visitor.get("/memory/" + memory + "/red-line").status()).isEqualTo(403);
        server.stoa()
                .counsel()
                .tokens()
                .revoke(Principal.operator("local"), token.stored().tokenId());
    }

    @Test
    void preferencesAreKeptAndForgedOnesAreNotShown() {
        Visitor visitor = known(admin);
        Map<String, String> form = Visitor.form(visitor.get("/prefs"), "theme", "dark", "keys", "off");
        assertThat(visitor.post("/prefs", form, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(visitor.post("/prefs", form).status()).isEqualTo(303);
        assertThat(visitor.get("/memory").raw().body())
                .contains("data-theme=\"dark\"", "data-keys=\"off\"")
                .doesNotContain("data-density");
        assertThat(visitor.post("/prefs", Visitor.form(visitor.get("/prefs"), "theme", "pink"))
                        .status())
                .isEqualTo(422);
        visitor.hold("stoa_prefs", "eHw8c2NyaXB0Pg");
        assertThat(visitor.get("/memory").raw().body()).doesNotContain("data-theme");
    }

    @Test
    void thePaletteFindsPagesChannelsAndWhatTheSearchFinds() {
        Visitor visitor = known(admin);
        String all = visitor.get("/palette").raw().body();
        assertThat(all).contains("href=\"/memory\"", "href=\"/tokens\"", "href=\"/prefs\"", "role=\"option\"");
        assertThat(visitor.get("/palette?q=recall").raw().body())
                .contains("href=\"/memory/recall\"")
                .doesNotContain("href=\"/tokens\"");
        server.post("channels", "{\"name\":\"lab\"}", "Authorization", "Bearer " + admin.token());
        assertThat(visitor.get("/palette?q=%23la").raw().body()).contains("href=\"/channels/lab\"");
        assertThat(visitor.get("/palette?q=%3E").raw().body())
                .contains("href=\"/debates/new\"", "Retry what failed", "Draw a red line: choose in Learning: Memory")
                .doesNotContain("href=\"/prefs\"");
    }
}
