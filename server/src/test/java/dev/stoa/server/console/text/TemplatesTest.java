package dev.stoa.server.console.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The templates of the pages, and what may write markup into them. */
class TemplatesTest {
    private static final Path MAIN = Path.of("src/main");
    private static final Path JTE = MAIN.resolve("jte");
    private static final Path CONSOLE = MAIN.resolve("java/dev/stoa/server/console");

    /** What each part of the design is, by its template below {@code part}. */
    private static final Map<String, String> PARTS = Map.ofEntries(
            Map.entry("actor", "class=\"actor"),
            Map.entry("command", "class=\"command\"><code>$"),
            Map.entry("dialog", "data-confirm"),
            Map.entry("diff", "class=\"diff\""),
            Map.entry("id", "class=\"id\""),
            Map.entry("meter", "class=\"gauge\""),
            Map.entry("notice", "notice.undo()"),
            Map.entry("option", "class=\"chip ${DebateView"),
            Map.entry("scrub", "data-play"),
            Map.entry("trail", "class=\"trail\""));

    private static Map<String, String> sources(Path folder, String kind) {
        try (Stream<Path> files = Files.walk(folder)) {
            Map<String, String> sources = new TreeMap<>();
            for (Path file :
                    files.filter(each -> each.toString().endsWith(kind)).toList()) {
                sources.put(folder.relativize(file).toString().replace('\\', '/'), Files.readString(file));
            }
            return sources;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Places where a pattern occurs. */
    private static List<String> places(Map<String, String> sources, String pattern) {
        Pattern wanted = Pattern.compile(pattern);
        return sources.entrySet().stream()
                .flatMap(source -> source.getValue()
                        .lines()
                        .map(wanted::matcher)
                        .filter(Matcher::find)
                        .map(found -> source.getKey() + ": " + found.group()))
                .toList();
    }

    @Test
    void noTemplateWritesATextAsMarkup() {
        Map<String, String> templates = sources(JTE, ".jte");
        assertThat(templates).hasSizeGreaterThan(80);
        assertThat(places(templates, "\\$unsafe|@raw\\b|(?i)<!--")).isEmpty();
    }

    @Test
    void noTemplateHasScriptsStylesOrHandlersOfItsOwn() {
        assertThat(
                        places(
                                sources(JTE, ".jte"),
                                "(?i)<style|\\sstyle=|\\son[a-z]+=|javascript:|<script(?! (?:src=\"\\$|type=\"module\" src=\"\\$))"))
                .isEmpty();
    }

    @Test
    void onlyTheTextsOfAgentsMarkedPlacesDifferencesAndChartsAreMarkup() {
        Map<String, String> java = sources(CONSOLE, ".java");
        assertThat(places(java, "implements .*\\bContent\\b|\\bwriteContent\\(|\\(\\)? ?-> .*\\.writeContent"))
                .allMatch(place -> place.startsWith("text/Markup.java") || place.startsWith("chart/Svg.java"));
        assertThat(places(java, "\\bTemplateOutput\\b"))
                .allMatch(place -> place.startsWith("text/Markup.java") || place.startsWith("chart/Svg.java"));
        assertThat(places(java, "new Markup\\("))
                .extracting(place -> place.substring(0, place.indexOf(':')))
                .containsOnly("text/AgentText.java", "text/Marked.java", "text/WordDiff.java", "chart/Svg.java");
        // What hands such content on gets it from these; none is made of a text.
        assertThat(places(java, "\\bContent\\.\\w+\\(|gg\\.jte\\.html\\.\\w+")).isEmpty();
    }

    @Test
    void aContentOfATemplateIsATemplate() {
        // A block of another template, or what one of the few classes made; never a parameter that is a text.
        List<String> contents = places(sources(JTE, ".jte"), "@param Content \\w+");
        assertThat(contents)
                .extracting(place -> place.substring(0, place.indexOf(':')))
                .containsOnly("part/filter.jte", "part/frame.jte");
    }

    @Test
    void aPartOfTheDesignIsWrittenInItsOwnTemplateAlone() {
        Map<String, String> templates = sources(JTE, ".jte");
        String guide = templates.get("page/styleguide.jte") + templates.get("part/frame.jte");
        PARTS.forEach((name, written) -> {
            assertThat(templates.entrySet().stream()
                            .filter(template -> template.getValue().contains(written))
                            .map(Map.Entry::getKey)
                            .collect(Collectors.toList()))
                    .as(name)
                    .containsOnly("part/" + name + ".jte");
            assertThat(guide).as("the style guide shows it").contains("@template.part." + name + "(");
        });
    }
}
