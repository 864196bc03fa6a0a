package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.cli.Terminal;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.LocationOptions;
import dev.stoa.config.ConfigSources;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.provider.Providers;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class ExportCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;
    private String id;

    @BeforeEach
    void holdADebate() throws InterruptedException {
        terminal = Terminal.on(dialect, folder);
        Map<String, String> environment = terminal.environment();
        StoaConfig config = StoaConfig.load(
                ConfigSources.of(folder, environment, LocationOptions.choose(null, null, environment, folder)));
        try (Stoa stoa = Stoa.open(config)) {
            id = DebateEngine.over(
                            stoa,
                            Providers.of(config, Map.of(), InstantSource.system()),
                            InstantSource.system(),
                            CodeRunner.create(false, List.of()),
                            "test")
                    .run(
                            DebateRequest.on("Is <b>Redis</b> enough?")
                                    .preset(Preset.VOTE)
                                    .seed(4)
                                    .agents(IntStream.range(0, 3)
                                            .mapToObj(seat -> Seat.of("a" + seat, "sim", ""))
                                            .toList()),
                            "local",
                            DebateListener.NONE)
                    .id();
        }
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void aReceiptIsWrittenInEveryFormAndHolds() throws Exception {
        assertThat(terminal.run("export", "--what", "debate:" + id)).isZero();
        assertThat(Json.parseObject(terminal.out())).containsKeys("receipt_version", "turns", "receipt_sha256");
        assertThat(terminal.run("export", "--what", "debate:" + id, "--format", "md"))
                .isZero();
        assertThat(terminal.out()).startsWith("# Is &lt;b").contains("## Verdict");
        assertThat(terminal.run("export", "--what", "debate:" + id, "--format", "html", "--out", "r.html"))
                .isZero();
        assertThat(Files.readString(folder.resolve("r.html"))).startsWith("<!DOCTYPE html>");
        assertThat(terminal.json("export", "--what", "debate:" + id.substring(28), "--out", "r.json"))
                .containsEntry("format", "json");

        Map<String, ?> report = terminal.json("debate", "verify", "r.json");
        assertThat(report.get("ok")).isEqualTo(true);
        assertThat(report.get("archive")).isEqualTo("agrees");
        assertThat(terminal.run("debate", "verify", "r.json", "--offline")).isZero();
        assertThat(terminal.out()).contains("r.json holds: debate " + id, "checked by itself");
    }

    @Test
    void aForgedReceiptExitsWithFive() throws Exception {
        assertThat(terminal.run("export", "--what", "debate:" + id, "--out", "r.json"))
                .isZero();
        Path file = folder.resolve("r.json");
        Files.writeString(file, Files.readString(file).replaceFirst("\"status\": \"ok\"", "\"status\": \"error\""));
        assertThat(terminal.run("debate", "verify", "r.json")).isEqualTo(ExitCode.VERIFICATION_FAILED);
        assertThat(terminal.out()).contains("does not hold", "the archive differs", "archive at 1, turns[0].status:");
        assertThat(terminal.run("debate", "verify", "r.json", "--offline")).isEqualTo(ExitCode.VERIFICATION_FAILED);
        assertThat(terminal.run("debate", "verify", "none.json")).isEqualTo(3);
        Files.writeString(file, "[]");
        assertThat(terminal.run("debate", "verify", "r.json")).isEqualTo(2);
        Files.writeString(file, "{}");
        assertThat(terminal.run("debate", "verify", "r.json")).isEqualTo(ExitCode.VERIFICATION_FAILED);
    }

    @Test
    void allDebatesAreLines() throws Exception {
        assertThat(terminal.run("export", "--what", "debates")).isZero();
        assertThat(terminal.document().get("id")).isEqualTo(id);
        assertThat(terminal.run("export", "--what", "debates", "--out", "d.jsonl"))
                .isZero();
        assertThat(terminal.out()).contains("wrote d.jsonl with 1 debate");
        assertThat(Files.readAllLines(folder.resolve("d.jsonl"))).hasSize(1);
        assertThat(terminal.run("export", "--what", "debates", "--json")).isEqualTo(2);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).contains("leave out --json, or write them with --out FILE");
        assertThat(terminal.json("export", "--what", "debates", "--out", "e.jsonl"))
                .containsEntry("debates", 1L);
    }

    @Test
    void whatCannotBeExportedIsRefusedWithWhatCan() {
        assertThat(terminal.run("export", "--what", "memory")).isEqualTo(2);
        assertThat(terminal.err()).contains("there is no export of", "debate:ID", "debates");
        assertThat(terminal.run("export", "--what", "debate:" + id, "--format", "pdf"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("html");
        assertThat(terminal.run("export", "--what", "debate:nobody")).isEqualTo(3);
        assertThat(terminal.run("export")).isEqualTo(2);
        assertThat(terminal.run("export", "--what", "debates", "--out", "no/such/folder/x"))
                .isEqualTo(1);
        assertThat(terminal.run("debate")).isEqualTo(2);
    }
}
