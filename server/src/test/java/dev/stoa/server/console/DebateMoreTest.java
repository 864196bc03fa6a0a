package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands around the lanes of a debate, and the list of debates. */
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class DebateMoreTest {
    @TempDir
    static Path folder;

    private static RunningServer server;
    private static String friday;
    private static String code;

    @BeforeAll
    static void start() {
        server = RunningServer.demo(folder.toString(), folder);
        friday = named("debates?limit=20", "debate_id", "release-friday");
        code = named("debates?preset=external", "topic", "Write is_leap(year)");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<Map<?, ?>> items(String address) {
        return ((List<?>) server.get(address).body().get("items"))
                .stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
    }

    private static String named(String address, String field, String value) {
        return (String) items(address).stream()
                .filter(debate -> value.equals(debate.get(field)))
                .findFirst()
                .orElseThrow()
                .get("id");
    }

    private static Document page(String path) {
        Reply reply = server.sendRaw("GET", path, null, "Accept", "text/html");
        assertThat(reply.status()).as(path + reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    @Test
    void theLanesAreShownAsOneSeatSawThem() {
        Document all = page("/debates/" + friday);
        assertThat(all.select("nav[aria-label=As seen by] a").eachText())
                .containsExactly("all", "lex", "sem", "ske", "doc");
        assertThat(all.select(".lanes .cell[id]")).hasSize(8);
        // Everybody read the four drafts; of the second round a seat knows only its own turn.
        Document seen = page("/debates/" + friday + "?seat=sem");
        assertThat(seen.select(".lanes .cell[id]").eachAttr("id"))
                .containsExactly("turn-1", "turn-2", "turn-3", "turn-4", "turn-6");
        assertThat(seen.select(".lanes .cell.asked").eachText()).hasSize(3).containsOnly("not shown to it");
        // At its draft it knew nothing of the others.
        assertThat(page("/debates/" + friday + "?seat=sem&at=14")
                        .select(".lanes .cell[id]")
                        .eachAttr("id"))
                .containsExactly("turn-2");
        assertThat(server.sendRaw("GET", "/debates/" + friday + "?seat=nobody", null)
                        .status())
                .isEqualTo(422);
    }

    @Test
    void theWeightOfABallotIsTakenApart() {
        Document page = page("/debates/" + friday);
        for (Element ballot : page.select("#ballots td")) {
            String[] words = ballot.text().split("[^0-9.]+", -1);
            double weight = Double.parseDouble(words[1]);
            double made =
                    Double.parseDouble(words[2]) * Double.parseDouble(words[3]) / Math.sqrt(Integer.parseInt(words[4]));
            assertThat(made).as(ballot.text()).isBetween(weight - .002, weight + .002);
        }
        assertThat(page.select("#ballots td small").first().text()).startsWith("q 0.500 × ρ 1.00 ÷ √");
    }

    @Test
    void whoReadWhomIsDrawnAndTheWaysThatMovedASeatAreNamed() {
        Element card = page("/debates/" + friday).selectFirst("#topology");
        assertThat(card.select("figcaption").text())
                .isEqualTo("Who read whom: 4 seats, 12 sights; moved: lex having read doc, ske having read doc.");
        assertThat(card.select("path.thick").size()).isPositive();
        Reply picture = server.sendRaw("GET", card.selectFirst("a[href$=.svg]").attr("href"), null);
        assertThat(picture.status()).isEqualTo(200);
        assertThat(picture.header("Content-Type")).startsWith("image/svg+xml");
        assertThat(picture.raw().body()).startsWith("<svg").contains("lex moved, having read doc");
    }

    @Test
    void aGateSaysUntilWhenItWaits() {
        String paused = named("debates?status=paused", "status", "paused");
        Map<?, ?> gate = items("debates/" + paused + "/gates").getLast();
        assertThat(page("/debates/" + paused).select(".gate time").attr("datetime"))
                .isNotEmpty()
                .isEqualTo(String.valueOf(gate.get("expires_at")));
        assertThat(page("/debates/" + paused).select("a[href=/debates/" + paused + "/cancel]"))
                .as("what can be done with a debate follows from its state")
                .isNotEmpty();
    }

    @Test
    void theFirstPageOfADemoCountsSimulatedDebatesAndSaysSo() {
        Document home = page("/");
        assertThat(home.select("#worth .simulated")).hasSize(1);
        assertThat(home.select("#worth .soft").text()).doesNotContain("provisional");
    }

    @Test
    void whatDebatesWereWorthIsShownWithWhatLessonsDidAndWhoChangedTheirMind() {
        Map<?, ?> stats;
        Document page;
        // The demo goes on holding debates.
        do {
            stats = server.get("debates/stats?simulated=include").body();
            page = page("/debates/stats?simulated=include");
        } while (!stats.equals(server.get("debates/stats?simulated=include").body()));
        Map<?, ?> flips = (Map<?, ?>) stats.get("flips");
        assertThat(page.select("#flips tbody tr").eachText())
                .containsExactly(
                        "Wrong to right " + flips.get("wrong_to_right"),
                        "Right to wrong " + flips.get("right_to_wrong"),
                        "Wrong to wrong " + flips.get("wrong_to_wrong"),
                        "Not known " + flips.get("unknown"));
        Map<?, ?> shown = (Map<?, ?>) stats.get("lessons_shown");
        assertThat(page.select(".card:has(h2:contains(With lessons shown)) .soft")
                        .text())
                .endsWith("n " + shown.get("sessions"));
        Map<?, ?> graded = (Map<?, ?>) stats.get("graded");
        Element accuracy = page.selectFirst("figure:has(figcaption:contains(How often it was right:))");
        assertThat(accuracy.select("svg.chart-bars")).hasSize(1);
        List<?> ends = (List<?>) graded.get("interval");
        assertThat(accuracy.select("tbody tr").eachText())
                .hasSize(3)
                .first(InstanceOfAssertFactories.STRING)
                .matches("Outcome of the debate "
                        + start(graded.get("accuracy"))
                        + "\\d* "
                        + start(ends.getFirst())
                        + "\\d* "
                        + start(ends.getLast())
                        + "\\d* "
                        + graded.get("correct")
                        + " of "
                        + graded.get("sessions"));
        assertThat(page.select("figcaption:contains(Gain of the debate)").text())
                .matches(".* 0\\.\\d+ \\[0\\.\\d+, 0\\.\\d+]; no difference 0\\.");
        assertThat(page.select("figure:has(figcaption:contains(by lessons)) tbody tr")
                        .eachText())
                .containsExactly(
                        "Lessons shown unknown no graded debate", "Lessons held back unknown no graded debate");
    }

    /** A number to two decimals, cut off, as a pattern. */
    private static String start(Object number) {
        return number.toString().substring(0, 3).replace(".", "\\.");
    }

    @Test
    void whatDebatesWereWorthLeavesSimulatedOnesOutUnlessTheyAreAskedForAndThenSaysSo() {
        assertThat(page("/debates/stats").select(".simulated")).isEmpty();
        assertThat(page("/debates/stats").select("[name=simulated] option").eachText())
                .containsExactly("exclude", "include", "only");
        for (String counted : List.of("exclude", "include", "only")) {
            Document page = page("/debates/stats?simulated=" + counted);
            Map<?, ?> graded = (Map<?, ?>)
                    server.get("debates/stats?simulated=" + counted).body().get("graded");
            assertThat(page.select(".card:has(h2:contains(Outcome)) .soft").text())
                    .as(counted)
                    .endsWith(graded.get("sessions").equals(0L) ? "" : "n " + graded.get("sessions"));
            assertThat(page.select("h1 ~ .simulated, h1 .simulated, .head .simulated")
                            .size())
                    .as(counted)
                    .isEqualTo(counted.equals("exclude") ? 0 : 1);
        }
        assertThat(server.sendRaw("GET", "/debates/stats?simulated=odd", null).status())
                .isEqualTo(422);
    }

    @Test
    void aTableWithoutRowsSaysSo() {
        Element empty = page("/debates/" + code + "/read").selectFirst("section.card:has(h2:contains(Documents))");
        assertThat(empty.select("p").text()).isEqualTo("None.");
        assertThat(empty.select("table")).isEmpty();
    }

    @Test
    void aPromptIsShownInItsBlocksWithHowFarEachIsTrusted() {
        Document turn = page("/debates/" + friday + "/turns/5");
        assertThat(turn.select("details.block summary").eachText())
                .startsWith("Instruction instruction", "topic brief human", "options brief agent")
                .contains("position 2 agent from Agent_2");
        assertThat(turn.select("details.block[open]")).isEmpty();
        assertThat(turn.select("details.block").get(1).select("pre").text())
                .isEqualTo("Should we ship a release that cannot be rolled back on Friday afternoon?");
    }

    @Test
    void aDebateIsGradedOnceAndSaysWhatItTaughtAndRead() {
        Document before = page("/debates/" + friday);
        assertThat(before.select("details.menu .drop a").eachText())
                .contains("Grade as correct", "Grade as wrong", "What it taught", "What it read", "Versions of code");
        Visitor visitor = new Visitor(server);
        String path = "/debates/" + friday + "/grade/";
        Map<String, String> wrong = Visitor.form(visitor.get(path + "wrong"));
        assertThat(visitor.act(path + "right").header("Location")).isEqualTo("/debates/" + friday);
        assertThat(visitor.post(path + "wrong", wrong).status()).isEqualTo(409);
        assertThat(page("/debates/" + friday).select("details.menu .drop a").eachText())
                .doesNotContain("Grade as correct");
        assertThat(page("/debates/" + friday + "/taught").select("td").eachText())
                .contains("yes", "local");
        Document taught = page("/debates/" + friday + "/taught");
        assertThat(taught.select("a[href=/consensus/" + friday + "]")).hasSize(1);
        List<String> memories =
                taught.select("td a[href^=/memory/], th a[href^=/memory/]").eachAttr("href");
        assertThat(memories).isNotEmpty();
        assertThat(page(memories.getFirst()).select("a[href=/consensus/" + friday + "]"))
                .isNotEmpty();
        Element match = taught.selectFirst("section.card:has(h2:containsOwn(Match))");
        assertThat(match.select("tbody a").eachAttr("href")).contains("/ratings/doc", "/ratings/sem");
        assertThat(match.select("tbody tr:contains(doc) td").eachText()).contains("1.00", "24.00", "panel", "shipping");
        assertThat(match.select("tbody tr:contains(sem) td").eachText()).contains("0.00", "-8.00");
        Map<?, ?> twin = (Map<?, ?>) server.sendRaw("GET", "/debates/" + friday + "/taught.json", null)
                .body()
                .get("data");
        assertThat(twin.get("match"))
                .isEqualTo(server.get("matches?simulated=include&debate_id=" + friday)
                        .body());
        assertThat(page("/debates/" + friday + "/read")
                        .select("a[href^=/evidence/]")
                        .eachText())
                .contains("demo-friday-policy");
    }

    @Test
    void versionsOfCodeAreAMatrixOfTestsAndEachIsComparedWithItsParent() {
        Document page = page("/debates/" + code + "/versions");
        Element century = page.select("#matrix tbody tr").first();
        assertThat(century.select("th").text()).isEqualTo("test_century");
        assertThat(century.select("td").eachText()).startsWith("failed", "passed");
        assertThat(page.select("#version-3 header").text()).contains("writer-a").contains("against version 1");
        assertThat(page.select("#version-3 ins").text()).isNotEmpty();
        assertThat(page.select("#version-1 ins, #version-1 del")).isEmpty();
        assertThat(page("/debates/" + friday + "/versions").select(".empty")).hasSize(1);
    }

    private static Object data(String path, String part) {
        Reply twin = server.sendRaw("GET", path, null);
        assertThat(twin.status()).as(path).isEqualTo(200);
        return ((Map<?, ?>) twin.body().get("data")).get(part);
    }

    @Test
    void theVerdictShowsItsConfidenceAndTheThresholdOnItsMeter() {
        Map<?, ?> debate = server.get("debates/" + friday).body();
        double threshold = ((Number) ((Map<?, ?>) debate.get("config")).get("threshold")).doubleValue();
        double confidence = ((Number) ((Map<?, ?>) debate.get("outcome")).get("confidence")).doubleValue();
        Element verdict = page("/debates/" + friday).selectFirst(".verdict");
        assertThat(verdict.select(".num").eachText())
                .contains(
                        String.format(Locale.ROOT, "threshold %.2f", threshold),
                        String.format(Locale.ROOT, "confidence %.2f", confidence));
        Element mark = verdict.selectFirst(".marked rect");
        assertThat(Double.parseDouble(mark.attr("x")) + Double.parseDouble(mark.attr("width")) / 2)
                .isCloseTo(threshold * 100, within(1e-9));
    }

    @Test
    void thePartsOfADebateHavePagesOfTheirOwn() {
        String path = "/debates/" + friday;
        assertThat(page(path + "/ballots").selectFirst("#ballots").html())
                .isEqualTo(page(path).selectFirst("#ballots").html());
        assertThat(data(path + "/ballots.json", "ballots"))
                .isEqualTo(
                        server.get("debates/" + friday + "/ballots?limit=500").body());

        Document options = page(path + "/options");
        assertThat(options.select("td[data-label=Option]").eachText()).containsExactly("A", "B", "C");
        assertThat(options.select("td[data-label=Seats]").eachText())
                .as("where each seat stands at last")
                .containsExactly("–", "sem", "lex, ske, doc");
        assertThat(options.select("td a").eachAttr("href"))
                .containsExactly(path + "/turns/1", path + "/turns/2", path + "/turns/4");

        assertThat(page(path + "/replay").select(".hypothetical")).isEmpty();
        Document other = page(path + "/replay?voting=majority&threshold=0.9");
        assertThat(other.select(".hypothetical").text()).contains("hypothetical");
        assertThat(other.select("form.filter").attr("action")).isEqualTo(path + "/replay#what-if");
        assertThat(data(path + "/replay.json?voting=majority&threshold=0.9", "what-if"))
                .isEqualTo(server.get("debates/" + friday + "/replay?voting=majority&threshold=0.9")
                        .body());
        assertThat(page(path + "/replay?verify=true").select("#proof.good")).hasSize(1);

        assertThat(page(path).select("details.menu .drop a").eachAttr("href"))
                .contains(path + "/ballots", path + "/options", path + "/replay", path + "/versions");
    }

    @Test
    void aVersionOfCodeHasAPageOfItsOwn() {
        String path = "/debates/" + code + "/versions";
        Document all = page(path);
        assertThat(all.select("section h2 a").eachAttr("href")).contains(path + "/1", path + "/2");
        Document second = page(path + "/2");
        assertThat(second.select("h1").text()).isEqualTo("Version 2");
        assertThat(second.selectFirst("pre.diff").html())
                .isEqualTo(all.selectFirst("#version-2 pre.diff").html());
        assertThat(second.select("#results li")).hasSameSizeAs(all.select("#matrix tbody tr"));
        assertThat(data(path + "/2.json", "versions"))
                .isEqualTo(server.get("debates/" + code + "/versions?limit=500").body());
        assertThat(server.sendRaw("GET", path + "/99", null).status()).isEqualTo(404);
        assertThat(server.sendRaw("GET", path + "/x", null).status()).isEqualTo(422);
    }

    @Test
    void aGateHasAPageOfItsOwn() {
        String paused = named("debates?status=paused", "status", "paused");
        String path = page("/debates/" + paused).select(".gate h2 a").attr("href");
        Document gate = page(path);
        assertThat(gate.select(".gate a[data-dialog]").eachAttr("href"))
                .containsExactly(path + "/approve", path + "/reject");
        assertThat(gate.select("main a[data-dialog]")).as("nowhere else").hasSize(2);
        assertThat(data(path + ".json", "gates"))
                .isEqualTo(server.get("debates/" + paused + "/gates?limit=500").body());
        assertThat(server.sendRaw("GET", "/debates/" + paused + "/gates/none", null)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theListShowsHowEachCameOutAndItsFiltersAreThoseOfTheApi() {
        Document list = page("/debates");
        assertThat(list.select("thead th").eachText())
                .containsExactly(
                        "Compare",
                        "Question",
                        "State",
                        "Decision",
                        "Winner",
                        "Consensus",
                        "Changed",
                        "Grade",
                        "Rounds",
                        "Seats",
                        "Tokens",
                        "Cost",
                        "Begun");
        for (String filter : List.of(
                "status=completed",
                "preset=external",
                "correct=false",
                "agent=lex",
                "min_consensus=0.9",
                "domain=shipping",
                "from=2099-01-01T00%3A00%3A00Z")) {
            assertThat(page("/debates?" + filter)
                            .select("tbody a[href^=/debates/]")
                            .eachAttr("href"))
                    .as(filter)
                    .isEqualTo(items("debates?newest=true&" + filter).stream()
                            .map(debate -> "/debates/" + debate.get("id"))
                            .toList());
        }
        Element row = page("/debates?agent=lex").select("tbody tr").last();
        assertThat(row.select("td[data-label=Changed]").text()).isEqualTo("yes");
        assertThat(row.select("td[data-label=Seats]").text()).isEqualTo("4");
        assertThat(page("/debates?status=completed")
                        .select("[name=status] [selected]")
                        .val())
                .isEqualTo("completed");
        assertThat(server.sendRaw("GET", "/debates?status=odd", null).status()).isEqualTo(422);
        assertThat(page("/debates?from=2099-01-01T00%3A00%3A00Z")
                        .select("#list .empty")
                        .text())
                .contains("Nothing fits the filters.");
    }

    @Test
    void aLessonShowsWhatToDoHowOftenItHelpedAndWhereItWasLearnt() {
        Document lessons = page("/lessons?query=century");
        assertThat(lessons.select("tbody td[data-label=Helped]").text()).isEqualTo("unknown, no case yet");
        String address = lessons.select("tbody a").attr("href");
        Document lesson = page(address);
        assertThat(lesson.text()).contains("failed test_century: 1900 is no leap year", "year % 400 == 0");
        assertThat(lesson.select("section a[href^=/debates/]").attr("href")).isEqualTo("/debates/" + code);
        Object read = server.get(address.substring(1)).body();
        assertThat(server.sendRaw("GET", address + ".json", null).body().get("data"))
                .isEqualTo(Map.of("lesson", read));
        assertThat(server.sendRaw("GET", "/lessons/none", null).status()).isEqualTo(404);
    }

    @Test
    void twoDebatesOfTheListAreChosenAndCompared() {
        Element form = page("/debates").selectFirst("form#list");
        assertThat(form.attr("action")).isEqualTo("/debates/compare");
        List<String> ids = form.select("[name=a]").eachAttr("value");
        assertThat(form.select("[name=b]").eachAttr("value")).isEqualTo(ids);
        assertThat(page("/debates/compare?a=" + ids.get(0) + "&b=" + ids.get(1)).select(".verdict"))
                .hasSize(2);
    }
}
