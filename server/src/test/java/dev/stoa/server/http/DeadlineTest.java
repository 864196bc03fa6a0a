package dev.stoa.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class DeadlineTest {
    private static final int WRITERS = 200;

    @Test
    @DisplayName("A deadline must end a slow read with 504 and must not undo a committed write.")
    void aDeadlineEndsASlowReadWith504AndDoesNotUndoACommittedWrite(@TempDir Path folder) throws Exception {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"))) {
            Reply slow = server.post("inbox/wait", "{\"wait_seconds\":600,\"peek\":true}", "Stoa-Timeout", "0.1");
            assertThat(slow.status()).as(slow.raw().body()).isEqualTo(504);
            assertThat(slow.body()).containsEntry("code", "timeout");

            List<Callable<String>> writers = IntStream.range(0, WRITERS)
                    .<Callable<String>>mapToObj(n -> () -> {
                        Reply reply =
                                server.post("notes", "{\"message\":\"note %d\"}".formatted(n), "Stoa-Timeout", "0.05");
                        assertThat(reply.status()).as(reply.raw().body()).isIn(201, 504);
                        return reply.status() == 201 ? "note " + n : "";
                    })
                    .toList();
            Set<String> answered = new TreeSet<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<String> answer : threads.invokeAll(writers)) {
                    answered.add(answer.get());
                }
            }
            answered.remove("");
            List<String> stored = new ArrayList<>();
            for (Object note : (List<?>) server.get("notes?limit=500").body().get("items")) {
                stored.add(String.valueOf(((Map<?, ?>) note).get("message")));
            }
            assertThat(stored)
                    .as("what was answered as written is written, and nothing else")
                    .containsExactlyInAnyOrderElementsOf(answered);
        }
    }
}
