package dev.stoa.counsel.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.counsel.access.IdempotencyKeys.Keyed;
import dev.stoa.counsel.access.KeyedWrite.Replayable;
import dev.stoa.counsel.conversation.Project;
import dev.stoa.counsel.correction.Correction;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class KeyedWriteTest {
    private static final Principal ME = Principal.local();

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private AccessFixture fixture;
    private Stoa stoa;

    @BeforeEach
    void open() {
        fixture = new AccessFixture(dialect, folder);
        stoa = fixture.open();
    }

    @AfterEach
    void close() {
        stoa.close();
        fixture.close();
    }

    private Replayable<Project> create(String key, String name) {
        return stoa.counsel()
                .once(
                        new Keyed(key, "POST projects", name),
                        counsel -> counsel.projects().create(ME, name),
                        Project::projectId,
                        id -> stoa.counsel().projects().get(ME, id));
    }

    private long projects() {
        return stoa.counsel().projects().list(ME, Page.Request.first()).items().size();
    }

    @Test
    void theSameKeyAndRequestWriteOnce() {
        Replayable<Project> first = create("k", "Leases");
        Replayable<Project> again = create("k", "Leases");
        assertThat(first.replayed()).isFalse();
        assertThat(again.replayed()).isTrue();
        assertThat(again.value()).isEqualTo(first.value());
        assertThat(projects()).isEqualTo(1);
        assertThatThrownBy(() -> create("k", "Fences"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("another request");
        fixture.clock.advance(IdempotencyKeys.KEPT.plus(Duration.ofSeconds(1)));
        assertThat(create("k", "Leases").replayed()).isFalse();
    }

    @Test
    void aRefusedWriteKeepsNoKey() {
        assertThatThrownBy(() -> create("k", "")).isInstanceOf(InvalidException.class);
        assertThat(create("k", "Leases").replayed()).isFalse();
    }

    @Test
    void aCorrectionUnderAKeyIsFoundLikeAnyOther() {
        CorrectionDraft draft = CorrectionDraft.of("lease term", "A lease lasts 30 s.");
        Keyed key = new Keyed("c", "POST corrections", "{}");
        Replayable<Correction> first = stoa.counsel()
                .once(
                        key,
                        counsel -> counsel.corrections().add(ME, draft),
                        Correction::id,
                        id -> stoa.counsel().corrections().get(ME, id));
        Replayable<Correction> again = stoa.counsel()
                .once(
                        key,
                        counsel -> counsel.corrections().add(ME, draft),
                        Correction::id,
                        id -> stoa.counsel().corrections().get(ME, id));
        assertThat(again.value().id()).isEqualTo(first.value().id());
        assertThat(stoa.counsel().corrections().get(ME, first.value().id()).confirmedAt())
                .isEqualTo(first.value().confirmedAt());
    }

    @Test
    void aReservedNameIsThatOfTheFirstUntilItIsGivenBack() {
        Keyed key = new Keyed("r", "POST ask", "{}");
        assertThat(stoa.counsel().reserve(ME, key, "one")).isEqualTo(new Replayable<>("one", false));
        assertThat(stoa.counsel().reserve(ME, key, "two")).isEqualTo(new Replayable<>("one", true));
        stoa.counsel().release(ME, key, "two");
        assertThat(stoa.counsel().reserve(ME, key, "two").value()).isEqualTo("one");
        stoa.counsel().release(ME, key, "one");
        assertThat(stoa.counsel().reserve(ME, key, "two")).isEqualTo(new Replayable<>("two", false));
    }
}
