package dev.stoa.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsTest {
    @Test
    void aRowHasAValueForEachOfThe17ColumnsAndAContentOfAbout200Bytes() {
        for (MemoryMeter memory : MemoryMeter.examples()) {
            assertThat(memory.values(MemoryMeter.id(1))).hasSize(17);
            assertThat(memory.content().length()).isBetween(190, 210);
        }
        assertThat(MemoryMeter.INSERT.chars().filter(c -> c == '?')).hasSize(17);
    }

    @Test
    void theSameRowsAreMadeOnEveryMachine() {
        assertThat(MemoryMeter.examples()).isEqualTo(MemoryMeter.examples()).doesNotHaveDuplicates();
        assertThat(new Rows(100).take(50)).isEqualTo(new Rows(0).take(150).subList(100, 150));
    }

    @Test
    void idsGrowAsTheIdsOfAnArchiveDo() {
        List<String> ids = IntStream.of(0, 9, 10, 15, 16, 255, 50_000, Integer.MAX_VALUE)
                .mapToObj(MemoryMeter::id)
                .toList();
        assertThat(ids).isSorted().doesNotHaveDuplicates().allMatch(id -> id.length() == 36);
    }

    @Test
    void whatIsTakenIsNeverHandedOutAgain() {
        Rows rows = new Rows(10);
        List<Rows.New> first = rows.take(20);
        List<Rows.New> second = rows.take(20);
        assertThat(first.get(0).id()).isEqualTo(MemoryMeter.id(10));
        assertThat(second)
                .extracting(Rows.New::id)
                .doesNotContainAnyElementsOf(first.stream().map(Rows.New::id).toList());
    }

    @Test
    void scatteredReadsMeetEveryRowOnce() {
        for (int rows : List.of(Pace.tiny().tableRows(), Pace.full().tableRows())) {
            assertThat(Rows.scattered(rows))
                    .hasSize(rows)
                    .doesNotHaveDuplicates()
                    .contains(MemoryMeter.id(rows - 1L));
        }
    }

    @Test
    void whatIsExportedHasALineForEachExampleAndNoEmptyField(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("examples.tsv");
        Rows.export(file);
        assertThat(Files.readAllLines(file))
                .hasSameSizeAs(MemoryMeter.examples())
                .allSatisfy(line -> assertThat(line.split("\t", -1)).hasSize(12).doesNotContain(""));
    }
}
