package dev.stoa.storage.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the report on a take-over says. */
@Tag("quick")
class TakeoverReportTest {
    private static final TakeoverReport REPORT = new TakeoverReport(
            Path.of("old.db"),
            true,
            List.of(
                    new TakeoverReport.Part(
                            "rating",
                            "data/rating.db",
                            3,
                            2,
                            9,
                            List.of(
                                    new TakeoverReport.Table("matches", 5, 4),
                                    new TakeoverReport.Table("ratings", 2, 2)),
                            List.of("one was renamed")),
                    new TakeoverReport.Part("critique", "data/critique.db", 1, null, 4, List.of(), List.of())),
            List.of(new TakeoverReport.Table("sqlite_notes", 8, 0)),
            List.of(new TakeoverReport.Altered("rating", "matches", "7", "score", "2.0", "1.0")),
            List.of(new TakeoverReport.SetAside("rating", "matches", "8", "id has no value")),
            Path.of("aside.jsonl"));

    @Test
    void itSaysAllOfItAsJson() {
        assertThat(Json.write(REPORT.document())).isEqualTo("""
                {"file":"old.db","dry_run":true,"archives":[{"name":"rating","location":"data/rating.db",\
                "version_found":3,"version_claimed":2,"version":9,"rows":6,"tables":[\
                {"table":"matches","rows_found":5,"rows":4},{"table":"ratings","rows_found":2,"rows":2}],\
                "notes":["one was renamed"]},{"name":"critique","location":"data/critique.db","version_found":1,\
                "version_claimed":null,"version":4,"rows":0,"tables":[],"notes":[]}],\
                "left_out":[{"table":"sqlite_notes","rows":8}],\
                "altered":[{"archive":"rating","table":"matches","row":"7","column":"score","from":"2.0","to":"1.0"}],\
                "set_aside":[{"archive":"rating","table":"matches","row":"8","reason":"id has no value"}],\
                "quarantine":"aside.jsonl"}""");
    }

    @Test
    void withoutRowsSetAsideThereIsNoFile() {
        TakeoverReport bare =
                new TakeoverReport(Path.of("old.db"), false, List.of(), List.of(), List.of(), List.of(), null);

        assertThat(bare.document()).containsEntry("quarantine", null).containsEntry("dry_run", false);
    }

    @Test
    void aNoteIsAddedToTheArchiveThatItNames() {
        TakeoverReport noted = REPORT.noting(Map.of("rating", "two were filled in"));

        assertThat(noted.archives().getFirst().notes()).containsExactly("one was renamed", "two were filled in");
        assertThat(noted.archives().getLast()).isEqualTo(REPORT.archives().getLast());
        assertThat(noted.setAside()).isEqualTo(REPORT.setAside());
        assertThat(noted.quarantine()).isEqualTo(REPORT.quarantine());
    }

    @Test
    void whatWasAlteredOrSetAsideIsOneSentence() {
        assertThat(REPORT.altered().getFirst()).hasToString("matches 7: score 2.0 became 1.0");
        assertThat(REPORT.setAside().getFirst()).hasToString("matches 8: id has no value");
    }
}
