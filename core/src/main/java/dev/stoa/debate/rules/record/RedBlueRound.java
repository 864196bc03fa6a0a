package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ParsedReply.Attack;
import dev.stoa.debate.rules.reply.ParsedReply.Finding;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Red against blue: who attacks the leading option, who answers, and what is still open. Immutable.
 *
 * @param option the option that led when the phase began
 * @param target the position that is attacked now
 * @param attacks red's turns so far
 * @param defences blue's turns so far
 */
public record RedBlueRound(int option, int red, int blue, Turn target, List<Turn> attacks, List<Turn> defences) {
    static final int MOST_ATTACKS = 3;

    public RedBlueRound {
        attacks = List.copyOf(attacks);
        defences = List.copyOf(defences);
    }

    /** The duel of an attempt at a phase; null if no option leads, so that there is nothing to attack. */
    public static @Nullable RedBlueRound of(DebateRecord record, int round, int attempt) {
        List<Turn> turns = record.turns(round, Phase.ADVERSARIAL, attempt);
        int before = turns.isEmpty() ? Integer.MAX_VALUE : turns.getFirst().turnSeq();
        int option = leading(record, before);
        if (option < 0) {
            return null;
        }
        List<Turn> attacks =
                turns.stream().filter(turn -> turn.kind() == ReplyKind.ATTACK).toList();
        List<Turn> defences =
                turns.stream().filter(turn -> turn.kind() == ReplyKind.DEFENCE).toList();
        int red = red(record, option, before);
        int blue = blue(record, option, red);
        if (LeadSeat.playing(record.config(), "red_team") < 0 && red == blue) {
            red = red(record, option, before, blue);
        }
        Turn target = defences.stream()
                .filter(turn -> turn.position() != null && record.option(turn) >= 0)
                .reduce((first, last) -> last)
                .orElseGet(() -> latestPosition(record, option, before));
        return new RedBlueRound(option, red, blue, Winner.spelledOut(record, target), attacks, defences);
    }

    /** Whether red has to speak, rather than blue; null if the duel is over. */
    @Nullable
    public ReplyKind next(DebateRecord record) {
        if (attacks.isEmpty()) {
            return ReplyKind.ATTACK;
        }
        Turn last = attacks.getLast();
        if (defences.size() < attacks.size()) {
            boolean over = !last.ok() || findings(record, last).isEmpty() || attacks.size() == MOST_ATTACKS;
            return over ? null : ReplyKind.DEFENCE;
        }
        return ReplyKind.ATTACK;
    }

    /**
     * The findings that are still open. In words those of red's last ok attack: what it does not repeat is closed, and a
     * reply that says nothing closes nothing. In code each whose test the last version does not pass.
     */
    public List<Finding> open(DebateRecord record) {
        if (record.config().code() != null) {
            return failing(record);
        }
        return attacks.stream()
                .filter(Turn::ok)
                .reduce((before, after) -> after)
                .map(attack -> findings(record, attack))
                .orElse(List.of());
    }

    private List<Finding> failing(DebateRecord record) {
        Map<String, Finding> open = new LinkedHashMap<>();
        for (Turn attack : attacks) {
            for (Finding finding : findings(record, attack)) {
                if (!closed(record, attack, finding)) {
                    open.put(finding.id(), finding);
                }
            }
        }
        return List.copyOf(open.values());
    }

    /** Whether a later version passes the test of a finding and every supplied test that the attacked one passed. */
    private boolean closed(DebateRecord record, Turn attack, Finding finding) {
        if (target.turnSeq() < attack.turnSeq()) {
            return false;
        }
        DebateRecord.Version attacked = CodeRules.candidate(record, attack);
        Set<String> before = attacked == null ? Set.of() : Checks.passed(record, attacked.turnSeq());
        Set<String> worse = Checks.failed(record, target.turnSeq());
        return Checks.passed(record, target.turnSeq()).contains(testName(attack.turnSeq(), finding.id()))
                && Checks.supplied(record).stream().noneMatch(test -> worse.contains(test) && before.contains(test));
    }

