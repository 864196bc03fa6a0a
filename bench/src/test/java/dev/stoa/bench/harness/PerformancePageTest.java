package dev.stoa.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerformancePageTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Path page() throws IOException {
        Path real = Path.of(Objects.requireNonNull(System.getProperty("stoa.basedir")))
                .resolve("docs/performance.md");
        return Files.copy(real, folder.resolve("performance.md"));
    }

    @Test
    void onlyWhatStandsBetweenTheMarkersIsReplaced() throws IOException {
        Path page = page();
        String before = Files.readString(page);
        new PerformancePage(page).put("first\n");
        new PerformancePage(page).put("| second |\n");

        String after = Files.readString(page);
        assertThat(after).contains("begin -->\n| second |\n<!--").doesNotContain("first\n");
        assertThat(outside(after)).isEqualTo(outside(before));
    }

    private static String outside(String page) {
        return page.substring(0, page.indexOf("begin -->")) + page.substring(page.indexOf("<!-- measured: end"));
    }

    @Test
    void aSectionThatIsMeasuredAgainReplacesItselfAlone() throws IOException {
        Path page = page();
        String before = Files.readString(page);
        PerformancePage performance = new PerformancePage(page);
        performance.put("Measured then.\n\n### Memories\n\n| old |\n\n### Debates\n\n| kept |\n");

        performance.putSections("Measured now.\n\n### Memories\n\n| new |\n\nAims:\n\n### The server\n\n| added |\n");

        String after = Files.readString(page);
        assertThat(after).contains("""
                begin -->
                Measured then.

                ### Memories

                Measured now.

                | new |

                Aims:

                ### Debates

                | kept |

                ### The server

                Measured now.

                | added |
                <!--""");
        assertThat(outside(after)).isEqualTo(outside(before));
    }

    @Test
    void theSectionsOfThePageStayAsTheyAreWhereNoneIsMeasured() throws IOException {
        Path page = page();
        String before = Files.readString(page);

        new PerformancePage(page).putSections("Measured now.\n\n### None of these\n\n| x |\n");

        assertThat(Files.readString(page))
                .isEqualTo(before.replace(
                        "<!-- measured: end", "\n### None of these\n\nMeasured now.\n\n| x |\n<!-- measured: end"));
    }

    @Test
    void aPageWithoutMarkersIsLeftAlone() throws IOException {
        Path page = Files.writeString(folder.resolve("performance.md"), "# Performance\n");
        assertThatThrownBy(() -> new PerformancePage(page).put("x\n")).hasMessageContaining("put them back");
        assertThat(page).hasContent("# Performance\n");
    }
}
