package dev.stoa.engine.debate;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.debate.rules.sim.SimRules;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Calls;
import dev.stoa.engine.provider.Provider;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.provider.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one turn of a seat takes, from the least to the most. Immutable.
 *
 * @param tries how often its providers are called at most
 * @param leastTokens of a prompt and its reply
 * @param mostTokens the same at most; null if nothing bounds it
 * @param leastNanos what it costs at least, in billionths of a US dollar
 * @param mostNanos the same at most; null if nothing bounds it or a price is unknown
 * @param unpriced its models without a price
 */
record SeatTurn(
        int tries,
        long leastTokens,
        @Nullable Long mostTokens,
        long leastNanos,
        @Nullable Long mostNanos,
        List<String> unpriced) {
    static final double NANOS = 1e9;

    private static final String SIM = "sim";
    private static final int CHARACTERS = 4;
    /** The tokens of a prompt that nothing but its cut bounds. */
    private static final long PROMPT = 30_000;
    /** An unusable reply is asked for once more. */
    private static final int REPAIRED = 2;

    SeatTurn {
        unpriced = List.copyOf(unpriced);
    }

    /**
     * What a turn of a seat takes.
     *
     * @param turns the most turns of the debate, each of which a prompt may quote
     * @param documents the characters of its documents
     */
    static SeatTurn of(Seat seat, DebateConfig config, Providers providers, long turns, long documents) {
        AgentSpec agent = Asking.spec(seat);
        List<Target> targets = new ArrayList<>();
        targets.add(agent.target());
        targets.addAll(agent.fallback());
        boolean offline = offline(providers, agent.target());
        int asked = offline ? 1 : REPAIRED;
        Range range = new Range(config, providers, seat, turns, documents, asked);
        targets.forEach(target -> range.add(target, providers.window(agent)));
        return new SeatTurn(
                asked * range.tries,
                range.least,
                range.most,
                range.cheapest,
                range.unpriced.isEmpty() ? range.dearest : null,
                range.unpriced);
    }

    private static boolean offline(Providers providers, Target target) {
        return providers.find(target.provider()).map(Provider::offline).orElse(false);
    }

    /** Gathers the range over the targets of a seat. For one thread. */
    private static final class Range {
        private final DebateConfig config;
        private final Providers providers;
        private final Seat seat;
        private final long turns;
        private final long documents;
        private final int asked;
        private int tries;
        private long least = Long.MAX_VALUE;
        private @Nullable Long most = 0L;
        private long cheapest = Long.MAX_VALUE;
        private @Nullable Long dearest = 0L;
        private final List<String> unpriced = new ArrayList<>();

        Range(DebateConfig config, Providers providers, Seat seat, long turns, long documents, int asked) {
            this.config = config;
            this.providers = providers;
            this.seat = seat;
            this.turns = turns;
            this.documents = documents;
            this.asked = asked;
        }

        void add(Target target, @Nullable Long window) {
            if (offline(providers, target)) {
                boolean plays = target.provider().equals(SIM);
                tries += plays && fails(target) ? Calls.MOST_TRIES : 1;
                least = Math.min(least, plays ? SimRules.tokensIn(0) + SimRules.TOKENS_OUT : 0);
                long longest = plays ? SimRules.tokensIn((int) turns) + SimRules.TOKENS_OUT : 0;
                most = most == null ? null : (Long) Math.max(most, longest);
                cheapest = 0;
                return;
            }
            tries += Calls.MOST_TRIES;
            long shortest = config.topic().codePointCount(0, config.topic().length()) / CHARACTERS;
            least = Math.min(least, shortest + 1);
            Integer reply = providers.longestReply(target);
            long prompt = reply == null ? 0 : prompt(reply, window);
            most = most == null || reply == null ? null : (Long) Math.max(most, asked * (prompt + reply));
            Double low = providers.cost(target, (int) shortest, 1);
            if (low == null) {
                unpriced.add(target.toString());
                return;
            }
            cheapest = Math.min(cheapest, (long) Math.floor(low * NANOS));
            Double high = reply == null ? null : providers.cost(target, (int) prompt, reply);
            dearest = dearest == null || high == null
                    ? null
                    : (Long) Math.max(dearest, asked * (long) Math.ceil(high * NANOS));
        }

        /** The longest prompt: its cut, or what may not be cut from it, but no more than the model reads. */
        private long prompt(int reply, @Nullable Long window) {
            String system = seat.system();
            long fixed =
                    (3L * config.topic().length() + (system == null ? 0 : system.length()) + documents) / CHARACTERS;
            long longest = Math.max(PROMPT, fixed + 2L * config.size() * reply);
            return Math.min(window == null ? longest : Math.min(window, longest), Integer.MAX_VALUE);
        }

        /** Whether a simulated agent is told to fail, or to be slower than the limit of a call. */
        private boolean fails(Target target) {
            SimParams how = SimParams.parse(seat.agent(), target.params());
            return how.failure() > 0 || 2 * how.latencyMs() > config.callTimeoutSeconds() * 1_000.0;
        }
    }
}
