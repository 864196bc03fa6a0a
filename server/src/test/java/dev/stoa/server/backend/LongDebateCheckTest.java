package dev.stoa.server.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalTurn;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.console.Visitor;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The badge of a debate that is too long to be checked while its page is made. */
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class LongDebateCheckTest {
    private static final int SEATS = 10;
    private static final int PORTION = 1_000;
    private static final Duration LONGEST = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private final List<Seat> seats = IntStream.range(0, SEATS)
            .mapToObj(i -> Seat.of("seat-" + i, "mine", "m-" + i))
            .toList();
    private RunningServer server;
    private ExternalSession session;
    private int turns;
    private String page;
    private DebateChecks checks;

    @BeforeEach
    void open() {
        server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
        checks = server.work().debateChecks();
        DebateEngine engine = Engines.over(server.stoa(), Map.of(), InstantSource.system(), "test")
                .debates();
        DebateRequest request =
                DebateRequest.on("Which way?").preset(Preset.EXTERNAL).seed(1).agents(seats);
        session = engine.start(engine.create(request, "test").id(), "test");
        say(PORTION);
        say(SEATS);
        page = "/debates/" + session.session();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void say(int more) {
        List<ExternalTurn> portion = new ArrayList<>();
        for (int end = turns + more; turns < end; turns++) {
            int step = turns / SEATS;
            ExternalTurn said = ExternalTurn.of(
                            step == 0 ? 1 : 2,
                            step == 0 ? Phase.PROPOSAL : Phase.CRITIQUE,
                            seats.get(turns % SEATS).agent())
                    .content("Step " + step)
                    .answer("north", 0.6);
            portion.add(step == 0 ? said : said.at(0, step));
        }
        session.turns(portion);
    }

    private static Element badge(Visitor by, String address) {
        Reply reply = by.get(address);
        assertThat(reply.status()).as(address).isEqualTo(200);
        Element badge = Jsoup.parse(reply.raw().body()).selectFirst("#proof");
        assertThat(badge).as(address).isNotNull();
        return badge;
    }

    private static Map<String, String> form(Element badge) {
        Map<String, String> form = new HashMap<>();
        badge.select("form[action$=/check/start] input").forEach(input -> form.put(input.attr("name"), input.val()));
        assertThat(form).containsOnlyKeys("csrf", "key");
        return form;
    }

    private Map<?, ?> check() {
        return server.get("debates/" + session.session() + "/check").body();
    }

    private long events() {
        return ((Number) server.get("debates/" + session.session() + "/replay?as_of=1")
                        .body()
                        .get("events"))
                .longValue();
    }

    /** Clicks, and waits until the check is over. */
    private void checked(Visitor by) throws InterruptedException {
        Reply sent = by.post(page + "/check/start", form(badge(by, page)));
        assertThat(sent.status()).as(sent.raw().body()).isEqualTo(303);
        assertThat(checks.places.await(LONGEST)).isTrue();
    }

    @Test
    void aLongRecordIsCheckedInTheBackgroundOnceForAllWhoAsk() throws InterruptedException {
        Visitor ana = new Visitor(server);
        Visitor bo = new Visitor(server);
        long events = events();
        assertThat(events).isGreaterThan(2_000);
        for (String address : List.of(page, page + "?verify=true", page + "/replay", page + "/replay?verify=true")) {
            Element badge = badge(ana, address);
            assertThat(badge.text()).as(address).isEqualTo("not checked here yet Check");
            assertThat(badge.hasAttr("hx-get")).as(address).isFalse();
        }
        assertThat(check().get("state")).as("looking begins nothing").isEqualTo("none");

        // Nothing is read before the test lets it.
        checks.turns.acquire(DebateChecks.AT_ONCE);
        Map<String, String> first = form(badge(ana, page));
        Map<String, String> second = form(badge(bo, page));
        Reply sent = ana.post(page + "/check/start", first);
        assertThat(sent.status()).as(sent.raw().body()).isEqualTo(303);
        assertThat(sent.header("Location")).isEqualTo(page + "/replay");
        Object run = check().get("run");
        assertThat(ana.post(page + "/check/start", first).status())
                .as("a double click")
                .isEqualTo(303);
        assertThat(bo.post(page + "/check/start", second).status())
                .as("another person")
                .isEqualTo(303);
        assertThat(check().get("run")).isEqualTo(run);
        assertThat(checks.places.free()).as("one replay").isEqualTo(DebateChecks.MOST - 1);
        for (String address : List.of(page, page + "/replay", page + "?view=events")) {
            Element badge = badge(bo, address);
            assertThat(badge.text()).isEqualTo("checking Load again");
            assertThat(badge.attr("hx-get")).isEqualTo(page + "/replay");
            assertThat(badge.attr("hx-trigger")).isEqualTo("every 1s");
            assertThat(badge.selectFirst("a").attr("href")).isEqualTo(address);
        }

        checks.turns.release(DebateChecks.AT_ONCE);
        assertThat(checks.places.await(LONGEST)).isTrue();
        assertThat(check().get("run")).isEqualTo(run);
        for (Visitor by : List.of(ana, bo)) {
            Element badge = badge(by, page);
            assertThat(badge.className()).contains("good");
            assertThat(badge.text()).isEqualTo("verified %,d/%d".formatted(events, events));
            assertThat(badge.hasAttr("hx-get")).isFalse();
        }
        Map<?, ?> twin =
                (Map<?, ?>) server.sendRaw("GET", page + ".json", null).body().get("data");
        assertThat(twin.get("check")).isEqualTo(check());
    }

    @Test
    void theBadgeIsGreenOnlyForTheEventsThatWereChecked() throws InterruptedException {
        Visitor ana = new Visitor(server);
        long events = events();
        checked(ana);
        assertThat(badge(ana, page).className()).contains("good");
        say(1);
        Element badge = badge(ana, page);
        assertThat(badge.className()).doesNotContain("good");
        assertThat(badge.text()).isEqualTo("verified %,d/%d Check again".formatted(events, events()));
        checked(ana);
        assertThat(badge(ana, page).className()).contains("good");
    }

    @Test
    void anEditedRecordIsRedAndNamesTheFirstBadSequence() throws Exception {
        Visitor ana = new Visitor(server);
        try (Connection behind = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("debate.db"));
                Statement statement = behind.createStatement()) {
            statement.execute("DROP TRIGGER trg_debate_turns_update");
            assertThat(statement.executeUpdate("UPDATE debate_turns SET model = 'other' WHERE turn_seq = 700"))
                    .isOne();
        }
        checked(ana);
        List<?> mismatches = (List<?>)
                server.get("debates/" + session.session() + "/replay").body().get("mismatches");
        long first = ((Number) ((Map<?, ?>) mismatches.getFirst()).get("seq")).longValue();
        assertThat(first).isGreaterThan(1);
        Element red = badge(ana, page);
        assertThat(red.className()).contains("bad");
        assertThat(red.text())
                .startsWith("broken at event %,d: ".formatted(first))
                .endsWith("Check again");
        checked(ana);
        assertThat(badge(ana, page).className()).contains("bad");
    }

    @Test
    void whatDidNotComeToItsEndSaysSo() throws InterruptedException {
        Visitor ana = new Visitor(server);
        Map<String, String> form = form(badge(ana, page));
        checks.turns.acquire(DebateChecks.AT_ONCE);
        ana.post(page + "/check/start", form);
        checks.places.stop();
        assertThat(checks.places.await(LONGEST)).isTrue();
        Element badge = badge(ana, page);
        assertThat(badge.className()).contains("warn");
        assertThat(badge.text()).isEqualTo("not checked: the server stops Check");
        form(badge);
    }

    @Test
    void theTokenOfAnAgentSeesTheDebateAndChecksNothing() {
        String[] as = {"Authorization", "Bearer " + server.token("agent:eve").token(), "Accept", "text/html"};
        Reply shown = server.sendRaw("GET", page, null, as);
        assertThat(shown.status()).isEqualTo(200);
        Element badge = Jsoup.parse(shown.raw().body()).selectFirst("#proof");
        assertThat(badge.text()).isEqualTo("not checked here yet needs scope read");
        assertThat(badge.hasAttr("hx-get")).isFalse();
        assertThat(badge.select("form, a")).isEmpty();
        for (String part : List.of("/replay", "/replay?verify=true", "/check/start")) {
            assertThat(server.sendRaw("GET", page + part, null, as).status())
                    .as(part)
                    .isEqualTo(403);
        }
        String api = "debates/" + session.session() + "/check";
        assertThat(server.get(api, as).status()).isEqualTo(403);
        assertThat(server.post(api, "{}", as).status()).isEqualTo(403);
        assertThat(checks.latest(session.session()).document()).containsEntry("state", "none");
    }

    @Test
    void aShortRecordIsCheckedForThePageItselfAndNotByAnAgent() {
        String id = (String) server.post("debates", "{\"topic\":\"Is 91 prime?\",\"start\":false}")
                .body()
                .get("id");
        Element badge = badge(new Visitor(server), "/debates/" + id);
        assertThat(badge.attr("hx-get")).isEqualTo("/debates/" + id + "/replay?verify=true");
        String token = "Bearer " + server.token("agent:eve").token();
        Reply shown = server.sendRaw("GET", "/debates/" + id, null, "Authorization", token, "Accept", "text/html");
        Element agents = Jsoup.parse(shown.raw().body()).selectFirst("#proof");
        assertThat(agents.text()).isEqualTo("not checked here yet needs scope read");
        assertThat(agents.hasAttr("hx-get"))
                .as("what would be forbidden is not asked for")
                .isFalse();
    }
}
