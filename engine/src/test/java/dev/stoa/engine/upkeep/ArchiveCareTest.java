package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class ArchiveCareTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private UpkeepFixture place;

    @BeforeEach
    void open() {
        place = UpkeepFixture.on(dialect, folder);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void anExaminationNamesEveryArchiveAndWantsOne() {
        assertThatThrownBy(() -> care().examine(false, false, UpkeepListener.NONE))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("there are no archives yet");
        fill();
        List<String> told = new ArrayList<>();

        Diagnosis diagnosis = care().examine(true, false, (step, done) -> told.add(step));

        assertThat(diagnosis.ok()).isTrue();
        assertThat(diagnosis.inOrder()).isTrue();
        assertThat(diagnosis.repaired()).isEmpty();
        assertThat(told).hasSameSizeAs(Stoa.ARCHIVES);
        assertThat(diagnosis.checkups())
                .filteredOn(checkup -> checkup.version().isPresent())
                .extracting(checkup -> checkup.schema().name())
                .containsExactly("continuum", "society");
        assertThat(diagnosis.document())
                .containsOnlyKeys("ok", "result", "deep", "repaired", "debates_proved", "exposed", "archives")
                .containsEntry("deep", true);
        assertThat(place.exists(EvidenceArchive.SCHEMA)).isFalse();
    }

    @Test
    void onlyArchivesThatExistAreIndexedAgain() {
        fill();

        Diagnosis diagnosis = care().examine(true, true, UpkeepListener.NONE);

        assertThat(diagnosis.repaired()).isNotEmpty().isSubsetOf("continuum", "society");
        assertThat(diagnosis.checkups()).noneMatch(Checkup::damaged);
    }

    @Test
    void anUpgradeNamesTheVersionsOfWhatExists() {
        fill();

        UpgradeReport planned = care().upgrade(true, UpkeepListener.NONE);
        UpgradeReport done = care().upgrade(false, UpkeepListener.NONE);

        assertThat(planned.archives()).isEqualTo(done.archives()).hasSize(2).noneMatch(UpgradeReport.Archive::upgraded);
        assertThat(planned.document()).containsEntry("dry_run", true);
        assertThat(new UpgradeReport.Archive("society", 2, 5).upgraded()).isTrue();
    }

    private void fill() {
        place.stoa().learning().memories().add(MemoryDraft.of("something"));
        place.stoa().society().agents().register(Principal.local(), AgentDraft.of("ana", "command:none"));
    }

    private ArchiveCare care() {
        return ArchiveCare.of(place.config(), place.clock());
    }
}
