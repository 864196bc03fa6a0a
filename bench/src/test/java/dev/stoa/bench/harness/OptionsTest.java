package dev.stoa.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.bench.search.JudgedFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
    @Test
    void withoutArgumentsEverythingRunsAndNothingIsWritten() {
        assertThat(Options.parse()).isEqualTo(new Options(false, "", false, false, "", null, null, null, 0));
        assertThat(Options.parse("")).isEqualTo(Options.parse());
        assertThat(Options.parse().wants("sqlite-single")).isTrue();
    }

    @Test
    void argumentsMayComeInOneString() {
        assertThat(Options.parse("--only  callers --tiny"))
                .isEqualTo(Options.parse("--only", "callers", "--tiny"))
                .isEqualTo(new Options(false, "callers", true, false, "", null, null, null, 0));
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
                .isEqualTo(new Options(false, "figures", false, false, "/some/where", null, null, null, 0));
        assertThat(Options.parse("--data").data()).isEmpty();
    }

    @Test
    void growthMayEndAtFewerRows() {
        assertThat(Options.parse("--only growth --rows 100000").rows()).isEqualTo(100_000);
        for (String wrong : List.of("", "many", "9999", "10000001", "99999999999")) {
            assertThatThrownBy(() -> Options.parse("--rows", wrong)).hasMessageContaining("10000 to 10000000");
        }
    }

    @Test
    void whatIsNotKnownIsAnsweredWithTheHelp() {
        assertThat(Options.parse("--help").help()).isTrue();
        assertThat(Options.parse("--wirte").help()).isTrue();
        assertThat(Options.HELP).contains("--write", "--only", "--tiny", "--data");
    }

    @Test
    void aCollectionIsGivenWholeOrNotAtAll() {
        assertThat(Options.parse("--corpus", "c", "--queries", "q.gz", "--qrels", "r")
                        .collection())
                .contains(new JudgedFiles(Path.of("c"), Path.of("q.gz"), Path.of("r")));
        assertThat(Options.parse().collection()).isEmpty();
        assertThatThrownBy(() -> Options.parse("--corpus", "c")).hasMessageContaining("give all three");
        assertThatThrownBy(() -> Options.parse("--corpus")).hasMessageContaining("wants a path");
    }

    @Test
    void onlyAWholeRunIsWritten() {
        assertThat(Options.parse("--write").write()).isTrue();
        assertThatThrownBy(() -> Options.parse("--write", "--tiny")).hasMessageContaining("whole run");
        assertThatThrownBy(() -> Options.parse("--write", "--only", "start")).hasMessageContaining("whole run");
    }
}
