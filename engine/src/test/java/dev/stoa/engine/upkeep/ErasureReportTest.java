package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ErasureReportTest {
    @Test
    void readersElsewhereAreToldTheNamesOfOlderCopiesAndNotTheirPaths() {
        ErasureReport report = new ErasureReport(
                List.of(), List.of("/srv/stoa/backups/monday.stoa"), List.of("d-1"), List.of(), List.of());
        assertThat(report.withoutPaths().document())
                .containsEntry("older_copies", List.of("monday.stoa"))
                .containsEntry("debates", List.of("d-1"));
    }
}
