package dev.stoa.debate.rules;

import dev.stoa.debate.rules.config.Agenda;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Stage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a debate is held to although another engine decides what comes next: when votes are counted, what is too late,
 * and why it ended. Stateless.
 */
public final class ExternalRules {
    private ExternalRules() {}

    /** What a phase asks for where nobody says so; null where that may be several things. */
    public static @Nullable ReplyKind kind(Phase phase) {
        return switch (phase) {
            case DEHALLUCINATION -> ReplyKind.QUESTION;
            case SELF_EVOLVEMENT, PROPOSAL, OPTIMIZATION -> ReplyKind.POSITION;
            case CRITIQUE -> ReplyKind.CRITIQUE;
            case REVIEW -> ReplyKind.REVIEW;
            case ADVERSARIAL -> null;
            case CONVERGENCE -> ReplyKind.BALLOT;
        };
    }

    /** Why nothing more may be said in a phase of a round; null if it may. */
    public static @Nullable String tooLate(DebateRecord record, int round, Phase phase) {
        int now = record.round();
        if (isDecided(record)) {
            return "the final votes are counted";
        }
        if (round < now) {
            return "round " + round + " is over, for round " + now + " has begun";
        }
        if (round == now && isCounted(record, Stage.ROUND, now)) {
            return "round " + round + " is counted";
        }
        boolean draft = round == 1 && phase == Agenda.drafting(record.config());
        return draft && isCounted(record, Stage.DRAFT, 1) ? "the drafts are counted" : null;
    }

    /** Why votes cannot be counted now; null if they can. */
    public static @Nullable String untimely(DebateRecord record, Stage stage, int round) {
        int now = record.round();
        if (record.turns().isEmpty()) {
            return "nobody has said anything yet";
        }
        if (round != now || (stage == Stage.DRAFT && now > 1)) {
            return "round " + now + " goes on";
        }
        if (isDecided(record)) {
            return "the final votes are counted";
        }
        if (stage == Stage.FINAL || !isCounted(record, stage, now)) {
            return null;
        }
        return stage == Stage.DRAFT ? "the drafts are counted" : "round " + now + " is counted";
    }

    /** The first round in which something may be said next, should the one that goes on be left. */
    public static int latestRound(DebateRecord record) {
        return record.turns().isEmpty() ? 1 : record.round() + 1;
    }

    /** The counts that must be made before something is said in a phase of a round, in their order. */
    public static List<Stage> due(DebateRecord record, int round, Phase phase) {
        boolean drafted = record.round() == 1
                && phase.number() > Agenda.drafting(record.config()).number();
        return round > record.round() ? due(record) : drafted ? drafts(record) : List.of();
    }

    /** The counts that must be made before the round that goes on is over, in their order. */
    public static List<Stage> due(DebateRecord record) {
        List<Stage> due = new ArrayList<>(drafts(record));
        if (isRevised(record) && !isCounted(record, Stage.ROUND, record.round())) {
            due.add(Stage.ROUND);
        }
        return due;
    }

    private static List<Stage> drafts(DebateRecord record) {
        return isCounted(record, Stage.DRAFT, 1) ? List.of() : List.of(Stage.DRAFT);
    }

    /** Whether the round that goes on has more than drafts. */
    private static boolean isRevised(DebateRecord record) {
        int drafting = Agenda.drafting(record.config()).number();
        return record.round() > 1
                || record.turns().stream().anyMatch(turn -> turn.phase().number() > drafting);
    }

    /** Whether the votes that decide are counted. */
    public static boolean isDecided(DebateRecord record) {
        return !record.counts().isEmpty() && record.counts().getLast().stage() == Stage.FINAL;
    }

    private static boolean isCounted(DebateRecord record, Stage stage, int round) {
        return last(record, stage, round) != null;
    }

    private static @Nullable CountRecord last(DebateRecord record, Stage stage, int round) {
        CountRecord found = null;
        for (CountRecord counted : record.counts()) {
            if (counted.stage() == stage && counted.round() == round) {
                found = counted;
            }
        }
        return found;
    }

    /** How many seats have given a position, a vote or an abstention. */
    public static int answered(DebateRecord record) {
        return (int) record.turns().stream()
                .filter(turn -> turn.status() == TurnStatus.ABSTAINED
                        || turn.position() != null
                        || turn.said() instanceof ParsedReply.Vote)
                .mapToInt(Turn::seat)
                .distinct()
                .count();
    }

    /** Why a debate ends after the round that goes on, whose counts are made. */
    public static StopReason stop(DebateRecord record) {
        StopReason spent = record.spent();
        if (spent != null) {
            return spent;
        }
        CountRecord rounded = last(record, Stage.ROUND, record.round());
        CountRecord counted = rounded == null ? last(record, Stage.DRAFT, record.round()) : rounded;
        if (counted == null || !record.config().earlyStop()) {
            return StopReason.ROUNDS;
        }
        if (StopRule.agreed(record, counted)) {
            return StopReason.CONSENSUS;
        }
        boolean stable = record.round() >= 2 && StopRule.stability(record, counted) == 1;
        return stable ? StopReason.STABLE : StopReason.ROUNDS;
    }
}
