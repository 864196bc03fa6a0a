package dev.stoa.engine.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.engine.tunnel.Plot.Point;
import dev.stoa.engine.tunnel.Plot.Series;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PlotTest {
    private static final Series RIGHT =
            new Series("right <&> \"wrong\"", List.of(new Point(0.5, 0.4, 0.6), Point.of(1)));
    private static final Series TOKENS = new Series("tokens", List.of(Point.of(0), Point.of(0.25)));

    private static Document parsed(Plot plot) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(plot.svg())));
    }

    private static List<Element> all(Document document, String name) {
        NodeList nodes = document.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    @Test
    void barsAreAsHighAsTheirShares() throws Exception {
        Document document = parsed(Plot.bars("Shares", "who", List.of("a", "b"), List.of(RIGHT, TOKENS)));
        List<Element> bars = all(document, "rect").stream()
                .filter(rect -> !rect.hasAttribute("rx"))
                .toList();
        assertThat(bars).extracting(bar -> bar.getAttribute("height")).containsExactly("108.0", "216.0", "0.0", "54.0");
        assertThat(bars).extracting(bar -> bar.getAttribute("class")).containsExactly("f0", "f0", "f1", "f1");
        assertThat(all(document, "text"))
                .extracting(Element::getTextContent)
                .contains("Shares", "who", "a", "b", "right <&> \"wrong\"", "tokens", "50.0", "100.0", "0 %", "100 %");
    }

    @Test
    void anIntervalIsAWhisker() throws Exception {
        Document document = parsed(Plot.bars("Shares", "who", List.of("a", "b"), List.of(RIGHT)));
        List<Element> whiskers = all(document, "line").stream()
                .filter(line -> line.getAttribute("class").equals("whisker"))
                .toList();
        assertThat(whiskers).hasSize(1);
        assertThat(whiskers.getFirst().getAttribute("y1")).isEqualTo("213.6");
        assertThat(whiskers.getFirst().getAttribute("y2")).isEqualTo("170.4");
    }

    @Test
    void linesGoThroughTheirPointsFromTheFootOfTheAxis() throws Exception {
        Document document = parsed(Plot.lines("Rounds", "round", List.of("1", "2"), List.of(RIGHT), 0.5));
        assertThat(all(document, "polyline").getFirst().getAttribute("points")).isEqualTo("196.0,300.0 476.0,84.0");
        assertThat(all(document, "circle")).hasSize(2);
        assertThat(all(document, "text"))
                .extracting(Element::getTextContent)
                .contains("50 %", "60 %", "100 %")
                .doesNotContain("0 %");
    }

    @Test
    void itFollowsTheReadersChoiceAndRefersToNothing() {
        String svg =
                Plot.bars("Shares", "who", List.of("a", "b"), List.of(RIGHT)).svg();
        assertThat(svg)
                .contains("prefers-color-scheme: dark")
                .doesNotContain("href")
                .doesNotContain("url(");
        assertThat(svg.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http");
        assertThat(svg).endsWith("</svg>\n");
    }

    @Test
    void everySeriesHasAPointForEachPlace() {
        assertThatThrownBy(() -> Plot.bars("Shares", "who", List.of("a"), List.of(RIGHT)))
                .hasMessageContaining("every series of Shares");
    }

    @Test
    void everyLawHasItsPicture() throws Exception {
        var plots = LawRuns.of(Tunnel.create(), 20, 1).plots();
        assertThat(plots.keySet())
                .containsExactly(
                        "law-1-vote.svg",
                        "law-2-belief.svg",
                        "law-3-rounds.svg",
                        "law-4-families.svg",
                        "law-5-faulty.svg",
                        "law-6-topology.svg",
                        "law-7-ladder.svg");
        for (Plot plot : plots.values()) {
            assertThat(parsed(plot).getDocumentElement().getAttribute("aria-label"))
                    .isEqualTo(plot.title());
        }
    }
}
