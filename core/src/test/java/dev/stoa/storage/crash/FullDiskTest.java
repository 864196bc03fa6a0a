package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.StoaException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.Tool;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that fill up while many write: each caller hears the truth, nothing is lost, and it goes on when there is space. */
@Tag("crash")
class FullDiskTest {
    private static final int CALLERS = 24;
    // Files of some hundred kilobytes; the signal that would end the process is to become an error.
    private static final List<String> LIMITED = withShell(List.of(), "trap '' XFSZ; ulimit -f 600");

    @TempDir
    Path directory;

    /** SQLite's own limit of the file, which is reached inside a unit and can be lifted again. */
    @Test
    void whoFindsNoSpaceInsideAUnitIsRefusedAloneAndTheArchiveGoesOn() throws Exception {
        Audit audit = new Audit();
        try (Archive archive = Units.open(directory.toString())) {
            limitPages(archive, 30);
            List<String> refused = fill(archive, audit, "before");
            assertThat(refused).isNotEmpty().allSatisfy(line -> Refusal.check(line, "disk_full"));
            int stored = audit.acknowledged();
            assertThat(stored).isPositive();

            limitPages(archive, 1_000_000);
            assertThat(fill(archive, audit, "after")).isEmpty();
            assertThat(audit.acknowledged()).isEqualTo(stored + CALLERS * 10);
        }
        audit.checkFile(directory.resolve("notebook.db"));
    }

    private static void limitPages(Archive archive, int pages) {
        assertThat(archive.<Long>write(tx -> tx.number("PRAGMA max_page_count = " + pages)))
                .isEqualTo(pages);
    }

    /** Many callers write ten units each, until they are refused; what was refused is returned. */
    private static List<String> fill(Archive archive, Audit audit, String phase) throws Exception {
        ConcurrentLinkedQueue<String> refused = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<String> stored = new ConcurrentLinkedQueue<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> callers = new ArrayList<>();
            for (int c = 0; c < CALLERS; c++) {
                String author = phase + c;
                callers.add(threads.submit(() -> {
                    for (int i = 0; i < 10; i++) {
                        try {
                            stored.add("stored " + author + " " + i + " "
                                    + Units.write(archive, author, Integer.toString(i)));
                        } catch (StoaException e) {
                            refused.add(Refusal.line(e));
                        }
                    }
                }));
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
        }
        audit.acknowledge(stored);
        return List.copyOf(refused);
    }

    /** A limit on the size of files, which every user can set: the log cannot grow, so the commit fails. */
    @Test
    void whoFindsNoSpaceForItsCommitIsRefusedAndNothingAcknowledgedIsLost() {
        fillsUpAndKeepsItsWord(LIMITED, "io_error", "reopen");
    }

    /** A small disk of its own, where the machine lets a test have one. */
    @Test
    @NeedsTool(Tool.SMALL_DISK)
    void aDiskThatIsFullRefusesAndGoesOnWhenSpaceIsFreed() {
        List<String> small = new ArrayList<>(List.of("unshare", "--mount"));
        if (!Child.ofSuperuser()) {
            small.add("--map-root-user");
        }
        String mount = "mount -t tmpfs -o size=1m stoa '" + directory + "'";
        fillsUpAndKeepsItsWord(withShell(small, mount), "disk_full", "free");
    }

    private static List<String> withShell(List<String> through, String first) {
        List<String> command = new ArrayList<>(through);
        command.addAll(List.of("sh", "-c", first + " && exec \"$0\" \"$@\""));
        return command;
    }

    private void fillsUpAndKeepsItsWord(List<String> through, String code, String room) {
        try (Child child = Child.start(through, Filler.class, directory, room)) {
            List<String> said = child.rest();
            child.succeed();
            List<String> refused = said.stream()
                    .filter(line -> line.startsWith("refused "))
                    .map(line -> line.substring("refused ".length()))
                    .toList();
            assertThat(refused).isNotEmpty().allSatisfy(line -> Refusal.check(line, code));
            assertThat(said).contains("went on");
            assertThat(said.get(said.size() - 1)).startsWith("kept its word");
        }
    }

    @Test
    void anUpgradeWithoutSpaceForItsSnapshotChangesNothing() throws Exception {
        try (Archive old =
                SqliteArchive.open(Upgrade.upTo(1), directory, StorageSettings.defaults(), InstantSource.system())) {
            old.write(tx -> tx.update("INSERT INTO entry (author, blob) VALUES ('ana', zeroblob(1000000))"));
        }
        var before = Refusal.fingerprint(directory);
        try (Child child = Child.start(LIMITED, Opener.class, directory)) {
            child.expect("free");
            Refusal.check(child.expect("refused"), "io_error");
            child.succeed();
        }
        assertThat(Refusal.fingerprint(directory)).isEqualTo(before);
    }
}
