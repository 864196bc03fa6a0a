package dev.stoa.server.console.assets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ScriptsTest {
    static Iterable<String> scripts() {
        return Asset.SCRIPTS;
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void aModuleHasAtMost150Lines(String name) {
        assertThat(Asset.text(name).lines()).hasSizeLessThanOrEqualTo(150);
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void aModuleNeitherRunsTextNorWritesMarkupNorKeepsAnything(String name) {
        assertThat(Asset.text(name))
                .doesNotContainPattern("\\b(?:eval|Function|innerHTML|outerHTML\\s*=|insertAdjacentHTML|write\\()")
                .doesNotContainPattern("\\b(?:localStorage|sessionStorage|indexedDB|document\\.cookie)\\b")
                .doesNotContainPattern("style\\s*=|setAttribute\\('(?:style|on)|set(?:Timeout|Interval)\\(['\"]")
                .doesNotContainPattern("https?://");
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void aModuleStandsAloneSoThatAllCanBeServedAsOne(String name) {
        assertThat(Asset.text(name)).doesNotContainPattern("(?m)^\\s*(?:import|export)\\b");
    }

    /** Lines are sent without what they begin with, which must not be a part of a text. */
    @ParameterizedTest
    @MethodSource("scripts")
    void aModuleHasNoTextOfSeveralLines(String name) {
        assertThat(Asset.text(name)).doesNotContain("`", "/*", "\\\n");
    }

    @Test
    void theStreamIsSharedByThreeTabsAndTheOthersAskEveryFiveSeconds() {
        assertThat(Asset.text("live.js"))
                .contains(
                        "['stoa-live-1', 'stoa-live-2', 'stoa-live-3']",
                        "POLL = 5000",
                        "PATIENCE = 3000",
                        "TOPICS = 8");
    }
}
