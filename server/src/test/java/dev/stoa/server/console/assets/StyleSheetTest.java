package dev.stoa.server.console.assets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class StyleSheetTest {
    private static final String CSS = Asset.text("stoa.css");
    private static final Pattern TOKEN = Pattern.compile("--([a-z]+): light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);");
    private static final List<String> OPTIONS = List.of("a", "b", "c", "d", "e", "f", "g");

    @Test
    void everyColourCanBeReadOnItsGroundInBothThemes() {
        List<String> low = new ArrayList<>();
        for (boolean dark : new boolean[] {false, true}) {
            Map<String, String> colours = tokens(dark);
            check(low, colours, "text", "back", dark ? 15.95 : 16.5);
            check(low, colours, "text", "band", dark ? 14.5 : 15.2);
            check(low, colours, "soft", "back", dark ? 7.7 : 6.3);
            check(low, colours, "soft", "band", dark ? 7.0 : 5.8);
            check(low, colours, "mark", "back", dark ? 9.0 : 6.6);
            check(low, colours, "mark", "band", dark ? 8.2 : 6.1);
            for (String tone : List.of("good", "warn", "bad")) {
                check(low, colours, tone, "back", dark ? 8.7 : 6.2);
                check(low, colours, tone, "band", dark ? 7.9 : 5.7);
            }
            check(low, colours, "edge", "back", dark ? 4.0 : 3.6);
            check(low, colours, "edge", "band", dark ? 3.7 : 3.4);
            check(low, colours, "line", "back", 1.4);
            check(low, colours, "text", "highlight", dark ? 9.1 : 14.6);
            check(low, colours, "text", "added", 7);
            check(low, colours, "text", "gone", 7);
            check(low, colours, "good", "added", 3);
            check(low, colours, "bad", "gone", 3);
            check(low, colours, "back", "mark", 4.5);
            for (String option : OPTIONS) {
                check(low, colours, option, "back", dark ? 7.35 : 4.75);
                check(low, colours, option, "band", dark ? 6.75 : 4.45);
            }
        }
        assertThat(low).isEmpty();
    }

    @Test
    void theSheetIsAtMostEightKilobytesCompressed() {
        assertThat(Asset.compressed(CSS)).isLessThanOrEqualTo(8_000);
    }

    @Test
    void theSheetHasItsLayersInOrderAndNothingOutsideThem() {
        assertThat(CSS).startsWith("@layer tokens, base, part, page;");
        int depth = 0;
        for (String line : CSS.lines().skip(1).toList()) {
            assertThat(depth > 0 || line.isEmpty() || line.startsWith("@layer "))
                    .as(line)
                    .isTrue();
            depth += count(line, '{') - count(line, '}');
        }
        assertThat(depth).isZero();
    }

    @Test
    void placesAreLogicalSoThatAPageCanBeReadFromTheRight() {
        List<String> physical = Pattern.compile(
                        "[{;]\\s*((?:margin|padding|border)-(?:left|right|top|bottom)|left|right|top|bottom"
                                + "|(?:min-|max-)?(?:width|height)|text-align: (?:left|right)|float)\\b[^;]*")
                .matcher(CSS)
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(physical).isEmpty();
    }

    @Test
    void theSheetAsksForNoOtherFile() {
        assertThat(CSS).doesNotContain("url(", "@import", "@font-face", "expression(");
    }

    @Test
    void coloursStandInTokensOnly() {
        String rest = CSS.substring(CSS.indexOf("@layer base {"), CSS.indexOf("@media print"));
        assertThat(rest).doesNotContainPattern("#[0-9a-fA-F]{3,8}\\b");
    }

    @Test
    void motionForcedColoursPrintAndFocusHaveRules() {
        assertThat(CSS)
                .contains(
                        "(prefers-reduced-motion: reduce)",
                        "(forced-colors: active)",
                        "@media print",
                        ":focus-visible",
                        "(scripting: none)",
                        "[data-theme=dark] { color-scheme: dark; }",
                        "[data-density=compact]");
    }

    private static int count(String line, char wanted) {
        return Math.toIntExact(line.chars().filter(c -> c == wanted).count());
    }

    private static void check(List<String> low, Map<String, String> colours, String front, String ground, double bar) {
        double contrast =
                contrast(Objects.requireNonNull(colours.get(front)), Objects.requireNonNull(colours.get(ground)));
        if (contrast < bar) {
            low.add(front + " on " + ground + " is " + contrast + ", below " + bar + " in " + colours);
        }
    }

    private static Map<String, String> tokens(boolean dark) {
        Map<String, String> found = new HashMap<>();
        Matcher matcher = TOKEN.matcher(CSS);
        while (matcher.find()) {
            found.put(matcher.group(1), matcher.group(dark ? 3 : 2));
        }
        assertThat(found).containsKeys("back", "band", "highlight").hasSizeGreaterThanOrEqualTo(20);
        return found;
    }

    /** The contrast of WCAG 2: the ratio of relative luminances, each raised by .05. */
    private static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    }

    private static double luminance(String colour) {
        return .2126 * linear(colour, 1) + .7152 * linear(colour, 3) + .0722 * linear(colour, 5);
    }

    private static double linear(String colour, int at) {
        double part = Integer.parseInt(colour.substring(at, at + 2), 16) / 255.0;
        return part <= .04045 ? part / 12.92 : Math.pow((part + .055) / 1.055, 2.4);
    }
}
