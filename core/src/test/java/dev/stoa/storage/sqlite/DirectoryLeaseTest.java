package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Who may use a data directory at the same time. */
@Tag("quick")
class DirectoryLeaseTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void manyMayUseADirectoryTogetherAndNobodyHasItForHimselfMeanwhile() {
        Path directory = folder.resolve("below/data");
        try (DirectoryLease one = DirectoryLease.shared(directory, Duration.ZERO);
                DirectoryLease two = DirectoryLease.shared(directory, Duration.ZERO)) {
            assertThat(one).isNotSameAs(two);
            assertThatThrownBy(() -> DirectoryLease.exclusive(directory))
                    .isInstanceOf(ConflictException.class)
                    .hasMessage("the data directory " + directory + " is in use by another process or restore");
        }
        DirectoryLease.exclusive(directory).close();
        DirectoryLease.shared(directory, Duration.ZERO).close();
    }

    @Test
    void whoHasADirectoryForHimselfShutsOutAllOthers() {
        try (DirectoryLease only = DirectoryLease.exclusive(folder)) {
            assertThat(only).isNotNull();
            assertThatThrownBy(() -> DirectoryLease.shared(folder, Duration.ZERO))
                    .isInstanceOf(ConflictException.class);
            assertThatThrownBy(() -> DirectoryLease.exclusive(folder)).isInstanceOf(ConflictException.class);
        }
    }

    @Test
    void aLockOfItsOwnIsHeldByOne() {
        Path lock = folder.resolve("one.lock");
        try (DirectoryLease only = DirectoryLease.alone(lock, Duration.ZERO);
                DirectoryLease other = DirectoryLease.exclusive(folder)) {
            assertThat(other).isNotSameAs(only);
            assertThatThrownBy(() -> DirectoryLease.alone(lock, Duration.ZERO)).isInstanceOf(ConflictException.class);
        }
        DirectoryLease.alone(lock, Duration.ZERO).close();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whoIsRefusedKeepsNoFileOpen() throws Exception {
        try (DirectoryLease one = DirectoryLease.shared(folder, Duration.ZERO)) {
            assertThatThrownBy(() -> DirectoryLease.exclusive(folder)).isInstanceOf(ConflictException.class);
            assertThat(open()).as("that of %s at least", one).isPositive();
        }
        assertThat(open()).isZero();
    }

    /** How often this process has the lock open. */
    private long open() throws IOException {
        Path lock = folder.resolve(".lock");
        long open = 0;
        try (DirectoryStream<Path> numbers = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path number : numbers) {
                open += isSame(number, lock) ? 1 : 0;
            }
        }
        return open;
    }

    private static boolean isSame(Path number, Path lock) throws IOException {
        try {
            return Files.isSameFile(number, lock);
        } catch (NoSuchFileException closedMeanwhile) {
            return false;
        }
    }

    @Test
    void whatIsNoDirectoryOrHoldsNoLockIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "no directory");
        assertThatThrownBy(() -> DirectoryLease.shared(file, Duration.ZERO))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("cannot be created");
        Path spoilt = Files.createDirectory(folder.resolve("spoilt"));
        Files.writeString(spoilt.resolve(".lock"), "this is text and no database".repeat(99));
        assertThatThrownBy(() -> DirectoryLease.shared(spoilt, Duration.ZERO))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("cannot be used");
    }
}
