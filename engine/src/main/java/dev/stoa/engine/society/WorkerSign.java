package dev.stoa.engine.society;

import dev.stoa.Stoa;
import dev.stoa.storage.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sign that a worker leaves in the data directory while it works: a file that names its process. Thread-safe. A
 * worker that was killed leaves its sign behind; since no process of that name lives it means nothing, and the next
 * worker of the same host removes it.
 *
 * <p>Workers of other hosts, which share only a database, are seen as long as they hold an execution.
 */
public final class WorkerSign implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerSign.class);
    private static final String FOLDER = "workers";

    private final Path file;

    private WorkerSign(Path file) {
        this.file = file;
    }

    /** Leaves the sign of this process; that it cannot be left keeps no worker from its work. */
    static WorkerSign leave(Path data, ThisProcess me) {
        Path folder = data.resolve(FOLDER);
        Path file = folder.resolve(Long.toString(ProcessHandle.current().pid()));
        try {
            PrivateFiles.directories(folder);
            sweep(folder, me);
            Files.deleteIfExists(file);
            PrivateFiles.writeString(file, me.holder());
        } catch (IOException e) {
            LOG.warn("the sign of this worker could not be left in {}", file, e);
        }
        return new WorkerSign(file);
    }

    private static void sweep(Path folder, ThisProcess me) throws IOException {
        List<Path> signs;
        try (Stream<Path> found = Files.list(folder)) {
            signs = found.toList();
        }
        for (Path sign : signs) {
            try {
                String holder = Files.readString(sign);
                // Of another host's processes nothing is known here.
                if (me.isLocal(holder) && !me.lives(holder)) {
                    Files.deleteIfExists(sign);
                }
            } catch (IOException e) {
                LOG.debug("{} is left", sign, e);
            }
        }
    }

    /** Whether a worker is alive that could execute what is pending, as far as can be seen from here. */
    public static boolean seen(Stoa stoa) {
        ThisProcess me = ThisProcess.here();
        Path folder = stoa.config().location().directory().resolve(FOLDER);
        try (Stream<Path> signs = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
            if (signs.anyMatch(sign -> means(sign, me))) {
                return true;
            }
        } catch (IOException e) {
            LOG.debug("{} cannot be read", folder, e);
        }
        Instant now = InstantSource.system().instant();
        return stoa.society().executions().running().stream()
                .anyMatch(one -> me.isLocal(one.holder())
                        ? me.lives(one.holder())
                        : one.expiresAt().isAfter(now));
    }

    private static boolean means(Path sign, ThisProcess me) {
        try {
            return me.lives(Files.readString(sign));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("{} is left", file, e);
        }
    }
}
