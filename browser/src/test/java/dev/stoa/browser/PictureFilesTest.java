package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pictures of the documents are those that a command renews, of pages that exist. */
class PictureFilesTest {
    private static final Path ROOT = Path.of(System.getProperty("stoa.basedir", ".."));
    private static final Path FOLDER = ROOT.resolve("docs/img");
    private static final long ALL = 3_000_000;
    private static final Pattern NAMED = Pattern.compile("img/(console-[^)\\s]*)");

    private static Set<String> names() {
        Set<String> names = new TreeSet<>();
        PicturesTest.wide().keySet().forEach(name -> {
            names.add("console-" + name + "-light.png");
            names.add("console-" + name + "-dark.png");
        });
        PicturesTest.PHONES.forEach(name -> names.add("console-" + name + "-phone.png"));
        IntStream.rangeClosed(1, PicturesTest.FRAMES)
                .forEach(frame -> names.add("console-scrub-%02d.png".formatted(frame)));
        return names;
    }

    @Test
    void everyPictureIsThereAndSmall() throws IOException {
        Set<String> there = new TreeSet<>();
        long bytes = 0;
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = String.valueOf(file.getFileName());
                if (name.startsWith("console-")) {
                    there.add(name);
                    bytes += Files.size(file);
                    assertThat(Files.size(file)).as(name).isLessThanOrEqualTo(PicturesTest.LARGEST);
                }
            }
        }
        assertThat(there)
                .as("mvn verify -Pscreenshots -pl browser -am takes them")
                .isEqualTo(names());
        assertThat(bytes).isLessThanOrEqualTo(ALL);
    }

    @Test
    void everyPictureShowsAPageThatThereIs() {
        assertThat(PicturesTest.wide().values())
                .allSatisfy(address -> assertThat(DemoSite.page(address.replaceAll("\\?.*", "")))
                        .as(address)
                        .isNotNull());
    }

    @Test
    void theDocumentsShowOnlyPicturesThatThereAre() throws IOException {
        Set<String> shown = new TreeSet<>();
        try (Stream<Path> documents = Files.list(ROOT.resolve("docs"))) {
            for (Path document : (Iterable<Path>) Stream.concat(Stream.of(ROOT.resolve("README.md")), documents)
                    .filter(file -> file.toString().endsWith(".md"))::iterator) {
                Matcher named = NAMED.matcher(Files.readString(document));
                while (named.find()) {
                    shown.add(named.group(1));
                }
            }
        }
        assertThat(shown).isNotEmpty().isSubsetOf(names());
    }
}
