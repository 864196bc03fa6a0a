package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
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
}
