package dev.stoa.storage.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a file of rows that were set aside is known, and how it is written. */
@Tag("quick")
@SuppressWarnings("NullAway.Init") // set by JUnit
class ReturnedRowsTest {
    @TempDir
    private Path folder;

    private boolean are(String text) throws IOException {
        return ReturnedRows.are(Files.writeString(folder.resolve("rows.jsonl"), text), "space");
    }

    @Test
    void aFileIsKnownByTheArchiveThatItsFirstLineNames() throws IOException {
        assertThat(are("{\"archive\": \"space\"}\nanything\n")).isTrue();
        assertThat(are("{\"archive\": \"aua\"}\n")).isFalse();
        assertThat(are("{\"archive\": \"space\"\n")).isFalse();
        assertThat(are("[\"archive\", \"space\"]\n")).isFalse();
        assertThat(are("{")).isFalse();
        assertThat(are("")).isFalse();
        assertThat(ReturnedRows.are(folder, "space")).isFalse();
        assertThat(ReturnedRows.are(folder.resolve("none"), "space")).isFalse();
    }

    @Test
    void linesThatAreSetAsideAreWrittenAsTheyAreAndNoLinesMakeNoFile() throws IOException {
        Path source = Path.of("old.jsonl");
        Instant now = Instant.parse("2026-11-15T08:30:00.123Z");
        byte[] broken = {'a', (byte) 0xff};

        assertThat(Quarantine.write(List.of(), folder.resolve("aside"), source, now))
                .isNull();
        assertThat(folder.resolve("aside")).doesNotExist();
        Path file = Objects.requireNonNull(
                Quarantine.write(List.of(broken, new byte[] {'b'}), folder.resolve("aside"), source, now));
        assertThat(file).hasFileName("old.jsonl.20261115T083000123Z.jsonl");
        assertThat(file).hasBinaryContent(new byte[] {'a', (byte) 0xff, '\n', 'b', '\n'});
        assertThat(Quarantine.write(List.of(broken), folder.resolve("aside"), source, now))
                .hasFileName("old.jsonl.20261115T083000124Z.jsonl");
    }
}
