package dev.stoa.debate.rules.teaching;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.Patch;
import dev.stoa.base.LessonSources;
import dev.stoa.base.LessonSources.BallotLesson;
import dev.stoa.base.LessonSources.ClosedFinding;
import dev.stoa.base.LessonSources.GateReversal;
import dev.stoa.base.LessonSources.ImprovedCritique;
import dev.stoa.base.LessonSources.LostAnswer;
import dev.stoa.base.LessonSources.Repair;
import dev.stoa.base.LessonSources.RepairedTest;
import dev.stoa.debate.rules.code.CodeTask;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.outcome.Counterfactual;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Flip;
import dev.stoa.debate.rules.record.GateState;
import dev.stoa.debate.rules.record.HiddenTests;
import dev.stoa.debate.rules.record.RedBlueRound;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.Winner;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Defence;
import dev.stoa.debate.rules.reply.ParsedReply.Finding;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.reply.ParsedReply.Reflection;
import dev.stoa.debate.rules.reply.ParsedReply.Vote;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.teaching.Objection.Effect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds in the record of a completed debate what lessons are taken from. Reads a record and keeps nothing. */
public final class LessonGathering {
    /** The reason that a gate has which nobody decided in time. */
    private static final String TIMED_OUT = "timed out";

    private static final int LINES_AROUND = 2;

    private final DebateRecord record;
    private final @Nullable Grade grade;

    private LessonGathering(DebateRecord record, @Nullable Grade grade) {
        this.record = record;
        this.grade = grade;
    }

    /** The sources of lessons in a debate whose final count is made. */
    public static LessonSources of(DebateRecord record, @Nullable Grade grade) {
        LessonGathering gathering = new LessonGathering(record, grade);
        return new LessonSources(
                gathering.repairs(),
                gathering.findings(),
                gathering.gates(),
                gathering.critiques(),
                gathering.lost(),
                gathering.ballots(),
                record.config().simulated());
    }

    private List<Repair> repairs() {
        CodeTask task = record.config().code();
        List<Repair> repairs = new ArrayList<>();
        if (task == null) {
            return repairs;
        }
        Map<Integer, DebateRecord.Version> byNumber = new HashMap<>();
        record.versions().forEach(version -> byNumber.put(version.number(), version));
        for (DebateRecord.Version version : record.versions()) {
            DebateRecord.Version parent = byNumber.get(version.parent());
            if (parent == null) {
                continue;
            }
            List<RepairedTest> tests = repaired(verdicts(parent.turnSeq()), verdicts(version.turnSeq()));
            if (!tests.isEmpty()) {
                Position position = record.turn(version.turnSeq()).position();
                Reflection reflection = position == null ? null : position.reflection();
                repairs.add(new Repair(
                        version.turnSeq(),
                        task.language(),
                        tests,
                        reflection == null ? null : reflection.rootCause(),
                        reflection == null ? null : reflection.change(),
                        diff(parent, version)));
            }
        }
        return repairs;
    }

    /** What a message quotes of a hidden test would reach the prompts of later debates. */
    private List<RepairedTest> repaired(Map<String, TestVerdict> before, Map<String, TestVerdict> after) {
        HiddenTests hidden = HiddenTests.of(record);
        List<RepairedTest> repaired = new ArrayList<>();
        for (TestVerdict test : after.values()) {
            TestVerdict failed = before.get(test.name());
            if (test.passed() && failed != null && failed.failed()) {
                String message = failed.message();
                repaired.add(new RepairedTest(
                        test.name(),
                        message == null || hidden.quotedIn(message) ? null : message,
                        hidden.has(test.name())));
            }
        }
        return repaired;
    }

    private Map<String, TestVerdict> verdicts(int turnSeq) {
        Map<String, TestVerdict> verdicts = new LinkedHashMap<>();
        record.checks(turnSeq).forEach(result -> result.tests().forEach(test -> verdicts.put(test.name(), test)));
        return verdicts;
    }

    private static String diff(DebateRecord.Version before, DebateRecord.Version after) {
        List<String> from = before.code().lines().toList();
        Patch<String> patch = DiffUtils.diff(from, after.code().lines().toList());
        return String.join(
                "\n",
                UnifiedDiffUtils.generateUnifiedDiff(
                        "version " + before.number(), "version " + after.number(), from, patch, LINES_AROUND));
    }

    /** A claimed patch is none: the test of the finding must pass on it, and no supplied test that passed may fail. */
    private List<ClosedFinding> findings() {
        List<ClosedFinding> closed = new ArrayList<>();
        if (record.config().code() == null) {
            return closed;
        }
        Turn attack = null;
        Turn attacked = null;
        for (Turn turn : record.turns()) {
            if (turn.phase() != Phase.ADVERSARIAL || record.rejected(turn)) {
                continue;
            }
            if (turn.kind() == ReplyKind.ATTACK) {
                attack = turn;
                attacked = target(turn);
            } else if (turn.said() instanceof Defence defence && attack != null) {
                closed(attack, attacked, turn, defence, closed);
            }
        }
        return closed;
    }

    /** The position that an attack was shown: of what it sees the last with a position. */
    private @Nullable Turn target(Turn attack) {
        return attack.visible().stream()
                .filter(record::has)
                .map(record::turn)
                .filter(turn -> turn.position() != null)
                .reduce((first, last) -> last)
                .orElse(null);
    }

