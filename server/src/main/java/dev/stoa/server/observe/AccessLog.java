package dev.stoa.server.observe;

import dev.stoa.base.Times;
import dev.stoa.server.http.Front;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each request: when, what route, how it ended, how long it took, and by whom. Thread-safe. Paths are
 * templates and queries are left out, so that it holds no text of anyone.
 */
public final class AccessLog implements Front.Observer {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
    private static final Logger LINES = LoggerFactory.getLogger("dev.stoa.access");
    private static final long LARGEST = 50L << 20;
    private static final int KEPT = 7;

    private final InstantSource clock;
    private final @Nullable Path file;
    private final long largest;
    private long size;

    private AccessLog(InstantSource clock, @Nullable Path file, long largest) {
        this.clock = clock;
        this.largest = largest;
        this.file = file;
        this.size = file == null ? 0 : file.toFile().length();
    }

    /** A log in a file, of which seven are kept with at most 50 MB each. */
    public static AccessLog file(Path file, InstantSource clock) {
        return file(file, clock, LARGEST);
    }

    static AccessLog file(Path file, InstantSource clock, long largest) {
        return new AccessLog(clock, file, largest);
    }

    /** A log among the other lines that the program logs. */
    public static AccessLog amongOthers(InstantSource clock) {
        return new AccessLog(clock, null, LARGEST);
    }

    @Override
    public void done(Front.Finished request) {
        String line = Times.show(clock.instant())
                + " " + word(request.method())
                + " " + request.route()
                + " " + request.status()
                + " " + request.time().toMillis()
                + " " + request.bytesIn()
                + " " + request.bytesOut()
                + " " + word(request.token())
                + " " + word(request.agent())
                + " " + word(request.address())
                + " " + word(request.requestId());
        if (file == null) {
            LINES.info(line);
        } else {
            append(line + "\n");
        }
    }

    /** A value that a client chose, as one word without a control character. */
    private static String word(String value) {
        return value.isEmpty() ? "-" : value.replaceAll("[\\s\\p{Cntrl}]", "_");
    }

    private synchronized void append(String line) {
        Path target = file;
        if (target == null) {
            return;
        }
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        try {
            if (size + bytes.length > largest) {
                rotate(target);
            }
            if (!Files.exists(target)) {
                Files.createFile(
                        target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            Files.write(target, bytes, StandardOpenOption.APPEND);
            size += bytes.length;
        } catch (IOException e) {
            LOG.warn("the access log cannot be written: {}", e.getMessage());
        }
    }

    private void rotate(Path target) throws IOException {
        for (int i = KEPT - 1; i >= 1; i--) {
            Path older = target.resolveSibling(target.getFileName() + "." + i);
            if (Files.exists(older)) {
                Files.move(
                        older,
                        target.resolveSibling(target.getFileName() + "." + (i + 1)),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.move(target, target.resolveSibling(target.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(target.resolveSibling(target.getFileName() + "." + KEPT));
        size = 0;
    }
}
