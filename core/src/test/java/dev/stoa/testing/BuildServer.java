package dev.stoa.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The one PostgreSQL server of a Maven build, shared by the test JVMs of all its modules. Stateless: the JVMs meet at a
 * locked file below the build's {@code target}, and the first to come starts the server.
 *
 * <p>The server must outlive the JVM that started it and nobody else, so a shell that ignores signals waits for the end
 * of Maven, orderly or not, and then stops the server and deletes its files.
 */
final class BuildServer {
    private static final String MAVEN = "org.codehaus.plexus.classworlds.launcher.Launcher";

    // A process that is no child can only be waited for by looking; the server is then no longer worth an orderly stop.
    private static final String KEEPER = """
            trap '' HUP INT TERM
            while kill -0 "$1" 2>/dev/null; do sleep 1; done
            server=$(head -n 1 "$3/postmaster.pid" 2>/dev/null)
            if [ -n "$server" ]; then
                kill -QUIT "$server" 2>/dev/null
                while kill -0 "$server" 2>/dev/null; do sleep 1; done
            fi
            rm -rf "$3" "$2"
            """;

    // Thousands of tests create a database of some 300 files and drop it. On a disk's file system that was half of the
    // processor time of the whole build.
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long ROOM = 2L << 30;

    private BuildServer() {}

    /** The port of the server of this build, started if need be; nothing outside a Maven build. */
    static Optional<Integer> port() {
        String base = System.getProperty("stoa.basedir");
        if (base == null || !Files.isExecutable(Path.of("/bin/sh"))) {
            return Optional.empty();
        }
        return maven(ProcessHandle.current()).map(maven -> port(maven, folder(Path.of(base), maven)));
    }

    /** The Maven among the ancestors of a process. */
    private static Optional<ProcessHandle> maven(ProcessHandle process) {
        return Stream.iterate(process.parent(), Optional::isPresent, handle -> handle.flatMap(ProcessHandle::parent))
                .flatMap(Optional::stream)
                .filter(handle ->
                        List.of(handle.info().arguments().orElse(new String[0])).contains(MAVEN))
                .findFirst();
    }

    /** Each build has a folder of its own, even if the number of its process was another build's before. */
    private static Path folder(Path base, ProcessHandle maven) {
        long started = maven.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return base.resolve("target").resolve("test-postgres").resolve(maven.pid() + "-" + started);
    }

    static int port(ProcessHandle build, Path folder) {
        try {
            Files.createDirectories(folder);
            try (FileChannel file = FileChannel.open(folder.resolve("port"), CREATE, READ, WRITE);
                    FileLock unused = file.lock()) {
                ByteBuffer known = ByteBuffer.allocate(16);
                if (file.read(known, 0) > 0) {
                    return Integer.parseInt(UTF_8.decode(known.flip()).toString());
                }
                int port = start(build, folder);
                file.write(UTF_8.encode(Integer.toString(port)), 0);
                return port;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("the PostgreSQL of this build did not start; see " + folder, failed);
        }
    }

    private static int start(ProcessHandle build, Path folder) throws IOException {
        Path data = hasRoom(MEMORY)
                ? MEMORY.resolve("stoa-test-postgres-" + folder.getFileName() + "-" + UUID.randomUUID())
                : folder.resolve("data");
        // First the keeper, so that a JVM that is killed on the way leaves nothing behind.
        new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        KEEPER,
                        "stoa-test-postgres",
                        Long.toString(build.pid()),
                        folder.toString(),
                        data.toString())
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        Redirect log = Redirect.appendTo(folder.resolve("log").toFile());
        EmbeddedPostgres server = TestPostgres.configured()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setOutputRedirector(log)
                .setErrorRedirector(log)
                .start();
        return server.getPort();
    }

    /** A new folder that is no file on a disk, where there is room for one. */
    static Optional<Path> inMemory(String prefix) throws IOException {
        return hasRoom(MEMORY) ? Optional.of(Files.createTempDirectory(MEMORY, prefix)) : Optional.empty();
    }

    private static boolean hasRoom(Path memory) throws IOException {
        return Files.isWritable(memory) && Files.getFileStore(memory).getUsableSpace() >= ROOM;
    }
}
