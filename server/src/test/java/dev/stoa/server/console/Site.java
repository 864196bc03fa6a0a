package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;

/**
 * A server over an empty database of its own, and a reader of its pages. Used by one test.
 *
 * @param place where its archives are
 */
record Site(Place place, RunningServer server) implements AutoCloseable {
    /** A site without an embedder. */
    static Site on(Dialect dialect, Path folder) {
        Place place = Place.full(dialect, folder);
        return new Site(place, RunningServer.at(place.where(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off")));
    }

    /** What a browser gets at an address. */
    Reply get(String path) {
        return server.sendRaw("GET", path, null, "Accept", "text/html");
    }

    /** A page that there is. */
    Document page(String path) {
        Reply reply = get(path);
        assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    /** What the API answers when it makes something. */
    Map<String, @Nullable Object> made(String path, Map<String, @Nullable Object> body) {
        return made(path, Json.write(body));
    }

    /** The same of a body as it is sent. */
    Map<String, @Nullable Object> made(String path, String body) {
        Reply reply = server.post(path, body);
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply.body();
    }

    /** The same, one field of it. */
    String made(String path, String body, String field) {
        return String.valueOf(made(path, body).get(field));
    }

    @Override
    public void close() {
        server.close();
        place.close();
    }
}
