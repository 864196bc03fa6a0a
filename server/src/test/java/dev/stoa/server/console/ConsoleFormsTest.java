package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.console.act.Acts;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Acts of people: who may send a form, and that it acts once. */
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class ConsoleFormsTest {
    private static final String GATED = "{\"topic\":\"Is 91 prime?\",\"options\":[\"yes\",\"no\"],\"seed\":7,"
            + "\"agents\":[\"a=sim:\",\"b=sim:\"],\"gates\":[\"convergence\"]}";
    private static final long LONGEST_WAIT = 60_000_000_000L;

    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void open() {
        server = RunningServer.at(folder.toString(), folder);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static String memory(String content) {
        Reply added = server.post("memories", "{\"content\":\"" + content + "\"}");
        return String.valueOf(((Map<?, ?>) added.body().get("memory")).get("id"));
    }

    private static Map<?, ?> shown(String memory) {
        return (Map<?, ?>) server.get("memories/" + memory).body().get("memory");
    }

    private static int transitions(String memory) {
        return ((List<?>)
                        server.get("memories/" + memory + "/transitions").body().get("items"))
                .size();
    }

    private static String paused() {
        Object id = server.post("debates", GATED).body().get("id");
        long end = System.nanoTime() + LONGEST_WAIT;
        while (!"paused".equals(server.get("debates/" + id).body().get("status"))) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
        return String.valueOf(id);
    }

    private static String gate(String debate) {
        List<?> gates =
                (List<?>) server.get("debates/" + debate + "/gates").body().get("items");
        return String.valueOf(((Map<?, ?>) gates.getFirst()).get("id"));
    }

    @Test
    void aFormPostedFromAnotherSiteOrWithAnotherHostChangesNothing() throws IOException {
        Visitor visitor = new Visitor(server);
        String memory = memory("The tills open at nine.");
        String path = "/memory/" + memory + "/promote";
        Map<String, String> form = Visitor.form(visitor.get(path), "reason", "it was checked");
        assertThat(visitor.post(path, form, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site")
                        .status())
                .isEqualTo(403);
        assertThat(visitor.post(path, form, "Sec-Fetch-Site", "cross-site").status())
                .isEqualTo(403);
        assertThat(visitor.post(path, form, new String[0]).status())
                .as("what says nothing of where it comes from is no form of a page")
                .isEqualTo(403);
        Map<String, String> forged = Visitor.form(visitor.get(path), "reason", "x", "csrf", "x");
        assertThat(visitor.post(path, forged).status()).isEqualTo(403);
        Visitor other = new Visitor(server);
        other.get(path);
        assertThat(other.post(path, form).status())
                .as("the proof of another session")
                .isEqualTo(403);
        assertThat(otherHost(path)).startsWith("HTTP/1.1 421");
        assertThat(transitions(memory)).isZero();
        assertThat(visitor.post(path, form).status()).isEqualTo(303);
        assertThat(transitions(memory)).isEqualTo(1);
    }

    private static String otherHost(String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST " + path + " HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
                            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n"
                            + "Connection: close\r\n\r\nreason=x")
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aFormSentTwiceByDoubleClickReloadOrBackActsOnce() throws Exception {
        Visitor visitor = new Visitor(server);
        String memory = memory("The tills close at six.");
        String path = "/memory/" + memory + "/promote";
        Map<String, String> form = Visitor.form(visitor.get(path), "reason", "it was checked");
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Integer>> clicks = threads.invokeAll(java.util.Collections.nCopies(
                    4, () -> new Visitor(server, visitor).post(path, form).status()));
            for (Future<Integer> click : clicks) {
                assertThat(click.get()).isEqualTo(303);
            }
        }
        Reply again = visitor.post(path, form);
        assertThat(again.status()).isEqualTo(303);
        assertThat(again.header("Location")).isEqualTo("/memory/" + memory);
        assertThat(transitions(memory)).isEqualTo(1);

        server.post("channels", "{\"name\":\"lab\"}");
        Map<String, String> message = Visitor.form(visitor.get("/channels/lab/send"), "content", "The build is green.");
        assertThat(visitor.post("/channels/lab/send", message).status()).isEqualTo(303);
        assertThat(visitor.post("/channels/lab/send", message).status()).isEqualTo(303);
        assertThat((List<?>) server.get("channels/lab/messages").body().get("items"))
                .hasSize(1);
    }

    @Test
    void aRedLineIsSetAndLiftedOnlyWithAReasonAndUndoRestoresWhatWasBefore() {
        Visitor visitor = new Visitor(server);
        String memory = memory("Never <b>sell</b> the tills.");
        String path = "/memory/" + memory + "/red-line";
        Reply refused = visitor.act(path, "reason", " ");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.raw().body()).contains("role=\"alert\"").doesNotContain("<b>sell");
        assertThat(shown(memory).get("red_line")).isEqualTo(false);
        assertThat(visitor.act(path, "reason", "the owners said so").status()).isEqualTo(303);
        assertThat(shown(memory).get("red_line")).isEqualTo(true);
        Reply told = visitor.get("/memory/" + memory);
        assertThat(told.raw().body()).contains("The red line is drawn.", "/memory/" + memory + "/lift\"");
        Map<String, String> undo = Visitor.form(told);
        assertThat(visitor.get("/memory/" + memory).raw().body())
                .as("a notice is shown once")
                .doesNotContain("The red line is drawn.");
        assertThat(visitor.post("/memory/" + memory + "/lift", undo).status()).isEqualTo(303);
        assertThat(shown(memory).get("red_line")).isEqualTo(false);

        visitor.act(path, "reason", "the owners said so");
        visitor.act("/memory/" + memory + "/lift", "reason", "they changed their minds");
        Map<String, String> again = Visitor.form(visitor.get("/memory/" + memory));
        assertThat(visitor.post(path, again).status()).isEqualTo(303);
        assertThat(shown(memory).get("red_line_reason"))
                .as("the line that was lifted is drawn again as it was")
                .isEqualTo("the owners said so");
    }

    @Test
    void aNoticeIsToldByThePageThatIsShownNextAndByNoPartOfOne() {
        Visitor visitor = new Visitor(server);
        String memory = memory("The tills open at nine.");
        assertThat(visitor.act("/memory/" + memory + "/worked").status()).isEqualTo(303);
        assertThat(visitor.get("/memory/" + memory, "HX-Request", "true").raw().body())
                .doesNotContain("The outcome is reported.");
        assertThat(visitor.get("/memory/" + memory).raw().body()).contains("The outcome is reported.");

        server.post("channels", "{\"name\":\"quiet\"}");
        server.post("channels/quiet/messages", "{\"content\":\"The hall is empty.\"}");
        Map<String, String> form = Visitor.form(visitor.get("/channels/quiet/read"));
        String[] byScript = {"Origin", server.url(), "HX-Request", "true"};
        assertThat(visitor.post("/channels/quiet/read", form, byScript).status())
                .isEqualTo(303);
        assertThat(visitor.get("/channels").raw().body()).doesNotContain("The channel is read.");
    }

    @Test
    void aNoticeSaysOnlyWordsOfTheConsoleAndAForgedOneSaysNothing() {
        Visitor visitor = new Visitor(server);
        visitor.hold("stoa_notice", "PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg");
        Reply page = visitor.get("/memory");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.raw().body()).doesNotContain("alert(1)").doesNotContain("class=\"notice");
        visitor.hold("stoa_notice", "!");
        assertThat(visitor.get("/memory").status()).isEqualTo(200);
    }

    @Test
    void aNoticeThatThisServerDidNotGiveToTheSessionIsIgnored() {
        Visitor visitor = new Visitor(server);
        String memory = memory("The tills are red.");
        assertThat(visitor.act("/memory/" + memory + "/promote", "reason", "it was needed again")
                        .status())
                .isEqualTo(303);
        String given = visitor.held("stoa_notice");
        Visitor another = new Visitor(server);
        another.get("/memory");
        another.hold("stoa_notice", given);
        assertThat(another.get("/memory").raw().body()).doesNotContain("class=\"notice");
        String text = new String(Base64.getUrlDecoder().decode(given), StandardCharsets.UTF_8);
        String forged = text.replace(memory, "another");
        assertThat(forged).isNotEqualTo(text);
        String plain = text.substring(text.indexOf('|') + 1);
        for (String planted : List.of(forged, plain, "|" + plain)) {
            visitor.hold(
                    "stoa_notice",
                    Base64.getUrlEncoder().withoutPadding().encodeToString(planted.getBytes(StandardCharsets.UTF_8)));
            assertThat(visitor.get("/memory").raw().body()).as(planted).doesNotContain("class=\"notice");
        }
        visitor.hold("stoa_notice", given);
        assertThat(visitor.get("/memory").raw().body())
                .contains("class=\"notice good", "action=\"/memory/" + memory + "/demote\"");
    }

    @Test
    void aConflictKeepsWhatWasTyped() {
        Visitor visitor = new Visitor(server);
        String memory = memory("The tills are blue.");
        String path = "/memory/" + memory + "/promote";
        Map<String, String> form = Visitor.form(visitor.get(path), "reason", "typed & <kept>");
        server.post("memories/" + memory + "/trust", "{\"trust\":\"untrusted\",\"reason\":\"another was first\"}");
        Reply stale = visitor.post(path, form);
        assertThat(stale.status()).as(stale.raw().body()).isEqualTo(412);
        assertThat(stale.raw().body()).contains("typed &amp; &lt;kept", "role=\"alert\"");
        Element trust = Jsoup.parse(stale.raw().body()).selectFirst("[data-confirm] dt:contains(Trust) + dd");
        assertThat(trust.text()).as("both states").matches("untrusted.* when this was opened: agent");
        assertThat(Jsoup.parse(stale.raw().body()).select("[data-was]"))
                .as("what did not change is shown once")
                .hasSize(1);
        form.put("seen", "no object");
        assertThat(Jsoup.parse(visitor.post(path, form).raw().body()).select("[data-was]"))
                .isEmpty();
        assertThat(transitions(memory)).isZero();
    }

    @Test
    void aGateDecidedByTwoPeopleAtOnceTellsTheSecondWhoWasFirst() {
        String debate = paused();
        String path = "/debates/" + debate + "/gates/" + gate(debate);
        Visitor one = new Visitor(server);
        Visitor two = new Visitor(server);
        Reply page = one.get("/debates/" + debate);
        assertThat(page.raw().body()).contains(path + "/approve\"", path + "/reject\"");
        Map<String, String> approve = Visitor.form(one.get(path + "/approve"));
        Map<String, String> reject = Visitor.form(two.get(path + "/reject"), "reason", "it is not shown");
        Map<String, String> same = Visitor.form(two.get(path + "/approve"));
        assertThat(one.post(path + "/approve", approve).status()).isEqualTo(303);
        Reply second = two.post(path + "/reject", reject);
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.raw().body()).contains("approved by local", "it is not shown");
        Reply third = two.post(path + "/approve", same);
        assertThat(third.status()).isEqualTo(409);
        assertThat(third.raw().body()).contains("approved by local");
    }

    @Test
    void everyIrreversibleActNamesItsObjectAndShowsItsDryRunBeforeItAsks() {
        String debate = paused();
        Visitor visitor = new Visitor(server);
        Reply page = visitor.get("/debates/" + debate + "/cancel");
        assertThat(page.raw().body())
                .contains("Is 91 prime?", "paused", "It ends without an outcome.", "This cannot be taken back.");
        assertThat(server.get("debates/" + debate).body()).containsEntry("status", "paused");
        assertThat(visitor.act("/debates/" + debate + "/cancel").status()).isEqualTo(303);
        assertThat(server.get("debates/" + debate).body()).containsEntry("status", "cancelled");
        assertThat(visitor.get("/debates/" + debate).raw().body()).doesNotContain("/cancel\"");
        assertThat(visitor.get("/debates/none/cancel").status()).isEqualTo(404);
        assertThat(Acts.all()).allSatisfy(act -> {
            assertThat(act.irreversible()
                            || act.undo() == null
                            || Acts.by(act.undo()).isPresent())
                    .isTrue();
            assertThat(act.about()).isNotBlank();
            assertThat(act.irreversible() || !act.request().dry()).isTrue();
            // A token and a key have nothing that would go with them.
            assertThat(act.request().dry()
                            || !act.request().method().equals("DELETE")
                            || act.path().matches("(tokens|keys)/.*"))
                    .as(act.path() + " deletes, and what it deletes can be told before")
                    .isTrue();
        });
    }
}
