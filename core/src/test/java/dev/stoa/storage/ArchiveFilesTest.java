package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an archive asks of the backend that it stands on. */
@Tag("quick")
class ArchiveFilesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final AtomicInteger reads = new AtomicInteger();

    private BrittleBackend backend(int failingReads, String state) {
        return new BrittleBackend(folder, 0, (step, transaction) -> {
            if (transaction == 0 && reads.incrementAndGet() <= failingReads) {
                throw new SQLException("it is gone", state);
            }
        });
    }

    private static Archive over(BrittleBackend backend) {
        return Archive.over(Notebook.SCHEMA, backend, StorageSettings.defaults());
    }

    private static long count(Archive archive) {
        return archive.read(tx -> tx.number("SELECT count(*) FROM entry"));
    }

    @Test
    void anErasureIsNotedBeforeItAndDoneAfterItWhateverBecomesOfIt() {
        BrittleBackend backend = backend(0, "");
        Archive archive = over(backend);
        assertThat(archive.<Integer>erase(tx -> tx.update("DELETE FROM entry"))).isZero();
        assertThat(backend.asked()).containsExactly("expect", "announce", "finish");
        backend.asked().clear();
        assertThatThrownBy(() -> archive.erase(tx -> {
                    throw new ConflictException("refused", "refused", null);
                }))
                .isInstanceOf(ConflictException.class);
        assertThat(backend.asked()).containsExactly("expect", "finish");
        backend.asked().clear();
        archive.cleanFiles(0);
        assertThat(backend.asked()).isEmpty();
        archive.cleanFiles(1);
        assertThat(backend.asked()).contains("expect", "finish");
    }

    @Test
    void tablesAreWrittenAgainAsTheBackendDoes() {
        BrittleBackend backend = backend(0, "");
        Archive archive = over(backend);
        assertThat(archive.rewrite(List.of("entry"))).isFalse();
        assertThat(archive.rewrite(List.of("entry"))).isTrue();
        assertThat(backend.asked()).containsExactly("expect", "finish", "expect", "finish");
    }

    @Test
    void aReadThatLosesItsConnectionIsTriedThreeTimes() {
        assertThat(count(over(backend(2, "08006")))).isZero();
        assertThat(reads).hasValueGreaterThanOrEqualTo(3);
        reads.set(0);
        Archive lost = over(backend(99, "08006"));
        assertThatThrownBy(() -> count(lost))
                .isInstanceOfSatisfying(
                        UnavailableException.class, e -> assertThat(e.code()).isEqualTo("unreachable"));
        assertThat(reads).hasValue(3);
        reads.set(0);
        Archive broken = over(backend(99, "58000"));
        assertThatThrownBy(() -> count(broken)).isInstanceOf(UnavailableException.class);
        assertThat(reads).as("no other attempt would help").hasValue(1);
    }

    @Test
    void aRehearsalAnswersAndLeavesNothing() {
        Archive archive = over(backend(0, ""));
        assertThat(archive.<Long>rehearse(tx -> Notebook.add(tx, "ana", "undone")))
                .isEqualTo(1);
        assertThat(count(archive)).isZero();
    }

    @Test
    void nothingOfAnArchiveIsCalledFromItsOwnUnits() {
        BrittleBackend backend = backend(0, "");
        Archive archive = over(backend);
        List<Runnable> calls = List.of(
                () -> archive.one("SELECT 1", row -> row.number(1)),
                () -> archive.list("SELECT 1", row -> row.number(1)),
                () -> archive.reserve("entry", 1),
                () -> archive.erase(tx -> 1),
                () -> archive.rewrite(List.of("entry")),
                archive::finishErasure);
        for (Runnable call : calls) {
            assertThatThrownBy(() -> archive.write(tx -> {
                        call.run();
                        return 1;
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("use its Tx");
        }
        for (Runnable call : calls.subList(2, calls.size())) {
            assertThatThrownBy(() -> archive.read(tx -> {
                        call.run();
                        return 1;
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("use its Tx");
        }
        assertThat(backend.asked()).isEmpty();
    }

    @Test
    void whoObservesIsToldWhatWasDoneAndHowLongItTook() {
        Archive archive = over(backend(0, ""));
        List<String> told = new ArrayList<>();
        List<Long> nanos = new ArrayList<>();
        archive.observedBy((name, kind, took) -> {
            told.add(name + " " + kind);
            nanos.add(took);
        });
        archive.write(tx -> Notebook.add(tx, "ana", "seen"));
        count(archive);
        archive.ping();
        assertThat(told).containsExactly("notebook WRITE", "notebook READ", "notebook READ");
        assertThat(nanos).allSatisfy(took -> assertThat(took).isBetween(0L, 60_000_000_000L));
        archive.observedBy(null);
        count(archive);
        assertThat(told).hasSize(3);
    }

    @Test
    void anArchiveIsClosedOnceAndSaysWhatItIs() {
        BrittleBackend backend = backend(0, "");
        Archive archive = Archive.over(Notebook.SCHEMA, backend, StorageSettings.defaults(), 1);
        assertThat(archive.upgradedFrom()).isEqualTo(1);
        assertThat(over(backend).upgradedFrom()).isZero();
        assertThat(archive.isConcurrent()).isFalse();
        assertThat(over(new BrittleBackend(folder, 1, (step, n) -> {})).isConcurrent())
                .isTrue();
        archive.close();
        archive.close();
        assertThat(backend.asked()).containsExactly("close");
        assertThatThrownBy(() -> count(archive)).hasMessage("archive notebook is closed");
    }
}
