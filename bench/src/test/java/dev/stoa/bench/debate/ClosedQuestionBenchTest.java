package dev.stoa.bench.debate;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.Stoa;
import dev.stoa.bench.debate.ClosedQuestion.Part;
import dev.stoa.bench.harness.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosedQuestionBenchTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    @DisplayName("No two parts ask about the same text")
    void nothingIsTunedToTheTextsThatAreHeldOut() {
        Map<String, Set<Part>> parts = ClosedQuestion.all().stream()
                .collect(groupingBy(ClosedQuestion::text, mapping(ClosedQuestion::part, toSet())));

        assertThat(parts).hasSize(14).allSatisfy((text, of) -> assertThat(of).hasSize(1));
    }

    @Test
    @DisplayName("At least 120 questions, half of them negative, a fifth unanswerable")
    void thereAreEnoughQuestionsOfEachKind() {
        List<ClosedQuestion> all = ClosedQuestion.all();
        long open = all.stream().filter(q -> q.answer() == null).count();
        long negative = all.stream().filter(ClosedQuestion::negative).count();

        assertThat(all).hasSizeGreaterThanOrEqualTo(120);
        assertThat(open / (double) all.size()).isCloseTo(0.2, within(0.01));
        assertThat(negative / (double) (all.size() - open)).isBetween(0.5, 0.6);
        for (Part part : Part.values()) {
            assertThat(all.stream().filter(q -> q.part() == part))
                    .as(part.title())
                    .hasSizeGreaterThanOrEqualTo(60);
        }
        assertThat(ClosedQuestion.texts(Part.HELD_OUT)).hasSize(9);
        assertThat(ClosedQuestion.texts(Part.SECOND)).hasSize(14);
    }

    @Test
    @DisplayName("Every second closed question: right, silent and sure as measured, and not below the best sentence")
    void thePanelKeepsWhatWasMeasured() throws Exception {
        List<ClosedQuestion> all = ClosedQuestion.all();
        List<ClosedQuestion> some = IntStream.range(0, all.size())
                .filter(i -> i % 2 == 0)
                .mapToObj(all::get)
                .toList();
        try (Stoa stoa = new Stores(folder).reading("e5")) {
            ClosedQuestionBench bench = new ClosedQuestionBench(stoa);
            ClosedAnswers panel = bench.panel(some);
            ClosedAnswers baseline = bench.baseline(some);

            assertThat(panel.accuracy()).isGreaterThanOrEqualTo(0.85).isGreaterThan(baseline.accuracy());
            assertThat(panel.answeredShare()).isGreaterThanOrEqualTo(0.8);
            assertThat(panel.abstained()).isGreaterThanOrEqualTo(0.85);
            assertThat(panel.area()).isGreaterThanOrEqualTo(0.75);
            for (int i = 0; i < some.size(); i += 12) {
                ClosedQuestion question = some.get(i);
                List<String> rotated = new ArrayList<>(question.options());
                Collections.rotate(rotated, 1);
                assertThat(bench.panel(List.of(question.with(rotated)))
                                .all()
                                .getFirst()
                                .answer())
                        .as(question.question())
                        .isEqualTo(panel.all().get(i).answer());
            }
        }
    }

    @Test
    void measuresAreWhatTheirNamesSay() {
        ClosedQuestion yes = new ClosedQuestion(Part.FIRST, "xz", false, "q", List.of("a", "b"), "a");
        ClosedQuestion open = new ClosedQuestion(Part.FIRST, "xz", false, "q", List.of("a", "b"), null);
        ClosedAnswers answers = new ClosedAnswers();
        answers.add(yes, "a", 0.9);
        answers.add(yes, "b", 0.6);
        answers.add(yes, null, 0);
        answers.add(open, null, 0);
        answers.add(open, "a", 0.7);

        // by hand: 1 of 2 answered; 2 of 3; 1 of 2 silent; 0.9 beats 0.6 and 0.7; (0.1 + 0.6 + 0.7) / 3
        assertThat(answers.accuracy()).isEqualTo(0.5);
        assertThat(answers.answeredShare()).isCloseTo(2 / 3.0, within(1e-12));
        assertThat(answers.found()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(answers.abstained()).isEqualTo(0.5);
        assertThat(answers.area()).isEqualTo(1);
        assertThat(answers.calibrationError()).isCloseTo(1.4 / 3, within(1e-12));
    }
}
