package dev.stoa.debate.rules.teaching;

import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.Checks;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Positions;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.CritiqueItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One criticism and what came of it. Immutable.
 *
 * @param index its place in the turn, from 1
 * @param target the seat that first gave the option it is about; -1 if nobody did
 * @param next the first position of the target that could take it in; null if there is none
 * @param proven whether tests or the truth say so, and not only the panel
 */
record Objection(
        Turn turn,
        int index,
        CritiqueItem item,
        int target,
        @Nullable Turn next,
        Effect effect,
        boolean proven) {
    /** Whether an answer got better by it. */
    enum Effect {
        IMPROVED,
        NOT_IMPROVED,
        /** Nobody can tell. */
        OPEN
    }

    /** Every criticism of a completed debate, in the order in which they were made; rejected ones are left out. */
    static List<Objection> all(DebateRecord record, @Nullable Grade grade) {
        List<Objection> objections = new ArrayList<>();
        Set<String> deciding = Checks.deciding(record, record.turns());
        for (Turn turn : record.turns()) {
            if (turn.ok() && turn.said() instanceof ParsedReply.Critiques said && !record.rejected(turn)) {
                int index = 0;
                for (CritiqueItem item : said.critiques()) {
                    objections.add(of(record, grade, deciding, turn, ++index, item));
                }
            }
        }
        return objections;
    }

    /** The name under which positions cite it. */
    String citation() {
        return turn.turnSeq() + "." + index;
    }

    private static Objection of(
            DebateRecord record, @Nullable Grade grade, Set<String> deciding, Turn turn, int index, CritiqueItem item) {
        int target = author(record, item.target());
        int seen = target < 0 ? 0 : seen(record, turn, target);
        Turn next = seen == 0 ? null : position(record, target, seen);
        Objection open = new Objection(turn, index, item, target, next, Effect.OPEN, false);
        if (target < 0) {
            return open;
        }
        Turn before = criticised(record, target, turn, item.target());
        boolean improved =
                morePassed(record, deciding, before, next) || turnedRight(record, grade, item.target(), next);
        if (improved) {
            return open.is(Effect.IMPROVED, true);
        }
        if (testsTell(record, before, next) || truthTells(record, grade, item.target(), next)) {
            return open.is(Effect.NOT_IMPROVED, true);
        }
        int winner = Grading.winner(record);
        List<Integer> cited = citing(record, open);
        if (winner >= 0 && cited.contains(winner)) {
            return open.is(Effect.IMPROVED, false);
        }
        boolean ignored = seen > 0 && cited.isEmpty() && item.target() == winner;
        return ignored ? open.is(Effect.NOT_IMPROVED, false) : open;
    }

    private Objection is(Effect effect, boolean proven) {
        return new Objection(turn, index, item, target, next, effect, proven);
    }

    /** The seat of the first position of an option, or -1. */
    private static int author(DebateRecord record, int option) {
        return Positions.giving(record, option).stream()
                .map(Turn::seat)
                .findFirst()
                .orElse(-1);
    }

    /** The number of the first turn in which a seat was shown a turn and answered; 0 if there is none. */
    private static int seen(DebateRecord record, Turn shown, int seat) {
        for (Turn turn : record.turns()) {
            if (turn.seat() == seat
                    && turn.ok()
                    && !record.rejected(turn)
                    && turn.visible().contains(shown.turnSeq())) {
                return turn.turnSeq();
            }
        }
        return 0;
    }

    private static @Nullable Turn position(DebateRecord record, int seat, int from) {
        for (Turn turn : record.turns()) {
            if (turn.seat() == seat
                    && turn.turnSeq() >= from
                    && turn.position() != null
                    && record.option(turn) >= 0
                    && !record.rejected(turn)) {
                return turn;
            }
        }
        return null;
    }

    /** The position that was criticised: the last that its author had given for the option. */
    private static @Nullable Turn criticised(DebateRecord record, int seat, Turn critique, int option) {
        return Positions.giving(record, option).stream()
                .filter(turn -> turn.turnSeq() < critique.turnSeq() && turn.seat() == seat)
                .reduce((first, last) -> last)
                .orElse(null);
    }

    private static boolean morePassed(
            DebateRecord record, Set<String> deciding, @Nullable Turn before, @Nullable Turn next) {
        return before != null
                && next != null
                && testsTell(record, before, next)
                && passed(record, next, both(record, deciding, before, next))
                        > passed(record, before, both(record, deciding, before, next));
    }

    private static boolean turnedRight(DebateRecord record, @Nullable Grade grade, int option, @Nullable Turn next) {
        return grade != null
                && next != null
                && Boolean.FALSE.equals(Grading.right(record, grade, option))
                && Boolean.TRUE.equals(Grading.right(record, grade, record.option(next)));
    }

    private static boolean testsTell(DebateRecord record, @Nullable Turn before, @Nullable Turn next) {
        return record.config().code() != null
                && before != null
                && ran(record, before)
                && (next == null || ran(record, next));
    }

    private static boolean truthTells(DebateRecord record, @Nullable Grade grade, int option, @Nullable Turn next) {
        return grade != null
                && Grading.right(record, grade, option) != null
                && (next == null || Grading.right(record, grade, record.option(next)) != null);
    }

    private static boolean ran(DebateRecord record, Turn turn) {
        return record.checks(turn.turnSeq()).stream()
                .anyMatch(result -> Checks.status(record, result) != CheckStatus.UNKNOWN);
    }

    /** The tests that ran on both: one that could not be run before is not won by running now. */
    private static Set<String> both(DebateRecord record, Set<String> deciding, Turn before, Turn next) {
        Set<String> both = new HashSet<>(deciding);
        both.retainAll(Checks.names(record, before.turnSeq(), CheckResult.TestVerdict::ran));
        both.retainAll(Checks.names(record, next.turnSeq(), CheckResult.TestVerdict::ran));
        return both;
    }

    private static int passed(DebateRecord record, Turn turn, Set<String> deciding) {
        return record.checks(turn.turnSeq()).stream()
                .mapToInt(result -> result.passed(deciding::contains))
                .sum();
    }

    /** The options of the positions that say they were moved by it, having seen it; its own author's do not count. */
    private static List<Integer> citing(DebateRecord record, Objection objection) {
        Set<Integer> options = new HashSet<>();
        for (Turn turn : record.turns()) {
            ParsedReply.Position position = turn.position();
            if (position != null
                    && turn.seat() != objection.turn().seat()
                    && !record.rejected(turn)
                    && turn.visible().contains(objection.turn().turnSeq())
                    && position.because().contains(objection.citation())) {
                options.add(record.option(turn));
            }
        }
        return List.copyOf(options);
    }
}
