package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.learning.evidence.Ranking.Candidate;
import dev.stoa.learning.evidence.Ranking.Entry;
import dev.stoa.learning.evidence.Ranking.Ranked;
import dev.stoa.learning.evidence.Ranking.Signals;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The order of hits against numbers worked out by hand. */
@Tag("quick")
class RankingTest {
    private static Entry entry(String id, long seq, double value) {
        return entry(id, seq, value, null);
    }

    private static Entry entry(String id, long seq, double value, @Nullable Place place) {
        return new Entry(new Candidate(id, seq, seq, 0.8, place), value);
    }

    private static List<Ranked> of(@Nullable List<Entry> lexical, @Nullable List<Entry> semantic) {
        return Ranking.of(lexical, semantic, Signals.NONE);
    }

    @Test
    void theScoreIsTheMeanOfBothValuesTimesThePremiumForQuality() {
        List<Ranked> ranked =
                of(List.of(entry("a", 1, 8), entry("b", 2, 6)), List.of(entry("b", 2, 0.9), entry("c", 3, 0.5)));
        assertThat(ranked).extracting(hit -> hit.candidate().id()).containsExactly("b", "a", "c");
        assertThat(ranked.get(0).score()).isCloseTo((0.75 + 1.5 * 0.9) / 2.5 * 0.99, within(1e-9));
        assertThat(ranked.get(1).score()).isCloseTo(1 / 2.5 * 0.99, within(1e-9));
        assertThat(ranked.get(2).score()).isCloseTo(1.5 * 0.5 / 2.5 * 0.99, within(1e-9));
        assertThat(ranked.get(0).lexicalRank()).isEqualTo(2);
        assertThat(ranked.get(0).semanticRank()).isEqualTo(1);
        assertThat(ranked.get(1).semanticRank()).isNull();
    }

    @Test
    void aHitThatIsNotAmongTheNearestHasItsTrueCosine() {
        Entry far = entry("a", 1, 8);
        List<Ranked> ranked = Ranking.of(
                List.of(far, entry("b", 2, 8)),
                List.of(entry("c", 3, 0.5)),
                new Signals(Map.of(far.candidate(), 0.2), Map.of(), Map.of(), 1));
        assertThat(ranked).extracting(hit -> hit.candidate().id()).containsExactly("a", "b", "c");
        assertThat(ranked.get(0).score()).isCloseTo((1 + 1.5 * 0.2) / 2.5 * 0.99, within(1e-9));
        assertThat(ranked.get(0).semanticRank()).isNull();
    }

    @Test
    void theFewerWordsTheBestHitHoldsTheMoreMeaningDecides() {
        List<Entry> lexical = List.of(entry("a", 1, 8), entry("b", 2, 2));
        List<Entry> semantic = List.of(entry("b", 2, 0.5), entry("a", 1, 0.1));
        Signals few = new Signals(Map.of(), Map.of(), Map.of(), 0.25);
        assertThat(of(lexical, semantic))
                .extracting(hit -> hit.candidate().id())
                .containsExactly("a", "b");
        List<Ranked> ranked = Ranking.of(lexical, semantic, few);
        assertThat(ranked).extracting(hit -> hit.candidate().id()).containsExactly("b", "a");
        assertThat(ranked.get(0).score()).isCloseTo((0.125 * 0.25 + 1.5 * 0.5) / 2.5 * 0.99, within(1e-9));
        assertThat(ranked.get(1).score()).isCloseTo((0.125 + 1.5 * 0.1) / 2.5 * 0.99, within(1e-9));
        assertThat(Ranking.of(lexical, semantic, new Signals(Map.of(), Map.of(), Map.of(), 1)))
                .isEqualTo(of(lexical, semantic));
        // By words alone there is nothing else that could decide.
        assertThat(Ranking.of(lexical, null, few)).isEqualTo(of(lexical, null));
    }

    @Test
    void wordsOfMostRowsLeaveTheOrderToMeaning() {
        List<Ranked> ranked = of(List.of(entry("new", 9, 0), entry("old", 1, 0)), List.of(entry("old", 1, 0.6)));
        assertThat(ranked).extracting(hit -> hit.candidate().id()).containsExactly("old", "new");
        assertThat(ranked.get(0).score()).isCloseTo(0.6 * 0.99, within(1e-9));
        assertThat(of(List.of(entry("a", 1, 0)), null).getFirst().score()).isCloseTo(0.99, within(1e-9));
    }

