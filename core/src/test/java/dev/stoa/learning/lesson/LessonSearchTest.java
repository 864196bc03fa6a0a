package dev.stoa.learning.lesson;

import static dev.stoa.debate.DebateRows.lesson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Simulated;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which lessons a search finds and in which order, on both backends. */
@OnBothDatabases
class LessonSearchTest extends LessonFixture {
    @Test
    @DisplayName("A lesson must be found by a word of its solution, not by a substring, and not when expired")
    void aLessonIsFoundByAWordOfItsSolutionWhileItLives() {
        String id = learn("general", lesson("slow loop", "build a hashtable of customers"));

        assertThat(find("hashtable")).containsExactly(id);
        assertThat(find("customer")).containsExactly(id);
        assertThat(find("hash")).isEmpty();
        assertThat(find("table")).isEmpty();

        clock.advance(Duration.ofDays(90).minusMillis(1));
        assertThat(find("hashtable")).containsExactly(id);
        clock.advance(Duration.ofMillis(1));
        assertThat(find("hashtable")).isEmpty();
        assertThat(find(LessonQuery.of("hashtable").among(LessonFilter::withExpired)))
                .containsExactly(id);
    }

    @Test
    void theScoreIsMatchTimesWorthTimesAge() {
        String id = learn("general", lesson("slow loop", "use a map"));
        set(id, 4, 3);
        clock.advance(Duration.ofDays(90).minusMillis(1));

        assertThat(lessons.search(LessonQuery.of("map")).getFirst().score()).isEqualTo(0.589255651, within(1e-8));
    }

    @Test
    void filtersNarrowASearch() {
        String a = learn("law", lesson(LessonCategory.SECURITY, "loop one", "map"));
        String b = learn("trade", lesson(LessonCategory.TESTING, "loop two", "map"));
        String c = learn("general", lesson(LessonCategory.PATTERN, "loop three", "map"));
        set(b, 15, 14);

        assertThat(find(LessonQuery.of("map").among(filter -> filter.domain("law"))))
                .containsExactlyInAnyOrder(a, c);
        assertThat(find(LessonQuery.of("map")
                        .among(filter -> filter.categories(Set.of(LessonCategory.SECURITY, LessonCategory.TESTING)))))
                .containsExactlyInAnyOrder(a, b);
        assertThat(find(LessonQuery.of("map").among(filter -> filter.minTier(LessonTier.GOLD))))
                .containsExactly(b);
        assertThat(find(LessonQuery.of("map").limit(1))).containsExactly(b);
    }

    @Test
    void onlyStopWordsAskForTheLessonsOfMostWorth() {
        String fresh = learn("general", lesson("one", "x"));
        String good = learn("general", lesson("two", "x"));
        String bad = learn("general", lesson("three", "x"));
        set(good, 10, 9);
        set(bad, 10, 1);

        List<RankedLesson> found = lessons.search(LessonQuery.of("what is the"));

        assertThat(found).extracting(one -> one.lesson().id()).containsExactly(good, fresh, bad);
        assertThat(found.getFirst().score()).isEqualTo(10 / 12.0, within(1e-12));
    }

    @Test
    void ofEqualScoresTheNewerLessonComesFirst() {
        String first = learn("general", lesson("aaa bbb", "map"));
        String second = learn("general", lesson("ccc ddd", "map"));

        assertThat(find("map")).containsExactly(second, first);
    }

    @Test
    void theTierFilterOfTheDatabaseIsTheRule() {
        List<String> ids = new ArrayList<>();
        Random random = new Random(3);
        for (int i = 0; i < 150; i++) {
            String id = learn("general", lesson("loop " + i, "map"));
            int uses = random.nextInt(60);
            set(id, uses, uses - random.nextInt(Math.min(uses, 14) + 1));
            ids.add(id);
        }
        for (LessonTier tier : LessonTier.values()) {
            List<String> expected = ids.stream()
                    .filter(id -> lessons.get(id).tier().compareTo(tier) >= 0)
                    .sorted()
                    .toList();
            LessonFilter filter = LessonFilter.all().minTier(tier);
            assertThat(lessons.list(filter, dev.stoa.base.Page.Request.first(500)).items().stream()
                            .map(Lesson::id)
                            .sorted())
                    .containsExactlyElementsOf(expected);
        }
    }

    @Test
    void theOrderIsExactThoughTheWorthiestMatchesAreNotTheBestMatches() {
        Random random = new Random(5);
        for (int i = 0; i < 400; i++) {
            String id = learn("general", lesson("loop " + i, "map " + "filler ".repeat(random.nextInt(40))));
            int uses = random.nextInt(30);
            set(id, uses, random.nextInt(uses + 1));
        }
        List<RankedLesson> everything = lessons.search(LessonQuery.of("map").limit(100));
        // A look at everything, by a search that cannot stop early.
        List<RankedLesson> narrow = lessons.search(LessonQuery.of("map").limit(3));

        assertThat(everything)
                .isSortedAccordingTo(
                        Comparator.comparingDouble(RankedLesson::score).reversed());
        assertThat(narrow).isEqualTo(everything.subList(0, 3));
    }

    @Test
    void aRequestIsReadWithItsBounds() {
        LessonQuery query = LessonQuery.fromJson(JsonFields.of(Json.parseObject("""
                {"query": "map", "categories": ["security"], "domain": "Law", "min_tier": "gold",
                    "include_expired": true, "limit": 7}""")));

        assertThat(query)
                .isEqualTo(new LessonQuery(
                        "map",
                        new LessonFilter(
                                Set.of(LessonCategory.SECURITY), "law", LessonTier.GOLD, null, true, Simulated.EXCLUDE),
                        7));
        assertThatThrownBy(() -> LessonQuery.of("map").limit(101))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("limit 101 is not within 1 to 100");
        assertThatThrownBy(() -> LessonQuery.of(" ")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> LessonQuery.fromJson(JsonFields.of(Json.parseObject("{\"query\":\"a\",\"tier\":1}"))))
                .hasMessageContaining("\"tier\"");
    }

    private String learn(String domain, LessonDraft draft) {
        String session = rows.completed();
        archive.write(tx -> {
            LessonWriter.learn(tx, session, domain, List.of(draft), clock.instant());
            return null;
        });
        return draft.id();
    }

    private void set(String id, int uses, int successes) {
        archive.write(
                tx -> tx.update("UPDATE debate_lessons SET uses = ?, successes = ? WHERE id = ?", uses, successes, id));
    }

    private List<String> find(String words) {
        return find(LessonQuery.of(words));
    }

    private List<String> find(LessonQuery query) {
        return lessons.search(query).stream().map(found -> found.lesson().id()).toList();
    }
}
