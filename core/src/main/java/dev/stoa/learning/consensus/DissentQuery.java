package dev.stoa.learning.consensus;

import dev.stoa.base.Bounds;
import dev.stoa.base.Simulated;
import org.jspecify.annotations.Nullable;

/**
 * Which dissents are asked for: those of debates on topics like one, those of one debate, or all. Immutable.
 *
 * @param topic null for any
 * @param debate null for any; not together with a topic
 * @param type null for any
 * @param acknowledged whether it has an answer; null for any
 * @param simulated whether debates count in which chance had a seat; one that is named counts anyway
 */
public record DissentQuery(
        @Nullable String topic,
        @Nullable String debate,
        @Nullable DissentType type,
        @Nullable Boolean acknowledged,
        Simulated simulated) {
    public DissentQuery {
        if (topic != null && debate != null) {
            throw Bounds.invalid("topic and debate are both given", "give one of them");
        }
        topic = Bounds.textOrNull("topic", topic, 1, ConsensusDraft.LONGEST_TOPIC);
        debate = debate == null ? null : Bounds.id("debate", debate);
    }

    public static DissentQuery all() {
        return new DissentQuery(null, null, null, null, Simulated.EXCLUDE);
    }

    /** Whether a dissent of the debates that are asked for is one that is asked for. */
    boolean takes(Dissent dissent) {
        return (type == null || dissent.type() == type)
                && (acknowledged == null || dissent.acknowledged() == acknowledged);
    }
}
