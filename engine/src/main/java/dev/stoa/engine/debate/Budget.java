package dev.stoa.engine.debate;

import dev.stoa.debate.rules.DebateConfig;
import dev.stoa.debate.rules.DebateRecord;
import dev.stoa.debate.rules.Turn;

/** What a debate has used of its means. Stateless. */
final class Budget {
    private Budget() {}

    static boolean spent(DebateRecord record) {
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
        return (tokens != null && used >= tokens) || (money != null && paid >= money);
    }
}
