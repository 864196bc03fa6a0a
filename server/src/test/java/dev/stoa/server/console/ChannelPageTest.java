package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.society.channel.MessageDraft;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class ChannelPageTest {
    /** Twice what is allowed on a quiet machine. */
    private static final double MOST_TIMES_AS_LONG = 2.6;

    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.at(folder.toString(), folder);
        ok(server.post("agents", "{\"identity\":\"lookout\",\"model\":\"sim:\"}"));
        ok(server.post("agents", "{\"identity\":\"shy\",\"model\":\"sim:\",\"trigger_policy\":\"never\"}"));
        ok(server.post("agents", "{\"identity\":\"writer\",\"model\":\"sim:\"}"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    private static Document page(String path) {
        Reply reply = server.sendRaw("GET", path, null);
        assertThat(reply.status()).as(path + reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    private static void channel(String name) {
        ok(server.post("channels", "{\"name\":\"" + name + "\"}"));
    }

    private static void say(String channel, int count) {
        for (int i = 1; i <= count; i++) {
            server.stoa()
                    .society()
                    .messages()
                    .send(Principal.as("writer"), channel, MessageDraft.of("Message " + i + " of the talk."));
        }
    }

    private static long seen(String channel) {
        return ((Number) server.get("channels/" + channel).body().get("last_seen_seq")).longValue();
    }

    @Test
    void oneMessageIsOneMessage() {
        channel("cellar");
        assertThat(page("/channels/cellar").select("main").text()).contains("0 messages,");
        ok(server.post("channels/cellar/messages", "{\"content\":\"Is anybody here?\"}"));
        assertThat(page("/channels/cellar").select("main").text()).contains("1 message,");
    }

    @Test
    void aMentionShowsTheRunItStartedOrTheStoredReasonWhyItStartedNone() {
        channel("mentions");
        Map<String, ?> sent = ok(server.post(
                        "channels/mentions/messages", "{\"content\":\"@lookout and @shy, is all right?\"}"))
                .body();
        Map<?, ?> mention = (Map<?, ?>) ((List<?>) sent.get("mentions")).getFirst();
        String run =
                (String) server.get("tasks/" + mention.get("task_id")).body().get("session_id");
        List<Element> states = page("/channels/mentions").select(".message .started");
        assertThat(states).hasSize(2);
        assertThat(states.getFirst().text()).startsWith("@lookout queued its run pending");
        assertThat(states.getFirst().select("a").attr("href")).isEqualTo("/runs/" + run);
        page("/runs/" + run);
        assertThat(states.getLast().text()).contains("@shy started nothing").endsWith("(policy)");
        assertThat(states.getLast().select("a")).isEmpty();
    }

    @Test
    void theDomainsOfKnowledgeWithTheNameOfAChannelStandBesideIt() {
        channel("shop");
        ok(server.post("knowledge", "{\"domain\":\"shop/tills\",\"content\":\"Till 3 is slow\"}"));
        ok(server.post("knowledge", "{\"domain\":\"shopping\",\"content\":\"Not of the shop\"}"));
        Element card = page("/channels/shop").selectFirst("#knowledge");
        assertThat(card.select("a").eachText()).containsExactly("shop", "shop/tills");
        assertThat(page(card.select("a").last().attr("href")).select("tbody").text())
                .contains("Till 3 is slow")
                .doesNotContain("Not of the shop");
        channel("bare");
        assertThat(page("/channels/bare").select("#knowledge").text()).contains("No domain has the name");
    }

    @Test
    void agentsAreListedWithTheirLiveRunsAndOneShowsWhatItIsWorth() {
        ok(server.post("agents", "{\"identity\":\"busy\",\"model\":\"sim:\",\"constitution\":\"Be brief.\"}"));
        ok(server.post("runs", "{\"agent\":\"busy\",\"input\":\"go\"}"));
        Document agents = page("/agents");
        assertThat(agents.select("tr:has(a[href=/agents/busy]) td[data-label='Live runs']")
                        .text())
                .isEqualTo("1");
        assertThat(agents.select("tr:has(a[href=/agents/shy]) td[data-label='Live runs']")
                        .text())
                .isEqualTo("0");
        assertThat(agents.select("tr:has(a[href=/agents/busy]) td[data-label='Last active']"))
                .hasSize(1);
        ok(server.post("matches", "{\"debate_id\":\"d-1\",\"scores\":{\"busy\":1,\"shy\":0}}"));
        Document busy = page("/agents/busy");
        assertThat(busy.select("h2").eachText())
                .contains("Constitution", "Rating", "Calibration", "Runs", "Notes that you may see");
        assertThat(busy.select("section:has(h2:containsOwn(Rating)) td[data-label=Games]")
                        .text())
                .isEqualTo("1");
        assertThat(busy.select("section:has(h2:containsOwn(Constitution)) code").text())
                .hasSize(64);
        assertThat(busy.select(".acts a, .acts button").eachText())
                .anyMatch(word -> word.startsWith("Clone"))
                .anyMatch(word -> word.startsWith("Merge"))
                .anyMatch(word -> word.startsWith("Archive"));
    }

    @Test
    void openingAChannelDoesNotMarkItReadReachingItsEndDoesOnce() {
        channel("reading");
        say("reading", 3);
        Visitor visitor = new Visitor(server);
        Reply opened = visitor.get("/channels/reading");
        Element form = Jsoup.parse(opened.raw().body()).selectFirst("form[data-mark-read]");
        assertThat(seen("reading")).as("opened").isZero();
        say("reading", 1);
        Map<String, String> fields = new LinkedHashMap<>();
        form.select("input").forEach(input -> fields.put(input.attr("name"), input.attr("value")));
        assertThat(visitor.post(form.attr("action"), fields).status()).isEqualTo(303);
        assertThat(seen("reading")).as("what came later is unread").isEqualTo(3);
        ok(server.post("channels/reading/receive", "{\"limit\":1,\"from\":1,\"own\":true}"));
        assertThat(visitor.post(form.attr("action"), fields).status()).isEqualTo(303);
        assertThat(seen("reading")).as("the same form once more").isEqualTo(1);
        ok(server.post("channels/reading/receive", "{\"limit\":10,\"own\":true}"));
        assertThat(page("/channels/reading").select("form[data-mark-read], #new"))
                .isEmpty();
    }

    @Test
    void marksTheFirstUnreadMessageAndLeadsToOlderAndNewerOnes() {
        channel("long");
        say("long", 420);
        ok(server.post("channels/long/receive", "{\"limit\":1,\"from\":210,\"own\":true}"));
        Document page = page("/channels/long");
        assertThat(numbers(page)).hasSize(200).startsWith(161L).endsWith(360L);
        assertThat(page.selectFirst("#new").nextElementSibling().id()).isEqualTo("m-211");
        assertThat(page.select("form[data-mark-read]"))
                .as("the end is not here")
                .isEmpty();
        Document older = page(page.select("a[rel=prev]").attr("href"));
        assertThat(numbers(older)).contains(160L, 161L).doesNotContain(360L);
        Document newer = page(page.select("a[rel=next]").attr("href"));
        assertThat(numbers(newer)).contains(360L, 361L, 420L);
        assertThat(newer.select("a[rel=next]")).isEmpty();
        assertThat(seen("long")).isEqualTo(210);
    }

    private static List<Long> numbers(Document page) {
        List<Long> numbers = new ArrayList<>();
        page.select(".message")
                .forEach(each -> numbers.add(Long.parseLong(each.id().substring("m-".length()))));
        return numbers;
    }

    @Test
    void aChannelOf100000MessagesOpensAtTheFirstUnreadAsFastAsOneOf1000() throws SQLException {
        channel("small");
        channel("large");
        fill("small", 1_000);
        fill("large", 100_000);
        ok(server.post("channels/small/receive", "{\"limit\":1,\"from\":500,\"own\":true}"));
        ok(server.post("channels/large/receive", "{\"limit\":1,\"from\":60000,\"own\":true}"));
        Map<String, ?> small = data("small");
        Map<String, ?> large = data("large");
        assertThat(large.keySet()).as("what is read").isEqualTo(small.keySet());
        for (String name : List.of("messages", "messages-before")) {
            assertThat((List<?>) ((Map<?, ?>) large.get(name)).get("items"))
                    .as(name)
                    .hasSameSizeAs((List<?>) ((Map<?, ?>) small.get(name)).get("items"));
        }
        assertThat(page("/channels/large")
                        .selectFirst("#new")
                        .nextElementSibling()
                        .id())
                .isEqualTo("m-60001");
        assertThat(page("/channels/large").select("main .about").text()).contains("100,000 messages");
        // The fastest of several in turns: what else the machine does makes a page slower, never faster.
        long few = Long.MAX_VALUE;
        long many = Long.MAX_VALUE;
        for (int i = 0; i < 12; i++) {
            few = Math.min(few, took("small"));
            many = Math.min(many, took("large"));
        }
        assertThat((double) many / few).isLessThan(MOST_TIMES_AS_LONG);
    }

    /** Makes a channel as long as that at once, by copies of a message. */
    private static void fill(String channel, int messages) throws SQLException {
        say(channel, 1);
        try (Connection behind = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("space.db"));
                Statement statement = behind.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 60000");
            String one = "(SELECT * FROM messages WHERE seq = 1 AND channel_id ="
                    + " (SELECT channel_id FROM channels WHERE name = '" + channel + "'))";
            assertThat(statement.executeUpdate(
                            "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < "
                                    + messages + ") INSERT INTO messages"
                                    + " (message_id, channel_id, agent_id, content, created_at, seq, author_seq, kind)"
                                    + " SELECT one.channel_id || '-' || i, one.channel_id, one.agent_id,"
                                    + " 'Message ' || i || ' of the talk.', one.created_at, i, i, one.kind FROM n, "
                                    + one + " one"))
                    .isEqualTo(messages - 1);
            assertThat(statement.executeUpdate(
                            "UPDATE channels SET last_seq = " + messages + " WHERE name = '" + channel + "'"))
                    .isOne();
        }
    }

    private static Map<String, ?> data(String channel) {
        @SuppressWarnings("unchecked")
        Map<String, ?> data = (Map<String, ?>) server.sendRaw("GET", "/channels/" + channel + ".json", null)
                .body()
                .get("data");
        return data;
    }

    private static long took(String channel) {
        long begin = System.nanoTime();
        page("/channels/" + channel);
        return System.nanoTime() - begin;
    }

    @Test
    void whatStoaItselfSaysNeverLooksLikeAnAgent() throws SQLException {
        channel("told");
        ok(server.post("channels/told/messages", "{\"content\":\"Hello\"}"));
        ok(server.post("channels/told/messages", "{\"content\":\"The run has failed.\"}"));
        try (Connection behind = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("space.db"));
                Statement statement = behind.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE messages SET kind = 'system' WHERE content LIKE 'The run has%'"))
                    .isOne();
        }
        Document page = page("/channels/told");
        Element person = page.selectFirst(".message:not(.system)");
        Element system = page.selectFirst(".message.system");
        assertThat(person.select("b a").attr("href")).isEqualTo("/agents/human");
        assertThat(system.select("a")).isEmpty();
        assertThat(system.text()).startsWith("Stoa itself The run has failed.");
    }

    @Test
    void theTwinIsWhatRestAnswersAndAMessageIsSentFromThePage() {
        channel("twin");
        Visitor visitor = new Visitor(server);
        Reply page = visitor.get("/channels/twin");
        Element form = Jsoup.parse(page.raw().body()).selectFirst("form.write");
        Map<String, String> fields = new LinkedHashMap<>(Map.of("content", "From the page"));
        form.select("input").forEach(input -> fields.put(input.attr("name"), input.attr("value")));
        assertThat(visitor.post(form.attr("action"), fields).status()).isEqualTo(303);
        assertThat(page("/channels/twin").select(".message .said").text()).isEqualTo("From the page");
        assertThat(data("twin").get("messages"))
                .isEqualTo(
                        server.get("channels/twin/messages?after=0&limit=150").body());
        Reply file = server.sendRaw("GET", "/channels/twin/export", null);
        assertThat(file.header("Content-Disposition")).startsWith("attachment");
        assertThat(file.raw().body()).contains("From the page");
    }

    @Test
    void theInboxLeadsToWhatIsUnreadAndNotToWhatIsRead() {
        channel("quiet");
        channel("loud");
        say("loud", 2);
        Document inbox = page("/inbox");
        assertThat(inbox.select("a[href=/channels/loud#new]")).hasSize(1);
        assertThat(inbox.select("a[href^=/channels/quiet]")).isEmpty();
    }
}
