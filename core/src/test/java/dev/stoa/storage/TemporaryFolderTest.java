package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.UnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A folder that is there for a while. */
@Tag("quick")
class TemporaryFolderTest {
    @Test
    void itIsItsOwnersAloneAndGoesWithWhatIsInIt() throws IOException {
        TemporaryFolder folder = TemporaryFolder.make("stoa-test-");
        Path path = folder.path();
        assertThat(path).isEmptyDirectory();
        assertThat(path.getParent()).isEqualTo(Path.of(TemporaryFolder.place()));
        assertThat(String.valueOf(path.getFileName())).startsWith("stoa-test-");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rwx------");
        Files.writeString(Files.createDirectories(path.resolve("a/b")).resolve("file"), "text");
        folder.close();
        assertThat(path).doesNotExist();
        assertThatCode(folder::close).as("what is gone needs no deleting").doesNotThrowAnyException();
    }

    @Test
    void whereNoneCanBeMadeThePlaceIsNamed() {
        assertThatThrownBy(() -> TemporaryFolder.make("x".repeat(300)))
                .isInstanceOfSatisfying(
                        UnavailableException.class, e -> assertThat(e.code()).isEqualTo("no_temporary_folder"))
                .hasMessageStartingWith("the temporary folder " + System.getProperty("java.io.tmpdir") + " cannot be");
    }
}
