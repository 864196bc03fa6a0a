package dev.stoa.base;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything in the record of one debate that a lesson can be taken from. Immutable. Each list is in the order of the
 * record. The implementation leaves out what the rules say is no lesson: a gate that ran into its time limit, a finding
 * that nobody tested, a criticism whose effect is only an opinion.
 *
 * @param simulated whether chance had a seat: then nothing of it is to be believed
 */
public record LessonSources(
        List<Repair> repairs,
        List<ClosedFinding> findings,
        List<GateReversal> gates,
        List<ImprovedCritique> critiques,
        @Nullable LostAnswer lost,
        List<BallotLesson> ballots,
        boolean simulated) {
    public LessonSources {
        repairs = List.copyOf(repairs);
        findings = List.copyOf(findings);
        gates = List.copyOf(gates);
        critiques = List.copyOf(critiques);
        ballots = List.copyOf(ballots);
    }

    /** Those of a real debate. */
    public LessonSources(
            List<Repair> repairs,
            List<ClosedFinding> findings,
            List<GateReversal> gates,
            List<ImprovedCritique> critiques,
            @Nullable LostAnswer lost,
            List<BallotLesson> ballots) {
        this(repairs, findings, gates, critiques, lost, ballots, false);
    }

    /** A debate that taught nothing. */
    public static LessonSources none() {
        return new LessonSources(List.of(), List.of(), List.of(), List.of(), null, List.of());
    }

    /**
     * A version of the code in which tests pass that fail in its parent.
     *
     * @param turnSeq the turn that brought the version
     * @param language what it is written in
     * @param cause what its author takes for the root of the failure, if it said so
     * @param change what its author says it changed, if it said so
     * @param diff the change itself
     */
    public record Repair(
            int turnSeq,
            String language,
            List<RepairedTest> tests,
            @Nullable String cause,
            @Nullable String change,
            String diff) {
        public Repair {
            tests = List.copyOf(tests);
        }
    }

    /**
     * A test before its repair.
     *
     * @param message what it said when it failed, if anything
     * @param hidden whether agents may not know it; then no lesson names it
     */
    public record RepairedTest(String name, @Nullable String message, boolean hidden) {}

    /**
     * A finding whose test failed on the candidate and passes on blue's version.
     *
     * @param turnSeq the turn of the defence
     * @param defence what blue did about it
     */
    public record ClosedFinding(int turnSeq, String category, String severity, String claim, String defence) {}

    /**
     * A phase that a person rejected and, when it was redone, approved.
     *
     * @param turnSeq the first turn of the approved attempt
     * @param rejected the reason of the rejection
     * @param approved the reason of the approval, if one was given
     * @param outcome the text that was approved
     */
    public record GateReversal(
            int turnSeq,
            String phase,
            String rejected,
            @Nullable String approved,
            String outcome) {}

    /**
     * A criticism after which an answer passed more tests, or turned from wrong to right.
     *
     * @param turnSeq the turn of the critique
     * @param category what its author called it, if anything
     * @param suggestion what its author proposed, if anything
     * @param answer the answer that it improved, as it became
     */
    public record ImprovedCritique(
            int turnSeq,
            @Nullable String category,
            String issue,
            @Nullable String suggestion,
            String answer) {}

    /**
     * A right answer that the independent drafts had elected and the debate did not keep.
     *
     * @param turnSeq the turn that made the wrong answer win, 0 if none won
     * @param drafted the label of the drafts' answer
     * @param ended the label of the debate's answer, null if it had none
     */
    public record LostAnswer(
            int turnSeq,
            String topic,
            String drafted,
            @Nullable String ended) {}

    /** A lesson as an agent wrote it on its ballot. */
    public record BallotLesson(int turnSeq, String category, String title, String problem, String solution) {}
}
