package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.UnavailableException;
import dev.stoa.engine.debate.Ground;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class ExporterTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(dialect, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void aReceiptHasTheSameHashInEveryFormAndInAFile() throws Exception {
        String id = ground.run(Ground.request("Is Redis enough?", "sim", 3)).id();
        Exporter exporter = Exporter.of(ground.stoa());

        Exported.DebateReceipt json = exporter.receipt(id, ReceiptFormat.JSON);
        Exported.DebateReceipt markdown = exporter.receipt(id, ReceiptFormat.MD);
        Exported.ReceiptFile html = exporter.receipt(id, ReceiptFormat.HTML, folder.resolve("r.html"));

        assertThat(Json.parseObject(json.text())).containsEntry("receipt_sha256", json.sha256());
        assertThat(markdown.text()).startsWith("# Is Redis enough?");
        assertThat(Files.readString(html.file())).startsWith("<!DOCTYPE html>");
        assertThat(List.of(markdown.sha256(), html.sha256())).containsOnly(json.sha256());
        assertThat(html.document())
                .containsEntry("file", folder.resolve("r.html").toString())
                .containsEntry("format", "html")
                .containsEntry("receipt_sha256", json.sha256());
        assertThatThrownBy(() -> exporter.receipt("none", ReceiptFormat.JSON)).isInstanceOf(NotFoundException.class);
    }

    @Test
    void everyDebateIsOneLineAcrossThePages() throws Exception {
        List<String> ids = IntStream.range(0, 203)
                .mapToObj(number -> ground.engine("runner")
                        .create(Ground.request("topic " + number, "sim", 2), "local")
                        .id())
                .toList();
        List<String> pieces = new ArrayList<>();

        assertThat(Exporter.of(ground.stoa()).debates(pieces::add)).isEqualTo(203);
        Exported.DebatesFile written = Exporter.of(ground.stoa()).debates(folder.resolve("d.jsonl"));

        assertThat(pieces).allMatch(line -> line.endsWith("\n"));
        assertThat(pieces.stream().map(Json::parseObject).map(line -> String.valueOf(line.get("id"))))
                .containsExactlyElementsOf(ids);
        assertThat(Files.readString(written.file())).isEqualTo(String.join("", pieces));
        assertThat(written.document()).containsEntry("format", "jsonl").containsEntry("debates", 203L);
    }

    @Test
    void whatCannotBeWrittenIsNamed() throws Exception {
        Path nowhere = folder.resolve("none").resolve("d.jsonl");
        Exporter exporter = Exporter.of(ground.stoa());
        String id = ground.run(Ground.request("q", "sim", 2)).id();

        assertThatThrownBy(() -> exporter.debates(nowhere))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining(nowhere.toString());
        assertThatThrownBy(() -> exporter.receipt(id, ReceiptFormat.JSON, nowhere))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining(nowhere.toString());
        assertThatThrownBy(() -> exporter.debates(text -> {
                    throw new IOException("the other side has gone");
                }))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("the other side has gone");
    }

    @Test
    void anUnknownFormIsRefusedUnderTheNameOfItsOption() {
        assertThat(ReceiptFormat.of("format", "md")).isEqualTo(ReceiptFormat.MD);
        assertThatThrownBy(() -> ReceiptFormat.of("format", "mdx"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("format \"mdx\" is none of json, md, html");
        assertThatThrownBy(() -> ReceiptFormat.of("format", "MD")).isInstanceOf(InvalidException.class);
    }
}
