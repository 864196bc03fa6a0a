package dev.stoa.learning.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.NotFoundException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two data directories that one process has open. */
class RatingTenantsTest {
    @TempDir
    Path one;

    @TempDir
    Path other;

    @Test
    @DisplayName("Two data directories in one process must not touch each other's ratings")
    void whatIsRecordedInOneDirectoryIsUnknownInTheOther() {
        try (Stoa here = Stoa.open(one);
                Stoa there = Stoa.open(other)) {
            here.learning().ratings().record(MatchDraft.won("d1", List.of("ana", "bea"), "ana"));
            there.learning().ratings().record(MatchDraft.won("d1", List.of("ana", "bea"), "bea"));
            here.learning().ratings().bradleyTerry(null);
            here.learning().predictions().add(PredictionDraft.of("e", "ana", "x", 0.9));
            here.learning().predictions().resolve("e", Result.winner("x"));
            here.learning().ratings().record(MatchDraft.won("d2", List.of("ana", "cleo"), "ana"));

            assertThat(here.learning().ratings().show("ana").elo()).isGreaterThan(1524);
            assertThat(there.learning().ratings().show("ana").elo()).isEqualTo(1476);
            assertThat(there.learning()
                            .ratings()
                            .bradleyTerry(null)
                            .agents()
                            .getFirst()
                            .agentName())
                    .isEqualTo("bea");
            assertThat(there.learning().predictions().of("ana", null).n()).isZero();
            assertThatThrownBy(() -> there.learning().ratings().show("cleo")).isInstanceOf(NotFoundException.class);
        }
    }
}
