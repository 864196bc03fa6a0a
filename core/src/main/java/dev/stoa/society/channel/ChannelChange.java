package dev.stoa.society.channel;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import org.jspecify.annotations.Nullable;

/**
 * A change of a channel; null leaves a value as it is. Immutable.
 *
 * @param noTopic whether its topic is taken away
 * @param pinned whether it stands first in lists
 * @param restricted whether only its members see it
 */
public record ChannelChange(
        @Nullable String name,
        @Nullable String topic,
        boolean noTopic,
        @Nullable Boolean pinned,
        @Nullable Boolean restricted) {
    public ChannelChange {
        name = name == null ? null : ChannelName.check(name);
        Bounds.textOrNull("topic", topic, 1, ChannelDraft.LONGEST_TOPIC);
        if (noTopic && topic != null) {
            throw Bounds.invalid("a topic is both given and taken away", "do one of them");
        }
        if (name == null && topic == null && !noTopic && pinned == null && restricted == null) {
            throw Bounds.invalid("nothing is to be changed", "give a name, a topic, pinned or restricted");
        }
    }

    public static ChannelChange fromJson(JsonFields fields) {
        ChannelChange change = new ChannelChange(
                fields.textOrNull("name"),
                fields.textOrNull("topic"),
                fields.flag("no_topic", false),
                fields.flagOrNull("pinned"),
                fields.flagOrNull("restricted"));
        fields.end();
        return change;
    }
}
