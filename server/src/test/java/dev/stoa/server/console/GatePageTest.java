package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A debate that waits for a person: what waits, what is asked, and who decided. */
@OnBothDatabases
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class GatePageTest {
    private static final String ASKING = "{\"topic\":\"How do we travel?\",\"clarify\":true,\"seed\":7,"
            + "\"agents\":[\"a=command:reader\",\"b=command:reader\"],\"gates\":[\"dehallucination\"]}";
    private static final String GATED = "{\"topic\":\"Is 91 prime?\",\"options\":[\"yes\",\"no\"],\"seed\":7,"
            + "\"agents\":[\"a=sim:\",\"b=sim:\"],\"gates\":[\"convergence\"],\"gate_policy\":\"reject\"}";
    private static final String HOSTILE =
            "Which <script>window.pwned=1</script> [x](javascript:alert(1)) \u202Eyrtnuoc?";
    private static final String ODD = "Q\"><b>1";
    private static final long LONGEST_WAIT = 60_000_000_000L;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Place place;
    private RunningServer server;

    @BeforeEach
    void open() throws IOException {
        Path program = Files.writeString(folder.resolve("reader.sh"), """
                case "$(/bin/cat)" in
                *"Before anybody answers"*) /bin/cat "$1/questions" ;;
                *) echo '{"answer":"Go by train","confidence":0.9}' ;;
                esac
                """);
        Files.writeString(
                folder.resolve("questions"),
                Json.write(Json.object(
                        "confidence",
                        0.2,
                        "questions",
                        List.of(
                                question("Q2", "Which *budget*?", 2, "none given"),
                                question(ODD, HOSTILE, 1, "<i>Germany</i>")))));
        Files.writeString(folder.resolve("stoa.toml"), """
                [provider.command.reader]
                argv = ["/bin/sh", '%s', '%s']
                """.formatted(program, folder));
        place = Place.full(dialect, folder);
        server = RunningServer.at(place.where(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
    }

    private static Object question(String id, String text, int priority, String otherwise) {
        return Json.object("id", id, "text", text, "category", "scope", "priority", priority, "default", otherwise);
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private String held(String debate, String status, String... headers) {
        Reply made = server.post("debates", debate, headers);
        assertThat(made.status()).as(made.raw().body()).isBetween(200, 299);
        return awaited(String.valueOf(made.body().get("id")), status, headers);
    }

    private String awaited(String id, String status, String... headers) {
        long end = System.nanoTime() + LONGEST_WAIT;
        while (!status.equals(server.get("debates/" + id, headers).body().get("status"))) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
        return id;
    }

    private String gate(String debate, String... headers) {
        List<?> gates = (List<?>)
                server.get("debates/" + debate + "/gates", headers).body().get("items");
        return "/debates/" + debate + "/gates/" + ((Map<?, ?>) gates.getFirst()).get("id");
    }

    private static Document read(Reply reply, int status) {
        assertThat(reply.status()).as(reply.raw().body()).isEqualTo(status);
        return Jsoup.parse(reply.raw().body());
    }

    /** Types into the fields of questions, in their order. */
    private static Map<String, String> answered(Document page, String form, String... answers) {
        Element found = Objects.requireNonNull(page.selectFirst(form));
        Map<String, String> sent = new java.util.LinkedHashMap<>();
        found.select("input[type=hidden]").forEach(field -> sent.put(field.attr("name"), field.val()));
        found.select("textarea").forEach(field -> sent.put(field.attr("name"), field.wholeText()));
        List<String> names = found.select("fieldset textarea").eachAttr("name");
        for (int i = 0; i < answers.length; i++) {
            sent.put(names.get(i), answers[i]);
        }
        return sent;
    }

    @Test
    void whatAgentsAskIsAnsweredOnThePageAndReachesTheDebate() {
        String debate = held(ASKING, "paused");
        String approve = gate(debate) + "/approve";
        Visitor visitor = new Visitor(server);
        Document page = read(visitor.get("/debates/" + debate), 200);
        assertThat(page.select(".gate legend").eachText())
                .as("the most urgent first")
                .containsExactly("Question " + ODD, "Question Q2");
        assertThat(page.select(".gate fieldset p.soft").eachText())
                .satisfiesExactly(
                        first -> assertThat(first).endsWith("it is assumed: <i>Germany</i>"),
                        second -> assertThat(second).endsWith("it is assumed: none given"));
        assertThat(page.select(".gate .said em").text()).isEqualTo("budget");
        assertThat(page.select(".gate .said").first().text()).contains("<script>window.pwned=1</script>", "⟦RLO⟧");
        assertThat(page.select(".gate script, .gate b, .gate i, .gate .said a")).isEmpty();

        Map<String, String> form = answered(page, ".gate form", "Portugal,\r\nthe <b>north</b>");
        Document asked = read(visitor.post(approve, form), 200);
        assertThat(server.get("debates/" + debate).body()).containsEntry("status", "paused");
        assertThat(asked.select("[data-confirm] textarea").first().wholeText())
                .as("what was typed is shown before it is done")
                .contains("the <b>north</b>");
        assertThat(asked.select("[data-confirm] .facts").text()).contains("1 turns wait for approval", "pending");
        assertThat(asked.select("[data-confirm] .said em").text()).isEqualTo("budget");
        assertThat(asked.text()).contains("This cannot be taken back.");

        assertThat(visitor.post(approve, answered(asked, "[data-confirm] form")).status())
                .isEqualTo(303);
        awaited(debate, "completed");
        Map<?, ?> outcome = (Map<?, ?>) server.get("debates/" + debate).body().get("outcome");
        assertThat((List<?>) outcome.get("assumptions"))
                .isEqualTo(List.of(
                        Map.of("id", ODD, "text", HOSTILE + " Portugal,\nthe <b>north</b>", "source", "human"),
                        Map.of("id", "Q2", "text", "Which *budget*? none given", "source", "assumed")));
        Document over = read(visitor.get("/debates/" + debate), 200);
        assertThat(over.select(".gate")).isEmpty();
        Element decided = over.selectFirst("#gates a");
        assertThat(decided.parent().text()).isEqualTo("Gate dehallucination: approved by local");
        assertThat(read(visitor.get(decided.attr("href")), 200)
                        .select("dl.facts")
                        .text())
                .contains("1 turns wait for approval", "Decided by local");
    }

    @Test
    void whatWasTypedSurvivesARefusal() {
        String debate = held(ASKING, "paused");
        String approve = gate(debate) + "/approve";
        Visitor visitor = new Visitor(server);
        String longest = "x".repeat(4_001);
        Map<String, String> form =
                answered(read(visitor.get(approve), 200), "[data-confirm] form", longest, "some & <more>");
        form.put("reason", "it is time");
        Document refused = read(visitor.post(approve, form), 422);
        assertThat(refused.select("[role=alert]").text()).contains("4,001 characters");
        assertThat(refused.select("[data-confirm] textarea").eachText())
                .containsExactly(longest, "some & <more>", "it is time");
        assertThat(server.get("debates/" + debate).body()).containsEntry("status", "paused");

        assertThat(read(visitor.get(gate(debate) + "/reject"), 200).select("fieldset"))
                .as("after a rejection other questions are asked")
                .isEmpty();
        assertThat(visitor.get("/debates/" + debate + "/gates/none/approve").status())
                .isEqualTo(404);
    }

    @Test
    void whoMayNotDecideReadsTheQuestionsAndWhichScopeAnAnswerNeeds() {
        String debate = held(ASKING, "paused");
        server.token("admin");
        String reader = server.token("read").token();
        Document page = read(
                server.sendRaw(
                        "GET", "/debates/" + debate, null, "Authorization", "Bearer " + reader, "Accept", "text/html"),
                200);
        assertThat(page.select(".gate legend")).hasSize(2);
        assertThat(page.select(".gate textarea, .gate form")).isEmpty();
        assertThat(page.select(".gate .needs").eachText()).hasSize(2).allMatch(text -> text.contains("operate"));
    }

    @Test
    void aGateSaysWhatWaitsAndWhatHappensWhenItsTimeIsOver() {
        String debate = held(GATED, "paused");
        Element gate = read(new Visitor(server).get("/debates/" + debate), 200).selectFirst(".gate");
        assertThat(gate.text()).contains("turns wait for approval", "consensus", "then it counts as rejected");
        Map<?, ?> stored = (Map<?, ?>)
                ((List<?>) server.get("debates/" + debate + "/gates").body().get("items")).getFirst();
        List<?> turns = (List<?>) ((Map<?, ?>) stored.get("artifacts")).get("turns");
        assertThat(gate.select("a[href*=/turns/]").eachAttr("href"))
                .isEqualTo(turns.stream()
                        .map(turn -> "/debates/" + debate + "/turns/" + turn)
                        .toList());
    }

    @Test
    void twoPeopleWhoDecideAtOnceAreToldWhoWasFirst() throws Exception {
        List<CreatedToken> people = List.of(
                server.tokenOf("ana", "operate", "ask", "read"), server.tokenOf("bo", "operate", "ask", "read"));
        String[] ana = {"Authorization", "Bearer " + people.getFirst().token()};
        for (List<String> verbs : List.of(List.of("approve", "approve"), List.of("approve", "reject"))) {
            String debate = held(GATED, "paused", ana);
            String gate = gate(debate, ana);
            CyclicBarrier start = new CyclicBarrier(2);
            List<Future<Reply>> sent = new ArrayList<>();
            try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
                for (int i = 0; i < 2; i++) {
                    String[] bearer = {
                        "Authorization", "Bearer " + people.get(i).token(), "Origin", server.url()
                    };
                    String path = gate + "/" + verbs.get(i);
                    Visitor visitor = new Visitor(server);
                    Map<String, String> form = Visitor.form(visitor.get(path, bearer), "reason", "as it seems to me");
                    sent.add(threads.submit(() -> {
                        start.await();
                        return visitor.post(path, form, bearer);
                    }));
                }
            }
            List<Integer> answers =
                    List.of(sent.get(0).get().status(), sent.get(1).get().status());
            assertThat(answers).containsExactlyInAnyOrder(303, 409);
            int first = answers.indexOf(303);
            String done = verbs.get(first).equals("approve") ? "approved by " : "rejected by ";
            Document second = read(sent.get(1 - first).get(), 409);
            assertThat(second.select("[role=alert]").text())
                    .contains(done + List.of("ana", "bo").get(first));
            assertThat(second.select("[data-confirm] .facts").text())
                    .contains(List.of("ana", "bo").get(first));
            assertThat(second.select("[data-confirm] textarea").text()).isEqualTo("as it seems to me");
        }
    }
}
