package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoa.base.StoaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** How an archive must refuse: with one error that says on one line which archive, what is wrong and what to do. */
final class Refusal {
    private Refusal() {}

    /** The error of the call, which must have this code. */
    static StoaException of(String code, ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).as("what is thrown instead of " + code).isInstanceOf(StoaException.class);
        StoaException refusal = (StoaException) thrown;
        assertThat(line(refusal)).startsWith(code + " | ");
        check(line(refusal), code);
        return refusal;
    }

    /** The error as a child process tells it. */
    static String line(StoaException e) {
        return e.code() + " | " + e.getMessage() + " | " + e.hint().orElse("");
    }

    /** Checks an error as a child process told it. */
    static void check(String line, String code) {
        assertThat(line).startsWith(code + " | ").doesNotContain("\n", "\r");
        String[] parts = line.split(" \\| ", -1);
        assertThat(parts).as(line).hasSize(3);
        assertThat(parts[1]).as("the message names the archive or its file").containsAnyOf("notebook", "archive");
        assertThat(parts[2]).as("the hint of: " + line).isNotBlank();
    }

    /** The names and contents of all files that hold data in a directory, to see that nothing has changed. */
    static Map<String, String> fingerprint(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Map<String, String> prints = new TreeMap<>();
            for (Path file : files.filter(Refusal::holdsData).toList()) {
                String print = HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
                prints.put(directory.relativize(file).toString(), print);
            }
            return prints;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    // A reader that may not write leaves its lock table and an empty log behind.
    private static boolean holdsData(Path file) {
        String name = file.getFileName().toString();
        return Files.isRegularFile(file)
                && !name.endsWith("-shm")
                && !(name.endsWith("-wal") && file.toFile().length() == 0);
    }
}
