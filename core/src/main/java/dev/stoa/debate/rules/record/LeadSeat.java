package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Topology;
import java.util.List;

/** Which seat leads: one that was given the role, else the one of the highest rating. Stateless. */
public final class LeadSeat {
    private static final List<String> ROLES = List.of("moderator");
    private static final List<String> TREE_ROLES = List.of("architect", "designer", "moderator");

    private LeadSeat() {}

    static int of(DebateConfig config, Context context) {
        for (String role : config.topology() == Topology.TREE ? TREE_ROLES : ROLES) {
            int seat = playing(config, role);
            if (seat >= 0) {
                return seat;
            }
        }
        return best(context);
    }

    /** The first seat that was given a role, or -1. */
    static int playing(DebateConfig config, String role) {
        for (int seat = 0; seat < config.size(); seat++) {
            if (config.seats().get(seat).plays(role)) {
                return seat;
            }
        }
        return -1;
    }

    /** The seat that was given a role, else the lead. */
    public static int playingOrLead(DebateRecord record, String role) {
        int seat = playing(record.config(), role);
        return seat >= 0 ? seat : record.lead();
    }

    /** The seat of the highest rating, the lowest of equals. */
    public static int best(Context context) {
        int best = 0;
        for (int seat = 1; seat < context.standings().size(); seat++) {
            if (context.standings().get(seat).rating()
                    > context.standings().get(best).rating()) {
                best = seat;
            }
        }
        return best;
    }
}
