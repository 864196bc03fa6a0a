package dev.stoa.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison with published figures, on data small enough to know what must come out. */
class FiguresBenchTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve("data").resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void figuresOfASmallFileAreThoseOfPaperAndPencil() throws IOException {
        StringBuilder verdicts = new StringBuilder("judge,first,second,question_id,score\n");
        for (int i = 0; i < 100; i++) {
            verdicts.append(i < 50 ? "j,a,b," : "k,b,a,").append(i).append(i % 50 < 27 ? ",1\n" : ",2\n");
        }
        write("verdicts/verdicts.csv.gz", verdicts + "j,a,b,100,3\n");
        String head = "season,date,team1,team2,prob1,prob1_outcome,prob2,prob2_outcome\n";
        write("forecasts/nba_games.csv.gz", head + "2022,d,X,Y,0.9,1,0.1,0\n2022,d,X,Y,0.7,0,0.3,1\n");
        write("forecasts/nfl_games.csv.gz", head + "2022,d,X,Y,0.5,0.5,0.5,0.5\n");

        List<String> lines = new FiguresBench(folder.resolve("data"), folder.resolve("run")).run();

        assertThat(lines)
                .contains(
                        "| first shown wins, of decided verdicts | about 0.54 | 0.5400 | met |",
                        "| NBA, 2 games: Brier | 0.2147 | 0.2500 | **missed** |",
                        "| NFL, 1 games: Brier | 0.2211 | 0.2500 | **missed** |",
                        "| NFL, 1 games: log loss | – | 0.6931 | |")
                .anyMatch(line ->
                        line.matches("\\| Bradley-Terry, points that it moves one \\| 0 \\| 0.0000 \\| met \\|"));
    }

    @Test
    void withoutTheDataItSaysWhichFileIsMissing() {
        assertThatThrownBy(() -> new FiguresBench(folder, folder.resolve("run")).run())
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("verdicts.csv.gz");
    }
}
