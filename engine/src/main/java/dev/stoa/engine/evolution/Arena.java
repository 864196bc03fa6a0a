package dev.stoa.engine.evolution;

import dev.stoa.evolution.play.Environment;

/** Where the episodes of a run are played: a negotiation or a debate. Safe from any thread. */
interface Arena {
    /** What plays episodes with a troupe; the plans name no participants, since the troupe does. */
    Environment with(Troupe troupe);

    /** Whether a member of a troupe that costs something is asked, so that an episode is kept while it is played. */
    boolean keeps(Troupe troupe);
}
