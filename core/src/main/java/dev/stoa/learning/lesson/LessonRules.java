package dev.stoa.learning.lesson;

import dev.stoa.base.LessonSources;
import dev.stoa.base.LessonSources.BallotLesson;
import dev.stoa.base.LessonSources.ClosedFinding;
import dev.stoa.base.LessonSources.GateReversal;
import dev.stoa.base.LessonSources.ImprovedCritique;
import dev.stoa.base.LessonSources.LostAnswer;
import dev.stoa.base.LessonSources.Repair;
import dev.stoa.base.LessonSources.RepairedTest;
import dev.stoa.base.Trust;
import dev.stoa.json.Digest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a debate teaches, and to whom it is shown. Stateless.
 *
 * <p>That the panel agreed is no condition: what an executed test, a person or the truth settled teaches in any case,
 * and what only an agent says has the trust of an agent.
 */
public final class LessonRules {
    /** No debate teaches more lessons than this. */
    public static final int MOST = 10;

    private static final int SHOWN_TOPIC = 600;
    private static final int SHOWN_LABEL = 400;
    private static final int SHOWN_MESSAGE = 200;

    private LessonRules() {}

    /** The lessons of a debate in the order of {@link LessonKind}, each once. */
    public static List<LessonDraft> extract(LessonSources sources) {
        Map<String, LessonDraft> lessons = new LinkedHashMap<>();
        Stream.of(
                        sources.repairs().stream().flatMap(LessonRules::repair),
                        sources.findings().stream().map(LessonRules::finding),
                        sources.gates().stream().map(LessonRules::gate),
                        sources.critiques().stream().map(LessonRules::critique),
                        Stream.ofNullable(sources.lost()).map(LessonRules::lost),
                        sources.ballots().stream().flatMap(ballot -> ballot(ballot).stream()))
                .flatMap(stream -> stream)
                .filter(LessonDraft::says)
                .forEach(lesson -> lessons.putIfAbsent(lesson.id(), lesson));
        return lessons.values().stream()
                .limit(MOST)
                .map(lesson -> sources.simulated() ? lesson.untrusted() : lesson)
                .toList();
    }

    /**
     * Whether a debate is one of the share in which lessons are found and not shown, so that what they are worth can be
     * measured.
     */
    public static boolean isHoldout(long seed, String topic, double share) {
        return (Digest.draw(Long.toString(seed), topic, "holdout") >>> 11) * 0x1p-53 < share;
    }

    // One lesson for a change, not one for each test it repairs: they would all have the same solution.
    private static Stream<LessonDraft> repair(Repair repair) {
        List<RepairedTest> tests =
                repair.tests().stream().filter(test -> !test.hidden()).toList();
        if (tests.isEmpty()) {
            return Stream.empty();
        }
        String failed = tests.stream()
                .map(test -> test.name() + (test.message() == null ? "" : ": " + shown(test.message(), SHOWN_MESSAGE)))
                .collect(Collectors.joining("\n"));
        String names = tests.stream().map(RepairedTest::name).collect(Collectors.joining(", "));
        return Stream.of(new LessonDraft(
                LessonCategory.DEBUGGING,
                repair.cause() == null ? "repaired " + names : repair.cause(),
                "failed " + failed + (repair.cause() == null ? "" : "\ncause: " + repair.cause()),
                repair.change() == null ? repair.diff() : repair.change() + "\n" + repair.diff(),
                tags(repair.language()),
                Trust.CONFIRMED,
                LessonKind.TEST,
                repair.turnSeq()));
    }

    private static LessonDraft finding(ClosedFinding finding) {
        return new LessonDraft(
                LessonCategory.ofFinding(finding.category()),
                finding.claim(),
                finding.claim(),
                finding.defence(),
                tags(finding.category(), finding.severity()),
                Trust.CONFIRMED,
                LessonKind.FINDING,
                finding.turnSeq());
    }

    // A person who accepts an agent's text without a word has confirmed it, not said it.
    private static LessonDraft gate(GateReversal gate) {
        return new LessonDraft(
                LessonCategory.BEST_PRACTICE,
                gate.rejected(),
                gate.rejected(),
                gate.approved() == null ? gate.outcome() : gate.approved(),
                tags(gate.phase()),
                gate.approved() == null ? Trust.CONFIRMED : Trust.HUMAN,
                LessonKind.GATE,
                gate.turnSeq());
    }

    private static LessonDraft critique(ImprovedCritique critique) {
        String category = critique.category() == null ? "" : critique.category();
        return new LessonDraft(
                LessonCategory.ofCritique(category),
                critique.issue(),
                critique.issue(),
                critique.suggestion() == null ? critique.answer() : critique.suggestion(),
                tags(category),
                Trust.CONFIRMED,
                LessonKind.CRITIQUE,
                critique.turnSeq());
    }

    private static LessonDraft lost(LostAnswer lost) {
        String drafted = shown(lost.drafted(), SHOWN_LABEL);
        String ended = lost.ended() == null ? "no answer" : shown(lost.ended(), SHOWN_LABEL);
        return new LessonDraft(
                LessonCategory.ANTI_PATTERN,
                "talked out of the right answer: " + lost.topic(),
                "on \"" + shown(lost.topic(), SHOWN_TOPIC) + "\" the debate ended with " + ended
                        + ", which was wrong, though most drafts had the right answer",
                "the drafts, made independently, said " + drafted
                        + ": leave such an answer for a reason that can be checked, not because others have left it",
                List.of("conformity"),
                Trust.CONFIRMED,
                LessonKind.GRADE,
                lost.turnSeq());
    }

    private static Optional<LessonDraft> ballot(BallotLesson ballot) {
        return LessonCategory.written(ballot.category())
                .map(category -> new LessonDraft(
                        category,
                        ballot.title(),
                        ballot.problem(),
                        ballot.solution(),
                        List.of(),
                        Trust.AGENT,
                        LessonKind.BALLOT,
                        ballot.turnSeq()));
    }

    private static String shown(String text, int most) {
        return LessonDraft.cut(text.strip().replaceAll("\\s+", " "), most);
    }

    private static List<String> tags(@Nullable String... words) {
        List<String> tags = new ArrayList<>();
        for (String word : words) {
            String tag = word == null ? "" : word.strip().toLowerCase(Locale.ROOT);
            if (!tag.isEmpty() && !tags.contains(tag)) {
                tags.add(LessonDraft.cut(tag, 64));
            }
        }
        return tags;
    }
}
