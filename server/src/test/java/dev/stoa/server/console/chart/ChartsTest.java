package dev.stoa.server.console.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Drawings are compared with stored ones; {@code -Dcharts=write} stores them again. */
class ChartsTest {
    private static final String HOSTILE =
            "<script>alert(1)</script>\" onload=\"x\" ' & ]]> \u202e\u0000\ud800 style=\"a\"";
    private static final Pattern NUMBER = Pattern.compile("-?[0-9][0-9,]*(?:\\.[0-9]+)?");

    @Test
    void theValuesOfASmallLineAreNamedInItsTable() {
        assertThat(new Spark("T", "rows", "Day", List.of("1 May", "2 May"), List.of(3.0, 4.0)).table())
                .isEqualTo(new Table(List.of("Day", "rows"), List.of(List.of("1 May", "3"), List.of("2 May", "4"))));
        List<String> names = IntStream.range(0, 240).mapToObj(i -> "n" + i).toList();
        assertThat(new Spark("T", "", "Day", names, names.stream().map(n -> 1.0).toList())
                        .table()
                        .rows())
                .hasSize(120)
                .startsWith(List.of("n0 – n1", "1"))
                .endsWith(List.of("n238 – n239", "1"));
        assertThatThrownBy(() -> new Spark("T", "", "Day", List.of("1 May"), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void drawingsAreAsStored() throws Exception {
        for (Map.Entry<String, Chart> sample :
                Samples.all(UnaryOperator.identity()).entrySet()) {
            String name = "/charts/" + sample.getKey() + ".svg";
            String drawn = text(sample.getValue());
            if ("write".equals(System.getProperty("charts"))) {
                Path file = Path.of(System.getProperty("charts.folder", "src/test/resources") + name);
                Files.writeString(Files.createDirectories(file.getParent()).resolve(file.getFileName()), drawn);
                continue;
            }
            assertThat(drawn).as(name).isEqualTo(stored(name));
        }
    }

    @Test
    void drawingsDoNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        List<String> plain = Samples.all(UnaryOperator.identity()).values().stream()
                .map(ChartsTest::text)
                .toList();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(Samples.all(UnaryOperator.identity()).values().stream()
                            .map(ChartsTest::text)
                            .toList())
                    .isEqualTo(plain);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void nothingIsOutsideOfTheDrawing() throws Exception {
        List<Chart> charts = new ArrayList<>(Samples.huge(3000));
        charts.addAll(Samples.all(UnaryOperator.identity()).values());
        charts.addAll(Samples.all(text -> "WWWW " + text.repeat(40)).values());
        charts.addAll(Samples.huge(60).subList(0, 6));
        for (Chart chart : charts) {
            Element svg = parsed(chart);
            String[] box = svg.getAttribute("viewBox").split(" ", -1);
            double width = Double.parseDouble(box[2]);
            double height = Double.parseDouble(box[3]);
            String sentence = chart.sentence();
            for (Element element : below(svg)) {
                for (double[] point : Places.of(element)) {
                    assertThat(point[0])
                            .as(element.getTagName() + " of " + sentence)
                            .isBetween(-0.01, width + 0.01);
                    assertThat(point[1])
                            .as(element.getTagName() + " of " + sentence)
                            .isBetween(-0.01, height + 0.01);
                }
            }
        }
    }

    @Test
    void aHundredThousandPointsAreFourHundredMarks() throws Exception {
        for (Chart chart : Samples.huge(100_000)) {
            List<Element> elements = below(parsed(chart));
            long marks = elements.stream()
                    .filter(element -> element.getAttribute("class").equals("mark"))
                    .count();
            String sentence = chart.sentence();
            assertThat(marks).as(sentence).isBetween(1L, (long) Chart.MARKS);
            assertThat(elements.size()).as(sentence).isLessThan(2200);
            assertThat(chart.table().rows().size()).as(sentence).isLessThanOrEqualTo(Chart.MARKS + 20);
            assertThat(sentence.length()).as(sentence).isLessThan(2000);
        }
    }

    @Test
    void hostileLabelsGiveTheSameElementsAsHarmlessOnes() throws Exception {
        // The same width, so that both are cut alike.
        String harmless = "x".repeat(HOSTILE.length());
        List<Chart> bad = List.copyOf(Samples.all(text -> HOSTILE + text).values());
        List<Chart> good = List.copyOf(Samples.all(text -> harmless + text).values());
        for (int i = 0; i < bad.size(); i++) {
            assertThat(shape(parsed(bad.get(i)))).isEqualTo(shape(parsed(good.get(i))));
        }
    }

    @Test
    void noDrawingHasStylesScriptsOrHandlers() throws Exception {
        for (Chart chart : Samples.all(text -> HOSTILE + text).values()) {
            for (Element element : below(parsed(chart))) {
                assertThat(element.getTagName()).isNotIn("style", "script", "foreignObject", "use", "image");
                for (int i = 0; i < element.getAttributes().getLength(); i++) {
                    String name = element.getAttributes().item(i).getNodeName();
                    assertThat(name).isNotEqualTo("style").doesNotStartWith("on");
                }
                if (element.hasAttribute("href")) {
                    assertThat(element.getAttribute("href")).matches("/[^/].*");
                }
            }
        }
        assertThatThrownBy(() -> new Svg("x", 1, 1, "").add("g", "style", "a:b"))
                .hasMessageContaining("no attribute style");
        assertThatThrownBy(() -> new Svg("x", 1, 1, "").add("script")).hasMessageContaining("no element script");
    }

    @Test
    void aLinkIsAPathOfThisSiteOrRefused() {
        for (String link : List.of("//evil", "/\\evil", "javascript:x", "https://evil", "", "x", "/\t/evil", "/a b")) {
            assertThatThrownBy(() -> new Lines.Point(1, 2, null, null, false, "", link))
                    .as(link)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no path of this site");
        }
        assertThat(new Lines.Point(1, 2, null, null, false, "", "/debates/1?at=2#x").href())
                .isEqualTo("/debates/1?at=2#x");
    }

    @Test
    void everyChartHasANameAndAnImageHidesNoLinks() throws Exception {
        for (Chart chart : Samples.all(UnaryOperator.identity()).values()) {
            Element svg = parsed(chart);
            boolean linked = svg.getElementsByTagName("a").getLength() > 0;
            assertThat(svg.getAttribute("role")).isEqualTo(linked ? "group" : "img");
            assertThat(svg.getAttribute("aria-label")).isEqualTo(chart.sentence());
            NodeList links = svg.getElementsByTagName("a");
            for (int i = 0; i < links.getLength(); i++) {
                assertThat(((Element) links.item(i)).getAttribute("aria-label")).isNotBlank();
            }
        }
    }

    @Test
    void everyNumberOfASentenceIsInTheTableOrCountsItsRows() {
        for (Map.Entry<String, Chart> sample :
                Samples.all(UnaryOperator.identity()).entrySet()) {
            Chart chart = sample.getValue();
            if (sample.getKey().equals("minimap") || sample.getKey().equals("topology")) {
                // They add up, which has its own test.
                continue;
            }
            String table = String.join(" | ", chart.table().headers()) + " | "
                    + String.join(
                            " | ",
                            chart.table().rows().stream().flatMap(List::stream).toList());
            int rows = chart.table().rows().size();
            Matcher numbers = NUMBER.matcher(chart.sentence());
            while (numbers.find()) {
                String number = numbers.group().replaceAll(",$", "");
                boolean small = number.length() <= 3 && !number.contains(".");
                assertThat(table.contains(number) || small)
                        .as(number + " of " + chart.sentence() + " in " + table)
                        .isTrue();
            }
            assertThat(rows).isPositive();
        }
    }

    @Test
    void sentencesSayWhatWasGiven() {
        Map<String, Chart> samples = Samples.all(UnaryOperator.identity());
        assertThat(said(samples, "lines"))
                .isEqualTo(
                        "Consensus by tally: from 0.5 (draft) to 0.755 (final), least 0.5, most 0.755, 4 points, 1 marked;"
                                + " threshold 0.75.");
        assertThat(said(samples, "bars"))
                .isEqualTo(
                        "Accuracy: outcome 0.71 [0.65, 0.77], draft vote 0.64 [0.57, 0.7], best alone 0.66 [0.59, 0.72],"
                                + " lessons held back unknown.");
        assertThat(said(samples, "intervals"))
                .contains("sokrates 1,620 [1,570, 1,670]", "novice 1,475 provisional", "absent unknown");
        assertThat(said(samples, "scatter"))
                .isEqualTo(
                        "Calibration: 461 predictions in 10 dots, the largest with 120 at said 0.75 and came true 0.638.");
        assertThat(said(samples, "alluvial"))
                .isEqualTo(
                        "Sides by stage: 4 seats; draft: A 2, B 1, none 1; final: A 1, B 3; 1 move: hyb from A to B in final.");
        assertThat(said(samples, "layers"))
                .isEqualTo("Lineage: 9 nodes in 5 layers, 10 edges, 2 of them decisive; 1 edge in a circle.");
        assertThat(said(samples, "tree"))
                .isEqualTo("Profiles: 9 nodes to generation 6, 2 rejected; the bold path of 3 ends with profile p4.");
        assertThat(said(samples, "spark"))
                .isEqualTo("Requests: last 12 a minute, least 3 a minute, most 14 a minute of 7 values.");
        assertThat(said(samples, "minimap"))
                .isEqualTo("Turns: 2,000 turns, 6 changes, 5 failures; on this page 601 to 800.");
        assertThat(said(samples, "topology"))
                .isEqualTo("Who reads whom: 5 seats, 13 sights; moved: hyb having read sem, ske having read sem.");
    }

    @Test
    void theTableOfAMinimapAddsUpToItsSentence() {
        Table table = chart(Samples.all(UnaryOperator.identity()), "minimap").table();
        assertThat(table.rows()).hasSize(Chart.MARKS / 2);
        assertThat(table.rows().stream()
                        .mapToInt(row -> Integer.parseInt(row.get(1)))
                        .sum())
                .isEqualTo(6);
        assertThat(table.rows().stream()
                        .mapToInt(row -> Integer.parseInt(row.get(2)))
                        .sum())
                .isEqualTo(5);
    }

    @Test
    void binsKeepTheExtremesAndTheNumberOfPoints() {
        Chart chart = Samples.huge(5000).getFirst();
        assertThat(chart.sentence()).contains("5,000 points in ");
        int counted = chart.table().rows().stream()
                .map(List::getLast)
                .mapToInt(note ->
                        note.contains("mean of ") ? Integer.parseInt(note.replaceAll(".*mean of ([0-9]+).*", "$1")) : 1)
                .sum();
        assertThat(counted).isEqualTo(5000);
    }

    @Test
    void emptyDataAreASentenceAndNoDrawing() {
        Axis axis = Axis.number("x");
        List<Chart> empty = List.of(
                new Lines("T", axis, axis, List.of(), List.of(Lines.Reference.level("bound", 1))),
                new Bars("T", axis, false, List.of()),
                new Intervals("T", axis, "", "", null, "", List.of()),
                Scatter.calibration("T", List.of()),
                new Matrix("T", List.of("a"), List.of("b"), Tone.A, Tone.B, "game", 5, List.of()),
                new Alluvial("T", List.of("draft"), List.of("A"), List.of()),
                new Layers("T", List.of(), List.of()),
                new Tree("T", List.of()),
                new Spark("T", "", List.of()),
                Minimap.of("T", "turn", List.of(), i -> null, 0, 0),
                new Topology("T", List.of(), List.of()));
        for (Chart chart : empty) {
            assertThat(chart.isEmpty()).isTrue();
            assertThat(chart.svg().isEmptyContent()).isTrue();
            assertThat(text(chart)).isEmpty();
            assertThat(chart.sentence()).isEqualTo("T: nothing to show yet.");
            assertThat(chart.table().rows()).isEmpty();
        }
    }

    @Test
    void oneValueHasAnAxisToo() throws Exception {
        Axis axis = Axis.number("x");
        for (double value : new double[] {0, 1, -7, 1e-9, 1e15, -1e15, 0.1 + 0.2}) {
            Chart chart = Lines.of("T", axis, axis, List.of(new Lines.Point(value, value)));
            assertThat(parsed(chart).getElementsByTagName("text").getLength()).isBetween(4, 40);
        }
        assertThatThrownBy(() -> new Lines.Point(Double.NaN, 1)).hasMessageContaining("cannot be drawn");
    }

    private static String said(Map<String, Chart> samples, String name) {
        return chart(samples, name).sentence();
    }

    private static Chart chart(Map<String, Chart> samples, String name) {
        return Objects.requireNonNull(samples.get(name), name);
    }

    private static String stored(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(
                ChartsTest.class.getResourceAsStream(name), name + " is missing; run with -Dcharts=write")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static String text(Chart chart) {
        StringOutput output = new StringOutput();
        chart.svg().writeTo(output);
        return output.toString();
    }

    private static Element parsed(Chart chart) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(text(chart))))
                .getDocumentElement();
    }

    private static List<Element> below(Element element) {
        NodeList all = element.getElementsByTagName("*");
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            elements.add((Element) all.item(i));
        }
        return elements;
    }

    private static String shape(Node node) {
        StringBuilder shape = new StringBuilder(node.getNodeName());
        for (int i = 0; node.getAttributes() != null && i < node.getAttributes().getLength(); i++) {
            shape.append(' ').append(node.getAttributes().item(i).getNodeName());
        }
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element) {
                shape.append('(').append(shape(child)).append(')');
            }
        }
        return shape.toString();
    }
}
