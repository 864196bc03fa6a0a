package dev.stoa.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Principal;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.StoaServer;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class DoorTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Place place;
    private RunningServer server;

    @BeforeEach
    void open() {
        place = Place.full(dialect, folder);
        server = RunningServer.at(place.where(), folder);
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private CreatedToken token(String... scopes) {
        return server.stoa()
                .counsel()
                .tokens()
                .create(Principal.operator("local"), TokenDraft.of(new Scopes(List.of(scopes))));
    }

    private static String bearer(CreatedToken token) {
        return "Bearer " + token.token();
    }

    @Test
    @DisplayName("Creating the first token must close a running server at once; revoking the last must not open it.")
    void creatingTheFirstTokenClosesARunningServerAtOnceAndRevokingTheLastDoesNotOpenIt() {
        assertThat(server.get("memories").status()).isEqualTo(200);
        CreatedToken token = token("read");
        Reply refused = server.get("memories");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"stoa\"");
        assertThat(server.get("memories", "Authorization", bearer(token)).status())
                .isEqualTo(200);
        server.stoa()
                .counsel()
                .tokens()
                .revoke(Principal.operator("local"), token.stored().tokenId());
        assertThat(server.get("memories", "Authorization", bearer(token)).status())
                .isEqualTo(401);
        assertThat(server.get("memories").status()).isEqualTo(401);
        assertThat(server.get("health/live").status()).isEqualTo(200);
    }

    @Test
    void aTokenMayDoWhatItsScopesSayAndNoMore() {
        CreatedToken read = token("read");
        CreatedToken write = token("write");
        assertThat(server.post("memories", "{\"content\":\"x\"}", "Authorization", bearer(read))
                        .status())
                .isEqualTo(403);
        assertThat(server.post("memories", "{\"content\":\"x\"}", "Authorization", bearer(write))
                        .status())
                .isEqualTo(201);
        assertThat(server.get("memories", "Authorization", bearer(read), "Stoa-Agent", "eve")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void anAgentsTokenNeverActsAsAnother() {
        CreatedToken eve = token("agent:eve");
        Reply own = server.post(
                "memories", "{\"content\":\"mine\",\"namespace\":\"agent:eve\"}", "Authorization", bearer(eve));
        assertThat(own.status()).as("%s", own.raw().body()).isIn(200, 201, 404, 422);
        Reply other = server.get("memories", "Authorization", bearer(eve), "Stoa-Agent", "bob");
        assertThat(other.status()).isEqualTo(403);
        assertThat(other.body()).containsEntry("code", "forbidden");
        assertThat(server.get("memories", "Authorization", bearer(eve), "Stoa-Agent", "eve")
                        .status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("The token table unreadable must mean 503, not a pass.")
    void aTokenTableThatCannotBeReadMeans503AndNotAPass() {
        CreatedToken token = token("read");
        assertThat(server.get("memories", "Authorization", bearer(token)).status())
                .isEqualTo(200);
        place.open(CounselArchive.SCHEMA)
                .write(tx -> tx.update("ALTER TABLE access_tokens RENAME TO access_tokens_gone"));
        Reply refused = server.get("memories", "Authorization", bearer(token));
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body()).containsEntry("code", "unavailable");
        assertThat(refused.header("Retry-After")).isNotNull();
    }

    @Test
    void aPageOfAnotherOriginGetsNothing() {
        assertThat(server.get("memories", "Origin", "https://evil.example").status())
                .isEqualTo(403);
        assertThat(server.get("memories", "Origin", "null").status()).isEqualTo(403);
        assertThat(server.get("memories", "Origin", "null", "Sec-Fetch-Site", "cross-site")
                        .status())
                .isEqualTo(403);
        // What a browser sends of a form of our own page, which must not be referred to.
        assertThat(server.get("memories", "Origin", "null", "Sec-Fetch-Site", "same-origin")
                        .status())
                .isEqualTo(200);
        assertThat(server.get("memories", "Sec-Fetch-Site", "cross-site").status())
                .isEqualTo(403);
        assertThat(server.get("memories", "Origin", server.url()).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("Refused attempts must be audit rows, ten singly and then one count.")
    void refusedAttemptsAreAuditRowsTenSinglyAndThenOneCount() {
        token("read");
        for (int i = 0; i < 30; i++) {
            assertThat(server.get("memories").status()).isEqualTo(401);
        }
        server.stoa().counsel().refusals().close();
        List<?> rows = server.stoa().counsel().audit().tail(Principal.operator("local"), "auth_failure", 50);
        assertThat(rows).hasSizeBetween(11, 22);
        assertThat(rows.toString()).contains("count");
    }

    @Test
    void aServerThatOthersCanReachDoesNotStartWithoutAToken() {
        assertThatThrownBy(() -> dev.stoa.server.StoaServer.start(
                        server.stoa().config(), "0.0.0.0", 0, java.time.InstantSource.system()))
                .hasMessageContaining("there is no token");
    }

    @Test
    void theSameKeyOfTwoTokensIsTwoKeys() {
        CreatedToken one = token("write", "ask", "operate");
        CreatedToken two = token("write", "ask");
        server.post("channels", "{\"name\":\"yard\"}", "Authorization", bearer(one));
        for (String[] write : new String[][] {
            {"debates", "{\"topic\":\"Is %d prime?\",\"start\":false}", "id"},
            {"channels/yard/messages", "{\"content\":\"message %d\"}", "message_id"},
            {"tasks", "{\"input\":\"work %d\"}", "task_id"}
        }) {
            Reply first = keyed(one, write[0], write[1].formatted(91));
            Reply other = keyed(two, write[0], write[1].formatted(97));
            Reply again = keyed(one, write[0], write[1].formatted(91));
            assertThat(other.status()).as("%s", other.raw().body()).isEqualTo(201);
            assertThat(first.body().get(write[2]))
                    .isNotNull()
                    .isNotEqualTo(other.body().get(write[2]))
                    .isEqualTo(again.body().get(write[2]));
        }
    }

    private Reply keyed(CreatedToken token, String path, String body) {
        return server.post(path, body, "Authorization", bearer(token), "Idempotency-Key", "1");
    }

    @Test
    void whoLosesItsTokenWhileItWaitsReceivesNothing() throws Exception {
        server.stoa().society().agents().register(Principal.local(), AgentDraft.of("eve", "none:"));
        server.stoa().society().channels().create(Principal.local(), ChannelDraft.of("yard"));
        CreatedToken eve = token("agent:eve");
        CreatedToken reader = token("read");
        CompletableFuture<Reply> waiting = CompletableFuture.supplyAsync(
                () -> server.post("channels/yard/receive", "{\"wait_seconds\":600}", "Authorization", bearer(eve)));
        while (!server.sendRaw("GET", "/metrics", null, "Authorization", bearer(reader))
                .raw()
                .body()
                .contains("stoa_http_in_flight 2")) {
            Thread.onSpinWait();
        }
        server.stoa()
                .counsel()
                .tokens()
                .revoke(Principal.operator("local"), eve.stored().tokenId());
        server.stoa().society().messages().send(Principal.local(), "yard", MessageDraft.of("too late"));
        Reply refused = waiting.get();
        assertThat(refused.status()).as("%s", refused.raw().body()).isEqualTo(401);
        assertThat(server.stoa().society().bookmarks().unread(Principal.as("eve"), "yard"))
                .isEqualTo(1);
    }

    @Test
    void aServerThatOthersReachInPlainTextWarns() {
        token("read");
        try (CapturedLog log = CapturedLog.of(StoaServer.class);
                StoaServer open =
                        StoaServer.start(server.stoa().config(), "0.0.0.0", 0, java.time.InstantSource.system())) {
            assertThat(open.isOpen()).isFalse();
            assertThat(log.warnings()).singleElement().asString().contains("plain text", "server.tls");
        }
    }
}
