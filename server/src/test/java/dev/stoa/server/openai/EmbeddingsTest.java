package dev.stoa.server.openai;

import static dev.stoa.server.openai.OpenAiReplies.map;
import static dev.stoa.server.openai.OpenAiReplies.ok;
import static dev.stoa.server.openai.OpenAiReplies.refused;
import static dev.stoa.server.openai.OpenAiReplies.stoa;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.backend.Places;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class EmbeddingsTest {
    private RunningServer server;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.at(
                folder.toString(),
                folder,
                Map.of("STOA_SEARCH_EMBEDDER", "hashing", "STOA_SERVER_OPENAI_ALIAS_EMBEDDINGS", "true"));
    }

    @AfterAll
    void close() {
        server.close();
    }

    private List<?> conversations() {
        return (List<?>) server.get("conversations").body().get("items");
    }

    @Test
    void vectorsAreFloatsOrTheirBytesAndNothingIsStored() {
        Reply floats = embed("\"input\":[\"a lease\",\"a fence\"],\"user\":\"x\",\"dimensions\":384");
        List<?> data = (List<?>) ok(floats).body().get("data");
        assertThat(data).hasSize(2);
        List<?> vector = (List<?>) map(data.get(1)).get("embedding");
        assertThat(vector).hasSize(384);
        Reply packed = ok(embed("\"input\":\"a fence\",\"encoding_format\":\"base64\"", "text-embedding-3-small"));
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder()
                        .decode(String.valueOf(map(((List<?>) packed.body().get("data")).getFirst())
                                .get("embedding"))))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (Object each : vector) {
            assertThat(((Number) each).floatValue()).isEqualTo(bytes.getFloat());
        }
        assertThat(bytes.hasRemaining()).isFalse();
        assertThat(stoa(floats).get("ignored")).isEqualTo(List.of("user"));
        assertThat(((Number) map(floats.body().get("usage")).get("total_tokens")).longValue())
                .isPositive();
        refused(embed("\"input\":\"x\",\"dimensions\":256"), 400, "invalid_request_error", "unsupported");
        refused(embed("\"input\":\"x\"", "gpt-5"), 404, "invalid_request_error", "model_not_found");
        for (String wrong : List.of(
                "\"input\":[]",
                "\"input\":[1,2]",
                "\"input\":\"\"",
                "\"input\":" + Json.write("x".repeat(8_193)),
                "\"input\":" + Json.write(Stream.generate(() -> "x").limit(257).toList()),
                "\"input\":{}",
                "\"input\":\"x\",\"encoding_format\":\"hex\"")) {
            refused(embed(wrong), 400, "invalid_request_error", "invalid");
        }
        ok(embed("\"input\":" + Json.write("😀".repeat(8_192))));
        assertThat(conversations()).isEmpty();
    }

    @Test
    void aServerThatMakesAsManyVectorsAsItMaySaysThatItIsBusy() {
        List<Places.Place> taken = Stream.generate(
                        () -> server.work().embeddings().find())
                .takeWhile(Optional::isPresent)
                .map(Optional::get)
                .toList();
        try {
            assertThat(taken).hasSize(32);
            refused(embed("\"input\":\"x\""), 503, "server_error", "busy");
        } finally {
            taken.forEach(Places.Place::close);
        }
        ok(embed("\"input\":\"x\""));
    }

    private Reply embed(String fields, String... model) {
        return server.sendRaw(
                "POST",
                "/v1/embeddings",
                "{\"model\":\"" + (model.length == 0 ? "stoa/embed" : model[0]) + "\"," + fields + "}");
    }
}
