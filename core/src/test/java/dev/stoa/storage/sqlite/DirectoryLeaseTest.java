package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
