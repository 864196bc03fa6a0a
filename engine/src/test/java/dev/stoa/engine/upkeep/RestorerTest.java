package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.counsel.audit.AuditEntry;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.site.Backup;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class RestorerTest {
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
    void aRestoreWithoutTheRightReplacesNothing() {
        place.stoa().learning().memories().add(MemoryDraft.of("before the backup"));
        place.stoa().counsel().audit();
        place.stoa().close();
        Path backup = folder.resolve("b.zip");
        try (Site site = Stoa.site(place.config(), place.clock())) {
            Backup.write(site, Stoa.ARCHIVES, backup, false, "test", place.clock(), null);
        }
        try (Stoa stoa = Stoa.open(place.config(), place.clock(), Runnable::run)) {
            stoa.learning().memories().add(MemoryDraft.of("after the backup"));
        }
        for (Principal by : List.of(Principal.writer("bob"), Principal.as("eve"))) {
            assertThatThrownBy(() ->
                            Restorer.into(place.config(), place.clock(), by).run(backup, true, null))
                    .as(by.toString())
                    .isInstanceOf(ForbiddenException.class);
        }
        assertThat(memories()).isEqualTo(2);

        Restorer.into(place.config(), place.clock(), Principal.local()).run(backup, true, null);
        assertThat(memories()).isEqualTo(1);
        try (Stoa stoa = Stoa.open(place.config(), place.clock(), Runnable::run)) {
            assertThat(stoa.counsel()
                            .audit()
                            .list(Principal.local(), null, Page.Request.first())
                            .items())
                    .map(AuditEntry::type)
                    .containsExactly("init", "restore");
        }
    }

    private int memories() {
        try (Stoa stoa = Stoa.open(place.config(), place.clock(), Runnable::run)) {
            return stoa.learning()
                    .memories()
                    .list(null, null, Page.Request.first())
                    .items()
                    .size();
        }
    }
}
