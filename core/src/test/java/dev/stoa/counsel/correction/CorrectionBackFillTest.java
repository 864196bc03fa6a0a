package dev.stoa.counsel.correction;

import static dev.stoa.counsel.correction.CorrectionFixture.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class CorrectionBackFillTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private CorrectionFixture fixture;

    @BeforeEach
    void open() {
        fixture = CorrectionFixture.on(dialect, folder);
    }

    @AfterEach
    void close() {
        assertThat(fixture.violations()).isEmpty();
        fixture.close();
    }

    private void old(String id, double created, String subject, String claim) {
        fixture.archive().write(tx -> tx.update("""
                        INSERT INTO corrections (id, created_at, subject, domain, claim, confidence,
                            effective_confidence, decay_class)
                        VALUES (?, ?, ?, 'general', ?, 0.9, 0.9, 'D')""", id, created, subject, claim));
    }

    @Test
    void oldRowsAreFoundAndOfOneSubjectTheNewestStaysActive() {
        old("b", 1_767_225_600, "Eiffel tower", "300 m");
        old("a", 1_767_225_700, "tower, Eiffel", "330 m");
        old("c", 1_767_225_500, "the Eiffel tower", "1 m");
        old("d", 1_767_225_400, "...", "nothing to meet by");
        for (int run = 0; run < 2; run++) {
            fixture.archive().write(tx -> {
                CorrectionBackFill.run(tx);
                return 0;
            });
        }
        assertThat(fixture.values("SELECT id || ' ' || status || ' ' || COALESCE(superseded_by, '-') || ' '"
                        + " || COALESCE(supersedes, '-') FROM corrections ORDER BY created_at"))
                .containsExactly("d active - -", "c superseded b -", "b superseded a c", "a active - b");
        Corrections corrections = fixture.corrections();
        assertThat(corrections.find(LOCAL, CorrectionQuery.of("How high is the Eiffel tower?")))
                .map(found -> found.correction().id())
                .containsExactly("a");
        assertThat(corrections
                        .list(LOCAL, CorrectionFilter.all(Page.Request.first()))
                        .items())
                .map(Correction::id)
                .containsExactly("a", "b", "c", "d");
    }
}
