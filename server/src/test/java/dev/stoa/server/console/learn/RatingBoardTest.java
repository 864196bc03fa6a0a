package dev.stoa.server.console.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.console.view.Doc;
import gg.jte.output.StringOutput;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

class RatingBoardTest {
    private static Doc standing(String name, double elo) {
        return new Doc(Json.object("agent_name", name, "elo", elo, "wins", 3, "losses", 2, "draws", 0));
    }

    @Test
    void whoHasOnlyAnEloIsShownByTheMarkOfElo() {
        Doc fit =
                standing("ana", 1_530).and("bt", 1_600.0).and("bt_low", 1_500.0).and("bt_high", 1_700.0);
        RatingBoard board =
                RatingBoard.simulated(List.of(standing("ana", 1_530), standing("ada", 1_480)), List.of(fit), "include");

        assertThat(board.chart().table().rows())
                .extracting(row -> List.of(row.get(0), row.get(1), row.get(4), row.get(5)))
                .containsExactly(
                        List.of("ana", "1,600", "1,530", "rank 1"),
                        List.of("ada", "unknown", "1,480", "provisional, 5 games"));
        assertThat(board.chart().sentence()).contains("ana 1,600 [1,500, 1,700]; ada Elo 1,480 provisional");
        StringOutput svg = new StringOutput();
        board.chart().svg().writeTo(svg);
        List<Element> marks = Jsoup.parse(svg.toString()).select("a");
        assertThat(marks).hasSize(2);
        assertThat(marks.getFirst().select("circle")).hasSize(1);
        assertThat(marks.getLast().select("circle")).isEmpty();
        assertThat(marks.getLast().select("path.hollow")).hasSize(1);
    }
}
