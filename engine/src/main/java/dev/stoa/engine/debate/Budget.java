package dev.stoa.engine.debate;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.session.TurnDraft;
import java.util.List;

/** What a debate has used of its means. Stateless. */
final class Budget {
    private Budget() {}

    static boolean spent(DebateRecord record) {
        return spent(record, List.of());
    }

    /** Whether it is used up once these turns are stored too. */
    static boolean spent(DebateRecord record, List<TurnDraft> coming) {
        DebateConfig config = record.config();
        Long tokens = config.maxTokens();
        Double money = config.maxCostUsd();
        if (tokens == null && money == null) {
            return false;
        }
        long used = 0;
        double paid = 0;
        for (Turn turn : record.turns()) {
            used += turn.tokensIn() + (long) turn.tokensOut();
            Double cost = turn.cost();
            paid += cost == null ? 0 : cost;
        }
        for (TurnDraft draft : coming) {
            used += draft.tokensIn() + (long) draft.tokensOut();
            Double cost = draft.costUsd();
            paid += cost == null ? 0 : cost;
        }
        return (tokens != null && used >= tokens) || (money != null && paid >= money);
    }
}
