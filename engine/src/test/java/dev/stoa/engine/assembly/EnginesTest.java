package dev.stoa.engine.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.engine.counsel.AskAnswer;
import dev.stoa.engine.counsel.AskListener;
import dev.stoa.engine.counsel.AskRequest;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.provider.Reply;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnginesTest {
    private static final Principal ME = Principal.local();

    @TempDir
    Path folder;

    @Test
    void everyEngineIsMadeOnceAndAsksTheModelsThatWereGiven() throws Exception {
        StoaConfig config = StoaConfig.load(
                ConfigSources.of(folder, Map.of("STOA_SEARCH_EMBEDDER", "off"), Location.directory(folder)));
        try (Stoa stoa = Stoa.open(config)) {
            Engines configured = Engines.over(stoa, Map.of(), InstantSource.system(), "test");
            Providers scripted = configured
                    .providers()
                    .with("script", call -> Reply.of("It has four.\n\nANSWER: 4\nCONFIDENCE: 90"));
            Engines engines = configured.with(scripted);
            assertThat(configured.providers()).isSameAs(configured.providers()).isNotSameAs(scripted);
            assertThat(engines.debates()).isSameAs(engines.debates());
            assertThat(engines.gates()).isSameAs(engines.gates());
            assertThat(engines.answers()).isSameAs(engines.answers());
            assertThat(engines.worker()).isSameAs(engines.worker());
            assertThat(engines.evolutions()).isSameAs(engines.evolutions());

            AskAnswer answer = engines.answers()
                    .ask(ME, AskRequest.of("How many legs has a dog?").agents(List.of("a=script:a")), AskListener.NONE);

            assertThat(answer.text()).isEqualTo("It has four.");
            assertThat(engines.answers().recover(Principal.operator("jobs"))).isZero();
        }
    }
}
