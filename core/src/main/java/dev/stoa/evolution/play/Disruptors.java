package dev.stoa.evolution.play;

import dev.stoa.evolution.brain.Payload.Line;
import dev.stoa.evolution.brain.Payload.Offer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who changes the environment of an episode: tension, news and hints. Safe from any thread. */
public interface Disruptors {
    /** The tension after a turn, 1 to 10. */
    int tension(Scene scene);

    /** The news after a turn, if there are any. */
    Optional<String> news(Scene scene);

    /** One of the four codes, before a primary turn; a code cannot give away a number or a private thought. */
    String hint(Scene scene);

    /** The codes of hints. */
    List<String> HINTS = List.of("none", "overlap_exists", "trade_issues", "concede_time");

    /**
     * What they see of an episode.
     *
     * @param seed the seed of the episode
     * @param turn the turn that was played, or that comes
     * @param tension the tension until now
     * @param skipped whether the turn was skipped
     * @param endorsedOnly whether it endorsed and changed nothing
     * @param closer whether it brought the newest offers of the first two required actors nearer to each other
     * @param state the public state
     * @param offers every applied change of an issue
     * @param said every public entry, of which a role looks at the newest
     */
    record Scene(
            long seed,
            int turn,
            int tension,
            boolean skipped,
            boolean endorsedOnly,
            boolean closer,
            Map<String, @Nullable Object> state,
            List<Offer> offers,
            List<Line> said) {}
}
