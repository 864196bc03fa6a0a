package dev.stoa.debate.rules;

import dev.stoa.debate.rules.code.CodeTask;
import dev.stoa.debate.rules.config.Agenda;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.debate.rules.record.Checks;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.LeadSeat;
import dev.stoa.debate.rules.record.Positions;
import dev.stoa.debate.rules.record.RedBlueRound;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who acts next in a phase, and what each is shown. Reads a record and keeps nothing. */
final class WavePlanner {
    private static final int MOST_OPTIMISED = 3;

    private final DebateRecord record;
    private final DebateConfig config;

    WavePlanner(DebateRecord record) {
        this.record = record;
        this.config = record.config();
    }

    /** Why a phase has nothing to do; null if it has. */
    @Nullable
    String idle(int round, Phase phase) {
        return switch (phase) {
            case DEHALLUCINATION, CONVERGENCE -> null;
            case SELF_EVOLVEMENT -> config.checked() ? null : "no_checker";
            case PROPOSAL -> Agenda.drafting(config) == Phase.PROPOSAL ? null : "drafted_in_self_evolvement";
            case CRITIQUE, REVIEW -> Checks.paper(record).isEmpty() ? "no_options" : null;
            case OPTIMIZATION -> optimisers(round).isEmpty() ? "no_options" : null;
            case ADVERSARIAL -> RedBlueRound.of(record, round, 0) == null ? "no_options" : null;
        };
    }

    /** The next wave of a phase; none if everybody has spoken. */
    List<Slot> next(int round, Phase phase, int attempt) {
        List<Turn> said = record.turns(round, phase, attempt);
        return switch (phase) {
            case DEHALLUCINATION -> once(said, round, phase, attempt, ReplyKind.QUESTION, "moderator");
            case SELF_EVOLVEMENT -> evolving(said, round, attempt);
            case PROPOSAL -> drafting(said, round, phase, attempt);
            case CRITIQUE -> byTopology(said, round, phase, attempt, ReplyKind.CRITIQUE, everyone());
            case REVIEW -> byTopology(said, round, phase, attempt, ReplyKind.REVIEW, everyone());
            case OPTIMIZATION -> byTopology(said, round, phase, attempt, ReplyKind.POSITION, optimisers(round));
            case ADVERSARIAL -> duelling(round, attempt);
            case CONVERGENCE -> byTopology(said, round, phase, attempt, ReplyKind.BALLOT, everyone());
        };
    }

    /** The calls that make a plan: the lead alone, or everybody, blind. */
    List<Slot> planning(int round, int attempt, Protocol protocol) {
        List<Integer> seats = protocol == Protocol.CPDE ? List.of(record.lead()) : everyone();
        return slots(seats, round, Phase.CRITIQUE, attempt, 0, ReplyKind.PLAN);
    }

    /** How many ok replies of its own kind a phase has. */
    int answered(int round, Phase phase, int attempt) {
        return (int) record.turns(round, phase, attempt).stream()
                .filter(turn -> turn.ok() && turn.step() > 0)
                .count();
    }

    /** How many seats drafted or abstained. */
    int drafted(int round, Phase phase, int attempt) {
        Set<Integer> seats = new HashSet<>();
        for (Turn turn : record.turns(round, phase, attempt)) {
            if (turn.step() > 0 && (turn.ok() || turn.status() == TurnStatus.ABSTAINED)) {
                seats.add(turn.seat());
            }
        }
        return seats.size();
    }

    /** What has to be run before the phase can go on: drafts, and the tests of findings. */
    List<Turn> unchecked(int round, Phase phase, int attempt) {
        if (!config.checked()) {
            return List.of();
        }
        List<Turn> unchecked = new ArrayList<>();
        for (Turn turn : record.turns(round, phase, attempt)) {
            boolean runs = (turn.position() != null && record.option(turn) >= 0)
                    ? config.code() == null || turn.version() > 0
                    : config.code() != null && bringsTests(turn);
            if (turn.ok() && runs && record.checks(turn.turnSeq()).isEmpty()) {
                unchecked.add(turn);
            }
        }
        return unchecked;
    }

    private static boolean bringsTests(Turn turn) {
        return turn.said() instanceof ParsedReply.Attack attack
                && attack.findings().stream().anyMatch(finding -> finding.test() != null);
    }

    private List<Integer> everyone() {
        List<Integer> seats = new ArrayList<>();
        for (int seat = 0; seat < config.size(); seat++) {
            seats.add(seat);
        }
        return seats;
    }

    private List<Slot> once(List<Turn> said, int round, Phase phase, int attempt, ReplyKind kind, String role) {
        return said.isEmpty()
                ? slots(List.of(LeadSeat.playingOrLead(record, role)), round, phase, attempt, 1, kind)
                : List.of();
    }

    /** Everybody at once, blind; then once more those who said nothing that can be used. */
    private List<Slot> drafting(List<Turn> said, int round, Phase phase, int attempt) {
        List<Turn> drafts = said.stream().filter(turn -> turn.step() > 0).toList();
        if (drafts.isEmpty()) {
            return slots(everyone(), round, phase, attempt, 1, ReplyKind.POSITION);
        }
        if (lastStep(drafts) > 1) {
            return List.of();
        }
        List<Integer> again = drafts.stream()
                .filter(turn -> !turn.ok() && turn.status() != TurnStatus.ABSTAINED)
                .map(Turn::seat)
                .toList();
        return slots(again, round, phase, attempt, 2, ReplyKind.POSITION);
    }