    private void closed(Turn attack, @Nullable Turn attacked, Turn turn, Defence defence, List<ClosedFinding> closed) {
        Map<String, TestVerdict> verdicts = verdicts(turn.turnSeq());
        if (attacked != null && regressed(verdicts(attacked.turnSeq()), verdicts)) {
            return;
        }
        for (Finding finding : RedBlueRound.findings(record, attack)) {
            TestVerdict verdict = verdicts.get(RedBlueRound.testName(attack.turnSeq(), finding.id()));
            if (verdict != null && verdict.passed()) {
                String answer = defence.answers().stream()
                        .filter(said -> said.id().equals(finding.id()))
                        .map(ParsedReply.Answer::text)
                        .findFirst()
                        .orElse("patched so that its test passes");
                closed.add(new ClosedFinding(
                        turn.turnSeq(), finding.category(), finding.severity().text(), finding.claim(), answer));
            }
        }
    }

    private boolean regressed(Map<String, TestVerdict> before, Map<String, TestVerdict> after) {
        CodeTask task = record.config().code();
        return task != null
                && task.tests().stream().anyMatch(test -> {
                    TestVerdict was = before.get(test.name());
                    TestVerdict is = after.get(test.name());
                    return was != null && was.passed() && (is == null || is.failed());
                });
    }

    private List<GateReversal> gates() {
        List<GateReversal> reversals = new ArrayList<>();
        for (GateState approved : record.gates()) {
            if (!Boolean.TRUE.equals(approved.approved()) || timedOut(approved) || approved.attempt() == 0) {
                continue;
            }
            GateState rejected = record.gate(approved.round(), approved.phase(), approved.attempt() - 1);
            String reason = rejected == null || !rejected.rejected() ? null : rejected.reason();
            List<Turn> redone = record.turns(approved.round(), approved.phase(), approved.attempt());
            if (reason != null && !timedOut(rejected) && !redone.isEmpty()) {
                reversals.add(new GateReversal(
                        redone.getFirst().turnSeq(),
                        approved.phase().text(),
                        reason,
                        said(approved),
                        text(approved, redone)));
            }
        }
        return reversals;
    }

    private static boolean timedOut(@Nullable GateState gate) {
        return gate != null && TIMED_OUT.equals(gate.reason());
    }

    private static @Nullable String said(GateState gate) {
        String reason = gate.reason();
        return reason == null || reason.isBlank() ? null : reason;
    }

    /** What a person approved: of a vote the winner, else what was said first. */
    private String text(GateState gate, List<Turn> redone) {
        int winner = Grading.winner(record);
        if (gate.phase() == Phase.CONVERGENCE && winner >= 0) {
            return Winner.text(record, winner);
        }
        Turn first = redone.stream().filter(Turn::ok).findFirst().orElse(redone.getFirst());
        String content = first.content();
        return first.position() != null ? text(first) : content == null ? "" : content;
    }

    private String text(Turn turn) {
        Position position = turn.position();
        String answer = position == null ? null : position.answer();
        String code = position == null ? null : position.code();
        int option = record.option(turn);
        return code != null
                ? code
                : answer != null ? answer : option < 0 ? "" : record.labels().get(option);
    }

    private List<ImprovedCritique> critiques() {
        List<ImprovedCritique> improved = new ArrayList<>();
        for (Objection made : Objection.all(record, grade)) {
            Turn next = made.next();
            if (made.effect() == Effect.IMPROVED && made.proven() && next != null) {
                improved.add(new ImprovedCritique(
                        made.turn().turnSeq(),
                        made.item().category(),
                        made.item().issue(),
                        made.item().suggestion(),
                        text(next)));
            }
        }
        return improved;
    }

    private @Nullable LostAnswer lost() {
        int drafted = Counterfactual.of(record).winner();
        if (grade == null
                || grade.correct()
                || drafted < 0
                || !Boolean.TRUE.equals(Grading.right(record, grade, drafted))) {
            return null;
        }
        int winner = Grading.winner(record);
        return new LostAnswer(
                winner < 0 ? 0 : turning(winner),
                record.config().topic(),
                record.labels().get(drafted),
                winner < 0 ? null : record.labels().get(winner));
    }

    /** The last change of mind for the winner; without any, the turn that speaks for it. */
    private int turning(int winner) {
        Turn turn = Winner.turn(record, winner);
        int found = turn == null ? 0 : turn.turnSeq();
        for (CountRecord counted : record.counts()) {
            for (Flip flip : counted.flips()) {
                if (flip.to() == winner) {
                    found = flip.toTurn();
                }
            }
        }
        return found;
    }

    private List<BallotLesson> ballots() {
        List<BallotLesson> lessons = new ArrayList<>();
        for (Turn turn : record.turns()) {
            if (turn.ok() && turn.said() instanceof Vote vote && !record.rejected(turn)) {
                vote.lessons()
                        .forEach(lesson -> lessons.add(new BallotLesson(
                                turn.turnSeq(),
                                lesson.category(),
                                lesson.title(),
                                lesson.problem(),
                                lesson.solution())));
            }
        }
        return lessons;
    }
}