    @Test
    void oneListStandsAloneAndAnEmptyOneIsNotAMissingOne() {
        assertThat(of(List.of(entry("a", 1, 3)), null).getFirst().score()).isCloseTo(0.99, within(1e-9));
        assertThat(of(null, List.of(entry("a", 1, 0.5))).getFirst().score()).isCloseTo(0.495, within(1e-9));
        assertThat(of(List.of(entry("a", 1, 3)), List.of()).getFirst().score()).isCloseTo(0.396, within(1e-9));
        assertThat(of(null, null)).isEmpty();
        assertThat(of(List.of(), List.of())).isEmpty();
    }

    @Test
    void ofEqualScoresTheNewerComesFirst() {
        assertThat(of(List.of(entry("a", 1, 3), entry("b", 2, 3)), null))
                .extracting(hit -> hit.candidate().id())
                .containsExactly("b", "a");
    }

    @Test
    void theCopiesOfATextShareItsMeaningAndPushNothingDown() {
        List<Ranked> ranked = of(
                List.of(entry("a", 1, 4, new Place("x", 0)), entry("a", 1, 3, new Place("y", 0)), entry("b", 2, 2)),
                List.of(entry("a", 1, 0.6, new Place("x", 0))));
        assertThat(ranked).hasSize(3);
        assertThat(ranked.get(1).candidate().place()).isEqualTo(new Place("y", 0));
        assertThat(ranked.get(1).score()).isCloseTo((0.75 + 1.5 * 0.6) / 2.5 * 0.99, within(1e-9));
        assertThat(ranked.get(2).lexicalRank()).isEqualTo(2);
    }

    @Test
    void whatAnAskedSpeakerSaidComesBeforeWhatOthersSaid() {
        Entry other = entry("a", 1, 5);
        Entry asked = entry("b", 2, 4.5);
        List<Ranked> ranked = Ranking.of(
                List.of(other, asked), null, new Signals(Map.of(), Map.of(asked.candidate(), 1.0), Map.of(), 1));
        assertThat(ranked).extracting(hit -> hit.candidate().id()).containsExactly("b", "a");
        assertThat(ranked.get(0).score()).isCloseTo((0.9 + 0.2) / 1.2 * 0.99, within(1e-9));
        assertThat(ranked.get(1).score()).isCloseTo(1 / 1.2 * 0.99, within(1e-9));
    }

    @Test
    void aSignalThatAllHaveChangesNothing() {
        Entry one = entry("a", 1, 5);
        Entry two = entry("b", 2, 4.5);
        Map<Ranking.Candidate, Double> all = Map.of(one.candidate(), 1.0, two.candidate(), 1.0);
        assertThat(Ranking.of(List.of(one, two), null, new Signals(Map.of(), all, all, 1)))
                .isEqualTo(of(List.of(one, two), null));
    }

    @Test
    void theBestPassageOfADocumentSpeaksForTheOthers() {
        List<Ranked> ranked = of(
                List.of(
                        entry("a", 1, 10, new Place("x", 0)),
                        entry("b", 2, 5.2, new Place("y", 0)),
                        entry("c", 3, 5, new Place("x", 1)),
                        entry("d", 4, 5)),
                null);
        assertThat(ranked).extracting(hit -> hit.candidate().id()).containsExactly("a", "c", "b", "d");
        assertThat(ranked.get(0).score()).isCloseTo(0.99, within(1e-9));
        assertThat(ranked.get(1).score()).isCloseTo((0.5 + 0.2) / 1.2 * 0.99, within(1e-9));
        assertThat(ranked.get(2).score()).isCloseTo(0.52 * 0.99, within(1e-9));
        assertThat(ranked.get(3).score()).isCloseTo(0.5 * 0.99, within(1e-9));
    }

    @Test
    void whatIsOfTheAskedTimeComesBeforeWhatIsNot() {
        Entry other = entry("a", 1, 5);
        Entry timely = entry("b", 2, 4.75);
        List<Ranked> ranked = Ranking.of(
                List.of(other, timely), null, new Signals(Map.of(), Map.of(), Map.of(timely.candidate(), 1.0), 1));
        assertThat(ranked).extracting(hit -> hit.candidate().id()).containsExactly("b", "a");
        assertThat(ranked.get(0).score()).isCloseTo((0.95 + 0.1) / 1.1 * 0.99, within(1e-9));
        assertThat(ranked.get(1).score()).isCloseTo(1 / 1.1 * 0.99, within(1e-9));
    }
}
