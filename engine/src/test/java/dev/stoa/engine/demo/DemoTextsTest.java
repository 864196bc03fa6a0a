package dev.stoa.engine.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class DemoTextsTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "release-friday", "documents");

    @Test
    void theDocumentsAreThoseOfTheExample() throws IOException {
        try (Stream<Path> documents = Files.list(EXAMPLE)) {
            List<Path> files = documents.toList();
            assertThat(files).hasSize(6);
            for (Path file : files) {
                assertThat(DemoTexts.read(String.valueOf(file.getFileName()))).isEqualTo(Files.readString(file));
            }
        }
    }
}