    /** The greatest weight of an open finding, 0 if there is none; null if red's last reply says nothing. */
    @Nullable
    public Double risk(DebateRecord record) {
        if (attacks.isEmpty() || !attacks.getLast().ok()) {
            return null;
        }
        return open(record).stream()
                .mapToDouble(finding -> finding.severity().risk())
                .max()
                .orElse(0);
    }

    /** What an attack found. In a debate about code only what a failing test shows. */
    public static List<Finding> findings(DebateRecord record, Turn attack) {
        if (!(attack.said() instanceof Attack said)) {
            return List.of();
        }
        if (record.config().code() == null) {
            return said.findings();
        }
        Map<String, Boolean> failed = new HashMap<>();
        record.checks(attack.turnSeq())
                .forEach(result -> result.tests().forEach(test -> failed.put(test.name(), test.failed())));
        return said.findings().stream()
                .filter(finding -> finding.test() != null
                        && Boolean.TRUE.equals(failed.get(testName(attack.turnSeq(), finding.id()))))
                .toList();
    }

    /** The name under which the test of a finding runs. */
    public static String testName(int attack, String finding) {
        return "finding-" + attack + "-" + finding;
    }

    /** The option that most seats hold; of equals the one whose holders are surer, then the first. */
    private static int leading(DebateRecord record, int before) {
        Map<Integer, Integer> votes = new HashMap<>();
        Map<Integer, Double> surety = new HashMap<>();
        for (int seat = 0; seat < record.config().size(); seat++) {
            Turn turn = Positions.of(record, seat, before);
            if (turn != null) {
                int option = Positions.option(record, turn);
                votes.merge(option, 1, Integer::sum);
                surety.merge(option, VoteCounter.confidence(turn), Double::sum);
            }
        }
        int best = -1;
        for (int option : Checks.paper(record, before)) {
            int count = votes.getOrDefault(option, 0);
            if (count > 0
                    && (best < 0
                            || count > votes.getOrDefault(best, 0)
                            || (count == votes.getOrDefault(best, 0)
                                    && surety.getOrDefault(option, 0.0) > surety.getOrDefault(best, 0.0)))) {
                best = option;
            }
        }
        return best;
    }

    private static int blue(DebateRecord record, int option, int red) {
        int given = LeadSeat.playing(record.config(), "blue_team");
        if (given >= 0) {
            return given;
        }
        boolean redGiven = LeadSeat.playing(record.config(), "red_team") >= 0;
        return Positions.giving(record, option).stream()
                .map(Turn::seat)
                .filter(seat -> !redGiven || seat != red)
                .findFirst()
                .orElse(red == 0 ? 1 : 0);
    }

    private static int red(DebateRecord record, int option, int before) {
        int given = LeadSeat.playing(record.config(), "red_team");
        return given >= 0 ? given : red(record, option, before, -1);
    }

    /** The seat of the lowest rating that does not hold the option; if all do, of all but one. */
    private static int red(DebateRecord record, int option, int before, int except) {
        int other = lowest(record, except, seat -> {
            Turn turn = Positions.of(record, seat, before);
            return turn == null || Positions.option(record, turn) != option;
        });
        return other >= 0 ? other : lowest(record, except, seat -> true);
    }

    private static int lowest(DebateRecord record, int except, IntPredicate may) {
        int lowest = -1;
        List<Context.Standing> standings = record.context().standings();
        for (int seat = 0; seat < standings.size(); seat++) {
            if (seat != except
                    && may.test(seat)
                    && (lowest < 0
                            || standings.get(seat).rating()
                                    < standings.get(lowest).rating())) {
                lowest = seat;
            }
        }
        return lowest;
    }

    private static Turn latestPosition(DebateRecord record, int option, int before) {
        return Positions.giving(record, option).stream()
                .filter(turn -> turn.turnSeq() < before)
                .reduce((first, last) -> last)
                .orElseThrow(() -> new IllegalStateException("an option that is held has a position"));
    }
}
