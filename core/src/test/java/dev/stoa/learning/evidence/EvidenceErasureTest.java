package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Remains;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@OnBothDatabases
class EvidenceErasureTest extends EvidenceFixture {
    private static final String SECRET = "hunter2zyx";

    private List<String> remains() {
        return Remains.of(SECRET, dialect, directory, archive);
    }

    @Test
    void afterForgettingEvidenceTheBytesAreInNoFileAndNoRow() {
        for (int i = 0; i < 40; i++) {
            add("an ordinary passage number " + i + " " + "more ".repeat(i));
        }
        Evidence secret = add("the password is " + SECRET);
        assertThat(remains()).isNotEmpty();

        store.forget(secret.id(), false);

        assertThat(remains()).isEmpty();
    }

    @Test
    void afterACleanupTheBytesAreInNoFileAndNoRow() {
        add("the password is " + SECRET);
        clock.advance(Duration.ofDays(EvidenceStore.KEPT_DAYS + 1));
        add("an ordinary passage");
        assertThat(store.cleanup(EvidenceStore.KEPT_DAYS, false)).isEqualTo(1);
        assertThat(remains()).isEmpty();
    }
}
