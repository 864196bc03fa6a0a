package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.DebateSession;
import dev.stoa.debate.rules.Preset;
import dev.stoa.debate.rules.Seat;
import dev.stoa.engine.EngineSettings;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.provider.Providers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebateEngineTest {
    @TempDir
    Path folder;

    @Test
    void everyPresetRunsToItsEndAndReplays() throws InterruptedException {
        for (Preset preset : List.of(Preset.LADDER, Preset.VOTE, Preset.ROUND_TABLE, Preset.CLASSIC)) {
            StoaConfig config = StoaConfig.load(
                    ConfigSources.of(folder, Map.of(), Location.directory(folder)), EngineSettings.modules());
            try (Stoa stoa = Stoa.open(config)) {
                DebateEngine engine = DebateEngine.over(
                        stoa,
                        Providers.of(config, Map.of(), InstantSource.system()),
                        InstantSource.system(),
                        CodeRunner.create(false, List.of()),
                        "test");
                DebateSession session = engine.run(
                        DebateRequest.on("q0")
                                .preset(preset)
                                .seed(1)
                                .agents(IntStream.range(0, 5)
                                        .mapToObj(seat -> Seat.of("a" + seat, "sim", ""))
                                        .toList()),
                        "local",
                        DebateListener.NONE);
                assertThat(session.row().status().text()).isEqualTo("completed");
                assertThat(stoa.replay().replay(session.row().id()).mismatches())
                        .isEmpty();
            }
        }
    }
}
