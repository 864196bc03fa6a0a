package dev.stoa.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.bench.search.JudgedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {
    @TempDir
    Path folder;

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
        assertThat(Options.parse("--only figures --data " + folder))
                .isEqualTo(new Options(false, "figures", false, false, folder.toString(), null, null, null, 0));
        assertThatThrownBy(() -> Options.parse("--data")).hasMessage("--data wants a folder");
        assertThatThrownBy(() -> Options.parse("--data", folder + "/none"))
                .hasMessage("--data wants a folder; " + folder + "/none is none");
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
    void aCollectionIsGivenWholeOrNotAtAll() throws IOException {
        Path corpus = Files.createFile(folder.resolve("c"));
        Path queries = Files.createFile(folder.resolve("q.gz"));
        Path qrels = Files.createFile(folder.resolve("r"));
        assertThat(Options.parse("--corpus " + corpus + " --queries " + queries + " --qrels " + qrels)
                        .collection())
                .contains(new JudgedFiles(corpus, queries, qrels));
        assertThat(Options.parse().collection()).isEmpty();
        assertThatThrownBy(() -> Options.parse("--corpus", corpus.toString())).hasMessageContaining("give all three");
        assertThatThrownBy(() -> Options.parse("--corpus", folder.toString()))
                .hasMessage("--corpus " + folder + " is no file that can be read");
        assertThatThrownBy(() -> Options.parse("--corpus")).hasMessageContaining("wants a path");
    }

    @Test
    void onlyAWholeRunOrAWholeSectionIsWritten() {
        assertThat(Options.parse("--write").write()).isTrue();
        assertThat(Options.parse("--write", "--only", "start").write()).isTrue();
        assertThatThrownBy(() -> Options.parse("--write", "--tiny")).hasMessageContaining("whole run");
        assertThatThrownBy(() -> Options.parse("--write", "--only", "start", "--tiny"))
                .hasMessageContaining("leave --tiny out");
        assertThatThrownBy(() -> Options.parse("--write", "--only", "sqlite-single"))
                .hasMessageContaining("--only with a section: sqlite, postgres");
    }
}
