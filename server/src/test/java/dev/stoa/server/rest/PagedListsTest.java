package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@DisplayName(
        "Pages must concatenate to the list while rows are inserted, and a cursor of another list must be refused.")
@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class PagedListsTest {
    private static final long LONGEST_WAIT = 60_000_000_000L;

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
        server = RunningServer.at(place.where(), folder, Map.of("STOA_CODE_ENABLED", "true"));
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private Reply post(String path, String body) {
        Reply reply = server.post(path, body);
        assertThat(reply.status()).as("%s: %s", path, reply.raw().body()).isLessThan(300);
        return reply;
    }

    private Reply page(String path, int limit, String cursor) {
        char more = path.indexOf('?') < 0 ? '?' : '&';
        Reply page = server.get(path + more + "limit=" + limit + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
        assertThat(page.status()).as("%s: %s", path, page.raw().body()).isEqualTo(200);
        return page;
    }

    private static List<Object> ids(Reply page, String field) {
        List<Object> ids = new ArrayList<>();
        for (Object item : (List<?>) Objects.requireNonNull(page.body().get("items"))) {
            ids.add(((Map<?, ?>) item).get(field));
        }
        return ids;
    }

    /** Reads a list page by page and does something after the first; gives the ids of all pages. */
    private List<Object> paged(String path, String field, Runnable meanwhile) {
        Reply page = page(path, 1, "");
        List<Object> ids = new ArrayList<>(ids(page, field));
        meanwhile.run();
        while (page.body().get("next") instanceof String next) {
            assertThat(page.header("Link")).contains("rel=\"next\"").contains(next);
            page = page(path, 1, next);
            assertThat(ids(page, field)).hasSize(1);
            ids.addAll(ids(page, field));
        }
        assertThat(page.header("Link")).isNull();
        return ids;
    }

    private void concatenate(String path, String field, int least, Runnable meanwhile) {
        List<Object> before = ids(page(path, 500, ""), field);
        assertThat(before).as(path).hasSizeGreaterThanOrEqualTo(least).doesNotHaveDuplicates();
        List<Object> pages = paged(path, field, meanwhile);
        assertThat(pages).as(path).doesNotHaveDuplicates().containsSubsequence(before);
        assertThat(paged(path, field, () -> {})).as(path).isEqualTo(ids(page(path, 500, ""), field));
    }

    @Test
    void pagesOfTheSocietyConcatenateWhileRowsAreInserted() {
        for (String name : List.of("bea", "cleo", "dan")) {
            post("agents", "{\"identity\":\"%s\",\"model\":\"sim:\"}".formatted(name));
        }
        for (String name : List.of("hall", "lab", "yard", "attic")) {
            post("channels", "{\"name\":\"%s\",\"members\":[\"cleo\",\"dan\"]}".formatted(name));
        }
        server.send("PATCH", "channels/lab", "{\"pinned\":true}");
        server.send("PATCH", "channels/hall", "{\"pinned\":true}");

        concatenate("agents", "identity", 3, () -> {
            post("agents", "{\"identity\":\"aaa\",\"model\":\"sim:\"}");
            post("agents", "{\"identity\":\"zed\",\"model\":\"sim:\"}");
        });
        concatenate("channels", "name", 4, () -> post("channels", "{\"name\":\"cellar\"}"));
        concatenate(
                "channels/lab/members",
                "identity",
                3,
                () -> post("channels/lab/members", "{\"add\":[\"aaa\",\"bea\"]}"));

        // The channel with which the page ended moves to the front, and is not shown once more.
        List<Object> names =
                paged("channels?all=true", "name", () -> post("channels/attic/messages", "{\"content\":\"hello\"}"));
        assertThat(names).doesNotHaveDuplicates().contains("hall", "lab", "yard");
    }

    @Test
    void pagesOfADebateConcatenate() {
        String voted = external("\"options\":[\"yes\",\"no\"]");
        post(voted + "/turns", """
            {"runner_epoch":1,"turns":[
            {"phase":"proposal","agent_id":"a","content":"No.","option":"B","confidence":0.9},
            {"phase":"proposal","agent_id":"b","content":"No.","option":"B","confidence":0.8}]}""");
        post(voted + "/ballots", "{\"runner_epoch\":1,\"stage\":\"draft\",\"round\":1}");
        concatenate(voted + "/ballots", "agent_id", 2, () -> {});
        assertThat(page(voted + "/gates", 1, "").body()).containsEntry("items", List.of());

        String coded = external(
                "\"code\":{\"language\":\"python\",\"tests\":[{\"name\":\"sum\",\"body\":\"assert add(1, 2) == 3\"}]}");
        String version = """
            {"runner_epoch":1,"versions":[{"phase":"self_evolvement","agent_id":"%s","code":"x"}]}""";
        post(coded + "/versions", version.formatted("a"));
        post(coded + "/versions", version.formatted("b"));
        concatenate(coded + "/versions", "version_number", 2, () -> {});
    }

    /** The address of a new debate that another engine holds. */
    private String external(String about) {
        Object id = post("debates", """
            {"topic":"Which one?","preset":"external","start":false,
            "agents":[{"name":"a","provider":"other"},{"name":"b","provider":"other"}],%s}""".formatted(about)).body().get("id");
        post("debates/" + id + "/start", "");
        return "debates/" + id;
    }

    @Test
    void pagesOfARunOfEvolutionConcatenate() {
        Object run = post(
                        "evolutions",
                        "{\"scenario\":\"split-100\",\"generations\":2,\"seed\":\"7\",\"set\":{\"epoch_size\":6}}")
                .body()
                .get("run_id");
        long end = System.nanoTime() + LONGEST_WAIT;
        while (!"completed".equals(server.get("evolutions/" + run).body().get("status"))) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
        }
        concatenate("evolutions/" + run + "/verdicts", "id", 2, () -> {});
        concatenate("generations?run=" + run, "seq", 2, () -> {});
        concatenate("profiles?run=" + run, "profile_id", 2, () -> {});
    }

    @Test
    void pagesOfSignedCheckpointsConcatenateWhileOneIsSigned() {
        for (int i = 0; i < 3; i++) {
            sign(i);
        }
        concatenate("audit/checkpoints", "note", 3, () -> sign(3));
    }

    private void sign(int number) {
        post("corrections", "{\"subject\":\"port %d\",\"claim\":\"It is %d.\"}".formatted(number, number));
        post("audit/checkpoints", "");
    }

    @Test
    void aCursorOfAnotherListOrOfNoPageIsRefused() {
        post("channels", "{\"name\":\"hall\"}");
        post("channels", "{\"name\":\"lab\"}");
        String agents = String.valueOf(page("agents", 1, "").body().get("next"));
        String channels = String.valueOf(page("channels", 1, "").body().get("next"));
        for (String address : List.of(
                "agents?cursor=" + channels,
                "channels?cursor=" + agents,
                "channels?archived=true&cursor=" + channels,
                "channels?cursor=" + channels.substring(0, 8) + agents.substring(8),
                "channels?cursor=" + channels.substring(0, 8) + "azo",
                "channels/hall/members?cursor=" + agents)) {
            Reply refused = server.get(address);
            assertThat(refused.status())
                    .as("%s: %s", address, refused.raw().body())
                    .isEqualTo(422);
            assertThat(refused.body()).containsEntry("code", "invalid");
        }
    }
}
