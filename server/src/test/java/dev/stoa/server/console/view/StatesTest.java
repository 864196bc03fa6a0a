package dev.stoa.server.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatesTest {
    @ParameterizedTest
    @CsvSource({"completed,good", "failed,bad", "killed,bad", "damaged,bad", "paused,warn", "running,plain"})
    void aStateHasTheColourOfWhatItMeans(String state, String tone) {
        assertThat(States.tone(state)).isEqualTo(tone);
    }
}
