package dev.stoa.debate.rules;

import dev.stoa.base.TextNormalizer;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.debate.rules.reply.ParsedReply.Bid;
import dev.stoa.debate.rules.reply.ParsedReply.Focus;
import dev.stoa.debate.rules.reply.ParsedReply.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who looks at what: one focus for every seat, by the coordination protocol. Stateless. */
public final class FocusAssignment {
    private static final List<String> DEFAULTS =
            List.of("correctness", "evidence", "risks", "edge cases", "cost", "security", "simplicity");
    private static final double MUCH_AMBIGUITY = 0.6;
    private static final int LARGE_PANEL = 8;

    private FocusAssignment() {}

    /** What seats look at when nobody says: each the next, over again. */
    public static String byDefault(int seat) {
        return DEFAULTS.get(seat % DEFAULTS.size());
    }

    /** The protocol that is followed: adaptive becomes one of the others by how much the drafts differ. */
    static Protocol resolve(Protocol asked, List<Integer> drafts) {
        if (asked != Protocol.ADAPTIVE) {
            return asked;
        }
        return ambiguity(drafts) > MUCH_AMBIGUITY || drafts.size() > LARGE_PANEL ? Protocol.DPDE : Protocol.CPDE;
    }

    /** The entropy of the drafts' options as a share of the greatest that so many drafts can have. */
    static double ambiguity(List<Integer> drafts) {
        if (drafts.size() < 2) {
            return 0;
        }
        Map<Integer, Integer> votes = new HashMap<>();
        drafts.forEach(option -> votes.merge(option, 1, Integer::sum));
        double entropy = 0;
        for (int option : votes.keySet().stream().sorted().toList()) {
            double share = (double) votes.getOrDefault(option, 0) / drafts.size();
            entropy -= share * Math.log(share);
        }
        return entropy / Math.log(drafts.size());
    }

    /** What a lead named, if it named something for every seat; else the defaults. */
    static List<String> named(@Nullable Plan plan, int seats) {
        Map<Integer, String> foci = new HashMap<>();
        if (plan != null) {
            for (Focus focus : plan.foci()) {
                foci.putIfAbsent(focus.seat(), focus.focus());
            }
        }
        List<String> all = new ArrayList<>();
        for (int seat = 0; seat < seats; seat++) {
            String focus = foci.get(seat);
            if (focus == null) {
                return defaults(seats);
            }
            all.add(focus);
        }
        return all;
    }

    private static List<String> defaults(int seats) {
        List<String> all = new ArrayList<>();
        for (int seat = 0; seat < seats; seat++) {
            all.add(byDefault(seat));
        }
        return all;
    }

    private record Offer(int seat, int rank, Bid bid) {}

    /** The match of sealed bids: the fittest first; no focus goes to two, and who is left over takes a default. */
    static List<String> matched(Map<Integer, List<Bid>> bids, int seats) {
        List<Offer> offers = new ArrayList<>();
        bids.forEach((seat, of) -> {
            for (int rank = 0; rank < of.size(); rank++) {
                offers.add(new Offer(seat, rank, of.get(rank)));
            }
        });
        offers.sort(Comparator.comparingDouble((Offer offer) -> -offer.bid().fit())
                .thenComparingInt(Offer::rank)
                .thenComparingInt(Offer::seat));
        Map<Integer, String> foci = new HashMap<>();
        Set<String> taken = new HashSet<>();
        for (Offer offer : offers) {
            if (!foci.containsKey(offer.seat())
                    && taken.add(TextNormalizer.of(offer.bid().focus()))) {
                foci.put(offer.seat(), offer.bid().focus());
            }
        }
        List<String> free = DEFAULTS.stream()
                .filter(focus -> !taken.contains(TextNormalizer.of(focus)))
                .toList();
        List<String> all = new ArrayList<>();
        int next = 0;
        for (int seat = 0; seat < seats; seat++) {
            String focus = foci.get(seat);
            if (focus != null) {
                all.add(focus);
            } else {
                all.add(next < free.size() ? free.get(next) : byDefault(next));
                next++;
            }
        }
        return all;
    }
}
