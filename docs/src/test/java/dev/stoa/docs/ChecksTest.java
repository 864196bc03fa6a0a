package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The module that has Error Prone and NullAway read the sources of all modules. */
class ChecksTest {
    private static final Pattern INCLUDE = Pattern.compile("<testInclude>(.*)</testInclude>");

    /** The one class with the Vector API and the descriptions of modules, which no tests use, are compiled by themselves. */
    private static final List<String> ALONE = List.of("src/simd/java", "src/module/java");

    @Test
    void everySourceIsRead() {
        List<PathMatcher> read = INCLUDE.matcher(Clone.read(Clone.root().resolve("checks/pom.xml")))
                .results()
                .map(include -> include.group(1).replace("/**/", "/**"))
                .map(include -> FileSystems.getDefault().getPathMatcher("glob:" + include))
                .toList();

        List<Path> unread = Clone.javaSources().stream()
                .map(Clone.root()::relativize)
                .filter(source ->
                        ALONE.stream().noneMatch(alone -> source.subpath(1, 4).equals(Path.of(alone))))
                .filter(source -> read.stream().noneMatch(matcher -> matcher.matches(source)))
                .toList();

        assertThat(read).isNotEmpty();
        assertThat(unread).isEmpty();
    }
}
