package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made for its owner alone, and what others may use. */
@Tag("quick")
class PrivateFilesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private Path shared(String name, String mode) throws IOException {
        return Files.setPosixFilePermissions(
                Files.writeString(folder.resolve(name), "theirs"), PosixFilePermissions.fromString(mode));
    }

    @Test
    void foldersAreTheirOwnersAloneWithThoseAboveThem() throws IOException {
        Path below = folder.resolve("a/b");
        assertThat(PrivateFiles.directories(below)).isEqualTo(below).isDirectory();
        assertThat(mode(below)).isEqualTo("rwx------");
        assertThat(mode(folder.resolve("a"))).isEqualTo("rwx------");
        assertThat(PrivateFiles.directories(below)).as("it may exist").isEqualTo(below);
    }

    @Test
    void oneFolderIsMadeWhereThereIsNone() throws IOException {
        Path one = folder.resolve("one");
        assertThat(PrivateFiles.directory(one)).isEqualTo(one).isDirectory();
        assertThat(mode(one)).isEqualTo("rwx------");
        assertThatThrownBy(() -> PrivateFiles.directory(one)).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> PrivateFiles.directory(folder.resolve("absent/one")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void whatIsTouchedIsMadeEmptyOrLeftAsItIs() throws IOException {
        Path fresh = folder.resolve("fresh");
        PrivateFiles.touch(fresh);
        assertThat(fresh).isEmptyFile();
        assertThat(mode(fresh)).isEqualTo("rw-------");
        Path theirs = shared("theirs", "rw-r--r--");
        PrivateFiles.touch(theirs);
        assertThat(theirs).hasContent("theirs");
        assertThat(mode(theirs)).isEqualTo("rw-r--r--");
    }

    @Test
    void whatIsWrittenReplacesWhatWasThereUnlessItMustBeNew() throws IOException {
        Path file = folder.resolve("file");
        PrivateFiles.writeString(file, "a longer text");
        PrivateFiles.writeString(file, "ä");
        assertThat(Files.readAllBytes(file)).isEqualTo("ä".getBytes(StandardCharsets.UTF_8));
        assertThat(mode(file)).isEqualTo("rw-------");
        assertThatThrownBy(() -> PrivateFiles.write(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))
                .isInstanceOf(FileAlreadyExistsException.class);
        try (OutputStream out = PrivateFiles.write(file, StandardOpenOption.APPEND)) {
            out.write('!');
        }
        assertThat(file).hasContent("ä!");
    }

    @Test
    void aCopyIsItsOwnersAloneAndReplacesNothing() throws IOException {
        Path theirs = shared("theirs", "rw-r--r--");
        Path copy = folder.resolve("copy");
        PrivateFiles.copy(theirs, copy);
        assertThat(copy).hasContent("theirs");
        assertThat(mode(copy)).isEqualTo("rw-------");
        assertThatThrownBy(() -> PrivateFiles.copy(new ByteArrayInputStream(new byte[3]), copy))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(copy).hasContent("theirs");
    }

    @Test
    void whatOthersMayUseIsToldWithItsMode() throws IOException {
        assertThat(PrivateFiles.exposed(shared("group", "rw-r-----"))).contains("rw-r-----");
        assertThat(PrivateFiles.exposed(shared("others", "rwx-----x"))).contains("rwx-----x");
        assertThat(PrivateFiles.exposed(shared("own", "rwx------"))).isEmpty();
        assertThat(PrivateFiles.exposed(PrivateFiles.directory(folder.resolve("folder"))))
                .isEmpty();
        assertThatThrownBy(() -> PrivateFiles.exposed(folder.resolve("absent")))
                .isInstanceOf(NoSuchFileException.class);
    }
}
