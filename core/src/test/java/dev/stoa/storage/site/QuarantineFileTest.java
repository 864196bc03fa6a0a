package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.foreign.TakeoverReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How rows that were set aside come back. */
@Tag("quick")
@SuppressWarnings("NullAway.Init") // set before each test
class QuarantineFileTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-15T08:30:00.123Z"));
    private static final ArchiveSchema DIARY =
            ArchiveSchema.named("diary").version(1, "days").build();
    private static final List<ArchiveSchema> ALL = List.of(Notebook.SCHEMA, DIARY);

    @TempDir
    private Path folder;

    private Path file;
    private Path aside;
    private Site site;

    @BeforeEach
    void open() {
        file = folder.resolve("rows.jsonl");
        aside = folder.resolve("aside");
        site = Site.directory(folder.resolve("data"), StorageSettings.defaults(), CLOCK);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static String entry(String body) {
        return "{\"archive\": \"notebook\", \"table\": \"entry\", \"reason\": \"why\","
                + " \"row\": {\"author\": \"ana\", \"body\": \"" + body + "\"}}";
    }

    private TakeoverReport take(boolean dryRun, String... lines) throws IOException {
        Files.write(file, List.of(lines));
        return QuarantineFile.take(file, site, ALL, aside, dryRun, CLOCK);
    }

    private List<String> bodies() {
        try (Archive archive = site.open(Notebook.SCHEMA)) {
            return Notebook.bodies(archive);
        }
    }

    private boolean is(String text) throws IOException {
        return QuarantineFile.is(Files.writeString(file, text));
    }

    @Test
    void aFileIsOneByItsFirstLine() throws IOException {
        assertThat(is(entry("x") + "\nwhatever")).isTrue();
        assertThat(is("")).isFalse();
        assertThat(is("some text")).isFalse();
        assertThat(is("[" + entry("x") + "]")).isFalse();
        assertThat(is("{")).isFalse();
        assertThat(is("{\"table\": \"entry\", \"row\": {}}")).isFalse();
        assertThat(is("{\"archive\": \"notebook\", \"row\": {}}")).isFalse();
        assertThat(is("{\"archive\": \"notebook\", \"table\": \"entry\"}")).isFalse();
        assertThat(is("{\"archive\": \"notebook\", \"table\": \"entry\", \"row\": 1}"))
                .isFalse();
        assertThat(is("{\"archive\": \"notebook\", \"table\": \"entry\", \"row\": {}}"))
                .isTrue();
        assertThat(QuarantineFile.is(folder)).isFalse();
        assertThat(QuarantineFile.is(folder.resolve("absent"))).isFalse();
    }

    @Test
    void rowsGoIntoTheirArchivesAndAreReported() throws IOException {
        TakeoverReport report = take(
                false,
                entry("one"),
                "",
                "{\"archive\": \"diary\", \"table\": \"day\", \"row\": {\"name\": \"monday\"}}",
                entry("two"));
        assertThat(bodies()).containsExactly("one", "two");
        try (Archive archive = site.open(DIARY)) {
            assertThat(archive.list("SELECT name FROM day", row -> row.text(1))).containsExactly("monday");
        }
        assertThat(report.dryRun()).isFalse();
        assertThat(report.archives())
                .extracting(TakeoverReport.Part::name, TakeoverReport.Part::location, TakeoverReport.Part::rows)
                .containsExactly(
                        tuple("notebook", site.locate(Notebook.SCHEMA), 2L), tuple("diary", site.locate(DIARY), 1L));
        assertThat(report.setAside()).isEmpty();
        assertThat(report.quarantine()).isNull();
        assertThat(aside).doesNotExist();
    }

    @Test
    void aRehearsalReportsTheSameAndChangesNothing() throws IOException {
        String wrong = entry("x").replace("author", "nobody");
        TakeoverReport report = take(true, entry("one"), wrong);
        assertThat(report.dryRun()).isTrue();
        assertThat(report.archives().getFirst().rows()).isEqualTo(1);
        assertThat(report.setAside()).hasSize(1);
        assertThat(report.quarantine()).isNull();
        assertThat(aside).doesNotExist();
        assertThat(bodies()).isEmpty();
    }

    @Test
    void whatIsStillWrongIsSetAsideAgain() throws IOException {
        TakeoverReport report = take(false, entry("one"), entry("x").replace("author", "nobody"));
        assertThat(bodies()).containsExactly("one");
        assertThat(report.setAside())
                .extracting(TakeoverReport.SetAside::reason)
                .containsExactly("there is no column nobody");
        Path written = Objects.requireNonNull(report.quarantine());
        assertThat(written).hasParent(aside);
        assertThat(QuarantineFile.is(written)).isTrue();
    }

    @Test
    void whatWasChangedToFitIsReported() throws IOException {
        TakeoverReport report = take(
                false,
                "{\"archive\": \"notebook\", \"table\": \"entry\", \"row\":"
                        + " {\"author\": \"ana\", \"body\": \"zero\\u0000in it\"}}");
        assertThat(report.altered()).extracting(TakeoverReport.Altered::column).containsExactly("body");
    }

    @Test
    void rowsThatCannotBeSetAsideAreSaidToBeInTheirFile() throws IOException {
        Files.writeString(aside, "a file where the folder belongs");
        assertThatThrownBy(() -> take(false, entry("x").replace("author", "nobody")))
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.hint()).contains("keep " + file + ", which has these rows"));
    }

    @Test
    void anArchiveThatWouldNotBeInOrderStaysAsItWas() throws IOException {
        ArchiveSchema strict = ArchiveSchema.named("notebook")
                .version(1, "entries")
                .version(2, "tags")
                .invariant(
                        "N1",
                        "there is a bad row",
                        "SELECT body FROM entry WHERE body = 'bad'",
                        "SELECT body FROM entry WHERE body = 'bad'")
                .build();
        Files.write(file, List.of(entry("good"), entry("bad")));
        assertThatThrownBy(() -> QuarantineFile.take(file, site, List.of(strict), aside, false, CLOCK))
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining("N1: there is a bad row (bad)");
        assertThat(bodies()).isEmpty();
        Files.write(file, List.of(entry("good")));
        QuarantineFile.take(file, site, List.of(strict), aside, false, CLOCK);
        assertThat(bodies()).containsExactly("good");
    }

    @Test
    void aLineThatSaysNothingUsefulIsNamed() throws IOException {
        assertThatThrownBy(() -> take(false, entry("x"), "{\"archive\": \"none\", \"table\": \"t\", \"row\": {}}"))
                .isInstanceOfSatisfying(
                        InvalidException.class, e -> assertThat(e.hint()).contains("correct it"))
                .hasMessage("line 2: there is no archive none");
        assertThatThrownBy(() -> take(false, "no JSON"))
                .isInstanceOf(InvalidException.class)
                .hasMessageStartingWith("line 1: ");
        assertThatThrownBy(() -> take(false, "{\"archive\": \"notebook\", \"row\": {}}"))
                .isInstanceOf(InvalidException.class)
                .hasMessageStartingWith("line 1: ");
        assertThat(bodies()).isEmpty();
        Files.delete(file);
        assertThatThrownBy(() -> QuarantineFile.take(file, site, ALL, aside, false, CLOCK))
                .isInstanceOf(NotFoundException.class)
                .hasMessageStartingWith(file + " cannot be read");
    }
}
