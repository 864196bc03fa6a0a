package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who sees pages once there is a token. */
class PageAccessTest {
    @Test
    void aPageIsShownToWhoMayReadAndOthersAreLedToTheLogin(@TempDir Path folder) {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"))) {
            CreatedToken reader = server.token("read");

            Reply stranger = server.sendRaw("GET", "/debates", null, "Accept", "text/html");
            assertThat(stranger.status()).isEqualTo(303);
            assertThat(stranger.header("Location")).startsWith("/login");
            assertThat(server.sendRaw("GET", "/debates.json", null).status()).isEqualTo(401);

            String[] bearer = {"Authorization", "Bearer " + reader.token(), "Accept", "text/html"};
            Reply shown = server.sendRaw("GET", "/debates", null, bearer);
            assertThat(shown.status()).isEqualTo(200);
            assertThat(Jsoup.parse(shown.raw().body()).select(".who #scopes").text())
                    .isEqualTo("Scopes: read");
            assertThat(server.sendRaw("GET", "/tokens", null, bearer).status())
                    .as("a page that needs more than reading")
                    .isEqualTo(403);
        }
    }

    @Test
    void aDeepLinkFollowedFromAnotherSiteOpensForSomeoneWhoIsLoggedIn(@TempDir Path folder) {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"))) {
            server.token("read");
            // The browser leaves the cookie out of this request, and sends it when the page asks again by itself.
            Reply arrived = server.sendRaw(
                    "GET", "/debates", null, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate");
            assertThat(arrived.status()).isEqualTo(200);
            assertThat(arrived.raw().body()).contains("http-equiv=\"refresh\"").doesNotContain("<nav");
        }
    }

    /** The cookie that the form of the preferences answers with when one chooses to see as an operator. */
    private static final String WIDE = "stoa_sight=b3BlcmF0b3I";

    @Test
    void whoMayOperateSeesWhatIsOthersOnPagesOnlyWhenItChoosesTo(@TempDir Path folder) {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"))) {
            server.post("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}");
            server.post("notes", "{\"message\":\"The key is under the mat.\"}", "Stoa-Agent", "scout");
            for (String scopes : new String[] {"", "admin", "read,write"}) {
                String token = scopes.isEmpty()
                        ? ""
                        : server.token(scopes.split(",", -1)).token();
                String[] bearer = scopes.isEmpty() ? new String[0] : new String[] {"Authorization", "Bearer " + token};
                boolean may = !scopes.equals("read,write");
                assertThat(notes(server, bearer))
                        .as("%s without a choice", scopes)
                        .doesNotContain("under the mat");
                String[] chosen = Arrays.copyOf(bearer, bearer.length + 2);
                chosen[bearer.length] = "Cookie";
                chosen[bearer.length + 1] = WIDE;
                String page = notes(server, chosen);
                assertThat(page.contains("under the mat")).as(scopes).isEqualTo(may);
                assertThat(Jsoup.parse(page).select("a.badge[href=/prefs]").text())
                        .as("%s is marked", scopes)
                        .isEqualTo(may ? "seeing as operator" : "");
                assertThat(server.sendRaw("GET", "/notes.json?agent=scout", null, chosen)
                                .raw()
                                .body()
                                .contains("under the mat"))
                        .as("the twin for %s", scopes)
                        .isEqualTo(may);
                assertThat(server.sendRaw("GET", "/prefs", null, chosen)
                                .raw()
                                .body()
                                .contains("name=\"sight\""))
                        .isEqualTo(may);
            }
        }
    }

    private static String notes(RunningServer server, String... headers) {
        Reply shown = server.sendRaw("GET", "/notes?agent=scout", null, headers);
        assertThat(shown.status()).isEqualTo(200);
        return shown.raw().body();
    }

    @Test
    void theChoiceOfSightIsMadeInThePreferences(@TempDir Path folder) {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"))) {
            Visitor visitor = new Visitor(server);
            Reply page = visitor.get("/prefs");
            assertThat(visitor.post("/prefs", Visitor.form(page, "sight", "operator"))
                            .raw()
                            .headers()
                            .allValues("Set-Cookie"))
                    .anySatisfy(cookie ->
                            assertThat(cookie).startsWith(WIDE + ";").contains("HttpOnly", "SameSite=Strict"));
            assertThat(visitor.post("/prefs", Visitor.form(page, "sight", "everything"))
                            .status())
                    .isEqualTo(422);
        }
    }
}
