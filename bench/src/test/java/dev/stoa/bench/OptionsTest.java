package dev.stoa.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OptionsTest {
    @Test
    void withoutArgumentsEverythingRunsAndNothingIsWritten() {
        assertThat(Options.parse()).isEqualTo(new Options(false, "", false, false, ""));
        assertThat(Options.parse("")).isEqualTo(Options.parse());
        assertThat(Options.parse().wants("sqlite-single")).isTrue();
    }

    @Test
    void argumentsMayComeInOneString() {
        assertThat(Options.parse("--only  callers --tiny"))
                .isEqualTo(Options.parse("--only", "callers", "--tiny"))
                .isEqualTo(new Options(false, "callers", true, false, ""));
    }

    @Test
    void onlyChoosesByAPartOfTheName() {
        Options options = Options.parse("--only", "sqlite");
        assertThat(options.wants("sqlite-single")).isTrue();
        assertThat(options.wants("postgres-single")).isFalse();
        assertThat(options.wants("start")).isFalse();
    }

    @Test
    void aFolderOfPublicDataCanBeGiven() {
        assertThat(Options.parse("--only figures --data /some/where"))
                .isEqualTo(new Options(false, "figures", false, false, "/some/where"));
        assertThat(Options.parse("--data").data()).isEmpty();
    }

    @Test
    void whatIsNotKnownIsAnsweredWithTheHelp() {
        assertThat(Options.parse("--help").help()).isTrue();
        assertThat(Options.parse("--wirte").help()).isTrue();
        assertThat(Options.HELP).contains("--write", "--only", "--tiny", "--data");
    }

    @Test
    void onlyAWholeRunIsWritten() {
        assertThat(Options.parse("--write").write()).isTrue();
        assertThatThrownBy(() -> Options.parse("--write", "--tiny")).hasMessageContaining("whole run");
        assertThatThrownBy(() -> Options.parse("--write", "--only", "start")).hasMessageContaining("whole run");
    }
}
