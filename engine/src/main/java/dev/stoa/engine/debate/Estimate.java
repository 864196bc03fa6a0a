package dev.stoa.engine.debate;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.engine.provider.Providers;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a debate will take, before anything of it is stored: turns, calls, tokens and money, each from the least to the
 * most. Immutable, and made by rule of the request and the prices alone.
 *
 * <p>The least is what it takes if every agent answers at once what it is asked, all agree as soon as the rules let
 * them, and no limit, gate or person ends it sooner. The most counts every round, repair, retry, fall-back and redo.
 * Tokens are estimated at four characters each; the most of a command is unknown.
 *
 * @param turns what the seats are asked
 * @param calls what providers are asked for it
 * @param tokens of prompts and replies together
 * @param costUsd what they cost; null if a price is unknown
 * @param unpriced the models without a price, as {@code provider:model}
 * @param simulated whether a seat is simulated, so that the answer means nothing
 * @param config what the debate would be held with
 */
public record Estimate(
        Span turns,
        Span calls,
        Span tokens,
        @Nullable Money costUsd,
        List<String> unpriced,
        boolean simulated,
        DebateConfig config) {
    public Estimate {
        unpriced = List.copyOf(unpriced);
    }

    /**
     * A count from the least to the most.
     *
     * @param max null if nothing bounds it
     */
    public record Span(long min, @Nullable Long max) {
        /** Whether a number lies within. */
        public boolean holds(long number) {
            return number >= min && (max == null || number <= max);
        }

        Map<String, @Nullable Object> document() {
            return Json.object("min", min, "max", max);
        }
    }

    /**
     * An amount of US dollars from the least to the most.
     *
     * @param max null if nothing bounds it
     */
    public record Money(double min, @Nullable Double max) {
        /** Whether an amount lies within. */
        public boolean holds(double amount) {
            return amount >= min && (max == null || amount <= max);
        }

        Map<String, @Nullable Object> document() {
            return Json.object("min", min, "max", max);
        }
    }

    /**
     * What a debate will take.
     *
     * @param documents the characters of its documents
     */
    static Estimate of(DebateConfig config, Providers providers, long documents) {
        TurnCounts turns = TurnCounts.of(config);
        long most = turns.most(config.size());
        List<SeatTurn> seats = new ArrayList<>();
        for (Seat seat : config.seats()) {
            seats.add(SeatTurn.of(seat, config, providers, most, documents));
        }
        int given = config.drafts().size();
        boolean limited = config.maxTokens() != null || config.maxCostUsd() != null;
        Sum sum = new Sum(config, turns, seats);
        Span calls = new Span(
                limited ? Math.min(1, sum.least(seat -> 1)) : sum.least(seat -> 1), sum.most(SeatTurn::tries) - given);
        TreeSet<String> unpriced = new TreeSet<>();
        seats.forEach(seat -> unpriced.addAll(seat.unpriced()));
        return new Estimate(
                new Span(limited ? Math.min(1, turns.least(config.size())) : turns.least(config.size()), most),
                calls,
                sum.tokens(limited),
                unpriced.isEmpty() ? sum.money(limited) : null,
                List.copyOf(unpriced),
                config.simulated(),
                config);
    }

    /** Adds up what the turns of all seats take. */
    private record Sum(DebateConfig config, TurnCounts turns, List<SeatTurn> seats) {
        /** A draft that is given costs its seat no call. */
        long least(ToLongFunction<SeatTurn> one) {
            long sum = turns.leastAny() * seats.stream().mapToLong(one).min().orElse(0);
            for (int seat = 0; seat < seats.size(); seat++) {
                long asked = turns.leastEach() - (config.draft(seat) == null ? 0 : 1);
                sum += asked * one.applyAsLong(seats.get(seat));
            }
            return sum;
        }

        long most(ToLongFunction<SeatTurn> one) {
            return turns.mostAny() * seats.stream().mapToLong(one).max().orElse(0)
                    + turns.mostEach() * seats.stream().mapToLong(one).sum();
        }

        /** Calls that are out when the limit is reached still count. */
        private long beyond(ToLongFunction<SeatTurn> one) {
            return seats.stream()
                    .map(one::applyAsLong)
                    .sorted(Comparator.reverseOrder())
                    .limit(config.maxParallel())
                    .mapToLong(tokens -> tokens)
                    .sum();
        }

        Span tokens(boolean limited) {
            Long limit = config.maxTokens();
            long least = limited ? 0 : least(SeatTurn::leastTokens);
            if (seats.stream().anyMatch(seat -> seat.mostTokens() == null)) {
                return new Span(least, null);
            }
            long most = most(Sum::tokens);
            return new Span(least, limit == null ? most : Math.min(most, limit + beyond(Sum::tokens)));
        }

        private static long tokens(SeatTurn seat) {
            Long tokens = seat.mostTokens();
            return tokens == null ? 0 : tokens;
        }

        Money money(boolean limited) {
            Double limit = config.maxCostUsd();
            double least = limited ? 0 : least(SeatTurn::leastNanos) / SeatTurn.NANOS;
            if (seats.stream().anyMatch(seat -> seat.mostNanos() == null)) {
                return new Money(least, null);
            }
            double most = most(Sum::nanos) / SeatTurn.NANOS;
            return new Money(least, limit == null ? most : Math.min(most, limit + beyond(Sum::nanos) / SeatTurn.NANOS));
        }

        private static long nanos(SeatTurn seat) {
            Long nanos = seat.mostNanos();
            return nanos == null ? 0 : nanos;
        }
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("turns", turns.document());
        document.put("calls", calls.document());
        document.put("tokens", tokens.document());
        document.put("cost_usd", costUsd == null ? null : costUsd.document());
        document.put("unpriced", unpriced);
        document.put("simulated", simulated);
        document.put("preset", config.preset().text());
        document.put("topology_type", config.topology().text());
        document.put("voting_method", config.voting().text());
        document.put("rounds", config.rounds());
        document.put("threshold", config.threshold());
        document.put("quorum", config.quorum());
        document.put(
                "agents", IntStream.range(0, config.size()).mapToObj(this::seat).toList());
        return document;
    }

    /** A seat and whom it reads; the first seat leads until the ratings of a run say another. */
    private Map<String, @Nullable Object> seat(int number) {
        Seat seat = config.seats().get(number);
        List<Integer> reads =
                config.preset() == Preset.VOTE ? List.of() : config.topology().sees(config.size(), 0, number);
        return Json.object(
                "name",
                seat.agent(),
                "provider",
                seat.provider(),
                "model",
                seat.model(),
                "reads",
                reads.stream().map(config::agent).toList());
    }
}
