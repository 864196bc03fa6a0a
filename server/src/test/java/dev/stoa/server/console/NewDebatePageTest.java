package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
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
class NewDebatePageTest {
    private static final String PATH = "/debates/new";

    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.at(folder.toString(), folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<?> debates() {
        return (List<?>) server.get("debates?simulated=include").body().get("items");
    }

    private static Reply send(Visitor visitor, String... typed) {
        return visitor.post(PATH, Visitor.form(visitor.get(PATH), typed));
    }

    private static Document read(Reply reply, int status) {
        assertThat(reply.status()).as(reply.raw().body()).isEqualTo(status);
        return Jsoup.parse(reply.raw().body());
    }

    @Test
    void theFormHasFourFoldsAndWorksWithoutAScript() {
        Document page = read(new Visitor(server).get(PATH), 200);

        assertThat(page.select("details.card[open] > summary").eachText())
                .containsExactly("Question", "Panel", "Way", "Limits and gates");
        Element form = page.selectFirst("form[method=post]");
        assertThat(form.attr("action")).isEqualTo(PATH);
        assertThat(form.select("#preview button").eachText()).containsExactly("Preview", "Start", "Create only");
        assertThat(form.select("#preview button").eachAttr("id"))
                .as("by which the focus finds its button again")
                .doesNotHaveDuplicates()
                .hasSize(3);
        assertThat(form.select("#preview").text()).contains("Write a question");
        assertThat(page.select("#specs option").eachAttr("value")).contains("lex=evidence:lexical");
        assertThat(page.select("[name=agent1]").attr("list")).isEqualTo("specs");
    }

    @Test
    void thePreviewTellsWhatItTakesKeepsWhatWasTypedAndStoresNothing() {
        int before = debates().size();
        Document page = read(
                send(
                        new Visitor(server),
                        "act",
                        "preview",
                        "topic",
                        "Ship on \"Friday\"?",
                        "options",
                        "yes\r\nno\r\n",
                        "agent1",
                        "a=sim:",
                        "agent2",
                        "b=sim:",
                        "agent4",
                        "c=sim:",
                        "preset",
                        "vote",
                        "no_learn",
                        "on",
                        "gate_convergence",
                        "on",
                        "document",
                        "Fridays are quiet.",
                        "seed",
                        "7"),
                200);

        Element preview = page.selectFirst("#preview");
        assertThat(preview.select("dl.facts").text())
                .contains("Calls 3 – 9")
                .contains("Turns 3 – 9")
                .contains("Cost $0.0000");
        assertThat(preview.select(".badge").text()).contains("simulated");
        assertThat(preview.select("figcaption").text()).contains("3 seats");
        assertThat(preview.select("code").text())
                .isEqualTo("stoa debate run 'Ship on \"Friday\"?' --options 'yes|no' --agents a=sim:,b=sim:,c=sim:"
                        + " --evidence document --preset vote --seed 7 --gate convergence --no-learn");
        assertThat(page.select("[name=topic]").text()).isEqualTo("Ship on \"Friday\"?");
        assertThat(page.select("[name=options]").text().lines()).containsExactly("yes", "no");
        assertThat(page.select("[name=agent4]").attr("value")).isEqualTo("c=sim:");
        assertThat(page.select("[name=agent5]")).hasSize(1);
        assertThat(page.select("[name=preset][checked]").attr("value")).isEqualTo("vote");
        assertThat(page.select("[name=no_learn][checked]")).hasSize(1);
        assertThat(page.select("[name=gate_convergence][checked]")).hasSize(1);
        assertThat(page.select("[name=document]").text()).isEqualTo("Fridays are quiet.");
        assertThat(debates()).hasSize(before);
        assertThat((List<?>) server.get("evidence").body().get("items")).isEmpty();
    }

    @Test
    void documentsAreGivenAsFilesBesideThePastedOneAndReadByTheDebate() {
        Visitor visitor = new Visitor(server);
        Map<String, String> form = Visitor.form(
                visitor.get(PATH), "topic", "When does it ship?", "document", "Fridays are quiet.", "act", "preview");
        Document page = read(
                visitor.upload(PATH, form, Map.of("C:\\docs\\plan.md", "It ships on\n<b>Monday</b>.", "", "")), 200);
        assertThat(page.select("[name=document]").text()).isEqualTo("Fridays are quiet.");
        assertThat(page.select("[name=document2]").text()).isEqualTo("It ships on\n<b>Monday</b>.");
        assertThat(page.select("[name=document2_title]").val()).isEqualTo("plan.md");
        assertThat(page.select("#preview code").text()).contains("--evidence document --evidence plan.md");
        assertThat(page.select("form").attr("enctype")).isEqualTo("multipart/form-data");
        form.put("act", "create");
        Reply created = visitor.upload(PATH, form, Map.of("plan.md", "It ships on Monday."));
        assertThat(created.status()).as(created.raw().body()).isEqualTo(303);
        String debate = created.header("Location").replace("/debates/", "");
        Map<?, ?> config = (Map<?, ?>) server.get("debates/" + debate).body().get("config");
        assertThat((List<?>) config.get("evidence")).hasSize(2);
    }

    @Test
    void aFileThatIsTooLargeIsRefusedWithTheBoundAndWhatWasTypedSurvives(@TempDir Path other) {
        String big = "x".repeat((8 << 20) + 1);
        Visitor visitor = new Visitor(server);
        Map<String, String> form = Visitor.form(visitor.get(PATH), "topic", "When?", "act", "start");
        assertThat(read(visitor.upload(PATH, form, Map.of("big.txt", big)), 413)
                        .select("[role=alert]")
                        .text())
                .contains("larger than 8388608 bytes");
        try (RunningServer wide =
                RunningServer.at(other.toString(), other, Map.of("STOA_SERVER_MAX_BODY_BYTES", "20000000"))) {
            Visitor there = new Visitor(wide);
            Map<String, String> typed = Visitor.form(there.get(PATH), "topic", "When?", "act", "start");
            Document large = read(there.upload(PATH, typed, Map.of("big.txt", big)), 422);
            assertThat(large.select("#preview .error").text()).contains("big.txt", "larger than 8 MiB");
            assertThat(large.select("[name=topic]").text()).isEqualTo("When?");
        }
        Map<String, String> seven = new LinkedHashMap<>();
        for (int i = 0; i < 7; i++) {
            seven.put(i + ".txt", "text");
        }
        assertThat(read(visitor.upload(PATH, form, seven), 422)
                        .select("#preview .error")
                        .text())
                .contains("which takes 6");
        Map<String, String> forged = new LinkedHashMap<>(form);
        forged.put("csrf", "x");
        assertThat(visitor.upload(PATH, forged, Map.of("a.txt", "a")).status()).isEqualTo(403);
    }

    @Test
    void thePanelIsCompletedFromRegisteredAgents() {
        server.post("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}");
        assertThat(read(new Visitor(server).get(PATH), 200)
                        .select("#specs option")
                        .eachAttr("value"))
                .contains("scout")
                .doesNotContain("human");
    }

    @Test
    void whatCreationWouldRefuseIsToldAndWhatWasTypedSurvives() {
        Visitor visitor = new Visitor(server);
        int before = debates().size();
        Map<String, String> wrong = Map.of(
                "agent1", "a=nobody:x",
                "rounds", "many",
                "quorum", "99",
                "options", "yes\nYES");
        wrong.forEach((name, value) -> {
            Document preview = read(send(visitor, "topic", "<b>Is it?</b>", name, value), 200);
            assertThat(preview.select("#preview .error").text()).as(name).contains("would be refused");
            assertThat(preview.select("#preview dl")).isEmpty();
            Document started = read(send(visitor, "act", "start", "topic", "<b>Is it?</b>", name, value), 422);
            assertThat(started.select("#preview .error").text())
                    .isEqualTo(preview.select("#preview .error").text());
            assertThat(started.select("[name=topic]").text()).isEqualTo("<b>Is it?</b>");
            assertThat(started.select("[name=" + name + "]").val()).isEqualTo(value);
        });
        assertThat(read(send(visitor, "act", "start", "topic", " "), 422)
                        .select("#preview .error")
                        .text())
                .contains("topic");
        assertThat(debates()).hasSize(before);
    }

    @Test
    void startLeadsToTheDebateAndTheSameFormSentTwiceIsOneDebate() {
        Visitor visitor = new Visitor(server);
        int before = debates().size();
        Map<String, String> form = Visitor.form(
                visitor.get(PATH),
                "act",
                "create",
                "topic",
                "Wait?",
                "agent1",
                "a=sim:",
                "agent2",
                "b=sim:",
                "seed",
                "3");
        Reply first = visitor.post(PATH, form);
        Reply second = visitor.post(PATH, form);

        assertThat(first.status()).isEqualTo(303);
        String address = first.header("Location");
        assertThat(second.header("Location")).isEqualTo(address);
        assertThat(debates()).hasSize(before + 1);
        Map<?, ?> created =
                server.get("debates/" + address.substring("/debates/".length())).body();
        assertThat(created.get("status")).isEqualTo("pending");
        assertThat(created.get("topic")).isEqualTo("Wait?");

        Reply started = send(
                visitor, "act", "start", "topic", "Now?", "agent1", "a=sim:", "agent2", "b=sim:", "preset", "vote");
        assertThat(started.status()).isEqualTo(303);
        assertThat(server.get("debates/" + started.header("Location").substring("/debates/".length()))
                        .body()
                        .get("status"))
                .isNotEqualTo("pending");
        assertThat(visitor.get(started.header("Location")).status()).isEqualTo(200);
    }

    @Test
    void theAddressFillsTheFormAndTheTwinIsWhatTheApiTells() {
        String query = "?topic=Is%2091%20prime%3F&preset=vote&agent1=a%3Dsim%3A&agent2=b%3Dsim%3A";
        Document page = read(new Visitor(server).get(PATH + query), 200);
        Map<?, ?> data = (Map<?, ?>)
                server.sendRaw("GET", PATH + ".json" + query, null).body().get("data");

        assertThat(page.select("[name=topic]").text()).isEqualTo("Is 91 prime?");
        assertThat(page.select("#preview dl").text()).contains("Calls 2 – 4");
        assertThat(data.get("estimate"))
                .isEqualTo(server.post(
                                "debates/estimate",
                                "{\"topic\":\"Is 91 prime?\",\"preset\":\"vote\",\"agents\":[\"a=sim:\",\"b=sim:\"]}")
                        .body());
    }

    @Test
    void aFormFromElsewhereBeginsNothing() {
        Visitor visitor = new Visitor(server);
        int before = debates().size();
        Map<String, String> form = Visitor.form(visitor.get(PATH), "act", "start", "topic", "Now?");
        form.put("csrf", "other");

        assertThat(visitor.post(PATH, form).status()).isEqualTo(403);
        assertThat(debates()).hasSize(before);
    }
}
