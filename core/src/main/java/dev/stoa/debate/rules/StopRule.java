package dev.stoa.debate.rules;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.Checks;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.rules.voting.Tally;
import org.jspecify.annotations.Nullable;

/** When a debate has said enough. Stateless. */
public final class StopRule {
    private StopRule() {}

    /** Why it ends after a round; null if it goes on. */
    static @Nullable StopReason after(DebateRecord record, int round, int attempt) {
        DebateConfig config = record.config();
        if (config.preset() == Preset.VOTE) {
            return StopReason.SINGLE_PASS;
        }
        boolean drafts = round == 1 && config.preset() != Preset.CLASSIC;
        CountRecord counted = drafts ? record.counted(Stage.DRAFT, 1, 0) : record.counted(Stage.ROUND, round, attempt);
        if (counted != null && config.earlyStop() && agreed(record, counted)) {
            return StopReason.CONSENSUS;
        }
        if (counted != null && config.earlyStop() && round >= 2 && stability(record, counted) == 1) {
            return StopReason.STABLE;
        }
        return round == config.rounds() ? StopReason.ROUNDS : null;
    }

    static boolean agreed(DebateRecord record, CountRecord counted) {
        DebateConfig config = record.config();
        double enough = config.preset() == Preset.ROUND_TABLE ? 1 : config.threshold();
        return counted.tally() instanceof Tally.Elected elected
                && elected.consensus() >= enough
                && (!config.checked() || Checks.of(record, elected.option()) == CheckStatus.PASSED);
    }

    /**
     * The share of seats holding the same as at the count of the round before, among those that held something both
     * times; 0 if there are none.
     */
    public static double stability(DebateRecord record, CountRecord counted) {
        CountRecord before = before(record, counted);
        if (before == null) {
            return 0;
        }
        int both = 0;
        int same = 0;
        for (int seat = 0; seat < record.config().size(); seat++) {
            if (counted.choice(seat) >= 0 && before.choice(seat) >= 0) {
                both++;
                same += counted.choice(seat) == before.choice(seat) ? 1 : 0;
            }
        }
        return both == 0 ? 0 : (double) same / both;
    }

    /** The last count of the round before. */
    private static @Nullable CountRecord before(DebateRecord record, CountRecord counted) {
        CountRecord found = null;
        for (CountRecord earlier : record.counts()) {
            if (earlier.stage() != Stage.FINAL && earlier.round() == counted.round() - 1) {
                found = earlier;
            }
        }
        return found;
    }
}
