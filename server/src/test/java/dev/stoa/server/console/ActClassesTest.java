package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.console.act.Act;
import dev.stoa.server.console.act.Acts;
import dev.stoa.server.console.view.Confirm;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.http.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every act is taken back by another, asked about before it is done for good, or known to do no harm. */
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class ActClassesTest {
    /** Acts that make something, begin something or say something, and take nothing away. */
    private static final Set<String> HARMLESS = Set.of(
            "ask",
            "conversations/{id}",
            "conversations/{id}/messages/{message}/accept",
            "conversations/{id}/messages/{message}/reject",
            "conversations/{id}/messages/{message}/correct",
            "corrections/new",
            "corrections/{id}/edit",
            "specialists/new",
            "audit/checkpoint",
            "audit/verify",
            "ops/doctor/deep",
            "tokens/new",
            "keys/rotate",
            "projects/new",
            "debates/{id}/resume",
            "debates/{id}/check/start",
            "channels/{id}/read",
            "memory/{id}/worked",
            "memory/{id}/failed",
            "runs/{id}/wake",
            "runs/{id}/retry",
            "agents/{id}/clone",
            "knowledge/{id}/confirm",
            "knowledge/{id}/dispute");

    /** Acts that a rollback follows, and that are asked about like those that nothing takes back. */
    private static final Set<String> ASKED = Set.of("specialists/{id}/promote");

    /** Acts on more than one row. */
    private static final Set<String> NAMED = Set.of(
            "agents/{id}/merge",
            "channels/{id}/delete",
            "conversations/{id}/erase",
            "memory/{id}/purge",
            "ops/jobs/retry",
            "specialists/{id}/promote",
            "specialists/{id}/rollback",
            "specialists/{id}/retire");

    /** Acts that cannot be taken back whatever else there is. */
    private static final Set<String> FOR_GOOD = Set.of(
            "debates/{id}/cancel",
            "tasks/{id}/cancel",
            "conversations/{id}/queries/{query}/cancel",
            "debates/{id}/gates/{gate}/approve",
            "debates/{id}/gates/{gate}/reject",
            "debates/{id}/grade/right",
            "debates/{id}/grade/wrong",
            "channels/{id}/delete",
            "notes/{id}/delete",
            "evidence/{id}/forget",
            "memory/{id}/purge",
            "conversations/{id}/erase",
            "tokens/{id}/revoke",
            "specialists/{id}/rollback",
            "created-agents/{id}/approve",
            "created-agents/{id}/reject",
            "breakers/{id}/reset",
            "ops/jobs/retry");

    /** Acts that can be taken back. */
    private static final Set<String> UNDONE = Set.of(
            "channels/{id}/archive",
            "notes/{id}/archive",
            "agents/{id}/archive",
            "consensus/{id}/archive",
            "memory/{id}/forget",
            "memory/{id}/promote",
            "memory/{id}/demote",
            "memory/{id}/red-line",
            "memory/{id}/lift",
            "memory/{id}/trust",
            "evidence/{id}/trust",
            "channels/{id}/pin",
            "channels/{id}/topic",
            "channels/{id}/rename",
            "agents/{id}/rename",
            "conversations/{id}/rename",
            "notes/{id}/core",
            "notes/{id}/share",
            "tasks/{id}/claim",
            "specialists/{id}/shadow",
            "specialists/{id}/unshadow");

    @TempDir
    static Path folder;

    private static RunningServer server;
    /** A server that has tokens, and so asks everybody for one. */
    private static RunningServer closed;

    private static String bearer;
    private static Map<String, Thing> things;
    private static String gated;

    /** What is acted on, and how people know it. */
    private record Thing(String id, String name) {}

    @BeforeAll
    static void start(@TempDir Path other) throws IOException, SQLException {
        try (RunningServer first = RunningServer.at(folder.toString(), folder)) {
            first.stoa().counsel().keys().create(Principal.operator("local"));
        }
        Files.writeString(folder.resolve("stoa.toml"), """
                [encryption]
                keyset = "file:keys/seal.json"
                index_keyset = "file:keys/index.json"
                """);
        server = RunningServer.at(folder.toString(), folder);
        closed = RunningServer.at(other.toString(), other);
        bearer = "Bearer " + closed.token("admin").token();
        post("memories", "{\"id\":\"m\",\"content\":\"The till restarts\"}", "id");
        post(
                "evidence",
                "{\"id\":\"e\",\"snippet\":\"WAL needs a file\",\"source\":\"docs\",\"title\":\"Notes on WAL\"}",
                "id");
        post("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}", "identity");
        post("agents", "{\"identity\":\"keeper\",\"model\":\"sim:\"}", "identity");
        post("agents", "{\"identity\":\"walker\",\"model\":\"sim:\"}", "identity");
        post("channels", "{\"name\":\"attic\"}", "name");
        post("specialists", "{\"name\":\"reader\",\"model\":\"sim:\"}", "name");
        gated = post(
                "debates",
                "{\"topic\":\"Is 93 prime?\",\"options\":[\"yes\",\"no\"],\"seed\":7,"
                        + "\"agents\":[\"a=sim:\",\"b=sim:\"],\"gates\":[\"convergence\"]}",
                "id");
        post(
                "consensus",
                "{\"id\":\"c\",\"topic\":\"Ship?\",\"conclusion\":\"no\",\"confidence\":0.8,"
                        + "\"participants\":[\"ana\",\"bo\"],\"dissents\":[{\"agent_id\":\"bo\","
                        + "\"dissent_type\":\"risk_warning\",\"content\":\"It is late\",\"confidence\":0.5}]}",
                "id");
        CircuitBreakers breakers = server.stoa().learning().breakers();
        while (breakers.acquire("openai:x", Duration.ofMinutes(1)) instanceof Permit.Granted permit) {
            breakers.report(permit, CallResult.failure("timeout"));
        }
        // The archive is made when it is first read.
        assertThat(server.get("created-agents").status()).isEqualTo(200);
        try (Connection archive =
                        DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(EvolutionArchive.SCHEMA.file()));
                Statement written = archive.createStatement()) {
            written.execute("INSERT INTO CreatedAgents (id, archetype_designed, design_rationale, status, created_at,"
                    + " seq)"
                    + " VALUES ('drawn', 'a cautious buyer', 'it was needed', 'pending_approval',"
                    + " '2026-01-01T00:00:00.000Z', 1)");
        }
        String key = Jsoup.parse(server.sendRaw("GET", "/keys", null).raw().body())
                .select("td[data-label=Key]")
                .text();
        String token = closed.token("read").stored().tokenId();
        things = Map.ofEntries(
                thing(
                        "debates",
                        post(
                                "debates",
                                "{\"topic\":\"Is 91 prime?\",\"agents\":[\"a=sim:\",\"b=sim:\"],\"start\":false}",
                                "id"),
                        "Is 91 prime?"),
                thing("tasks", post("tasks", "{\"input\":\"Look around\"}", "task_id"), "Look around"),
                thing("notes", post("notes", "{\"message\":\"Count the tills\"}", "memory_id"), "Count the tills"),
                thing(
                        "corrections",
                        post("corrections", "{\"subject\":\"till\",\"claim\":\"It is open.\"}", "id"),
                        "till"),
                thing("conversations", post("conversations", "{\"title\":\"Prices\"}", "conversation_id"), "Prices"),
                thing("runs", post("runs", "{\"agent\":\"walker\",\"input\":\"Go\"}", "session_id"), "walker"),
                thing("memory", "m", "The till restarts"),
                thing("evidence", "e", "Notes on WAL"),
                thing("channels", "attic", "attic"),
                thing("agents", "scout", "scout"),
                thing("specialists", "reader", "reader"),
                thing("consensus", "c", "Ship?"),
                thing("breakers", "openai:x", "openai:x"),
                thing("created-agents", "drawn", "a cautious buyer"),
                thing("keys", key, key),
                thing("tokens", token, token),
                thing("ops", "", "ok"));
    }

    private static Map.Entry<String, Thing> thing(String noun, String id, String name) {
        return Map.entry(noun, new Thing(id, name));
    }

    @AfterAll
    static void stop() {
        closed.close();
        server.close();
    }

    private static String post(String path, String body, String field) {
        Reply made = server.post(path, body);
        assertThat(made.status()).as(path + made.raw().body()).isBetween(200, 299);
        return String.valueOf(made.body().get(field));
    }

    /** The gate at which the debate waits, once it does. */
    private static String gate() {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        List<?> gates;
        do {
            assertThat(System.nanoTime()).isLessThan(end);
            gates = (List<?>) server.get("debates/" + gated + "/gates").body().get("items");
        } while (gates.isEmpty());
        return String.valueOf(((Map<?, ?>) gates.getFirst()).get("id"));
    }

    static Stream<Act> acts() {
        return Acts.all().stream();
    }

    @Test
    void whatCanBeTakenBackAndNeedsNothingTypedIsDoneAtOnce() {
        Visitor visitor = new Visitor(server);
        Document page = Jsoup.parse(visitor.get("/channels/attic").raw().body());
        List<String> atOnce = page.select("form.once").eachAttr("action");
        assertThat(atOnce).contains("/channels/attic/archive", "/channels/attic/pin");
        assertThat(page.select("a[href=/channels/attic/archive]")).isEmpty();
        // A new topic is typed, and deleting is for good.
        assertThat(atOnce).doesNotContain("/channels/attic/topic", "/channels/attic/delete");
        assertThat(acts().filter(Act::isAtOnce)).allMatch(act -> act.undo() != null && !act.irreversible());
        Map<String, String> sent = page.select("form.once[action=/channels/attic/pin] input").stream()
                .collect(Collectors.toMap(input -> input.attr("name"), input -> input.attr("value")));
        assertThat(visitor.post("/channels/attic/pin", sent).status()).isEqualTo(303);
        Document after = Jsoup.parse(visitor.get("/channels/attic").raw().body());
        assertThat(after.select(".notice form").attr("action")).isEqualTo("/channels/attic/unpin");
    }

    private static boolean isAsked(Act act) {
        return act.irreversible() || ASKED.contains(act.path());
    }

    @Test
    void theClassesNameActsThatThereAre() {
        Set<String> all = acts().map(Act::path).collect(Collectors.toCollection(TreeSet::new));
        for (Set<String> named : List.of(HARMLESS, ASKED, NAMED, FOR_GOOD, UNDONE)) {
            assertThat(all).containsAll(named);
        }
        assertThat(acts().filter(act -> FOR_GOOD.contains(act.path()))).allMatch(Act::irreversible);
        assertThat(acts().filter(act -> UNDONE.contains(act.path()))).allMatch(act -> act.undo() != null);
    }

    @ParameterizedTest
    @MethodSource("acts")
    void everyActIsTakenBackOrAskedAboutOrDoesNoHarm(Act act) {
        if (isAsked(act)) {
            assertThat(Console.paths()).as("its address is its confirmation").doesNotContain(act.path());
            assertThat(act.request().dry() || !act.request().effects().isEmpty())
                    .as("it shows what it would do")
                    .isTrue();
            assertThat(act.subject().api()).as("it names its object").isNotEmpty();
            boolean typed = act.inputs().stream().anyMatch(input -> input.kind() == Confirm.Kind.AGAIN);
            assertThat(typed).as("the name is typed").isEqualTo(NAMED.contains(act.path()));
        } else if (act.undo() == null) {
            assertThat(HARMLESS).contains(act.path());
        }
    }

    /** What the notice sends is all that the act wants that takes another back. */
    @ParameterizedTest
    @MethodSource("acts")
    void whatIsTakenBackNeedsNothingThatIsNotKnown(Act act) {
        if (act.undo() == null) {
            return;
        }
        Act back = Acts.by(act.undo()).orElseThrow();
        assertThat(back.ids()).isEqualTo(act.ids());
        assertThat(back.irreversible()).isFalse();
        assertThat(back.inputs().stream().filter(Act.Input::must).map(Act.Input::name))
                .isSubsetOf("reason", act.after().former().input());
    }

    static Stream<Act> asked() {
        return acts().filter(ActClassesTest::isAsked);
    }

    private static String dissent() {
        Map<?, ?> consensus = (Map<?, ?>) server.get("consensus/c").body().get("consensus");
        return String.valueOf(((Map<?, ?>) ((List<?>) consensus.get("dissents")).getFirst()).get("id"));
    }

    /** No act is left out: one on a thing that is not known here fails. */
    @ParameterizedTest
    @MethodSource("asked")
    @DisplayName("Every irreversible act names its object and shows its dry run before it asks.")
    void everyIrreversibleActNamesItsObjectAndShowsItsDryRunBeforeItAsks(Act act) {
        String noun = act.path().split("/", -1)[0];
        Thing thing = things.get(noun);
        assertThat(thing).as(noun).isNotNull();
        boolean gates = act.path().contains("{gate}");
        String path = "/"
                + act.path()
                        .replace("{id}", gates ? gated : Links.encoded(thing.id()))
                        .replace("{gate}", gates ? gate() : "")
                        .replace("{dissent}", act.path().contains("{dissent}") ? dissent() : "")
                        .replace("{query}", "x1");
        assertThat(path).doesNotContain("{");
        Reply reply = noun.equals("tokens")
                ? new Visitor(closed).get(path, "Authorization", bearer)
                : new Visitor(server).get(path);
        assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
        Document page = Jsoup.parse(reply.raw().body());
        String name = gates ? "Is 93 prime?" : act.path().contains("{dissent}") ? "It is late" : thing.name();
        assertThat(page.select("[data-confirm] h2").text()).startsWith(act.word() + ": " + name);
        if (page.select("#tried li").isEmpty()) {
            // What it does depends on what is typed: the form is answered by its dry run, and sent again.
            assertThat(act.request().dry()).as("it can be tried").isTrue();
            Visitor visitor = new Visitor(server);
            Reply tried = visitor.post(path, Visitor.form(visitor.get(path), "into", "keeper", "again", thing.id()));
            assertThat(tried.status()).as(tried.raw().body()).isEqualTo(200);
            page = Jsoup.parse(tried.raw().body());
            assertThat(server.get("agents/scout").body())
                    .as("nothing is done yet")
                    .containsEntry("identity", "scout");
        }
        assertThat(page.select("#tried li")).isNotEmpty();
        assertThat(page.select("[data-confirm] form[method=post]")).hasSize(1);
        // What it does is read before it is answered.
        assertThat(page.select("#tried, [data-confirm] form[method=post] button")
                        .first()
                        .id())
                .isEqualTo("tried");
        assertThat(page.select("input[name=again]").isEmpty()).isNotEqualTo(NAMED.contains(act.path()));
        assertThat(page.text().contains("This cannot be taken back.")).isEqualTo(act.irreversible());
    }

    /** The routes themselves are walked: a new confirmation is found by its address, and then shown above. */
    @Test
    void everyRouteThatActsIsAnActAndEveryOneThatIsAskedAboutHasItsConfirmation() {
        Set<String> confirmed = new TreeSet<>();
        Set<String> sent = new TreeSet<>();
        for (Route route : new ActRoutes(null, null).routes()) {
            assertThat(route.verb()).startsWith(route.method().equals("GET") ? "confirm " : "act ");
            (route.method().equals("GET") ? confirmed : sent).add(route.path());
        }
        assertThat(sent)
                .containsExactlyElementsOf(acts().map(Act::path).collect(Collectors.toCollection(TreeSet::new)));
        assertThat(confirmed).containsAll(asked().map(Act::path).toList());
        assertThat(confirmed).allMatch(path -> Acts.by(path).isPresent());
    }
}
