package dev.stoa.debate.external;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.debate.rules.ExternalRules;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.record.CodeRules;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.session.TurnDraft;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells what was sent again from what is new, and refuses what came before in other words or comes too late. Stateless. */
final class ExternalDuplicates {
    private ExternalDuplicates() {}

    /** The stored turn that a draft repeats; null if it is new. */
    static @Nullable Turn of(DebateRecord record, TurnDraft draft) {
        Slot slot = draft.slot();
        Turn turn = record.turnAt(slot);
        String other = turn == null ? null : other(turn, draft);
        if (turn != null && other != null) {
            throw conflict("turn " + turn.turnSeq() + " of " + record.config().agent(slot.seat()) + " in round "
                    + slot.round() + ", " + slot.phase().text() + ", attempt " + slot.attempt() + ", step "
                    + slot.step() + " is stored with other " + other);
        }
        return turn;
    }

    private static @Nullable String other(Turn turn, TurnDraft draft) {
        if (!Objects.equals(turn.content(), draft.content())) {
            return "content";
        }
        if (turn.status() != draft.status()) {
            return "status";
        }
        if (turn.kind() != draft.slot().kind() || !Objects.equals(turn.said(), draft.said())) {
            return "words";
        }
        return turn.visible().equals(draft.slot().visible()) ? null : "visible_turns";
    }

    /** Whether what a check found about a turn is new; something else than was found before is refused. */
    static boolean isUnchecked(DebateRecord record, Turn turn, ExternalTurn draft) {
        for (CheckResult check : record.checks(turn.turnSeq())) {
            if (check.status() != draft.check()) {
                throw conflict("turn " + turn.turnSeq() + " is stored as "
                        + check.status().text() + " by its check");
            }
        }
        return record.checks(turn.turnSeq()).isEmpty();
    }

    /** Refuses a version that was stored as the revision of another, or whose tests had found something else. */
    static void refuseOther(DebateRecord record, Turn turn, ExternalVersion draft) {
        DebateRecord.Version version = record.versions().get(turn.version() - 1);
        Integer parent = draft.parent();
        if (parent != null && parent != version.parent()) {
            throw conflict("version " + version.number() + " is stored as a revision of " + version.parent());
        }
        for (CheckResult check : record.checks(turn.turnSeq())) {
            if (!draft.results().isEmpty() && !check.tests().equals(draft.results())) {
                throw conflict("version " + version.number() + " is stored with other results");
            }
        }
    }

    /** Refuses results of tests that nobody knows. */
    static void refuseUnknown(DebateRecord record, List<TestVerdict> results) {
        Set<String> names = CodeRules.tests(record).stream()
                .map(CodeRules.RunnableTest::name)
                .collect(Collectors.toSet());
        for (TestVerdict result : results) {
            if (!names.contains(result.name())) {
                throw Bounds.invalid(
                        "results names " + Bounds.shown(result.name()) + ", which is no test of this debate",
                        "supply it with the request, or write it first as a turn of kind tests");
            }
        }
    }

    /** Refuses votes of a count that was made with others. */
    static void refuseOther(DebateRecord record, ExternalParser reading, ExternalBallots ballots) {
        Map<Integer, @Nullable ParsedReply> given = new HashMap<>();
        for (ExternalBallots.Vote vote : ballots.votes()) {
            given.put(reading.seat(vote.agent()), reading.vote(ballots, vote).said());
        }
        Map<Integer, @Nullable ParsedReply> stored = new HashMap<>();
        for (Turn turn : record.turns()) {
            if (ballots.stage() != Stage.DRAFT
                    && turn.kind() == ReplyKind.BALLOT
                    && turn.phase() == Phase.CONVERGENCE
                    && turn.round() == ballots.round()
                    && turn.attempt() == ballots.attempt()
                    && turn.step() == ExternalParser.step(ballots.stage())) {
                stored.put(turn.seat(), turn.said());
            }
        }
        if (!given.equals(stored)) {
            throw conflict("the " + ballots.stage().text() + " ballots of round " + ballots.round() + ", attempt "
                    + ballots.attempt() + " are counted with other votes");
        }
    }

    /** Refuses a count that cannot be made now. */
    static void refuseUntimely(DebateRecord record, ExternalBallots ballots) {
        Stage stage = ballots.stage();
        Bounds.whole("round", ballots.round(), 1, record.config().rounds());
        Bounds.whole("attempt", ballots.attempt(), 0, ExternalParser.MOST_ATTEMPTS);
        if (stage == Stage.DRAFT && !ballots.votes().isEmpty()) {
            throw Bounds.invalid(
                    "ballots are given at stage draft, where drafts are their own ballots", "leave them out");
        }
        Set<String> agents = new HashSet<>();
        for (ExternalBallots.Vote vote : ballots.votes()) {
            if (!agents.add(vote.agent())) {
                throw Bounds.invalid("ballots has two of " + Bounds.shown(vote.agent()), "send one for each agent");
            }
        }
        String why = ExternalRules.untimely(record, stage, ballots.round());
        if (why != null) {
            throw new ConflictException(
                    "precondition",
                    "the " + stage.text() + " votes of round " + ballots.round() + " cannot be counted: " + why,
                    "count a round before the next begins");
        }
    }

    private static ConflictException conflict(String message) {
        return new ConflictException(
                "conflict", message, "what is stored stays; send it under another step or attempt");
    }
}
