package dev.stoa.counsel.correction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Corrections of a fresh archive on each backend, of which everything that must hold is checked after every test. */
@OnBothDatabases
abstract class CorrectionScene {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    CorrectionFixture fixture;
    Corrections corrections;

    @BeforeEach
    void open() {
        fixture = CorrectionFixture.on(dialect, folder);
        corrections = fixture.corrections();
    }

    @AfterEach
    void close() {
        assertThat(fixture.violations()).isEmpty();
        fixture.close();
    }
}
