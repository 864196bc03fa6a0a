package dev.stoa.society.channel;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A channel to be created. Immutable.
 *
 * @param restricted whether only its members see it
 * @param members who belongs to it from the start, besides whoever creates it
 * @param ifAbsent whether a channel that is there already is the answer
 */
public record ChannelDraft(
        String name, @Nullable String topic, boolean restricted, List<String> members, boolean ifAbsent) {
    static final int LONGEST_TOPIC = 500;
    private static final int MOST_MEMBERS = 500;

    public ChannelDraft {
        name = ChannelName.check(name);
        Bounds.textOrNull("topic", topic, 1, LONGEST_TOPIC);
        members = List.copyOf(Bounds.size("members", members, 0, MOST_MEMBERS));
    }

    /** A channel that everybody sees. */
    public static ChannelDraft of(String name) {
        return new ChannelDraft(name, null, false, List.of(), false);
    }

    public static ChannelDraft fromJson(JsonFields fields) {
        ChannelDraft draft = new ChannelDraft(
                fields.text("name"),
                fields.textOrNull("topic"),
                fields.flag("restricted", false),
                fields.texts("members"),
                fields.flag("if_absent", false));
        fields.end();
        return draft;
    }

    /** The same about this. */
    public ChannelDraft about(@Nullable String text) {
        return new ChannelDraft(name, text, restricted, members, ifAbsent);
    }

    /** The same, seen by these and its creator alone. */
    public ChannelDraft restrictedTo(String... agents) {
        return new ChannelDraft(name, topic, true, List.of(agents), ifAbsent);
    }

    /** The same; one that is there already is the answer. */
    public ChannelDraft ifAbsent(boolean absent) {
        return new ChannelDraft(name, topic, restricted, members, absent);
    }
}
