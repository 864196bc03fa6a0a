package dev.stoa.server.console.society;

import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A part of what was said in a channel. Immutable.
 *
 * @param channel the channel, as the API tells it
 * @param messages the messages of the part, the oldest first
 * @param older the address of the part before; empty if this begins with the first message
 * @param newer the address of the part behind; empty if this ends with the last message
 * @param address the address of this part
 */
public record ChannelView(Doc channel, List<Said> messages, String older, String newer, String address) {
    /** How many messages a part has at most. */
    public static final int WINDOW = 200;
    /** How many of them begin with the one around which it is, at most. */
    public static final int ONWARDS = 150;

    /** How many of them stand before the part behind: a reader who moves on still has them. */
    private static final int KEPT = WINDOW - ONWARDS;

    private static final int DOMAINS = 12;

    private static final String SYSTEM = "system";

    public ChannelView {
        messages = List.copyOf(messages);
    }

    /**
     * A message.
     *
     * @param first whether it is the first that was not read
     */
    public record Said(Doc message, boolean first, List<MentionView> mentions) {
        public Said {
            mentions = List.copyOf(mentions);
        }

        /** Whether Stoa itself says it. */
        public boolean isSystem() {
            return message.raw("kind").equals(SYSTEM) || message.raw("identity").equals(SYSTEM);
        }
    }

    /** The number of the message around which the part is that an address without one shows. */
    public static long around(Doc channel) {
        return Math.max(1, Math.min(channel.whole("last_seen_seq"), channel.whole("last_seq")) + 1);
    }

    /**
     * The part.
     *
     * @param before the messages before the one around which it is
     * @param onwards that message and those behind it
     * @param tasks the executions that mentions name, by id
     */
    public static ChannelView of(Doc channel, List<Doc> before, List<Doc> onwards, Map<String, Doc> tasks, Here here) {
        long seen = channel.whole("last_seen_seq");
        List<Doc> all = new ArrayList<>(before);
        all.addAll(onwards);
        List<Said> messages = new ArrayList<>();
        long previous = 0;
        for (Doc message : all) {
            long seq = message.whole("seq");
            messages.add(new Said(
                    message,
                    seq > seen && (previous <= seen && (previous > 0 || seq == seen + 1)),
                    message.docs("mentions").stream()
                            .map(each -> MentionView.of(each, tasks.getOrDefault(each.raw("task_id"), Doc.EMPTY)))
                            .toList()));
            previous = seq;
        }
        long first = all.isEmpty() ? 1 : all.getFirst().whole("seq");
        long last = all.isEmpty() ? 0 : all.getLast().whole("seq");
        return new ChannelView(
                channel,
                messages,
                first <= 1
                        ? ""
                        : here.with("around", Math.max(1, first - ONWARDS + KEPT))
                                        .href() + "#m-" + first,
                last >= channel.whole("last_seq")
                        ? ""
                        : here.with("around", last + 1).href() + "#m-" + last,
                here.href());
    }

    /** The domains of knowledge that are named after a channel, and those below, with how many facts each has. */
    public static List<Doc> domains(Doc node, String name) {
        List<Doc> domains = new ArrayList<>();
        for (Doc child : node.docs("children")) {
            boolean named = child.raw("path").equals(name) || child.raw("path").startsWith(name + "/");
            if (named && domains.size() < DOMAINS) {
                domains.add(child);
                domains.addAll(domains(child, name));
            }
        }
        return domains.subList(0, Math.min(domains.size(), DOMAINS));
    }

    /** The address of a part without the message that it opens at, for a reader whose place is kept. */
    public static String part(String address) {
        return address.substring(0, address.indexOf('#'));
    }

    /** The number of the last message of the part. */
    public long last() {
        return messages.isEmpty() ? 0 : messages.getLast().message().whole("seq");
    }

    /** Who said something last, in words, for those who hear the page. */
    public String newest() {
        return messages.isEmpty()
                ? ""
                : "message " + last() + " by " + messages.getLast().message().text("identity", 64);
    }

    /** Whether the reader has not read the last message of the part. */
    public boolean isUnread() {
        return last() > channel.whole("last_seen_seq");
    }
}
