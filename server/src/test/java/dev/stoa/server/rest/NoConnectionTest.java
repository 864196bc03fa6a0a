package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.Bait;
import dev.stoa.server.RunningServer;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.OpenApi;
import dev.stoa.server.http.Route;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoConnectionTest {
    @Test
    @DisplayName("No field of any route may make the server open a connection.")
    void noFieldOfAnyRouteMakesTheServerOpenAConnection(@TempDir Path folder) throws Exception {
        int sent = 0;
        try (Bait bait = new Bait()) {
            try (RunningServer server =
                    RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"))) {
                Seeds seeds = new Seeds(server);
                // The first token closes the server, so those come last.
                List<Route> routes = new ArrayList<>(server.routes().all());
                routes.sort(Comparator.comparing(route -> route.noun().equals("tokens")));
                for (Route route : routes) {
                    if (!route.is(Route.Mark.EVENTS) && (!route.is(Route.Mark.ROOT) || route.is(Route.Mark.OPENAI))) {
                        sent += sendAll(server, seeds, route, bait.addresses());
                    }
                }
            }
            assertThat(sent).isGreaterThan(400);
            bait.assertNeverCalled();
        }
    }

    /** Sends the address in each field of the body and the query, and in the path. */
    private static int sendAll(RunningServer server, Seeds seeds, Route route, List<String> addresses) {
        String address = addresses.getFirst();
        String whole = OpenApi.address(route);
        String path = whole.substring(0, whole.length() - route.path().length())
                + filled(seeds, route.example().path()).replaceAll("\\?.*", "").replace(" ", "%20");
        List<String> paths = new ArrayList<>(List.of(path));
        String encoded = URLEncoder.encode(address, StandardCharsets.UTF_8);
        for (Field field : route.query().fields()) {
            if (field.kind() == Field.Kind.TEXT || field.kind() == Field.Kind.TEXTS) {
                paths.add(path + "?" + field.name() + "=" + encoded);
            }
        }
        if (route.path().contains("{")) {
            paths.add(OpenApi.address(route).replaceAll("\\{[^}]*}", encoded));
        }
        List<@Nullable String> bodies = bodies(seeds, route, addresses);
        int sent = 0;
        for (String each : paths) {
            for (String body : each.equals(path) ? bodies : bodies.subList(0, 1)) {
                server.sendRaw(
                        route.method(),
                        each,
                        body,
                        "X-Forwarded-Host",
                        "127.0.0.1",
                        "Referer",
                        address,
                        "Stoa-Timeout",
                        "20");
                sent++;
            }
        }
        return sent;
    }

    private static List<@Nullable String> bodies(Seeds seeds, Route route, List<String> addresses) {
        List<@Nullable String> bodies = new ArrayList<>();
        String example = route.example().body();
        Map<String, @Nullable Object> valid =
                example == null ? Json.object() : Json.parseObject(filled(seeds, example));
        bodies.add(example == null ? null : Json.write(valid));
        for (Field field : route.body().fields()) {
            // A field that names a model has the form of one.
            String address = addresses.get(field.name().matches("model|agents|to|from") ? 1 : 0);
            Object value = value(field, address);
            if (value != null) {
                Map<String, @Nullable Object> one = new LinkedHashMap<>(valid);
                one.put(field.name(), value);
                bodies.add(Json.write(one));
            }
        }
        for (String address : addresses) {
            Map<String, @Nullable Object> all = new LinkedHashMap<>(valid);
            for (Field field : route.body().fields()) {
                Object value = value(field, address);
                if (value != null) {
                    all.put(field.name(), value);
                }
            }
            bodies.add(route.body().isEmpty() ? null : Json.write(all));
        }
        return bodies;
    }

    private static @Nullable Object value(Field field, String address) {
        return switch (field.kind()) {
            case TEXT, ANY -> address;
            case TEXTS -> List.of(address);
            case OBJECT -> Json.object("url", address, "base_url", address);
            default -> null;
        };
    }

    private static String filled(Seeds seeds, String text) {
        try {
            return seeds.filled(text);
        } catch (IllegalArgumentException unknown) {
            return text.replaceAll("\\{[a-z_]+}", "none");
        }
    }
}
