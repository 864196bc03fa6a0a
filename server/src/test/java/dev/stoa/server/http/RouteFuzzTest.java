package dev.stoa.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Requests made from the shapes of all routes and damaged: the table says what is wrong about each. */
@DisplayName("The damaged requests of the fuzzer must never get 500 and never write.")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RouteFuzzTest {
    private static final int EACH = Integer.getInteger("stoa.fuzz", 20);
    private static final List<String> NAMES = List.of(
            "none",
            "x' OR '1'='1",
            "\"a\" NEAR b*",
            "%2e%2e%2f",
            "../../etc/passwd",
            "\u202Eevil",
            "a\u200Bb",
            "😀",
            "a\nb",
            "0",
            "-1",
            "null",
            "x".repeat(300));

    private final Random random = new Random(7);
    private Path folder;
    private RunningServer server;

    @BeforeAll
    void open(@TempDir Path made) {
        folder = made;
        server = RunningServer.at(made.toString(), made, Map.of("STOA_SERVER_JOBS", "false"));
        // An archive is made when it is first read.
        for (String list : List.of(
                "memories", "consensus", "ratings", "critiques", "evidence", "debates", "channels", "evolutions")) {
            assertThat(server.get(list).status()).as(list).isEqualTo(200);
        }
    }

    @AfterAll
    void close() {
        server.close();
    }

    private List<Route> routes() {
        // Streams do not end by themselves, and a debate or a run that is started is no field's fault.
        return server.routes().all().stream()
                .filter(route -> !route.marks().contains(Route.Mark.EVENTS)
                        && !route.marks().contains(Route.Mark.WAITS))
                .toList();
    }

    @Test
    void damagedRequestsNeverGet500AndNeverWrite() throws IOException, SQLException {
        Map<String, Long> before = rows();
        List<String> wrong = new ArrayList<>();
        for (Route route : routes()) {
            for (int i = 0; i < EACH; i++) {
                Map<String, @Nullable Object> body = valid(route.body());
                String damage = damage(route, body);
                if (damage.isEmpty()) {
                    continue;
                }
                Reply reply = server.sendRaw(route.method(), path(route), Json.write(body));
                if (reply.status() < 400 || (reply.status() >= 500 && reply.status() != 503)) {
                    wrong.add(route.method() + " " + route.path() + " with " + damage + " in " + Json.write(body) + ": "
                            + reply.raw().body());
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void textsThatAreNoRequestNeverGet500AndNeverWriteAndTheirAnswersAreInTheDocument()
            throws IOException, SQLException {
        Map<String, Long> before = rows();
        Map<?, ?> paths = (Map<?, ?>)
                Objects.requireNonNull(OpenApi.of(server.routes(), "1").get("paths"));
        List<String> wrong = new ArrayList<>();
        for (Route route : routes()) {
            boolean object = route.takes() == Route.Takes.OBJECT || route.takes() == Route.Takes.OBJECT_OR_LINES;
            for (Map.Entry<String, String> text : (object ? texts(route) : Map.<String, String>of()).entrySet()) {
                boolean plain = text.getKey().equals("another media type");
                Reply reply = server.sendRaw(
                        route.method(),
                        path(route),
                        text.getValue(),
                        "Content-Type",
                        plain ? "text/plain" : "application/json");
                judge(route, text.getKey(), reply, paths, wrong);
            }
            for (Map.Entry<String, String> query : queries(route).entrySet()) {
                String body = object ? Json.write(valid(route.body())) : null;
                Reply reply = server.sendRaw(route.method(), path(route) + "?" + query.getValue(), body);
                judge(route, query.getKey(), reply, paths, wrong);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(rows()).isEqualTo(before);
        assertThat(server.get("health/doctor?deep=true").body()).containsEntry("ok", true);
    }

    /** Whether an answer refuses, with a status that the document names. */
    private static void judge(Route route, String damage, Reply reply, Map<?, ?> paths, List<String> wrong) {
        Map<?, ?> operation = (Map<?, ?>)
                Objects.requireNonNull(((Map<?, ?>) Objects.requireNonNull(paths.get(OpenApi.address(route))))
                        .get(route.method().toLowerCase(Locale.ROOT)));
        boolean named = ((Map<?, ?>) Objects.requireNonNull(operation.get("responses")))
                .containsKey(Integer.toString(reply.status()));
        if (reply.status() < 400 || (reply.status() >= 500 && reply.status() != 503) || !named) {
            wrong.add(route.method() + " " + route.path() + " with " + damage + ": " + reply.status() + " "
                    + reply.raw().body());
        }
    }

    /** Texts that are no body of a route, by what is wrong about them. */
    private Map<String, String> texts(Route route) {
        String valid = Json.write(valid(route.body()));
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("another media type", valid);
        texts.put("a list", "[]");
        texts.put("half of an object", valid.substring(0, valid.length() - 1));
        texts.put("something behind it", valid + " {}");
        texts.put("no number", "{\"n\":NaN}");
        texts.put("too deep a field", "{\"a\":" + "[".repeat(65) + "]".repeat(65) + "}");
        texts.put("a half of a character", "{\"a\":\"\\ud800\"}");
        for (Field field : route.body().fields()) {
            String value = Json.write(value(field));
            texts.put(
                    "a doubled field",
                    "{" + Json.write(field.name()) + ":" + value + "," + Json.write(field.name()) + ":" + value + "}");
            if (field.required()) {
                Map<String, @Nullable Object> nothing = valid(route.body());
                nothing.put(field.name(), null);
                texts.put("nothing as " + field.name(), Json.write(nothing));
            }
            if (field.kind() == Field.Kind.TEXT
                    && field.most() < 1_000_000
                    && !route.body().isOpen()) {
                Map<String, @Nullable Object> endless = valid(route.body());
                endless.put(field.name(), "a".repeat(1_000_001));
                texts.put("a text without end", Json.write(endless));
            }
        }
        if (route.body().isOpen()) {
            texts.keySet().removeAll(List.of("a half of a character", "too deep a field"));
        }
        return texts;
    }

    /** Queries that a route refuses, by what is wrong about them. */
    private static Map<String, String> queries(Route route) {
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put("an unknown parameter", "no_such_parameter=1");
        for (Field field : route.query().fields()) {
            String name = field.name();
            switch (field.kind()) {
                case WHOLE -> {
                    queries.put(name + " that is no number", name + "=NaN");
                    queries.put(name + " that is too large", name + "=99999999999999999999");
                }
                case REAL -> queries.put(name + " that is no number", name + "=NaN");
                case FLAG -> queries.put(name + " that is neither", name + "=perhaps");
                case WORD -> queries.put(name + " that is no word", name + "=no-such-word");
                default -> {
                    if (name.equals("cursor")) {
                        queries.put("a cursor of nothing", "cursor=bm90aGluZw");
                    }
                }
            }
            if (field.kind() != Field.Kind.TEXTS) {
                queries.put("a doubled " + name, name + "=1&" + name + "=2");
            }
        }
        return queries;
    }

    @Test
    void namesThatLookLikeSomethingElseNeverGet500() {
        List<String> wrong = new ArrayList<>();
        for (Route route : routes()) {
            if (!route.method().equals("GET")) {
                continue;
            }
            for (String name : NAMES) {
                String text = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
                StringBuilder query = new StringBuilder("?");
                for (Field field : route.query().fields()) {
                    if (field.kind() == Field.Kind.TEXT && random.nextBoolean()) {
                        query.append(field.name()).append('=').append(text).append('&');
                    }
                }
                String address = OpenApi.address(route).replaceAll("\\{[^}]*}", text);
                int status = server.sendRaw("GET", address + query, null).status();
                if (status >= 500 && status != 503) {
                    wrong.add(address + query + ": " + status);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String path(Route route) {
        return OpenApi.address(route).replaceAll("\\{[^}]*}", "none");
    }

    /** Spoils one field so that the shape must refuse it; how, or nothing if the shape allows everything. */
    private String damage(Route route, Map<String, @Nullable Object> body) {
        List<Field> fields = route.body().fields();
        if (fields.isEmpty() || random.nextInt(6) == 0) {
            body.put("unknown_" + random.nextInt(100), 1L);
            return route.takes() == Route.Takes.BYTES || route.body().isOpen() ? "" : "an unknown field";
        }
        Field field = fields.get(random.nextInt(fields.size()));
        return switch (random.nextInt(4)) {
            case 0 -> missing(field, body);
            case 1 -> {
                body.put(field.name(), field.kind() == Field.Kind.FLAG ? (Object) "true" : (Object) true);
                yield field.kind() == Field.Kind.ANY ? "" : field.name() + " of another type";
            }
            case 2 -> {
                Object beyond = beyond(field);
                if (beyond != null) {
                    body.put(field.name(), beyond);
                }
                yield beyond == null ? "" : field.name() + " beyond its bound";
            }
            default -> {
                body.put(field.name(), Json.object("deep", List.of(List.of())));
                yield field.kind() == Field.Kind.ANY || field.kind() == Field.Kind.OBJECT
                        ? ""
                        : field.name() + " as an object";
            }
        };
    }

    private static String missing(Field field, Map<String, @Nullable Object> body) {
        if (!field.required()) {
            return "";
        }
        body.remove(field.name());
        return field.name() + " missing";
    }

    private @Nullable Object beyond(Field field) {
        boolean below = random.nextBoolean() && field.least() > 0;
        return switch (field.kind()) {
            case TEXT ->
                field.most() > 100_000 ? null : "a".repeat((int) (below ? field.least() - 1 : field.most() + 1));
            case WORD -> "no such word";
            case WHOLE -> field.most() > 9e15 ? null : (Object) (long) (below ? field.least() - 1 : field.most() + 1);
            case REAL -> field.most() > 1e300 ? null : (Object) (below ? field.least() - 0.5 : field.most() + 0.5);
            case TEXTS ->
                field.most() > 10_000
                        ? null
                        : Stream.generate(() -> "a")
                                .limit((long) field.most() + 1)
                                .toList();
            default -> null;
        };
    }

    private Map<String, @Nullable Object> valid(Shape shape) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (Field field : shape.fields()) {
            if (field.required()) {
                object.put(field.name(), value(field));
            }
        }
        return object;
    }

    private Object value(Field field) {
        return switch (field.kind()) {
            case TEXT -> "a".repeat((int) Math.max(1, field.least()));
            case WORD -> field.words().getFirst();
            case WHOLE -> (long) field.least();
            case REAL -> field.least();
            case FLAG -> true;
            case OBJECT -> field.shape() == null ? Map.of() : valid(field.shape());
            case TEXTS -> List.of();
            case OBJECTS -> List.of();
            case ANY -> "a";
        };
    }

    /** How many rows every table of every archive has; what refusals leave on the audit log does not count. */
    private Map<String, Long> rows() throws IOException, SQLException {
        Map<String, Long> counts = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().matches(".*\\.(db|sqlite)"))
                    .toList()) {
                try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                        Statement statement = connection.createStatement()) {
                    List<String> tables = new ArrayList<>();
                    try (ResultSet found = statement.executeQuery(
                            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
                                    + " AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'audit%'")) {
                        while (found.next()) {
                            tables.add(found.getString(1));
                        }
                    }
                    for (String table : tables) {
                        try (ResultSet count = statement.executeQuery("SELECT count(*) FROM \"" + table + "\"")) {
                            counts.put(file.getFileName() + " " + table, count.getLong(1));
                        }
                    }
                }
            }
        }
        return counts;
    }
}
