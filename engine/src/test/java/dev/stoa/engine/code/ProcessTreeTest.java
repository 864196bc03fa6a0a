package dev.stoa.engine.code;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTreeTest {
    @TempDir
    Path folder;

    @Test
    void whatAProgramPrintedIsThereAfterItsTreeIsKilled() throws Exception {
        Process process = new ProcessBuilder("/bin/sh", "-c", "echo said; echo wrong >&2").start();
        process.waitFor();

        new ProcessTree(process, folder, false).kill();

        assertThat(process.getInputStream().readAllBytes()).isEqualTo("said\n".getBytes(UTF_8));
        assertThat(process.getErrorStream().readAllBytes()).isEqualTo("wrong\n".getBytes(UTF_8));
    }
}
