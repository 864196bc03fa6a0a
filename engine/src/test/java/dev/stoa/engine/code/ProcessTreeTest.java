package dev.stoa.engine.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.process.BoundedBuffer;
import dev.stoa.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTreeTest {
    @TempDir
    Path folder;

    @Test
    void whatAProgramPrintedIsThereAfterItsTreeIsKilled() throws Exception {
        BoundedBuffer output = BoundedBuffer.beginning(100);
        BoundedBuffer error = BoundedBuffer.beginning(100);
        ChildProcess process = ChildProcess.start(new ChildProcess.Start(
                List.of("/bin/sh", "-c", "echo said; echo wrong >&2"), folder, Map.of(), output, error));
        assertThat(process.endsWithin(Duration.ofSeconds(60))).isTrue();

        new ProcessTree(process, folder, false).kill();

        process.ended(false);
        assertThat(output.text()).isEqualTo("said\n");
        assertThat(error.text()).isEqualTo("wrong\n");
    }
}
