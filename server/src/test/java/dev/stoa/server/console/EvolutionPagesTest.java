package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
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
class EvolutionPagesTest {
    @TempDir
    static Path folder;

    private static RunningServer server;
    private static String run;
    private static String deadlock;

    @BeforeAll
    static void start() {
        server = RunningServer.demo(folder.toString(), folder);
        run = named("split-100");
        deadlock = named("split-deadlock");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String named(String scenario) {
        return (String) items("evolutions").stream()
                .filter(each -> scenario.equals(each.get("scenario")))
                .findFirst()
                .orElseThrow()
                .get("run_id");
    }

    private static List<Map<?, ?>> items(String address) {
        return ((List<?>) server.get(address).body().get("items"))
                .stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
    }

    private static Document page(String path) {
        Reply reply = server.sendRaw("GET", path, null);
        assertThat(reply.status()).as(path + ": " + reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    private static Map<?, ?> twin(String path) {
        return (Map<?, ?>) server.sendRaw("GET", path, null).body().get("data");
    }

    @Test
    void aRunShowsTheFitnessOfEachGenerationWithItsIntervalBesideTheFirst() {
        assertThat(page("/evolve").select("#scenarios a").eachAttr("href")).contains("/evolve/new?scenario=split-100");
        assertThat(twin("/evolve.json").get("scenarios"))
                .isEqualTo(server.get("evolutions/scenarios").body());
        Document shown = page("/evolve/" + run);
        assertThat(shown.select("figure tbody tr")).hasSize(31);
        assertThat(shown.select("figure tbody tr").first().text())
                .startsWith("1 0.033 0 0.1")
                .contains("marked");
        assertThat(shown.select("figure tbody tr").last().text())
                .contains("first")
                .contains("reference");
        assertThat(shown.select("figcaption").text()).contains("30 points, 3 marked; first 0.033");
        assertThat(shown.select("#fitness > p").first().text())
                .startsWith("It got better: 0.97 [")
                .endsWith("the intervals lie apart.");
        assertThat(page("/evolve/" + deadlock).select("#fitness > p").first().text())
                .startsWith("No difference is shown: ");
        assertThat(twin("/evolve/" + run + ".json").get("evolution"))
                .isEqualTo(server.get("evolutions/" + run).body());
    }

    @Test
    void aPointOfTheChartLeadsToItsGenerationAndWhatWasTriedThere() {
        String third = page("/evolve/" + run).select("figure svg a").get(2).attr("href");
        Document shown = page(third);
        assertThat(shown.select("#generation h2").text()).isEqualTo("Generation 3");
        assertThat(shown.select("tr[id^=v-] td[data-label=Generation]").eachText())
                .isNotEmpty()
                .allMatch("3"::equals);
        assertThat(page(shown.select("#generation dd a").attr("href"))
                        .select("tbody td[data-label=Generation]")
                        .eachText())
                .isNotEmpty()
                .allMatch("3"::equals);
        assertThat(server.sendRaw("GET", "/evolve/" + run + "?generation=99", null)
                        .status())
                .isEqualTo(422);
    }

    @Test
    void verdictsAreFilteredAndPagedByTheAddress() {
        Document all = page("/evolve/" + run + "/verdicts");
        assertThat(all.select("tr[id^=v-]")).hasSize(50);
        assertThat(page(all.select("a[rel=next]").attr("href"))
                        .select(".pager span")
                        .text())
                .startsWith("51–100 of ");
        Document accepted = page("/evolve/" + run + "/verdicts?outcome=accepted");
        assertThat(accepted.select("tr[id^=v-]")).hasSize(4);
        assertThat(accepted.select("option[selected]").text()).isEqualTo("accepted (4)");
        assertThat(page("/evolve/" + run + "/verdicts?outcome=accepted&generation=9")
                        .select(".empty a")
                        .attr("href"))
                .isEqualTo("/evolve/" + run + "/verdicts");
    }

    @Test
    void theLineageLeadsOverADeployedPathToProfiles() {
        Document shown = page("/evolve/" + run + "/lineage");
        assertThat(shown.select("svg .edge.thick")).hasSize(4);
        assertThat(shown.select("figcaption").text()).contains("the bold path of 6");
        for (Element link : shown.select("svg a")) {
            assertThat(page(link.attr("href")).select("h1").text()).matches("(left|right) [0-9]+");
        }
    }

    @Test
    void blameLeadsFromAnySentenceOfAPromptToTheTrialThatAcceptedIt() {
        String profile =
                page("/evolve/" + run + "/lineage").select("tbody th a").last().attr("href");
        Document blamed = page(page(profile).select("nav.tabs a[href*=blame]").attr("href"));
        List<Map<?, ?>> parts = items(profile.substring(1) + "/blame");
        String text = blamed.select(".blame td[data-label=Text]").text();
        for (String line : ((String) server.get(profile.substring(1)).body().get("system_prompt")).split("\n", -1)) {
            assertThat(text).contains(line.strip());
        }
        int trials = 0;
        for (Element row : blamed.select(".blame tbody tr")) {
            Element trial = row.selectFirst("td[data-label=Trial] a");
            if (trial == null) {
                assertThat(row.text()).contains("no trial");
                continue;
            }
            trials++;
            assertThat(row.select("td[data-label=Made by]").text())
                    .as("its operator")
                    .matches("[a-z].*");
            String address = trial.attr("href");
            Element verdict = page(address.substring(0, address.indexOf('#')))
                    .getElementById(address.substring(address.indexOf('#') + 1));
            assertThat(verdict.select("td[data-label=Verdict]").text()).isEqualTo("accepted");
            assertThat(verdict.select("td[data-label=Candidate] a").attr("href"))
                    .isEqualTo(row.select("td[data-label=Profile] a").attr("href"));
        }
        assertThat(trials)
                .isEqualTo((int) parts.stream()
                        .filter(part -> part.get("verdict") != null)
                        .count())
                .isPositive();
    }

    @Test
    void twoProfilesAreComparedLineByLine() {
        Document lineage = page("/evolve/" + run + "/lineage");
        Document compared =
                page(lineage.select("a[href^=/profiles/compare]").first().attr("href"));
        assertThat(compared.select(".diff del").eachText()).contains("- open = 0.95".substring(2));
        assertThat(compared.select(".diff ins")).hasSameSizeAs(compared.select(".diff del"));
        assertThat(compared.select("tbody th").eachText()).contains("open");
        assertThat(page("/profiles/compare").select(".empty a").attr("href")).isEqualTo("/evolve");
    }

    @Test
    void aCreatedAgentShowsWhatItMayDoAndHowItsTrialWent() {
        Document shown = page("/created-agents");
        assertThat(shown.select("section.card .facts").text())
                .contains("mean difference 7.30")
                .contains("at least 7.09")
                .contains("offer.left_share");
        String verdict = shown.select("a[href*=verdict]").attr("href");
        assertThat(page(verdict.substring(0, verdict.indexOf('#')))
                        .getElementById(verdict.substring(verdict.indexOf('#') + 1))
                        .text())
                .contains("design");
        assertThat(page(shown.select("a.first").attr("href")).select("h1").text())
                .isEqualTo("Approve the agent");
    }

    @Test
    void anEpisodeIsShownAsItStoodAfterATurn() {
        String episode = (String) items("episodes?run=" + run + "&generation=1&shadow=false&limit=1")
                .getFirst()
                .get("episode_id");
        Document sixth = page("/episodes/" + episode + "?turn=6");
        assertThat(sixth.select("#stage ol > li")).hasSize(6);
        assertThat(sixth.select("#stage .side dl").first().text()).isEqualTo("offer.left_share 8");
        assertThat(sixth.select("input[type=range]").val()).isEqualTo("6");
        assertThat(sixth.select(".scrub a[data-step=1]").attr("href")).endsWith("?turn=7");
        assertThat(page("/episodes/" + episode).select("#stage ol > li")).hasSize(20);
        assertThat(twin("/episodes/" + episode + ".json").get("log"))
                .isEqualTo(server.get("episodes/" + episode + "/log").body());
    }
}
