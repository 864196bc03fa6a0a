package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class SocietyRoutesTest {
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
        server.post("agents", "{\"identity\":\"ana\",\"model\":\"sim:\"}");
        server.post("agents", "{\"identity\":\"ben\",\"model\":\"sim:\"}");
        server.post("channels", "{\"name\":\"work\"}");
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    @Test
    void theSameKeyGivesOneMessageOneHandoffAndOneTask() {
        for (String[] write : List.of(
                new String[] {"channels/work/messages", "{\"content\":\"hello\"}", "{\"content\":\"other\"}"},
                new String[] {
                    "channels/work/handoffs",
                    "{\"to\":\"ana\",\"summary\":\"read the log\"}",
                    "{\"to\":\"ben\",\"summary\":\"read the log\"}"
                },
                new String[] {"tasks", "{\"input\":\"read\"}", "{\"input\":\"write\"}"})) {
            String[] key = {"Idempotency-Key", "k of " + write[0]};
            Reply first = server.post(write[0], write[1], key);
            Reply again = server.post(write[0], write[1], key);
            assertThat(first.status()).as(first.raw().body()).isEqualTo(201);
            assertThat(first.header("Idempotent-Replay")).isNull();
            assertThat(again.status()).isEqualTo(201);
            assertThat(again.header("Idempotent-Replay")).isEqualTo("true");
            assertThat(again.header("Location")).isEqualTo(first.header("Location"));
            assertThat(again.body().get("work_id")).isEqualTo(first.body().get("work_id"));
            Reply other = server.post(write[0], write[2], key);
            assertThat(other.status()).isEqualTo(409);
            assertThat(other.body()).containsEntry("code", "key_reused");
        }
        assertThat((List<?>) server.get("channels/work/messages").body().get("items"))
                .hasSize(2);
        assertThat((List<?>) server.get("tasks").body().get("items")).hasSize(2);
    }

    @Test
    void aChannelAndANoteAreChangedWhollyOrNotAtAll() {
        server.post("channels", "{\"name\":\"taken\"}");
        Reply refused = server.send("PATCH", "channels/work", "{\"topic\":\"new\",\"name\":\"taken\"}");
        assertThat(refused.status()).as(refused.raw().body()).isEqualTo(409);
        assertThat(server.get("channels/work").body().get("topic")).isNull();
        Reply changed = server.send("PATCH", "channels/work", "{\"topic\":\"new\",\"name\":\"works\",\"pinned\":true}");
        assertThat(changed.body()).containsEntry("topic", "new").containsEntry("name", "works");
        assertThat(changed.body().get("pinned_at")).isNotNull();
        assertThat(server.send("PATCH", "channels/works", "{\"no_topic\":true}")
                        .body()
                        .get("topic"))
                .isNull();
        Object note = server.post("notes", "{\"message\":\"one\"}").body().get("memory_id");
        assertThat(server.send("PATCH", "notes/" + note, "{\"message\":\"two\",\"core\":true}")
                        .body())
                .containsEntry("message", "two")
                .containsEntry("core", true)
                .containsEntry("changed", true);
        assertThat(server.send("PATCH", "notes/" + note, "{\"topic\":\"journal\",\"core\":false}")
                        .status())
                .isEqualTo(409);
        assertThat(server.get("notes/" + note).body()).containsEntry("core", true);
        assertThat(server.send("PATCH", "notes/" + note, "{}").status()).isEqualTo(422);
    }

    @Test
    void aTokenThatReadsMayLookAtMessagesAndNotReceiveThem() {
        server.post("channels/work/messages", "{\"content\":\"hello\"}", "Stoa-Agent", "ana");
        String token = server.stoa()
                .counsel()
                .tokens()
                .create(Principal.operator("test"), new TokenDraft(Scopes.parse("read"), "r", "reader", null))
                .token();
        String[] reading = {"Authorization", "Bearer " + token};
        Reply peeked = server.post("channels/work/receive", "{\"peek\":true}", reading);
        assertThat(peeked.status()).as(peeked.raw().body()).isEqualTo(200);
        assertThat(peeked.body().get("items").toString()).contains("hello");
        assertThat(server.post("channels/work/receive", "{}", reading).status()).isEqualTo(403);
        assertThat(server.post("inbox/wait", "{\"wait_seconds\":0}", reading).status())
                .isEqualTo(403);
        assertThat(server.post("channels/work/messages", "{\"content\":\"x\"}", reading)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void anInvisibleNoteAnswersTheSameBytesAsOneThatDoesNotExist() {
        Object hidden = server.post("notes", "{\"message\":\"mine\"}", "Stoa-Agent", "ana")
                .body()
                .get("memory_id");
        String absent = "0197f3a0-0000-7000-8000-000000000000";
        for (String path : List.of("", "/chain")) {
            Reply one = server.get("notes/" + hidden + path, "Stoa-Agent", "ben", "X-Request-ID", "r");
            Reply none = server.get("notes/" + absent + path, "Stoa-Agent", "ben", "X-Request-ID", "r");
            assertThat(one.status()).isEqualTo(404);
            assertThat(one.raw().body().replace(String.valueOf(hidden), "ID"))
                    .isEqualTo(none.raw().body().replace(absent, "ID"));
        }
    }

    @Test
    void thePagesOfAChannelAreReadInBothDirections() {
        for (int n = 1; n <= 5; n++) {
            server.post("channels/work/messages", "{\"content\":\"m%d\"}".formatted(n));
        }
        assertThat(pages("channels/work/messages?limit=2")).containsExactly(4L, 5L, 2L, 3L, 1L);
        assertThat(pages("channels/work/messages?limit=2&after=0")).containsExactly(1L, 2L, 3L, 4L, 5L);
        Reply received = server.post("channels/work/receive", "{\"wait_seconds\":0.05}", "Stoa-Agent", "ana");
        assertThat((List<?>) received.body().get("items")).hasSize(5);
        assertThat(received.body()).containsEntry("timed_out", false);
    }

    private List<Object> pages(String path) {
        List<Object> numbers = new ArrayList<>();
        Object next = "";
        while (next != null && numbers.size() < 10) {
            Reply page = server.get(path + (next.equals("") ? "" : "&cursor=" + next));
            assertThat(page.status()).as(page.raw().body()).isEqualTo(200);
            for (Object item : (List<?>) Objects.requireNonNull(page.body().get("items"))) {
                numbers.add(((Map<?, ?>) item).get("seq"));
            }
            next = page.body().get("next");
        }
        return numbers;
    }

    @Test
    void aChannelIsExportedInTheFormatThatIsAskedFor() {
        server.post("channels/work/messages", "{\"content\":\"hello\"}");
        Reply json = server.get("channels/work/export");
        assertThat(Json.parseObject(json.raw().body()).toString()).contains("hello");
        Reply markdown = server.get("channels/work/export", "Accept", "text/markdown");
        assertThat(markdown.header("Content-Type")).startsWith("text/markdown");
        assertThat(markdown.raw().body()).contains("hello").startsWith("#");
        assertThat(server.get("channels/none/export").status()).isEqualTo(404);
    }

    @Test
    void theLogOfARunIsReadFromWhereTheReaderIs() {
        Object run = server.post("runs", "{\"agent\":\"ana\",\"input\":\"go\"}")
                .body()
                .get("session_id");
        assertThat(server.get("runs/" + run + "/logs").body())
                .containsEntry("output", "")
                .containsEntry("live", true);
        assertThat(server.get("runs/" + run + "/logs?stream=stdout&after=3").body())
                .containsEntry("text", "")
                .containsEntry("next", 0L);
    }

    @Test
    void aModelThatNoWorkerCouldRunIsRefused() {
        Reply refused = server.post("agents", "{\"identity\":\"eva\",\"model\":\"sim:?nothing=1\"}");
        assertThat(refused.status()).as(refused.raw().body()).isEqualTo(422);
        assertThat(server.send("PATCH", "agents/ana", "{\"trigger_policy\":\"never\"}")
                        .body())
                .containsEntry("trigger_policy", "never");
    }
}
