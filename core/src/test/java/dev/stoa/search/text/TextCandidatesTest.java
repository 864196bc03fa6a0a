package dev.stoa.search.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** An index of which each word stands in another share of the rows, beside scores of all rows computed here. */
@OnBothDatabases
class TextCandidatesTest {
    private static final int BOOKS = 5_000;

    /** Each with the number of rows of a thousand that have it: from words of most rows to those of a few. */
    private static final Map<String, Integer> WORDS = Map.of(
            "qbu", 700, "qda", 400, "qfo", 350, "qgi", 300, "qhu", 150, "qjo", 90, "qka", 40, "qlu", 12, "qmi", 3);

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private Archive archive;
    private final List<List<String>> books = new ArrayList<>();

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        archive = place.open(Library.SCHEMA);
        SplittableRandom random = new SplittableRandom(11);
        List<String> words = WORDS.keySet().stream().sorted().toList();
        for (int i = 0; i < BOOKS; i++) {
            List<String> book = new ArrayList<>();
            for (String word : words) {
                if (random.nextInt(1_000) < WORDS.getOrDefault(word, 0)) {
                    IntStream.rangeClosed(0, random.nextInt(3)).forEach(time -> book.add(word));
                }
            }
            IntStream.range(0, 1 + random.nextInt(30)).forEach(filler -> book.add("w" + random.nextInt(5_000)));
            books.add(book);
        }
        fill(books, "far");
    }

    @AfterEach
    void close() {
        place.close();
    }

    private void fill(List<List<String>> texts, String shelf) {
        archive.write(tx -> {
            long first = tx.next("seq");
            tx.batch(
                    "INSERT INTO book (seq, shelf, title, blurb) VALUES (?, ?, '', ?)",
                    IntStream.range(0, texts.size()).boxed().toList(),
                    i -> new Object[] {first + i, shelf, String.join(" ", texts.get(i))});
            tx.update("UPDATE archive_sequence SET value = ? WHERE name = 'seq'", first + texts.size() - 1);
            Library.INDEX.rebuild(tx, "SELECT seq, shelf, title, blurb FROM book");
            return true;
        });
    }

    @Test
    void aQueryOfRarerWordsIsAnsweredAsIfEveryRowWereScored() {
        int asked = 0;
        for (String query : List.of("qmi", "qlu", "qka qmi", "qjo qka", "qhu qlu", "qmi qlu qka qjo", "qbu qmi")) {
            Map<Long, Double> scores = scores(Set.of(query.replace("qbu ", "").split(" ", -1)));
            List<Long> expected = scores.keySet().stream()
                    .sorted(Comparator.comparingDouble((Long seq) -> -scores.getOrDefault(seq, 0.0))
                            .thenComparing(Comparator.reverseOrder()))
                    .limit(100)
                    .toList();
            List<TextTable.Match<Long>> found = find(TextQuery.any(query), 100, TextCandidatesTest::every);
            assertThat(seqs(found)).as(query).startsWith(expected.toArray(new Long[0]));
            for (int i = 0; i < expected.size(); i++) {
                assertThat(found.get(i).score()).isCloseTo(scores.get(expected.get(i)), within(2e-6));
            }
            asked += expected.size();
        }
        assertThat(asked).isGreaterThan(300);
    }

    /** Rows of frequent words are not counted to the end, but estimated. */
    @Test
    void whatARowHoldsOfAQueryCountsByTheRarityOfTheWords() {
        for (List<String> words : List.of(List.of("qbu", "qmi"), List.of("qda", "qhu"), List.of("qgi", "qlu"))) {
            int held = IntStream.range(0, BOOKS)
                    .filter(i ->
                            books.get(i).contains(words.get(0)) && !books.get(i).contains(words.get(1)))
                    .findFirst()
                    .orElseThrow();
            double share = archive.read(tx -> Library.INDEX.share(
                    tx, TextQuery.any(String.join(" ", words)), tx.number("SELECT min(seq) FROM book") + held));
            double holds = rarity(words.get(0));
            assertThat(share).as("%s", words).isCloseTo(holds / (holds + rarity(words.get(1))), within(.01));
        }
    }

    private double rarity(String word) {
        long rows = books.stream().filter(book -> book.contains(word)).count();
        return Math.log((BOOKS + 1) / (rows + .5));
    }

    @Test
    void theCandidatesForWordsOfManyRowsHaveTheirFullScores() {
        for (String query : List.of("qda", "qda qfo", "qgi qfo qda", "qmi qda", "qlu qhu qgi", "qka qjo qda qfo qgi")) {
            Map<Long, Double> scores = scores(Set.of(query.split(" ", -1)));
            List<TextTable.Match<Long>> found = find(TextQuery.any(query), 100, TextCandidatesTest::every);
            assertThat(found).as(query).hasSize(100);
            assertThat(found)
                    .isSortedAccordingTo(Comparator.comparingDouble((TextTable.Match<Long> match) -> -match.score())
                            .thenComparing(Comparator.comparingLong((TextTable.Match<Long> match) -> match.row())
                                    .reversed()));
            found.forEach(
                    match -> assertThat(match.score()).as(query).isCloseTo(scores.get(match.row()), within(2e-6)));
        }
    }

    @Test
    void aRowThatHasARareWordIsNeverLeftOutForWordsOfManyRows() {
        Set<Long> rare = having("qmi");
        assertThat(rare).hasSizeBetween(5, 50);
        assertThat(seqs(find(TextQuery.any("qda qfo qgi qmi"), 100, TextCandidatesTest::every)))
                .containsAll(rare);
    }

    @Test
    void rowsThatHaveSeveralWordsOfManyRowsComeBeforeThoseThatHaveOne() {
        Set<Long> all = having("qda");
        all.retainAll(having("qfo"));
        all.retainAll(having("qgi"));
        assertThat(all).hasSizeGreaterThan(100);
        assertThat(all).containsAll(seqs(find(TextQuery.any("qfo qgi qda"), 50, TextCandidatesTest::every)));
    }

    @Test
    void ofAWordOfManyRowsTheBestOfTheNewestAreFound() {
        List<Long> newest = having("qgi").stream()
                .sorted(Comparator.reverseOrder())
                .limit(TextCandidates.BOUND + 1)
                .toList();
        Map<Long, Double> scores = scores(Set.of("qgi"));
        List<Long> expected = newest.stream()
                .sorted(Comparator.comparingDouble((Long seq) -> -scores.getOrDefault(seq, 0.0))
                        .thenComparing(Comparator.reverseOrder()))
                .limit(20)
                .toList();
        assertThat(seqs(find(TextQuery.any("qgi"), 20, TextCandidatesTest::every)))
                .isEqualTo(expected);
        assertThat(seqs(find(TextQuery.all("qgi"), 20, TextCandidatesTest::every)))
                .isEqualTo(expected);
    }

    @Test
    void aFloodOfRowsThatTheCallerMayNotSeeCostsNoHit() {
        // The newest quarter of all rows has the word too, and belongs to somebody else.
        fill(
                IntStream.range(0, 1_500)
                        .mapToObj(i -> List.of("qka", "qjo", "qda"))
                        .toList(),
                "hidden");
        for (TextQuery query : List.of(
                TextQuery.any("qka"), TextQuery.any("qka qda"), TextQuery.any("qjo qka"), TextQuery.all("qjo qda"))) {
            Set<Long> owned = find(query, 20, on("hidden")).stream()
                    .map(TextTable.Match::row)
                    .collect(Collectors.toSet());
            assertThat(owned).hasSize(20).allMatch(seq -> seq > BOOKS);
            List<Long> seen = seqs(find(query, 20, on("far")));
            assertThat(seen).as(String.join(" ", query.terms())).hasSize(20).allMatch(seq -> seq <= BOOKS);
            assertThat(find(query, 20, on("none"))).isEmpty();
        }
        // Each of the few that are seen is found, however many hidden ones are newer.
        Set<Long> few = having("qka").stream().sorted().limit(7).collect(Collectors.toSet());
        assertThat(seqs(find(TextQuery.any("qka"), 20, only(few)))).containsExactlyInAnyOrderElementsOf(few);
        assertThat(seqs(find(TextQuery.any("qka qda"), 20, only(few)))).containsExactlyInAnyOrderElementsOf(few);
    }

    @Test
    void whatIsSeenOfAFewCandidatesIsNotTakenForTheBest() {
        // One in fifty of the newest thousand is seen: enough of them to answer, but not enough to choose from.
        Set<Long> seen = having("qgi").stream()
                .filter(seq -> seq % 50 == 0 || seq < BOOKS / 5)
                .collect(Collectors.toCollection(HashSet::new));
        Map<Long, Double> scores = scores(Set.of("qgi"));
        List<Long> expected = seen.stream()
                .sorted(Comparator.comparingDouble((Long seq) -> -scores.getOrDefault(seq, 0.0))
                        .thenComparing(Comparator.reverseOrder()))
                .limit(5)
                .toList();
        assertThat(seqs(find(TextQuery.any("qgi"), 5, only(seen)))).isEqualTo(expected);
    }

    /** BM25 as FTS5 has it, over the column of weight 1; the titles are empty. */
    private Map<Long, Double> scores(Set<String> words) {
        double mean = books.stream().mapToInt(List::size).average().orElseThrow();
        Map<Long, Double> scores = new HashMap<>();
        for (String word : words) {
            long holding = books.stream().filter(book -> book.contains(word)).count();
            double rarity = Math.log((BOOKS - holding + 0.5) / (holding + 0.5));
            for (int i = 0; i < BOOKS; i++) {
                List<String> book = books.get(i);
                double times = book.stream().filter(word::equals).count();
                if (times > 0) {
                    double score =
                            Math.max(rarity, 1e-6) * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * book.size() / mean));
                    scores.merge(i + 1L, score, Double::sum);
                }
            }
        }
        return scores;
    }

    private Set<Long> having(String word) {
        return IntStream.range(0, books.size())
                .filter(i -> books.get(i).contains(word))
                .mapToObj(i -> i + 1L)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private List<TextTable.Match<Long>> find(TextQuery query, int k, Function<List<Long>, Map<Long, Long>> live) {
        return archive.read(tx -> Library.INDEX.best(tx, query, k, live));
    }

    private static List<Long> seqs(List<TextTable.Match<Long>> matches) {
        return matches.stream().map(TextTable.Match::row).toList();
    }

    private static Map<Long, Long> every(List<Long> seqs) {
        return seqs.stream().collect(Collectors.toMap(seq -> seq, seq -> seq));
    }

    private static Function<List<Long>, Map<Long, Long>> only(Set<Long> seen) {
        return seqs -> seqs.stream().filter(seen::contains).collect(Collectors.toMap(seq -> seq, seq -> seq));
    }

    /** Three parties: whose rows are hidden, who sees the others, and who sees none. */
    private Function<List<Long>, Map<Long, Long>> on(String shelf) {
        return seqs -> seqs.stream()
                .filter(seq -> shelf.equals(seq <= BOOKS ? "far" : "hidden"))
                .collect(Collectors.toMap(seq -> seq, seq -> seq));
    }
}
