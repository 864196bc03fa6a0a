package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many open and close one archive at once: files appear and vanish under each other's eyes, and nobody is refused. */
@Tag("crash")
@Timeout(120)
class OpenTogetherTest {
    private static final int TOGETHER = 6;

    @TempDir
    Path directory;

    @Test
    void theFirstToOpenMayBeMany() throws Exception {
        for (int round = 0; round < 20; round++) {
            Path fresh = Files.createDirectory(directory.resolve("round" + round));
            CyclicBarrier start = new CyclicBarrier(TOGETHER);
            together(caller -> {
                start.await();
                write(fresh, caller, 0);
            });
            assertThat(fresh.toFile().list()).contains("notebook.db").noneMatch(name -> name.startsWith("."));
        }
    }

    @Test
    void theLastToCloseMayMeetTheNextToOpen() throws Exception {
        together(caller -> {
            for (int i = 0; i < 60; i++) {
                write(directory, caller, i);
            }
        });
        new Audit().checkFile(directory.resolve("notebook.db"));
    }

    private static void write(Path where, int caller, int number) {
        try (Archive archive = Units.open(where.toString())) {
            Units.write(archive, "caller" + caller, Integer.toString(number));
        }
    }

    private interface Part {
        void run(int caller) throws Exception;
    }

    private static void together(Part part) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(TOGETHER)) {
            List<Future<?>> callers = new ArrayList<>();
            for (int c = 0; c < TOGETHER; c++) {
                int caller = c;
                callers.add(threads.submit(() -> {
                    part.run(caller);
                    return null;
                }));
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
        }
    }
}
