package dev.stoa.server.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LanesTest {
    private static final Doc DEBATE =
            new Doc(Map.of("agents", List.of(Map.of("agent_id", "a"), Map.of("agent_id", "b")), "options", List.of()));

    private static Doc turn(int number, int round, String agent, String status, @Nullable String option) {
        return new Doc(Json.object(
                "turn_seq",
                number,
                "round",
                round,
                "phase",
                "proposal",
                "attempt",
                0,
                "step",
                1,
                "agent_id",
                agent,
                "status",
                status,
                "option",
                option,
                "visible_turns",
                number > 2 ? List.of(1, 2) : List.of()));
    }

    private static Moment at(long at, int turns, List<String> waiting) {
        return new Moment(at, 9, new Doc(Map.of("turns", turns, "waiting", waiting)));
    }

    private static List<String> words(Lanes lanes) {
        List<String> words = new ArrayList<>();
        lanes.rounds()
                .forEach(round -> round.rows().forEach(row -> row.cells().forEach(cell -> words.add(cell.word()))));
        return words;
    }

    private static final List<Doc> TURNS = List.of(
            turn(1, 1, "a", "ok", "A"),
            turn(2, 1, "b", "ok", "B"),
            turn(3, 2, "a", "ok", "B"),
            turn(4, 2, "b", "timeout", null),
            turn(5, 3, "a", "abstained", null),
            turn(6, 3, "b", "ok", "B"),
            turn(7, 4, "a", "ok", null));

    @Test
    void theLanesSayInWordsWhetherASeatStayedMovedAbstainedFailedOrIsStillAsked() {
        Lanes all = Lanes.of(DEBATE, TURNS, 1, at(0, 7, List.of("b")));
        assertThat(words(all))
                .containsExactly(
                        "chose", "chose", "moved", "failed: timeout", "abstained", "stayed", "took no side", "");
        assertThat(all.seats()).extracting(Lanes.Seat::asked).containsExactly(false, true);
        assertThat(all.rounds().get(1).rows().getFirst().cells().getFirst().read())
                .containsExactly(new Lanes.Seen("b", 2));
        assertThat(words(Lanes.of(DEBATE, TURNS, 1, at(4, 3, List.of("b")))))
                .containsExactly("chose", "chose", "moved", "still asked", "", "", "", "");
    }

    @Test
    void whatASeatDidLastIsASentence() {
        List<String> sentences = new ArrayList<>();
        for (int turns = 0; turns <= TURNS.size(); turns++) {
            sentences.add(Lanes.of(DEBATE, TURNS.subList(0, turns), 1, at(0, turns, List.of()))
                    .newest());
        }
        assertThat(sentences)
                .containsExactly(
                        "",
                        "round 1: a chose A",
                        "round 1: b chose B",
                        "round 2: a moved to B",
                        "round 2: b failed: timeout",
                        "round 3: a abstained",
                        "round 3: b stayed with B",
                        "round 4: a took no side");
    }

    @Test
    void aSeatIsStillAskedThoughOneAfterItHasAnswered() {
        assertThat(words(Lanes.of(DEBATE, TURNS, 1, at(3, 1, List.of("a")))))
                .startsWith("still asked", "chose", "", "");
    }

    @Test
    void aSeatThatIsAskedNowHasItsPlaceInTheLanesWithTheTimeSinceWhen() {
        Moment asking = new Moment(
                        0, 9, new Doc(Map.of("turns", 7, "waiting", List.of("b"), "asked_at", "2026-03-06T14:00:00Z")))
                .with(new Doc(Map.of(
                        "round",
                        5,
                        "phase",
                        "proposal",
                        "attempt",
                        0,
                        "step",
                        1,
                        "slots",
                        List.of(Map.of("turn_seq", 8, "agent", "a"), Map.of("turn_seq", 9, "agent", "b")))));
        assertThat(asking.isAsking()).isTrue();
        Lanes.Round last = Lanes.of(DEBATE, TURNS, 1, asking).rounds().getLast();
        assertThat(last.number()).isEqualTo(5);
        assertThat(last.rows()).hasSize(1);
        assertThat(last.rows().getFirst().cells()).extracting(Lanes.Cell::word).containsExactly("", "still asked");
        assertThat(last.rows().getFirst().cells().getLast().text()).isEqualTo("2026-03-06T14:00:00Z");

        List<Doc> answered = new ArrayList<>(TURNS);
        answered.add(turn(9, 5, "b", "ok", "B"));
        assertThat(words(Lanes.of(DEBATE, answered, 1, asking)))
                .as("its turn came meanwhile")
                .doesNotContain("still asked");
        assertThat(words(Lanes.of(DEBATE, TURNS.subList(0, 4), 1, asking)))
                .as("a part of the record before its end")
                .doesNotContain("still asked");
    }

    @Test
    void aPartThatBeginsLaterKnowsTheSidesFromBefore() {
        assertThat(words(Lanes.of(DEBATE, TURNS, 6, at(0, 7, List.of()))))
                .containsExactly("", "stayed", "took no side", "");
    }
}
