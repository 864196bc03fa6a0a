package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A listener of the commit signal that fails in any way: what was committed stays so, and everybody is answered. */
@Tag("crash")
@Timeout(60)
class FailingListenerTest {
    @TempDir
    Path directory;

    @Test
    void anErrorOfAListenerIsNoErrorOfTheWriter() throws Exception {
        Audit audit = new Audit();
        try (Archive archive = Units.open(directory.toString());
                AutoCloseable listening = archive.commits().listen(() -> {
                    throw new AssertionError("the listener is broken");
                });
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                String body = Integer.toString(i);
                answers.add(threads.submit(() -> Units.write(archive, "ana", body)));
            }
            for (int i = 0; i < answers.size(); i++) {
                audit.acknowledge("ana", Integer.toString(i), answers.get(i).get());
            }
        }
        assertThat(audit.acknowledged()).isEqualTo(50);
        audit.checkFile(directory.resolve("notebook.db"));
    }
}