    private List<Slot> evolving(List<Turn> said, int round, int attempt) {
        CodeTask code = config.code();
        if (code != null && code.tests().isEmpty() && said.isEmpty()) {
            int author = LeadSeat.playingOrLead(record, "test_agent");
            return slots(List.of(author), round, Phase.SELF_EVOLVEMENT, attempt, 0, ReplyKind.TESTS);
        }
        List<Turn> drafts = said.stream().filter(turn -> turn.step() > 0).toList();
        boolean reflecting = lastStep(drafts) > 2 || drafts.stream().anyMatch(this::reflects);
        if (!reflecting) {
            List<Slot> first = drafting(said, round, Phase.SELF_EVOLVEMENT, attempt);
            if (!first.isEmpty()) {
                return first;
            }
        }
        List<Integer> failing =
                everyone().stream().filter(seat -> reflectsAgain(drafts, seat)).toList();
        return slots(failing, round, Phase.SELF_EVOLVEMENT, attempt, lastStep(drafts) + 1, ReplyKind.POSITION);
    }

    private boolean reflects(Turn turn) {
        ParsedReply.Position position = turn.position();
        return position != null && position.reflection() != null;
    }

    /** A seat goes on while its last draft fails something it may see, gained on the one before, and it may. */
    private boolean reflectsAgain(List<Turn> drafts, int seat) {
        List<Turn> own = drafts.stream()
                .filter(turn -> turn.seat() == seat && turn.position() != null && record.option(turn) >= 0)
                .toList();
        List<Turn> tries = drafts.stream().filter(turn -> turn.seat() == seat).toList();
        if (own.isEmpty()
                || own.size() > config.reflexionAttempts()
                || !own.getLast().equals(tries.getLast())) {
            return false;
        }
        Turn last = own.getLast();
        if (record.checks(last.turnSeq()).isEmpty() || Checks.publicComplete(record, last)) {
            return false;
        }
        return own.size() == 1
                || Checks.publicPassed(record, last) > Checks.publicPassed(record, own.get(own.size() - 2));
    }

    private static int lastStep(List<Turn> turns) {
        int last = 0;
        for (Turn turn : turns) {
            last = Math.max(last, turn.step());
        }
        return last;
    }

    private List<Slot> byTopology(
            List<Turn> said, int round, Phase phase, int attempt, ReplyKind kind, List<Integer> acting) {
        int done = lastStep(said);
        int step = 0;
        for (List<Integer> wave : config.topology().waves(config.size(), record.lead())) {
            if (Collections.disjoint(wave, acting)) {
                continue;
            }
            step++;
            if (done < step) {
                List<Integer> seats =
                        wave.stream().filter(acting::contains).sorted().toList();
                return slots(seats, round, phase, attempt, step, kind);
            }
        }
        return List.of();
    }

    private List<Slot> duelling(int round, int attempt) {
        RedBlueRound duel = RedBlueRound.of(record, round, attempt);
        ReplyKind next = duel == null ? null : duel.next(record);
        if (duel == null || next == null) {
            return List.of();
        }
        int seat = next == ReplyKind.ATTACK ? duel.red() : duel.blue();
        int step = duel.attacks().size() + duel.defences().size() + 1;
        return slots(List.of(seat), round, Phase.ADVERSARIAL, attempt, step, next);
    }

    /** At a round table all; else the first author still holding each of the options that were reviewed best. */
    private List<Integer> optimisers(int round) {
        if (config.preset() == Preset.ROUND_TABLE) {
            return everyone();
        }
        Map<Integer, List<Integer>> holders = new HashMap<>();
        int end = record.turns(round, Phase.OPTIMIZATION, record.attempt(round, Phase.OPTIMIZATION)).stream()
                .mapToInt(Turn::turnSeq)
                .min()
                .orElse(Integer.MAX_VALUE);
        for (int seat = 0; seat < config.size(); seat++) {
            Turn turn = Positions.of(record, seat, end);
            if (turn != null) {
                holders.computeIfAbsent(Positions.option(record, turn), option -> new ArrayList<>())
                        .add(seat);
            }
        }
        Map<Integer, Double> marks = marks(round);
        return holders.keySet().stream()
                .sorted(Comparator.comparingDouble((Integer option) -> -marks.getOrDefault(option, 0.0))
                        .thenComparingInt(option ->
                                -holders.getOrDefault(option, List.of()).size())
                        .thenComparingInt(option -> option))
                .limit(MOST_OPTIMISED)
                .map(option -> firstAuthor(option, holders.getOrDefault(option, List.of())))
                .sorted()
                .toList();
    }

    private Map<Integer, Double> marks(int round) {
        Map<Integer, List<Double>> given = new HashMap<>();
        for (Turn turn : record.turns(round, Phase.REVIEW, record.attempt(round, Phase.REVIEW))) {
            if (turn.said() instanceof ParsedReply.Reviews reviews) {
                reviews.reviews()
                        .forEach(review -> given.computeIfAbsent(review.option(), option -> new ArrayList<>())
                                .add(review.mean()));
            }
        }
        Map<Integer, Double> means = new HashMap<>();
        given.forEach((option, marks) -> means.put(
                option, marks.stream().mapToDouble(mark -> mark).average().orElse(0)));
        return means;
    }

    private int firstAuthor(int option, List<Integer> holders) {
        return Positions.giving(record, option).stream()
                .map(Turn::seat)
                .filter(holders::contains)
                .findFirst()
                .orElseGet(holders::getFirst);
    }

    private List<Slot> slots(List<Integer> seats, int round, Phase phase, int attempt, int step, ReplyKind kind) {
        List<Slot> slots = new ArrayList<>();
        int turn = record.planned();
        for (int seat : seats) {
            slots.add(record.slot(++turn, seat, round, phase, attempt, step, kind));
        }
        return slots;
    }
}
