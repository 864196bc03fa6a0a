package dev.stoa.society.channel;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.UnavailableException;
import dev.stoa.json.Json;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Where agents talk. Thread-safe. */
public final class Channels {
    private static final String INSERT = """
            INSERT INTO channels (channel_id, name, topic, created_at, activity_seq, restricted)
            VALUES (?, ?, ?, ?, ?, ?)""";

    private final StoreContext commons;
    private final Precondition expected;

    private Channels(StoreContext commons, Precondition expected) {
        this.commons = commons;
        this.expected = expected;
    }

    /** The channels in an archive of {@link SocietyArchive#SCHEMA}. */
    public static Channels over(Archive archive, InstantSource clock, Ids ids) {
        return new Channels(StoreContext.of(archive, clock, ids), Precondition.NONE);
    }

    /** The same channels, each of which is changed only in a version that was expected. */
    public Channels onlyIf(Precondition precondition) {
        return new Channels(commons, Bounds.given("precondition", precondition));
    }

    private void expect(Channel channel) {
        expected.check("channel " + channel.name(), channel::etag);
    }

    /** What an export looks like. */
    public enum Format {
        /** Markdown, for people. */
        MD,
        JSON
    }

    /**
     * What went with a channel, and what lives on without one, as far as the actor sees it. Immutable.
     *
     * @param tasks the tasks that live on
     * @param notes the notes that live on
     * @param killed the executions and the handed-off work that were still to begin
     * @param readers work that was handed off there and begun, whose words may repeat what was said
     */
    public record Deleted(
            String channelId,
            String name,
            long messages,
            long mentions,
            long bookmarks,
            long members,
            long tasks,
            long notes,
            long killed,
            List<ReadingTask> readers) {
        /** What was deleted, as it is shown. */
        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "channel_id", channelId,
                    "name", name,
                    "messages", messages,
                    "mentions", mentions,
                    "bookmarks", bookmarks,
                    "members", members,
                    "tasks", tasks,
                    "notes", notes,
                    "killed", killed);
        }
    }

    /** Creates a channel under a name that none has; its creator is its owner. */
    @Needs(Right.WRITE)
    public Added<Channel> create(Principal by, ChannelDraft draft) {
        return commons.write(by, (tx, me, now) -> {
            if (draft.ifAbsent()) {
                Optional<Channel> there = named(tx, me, draft.name());
                if (there.isPresent()) {
                    return Added.of(there.get(), false);
                }
            }
            ChannelMembers.free(tx, me, draft.name());
            String id = commons.ids().next();
            long seq = Feed.tell(tx, now, FeedKind.CHANNEL_CREATED, me.id(), id, id);
            tx.update(INSERT, id, draft.name(), draft.topic(), now, seq, draft.restricted() ? 1 : 0);
            ChannelMembers.put(tx, id, me.id(), MemberRole.OWNER, now);
            for (String member : draft.members()) {
                ChannelMembers.add(tx, id, member, now);
            }
            return Added.of(ChannelTable.get(tx, me, id), true);
        });
    }

    private static Optional<Channel> named(Tx tx, ResolvedPrincipal me, String name) {
        return tx.one(
                        "SELECT channel_id FROM channels WHERE name = ? AND archived_at IS NULL",
                        row -> row.text(1),
                        name)
                .flatMap(id -> ChannelTable.find(tx, me, id));
    }

    /** Changes what is given of a channel, all of it or nothing. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Channel> change(Principal by, String ref, ChannelChange wanted) {
        MemberRole least = wanted.restricted() == null ? MemberRole.MEMBER : MemberRole.OWNER;
        return change(by, ref, "changing", least, (tx, me, channel, now) -> {
            boolean changed = wanted.name() != null && rename(tx, me, channel, wanted.name());
            if (wanted.topic() != null || wanted.noTopic()) {
                changed |= topic(tx, channel, wanted.topic());
            }
            if (wanted.pinned() != null) {
                changed |= pin(tx, channel, wanted.pinned(), now);
            }
            if (wanted.restricted() != null) {
                changed |= restrict(tx, channel, wanted.restricted());
            }
            return changed;
        });
    }

    /** Gives a channel another name. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Channel> rename(Principal by, String ref, String name) {
        String legal = ChannelName.check(name);
        return change(by, ref, "renaming", MemberRole.MEMBER, (tx, me, channel, now) -> rename(tx, me, channel, legal));
    }

    private static boolean rename(Tx tx, ResolvedPrincipal me, Channel channel, String name) {
        if (channel.name().equals(name)) {
            return false;
        }
        ChannelMembers.free(tx, me, name);
        return tx.update("UPDATE channels SET name = ? WHERE channel_id = ?", name, channel.id()) > 0;
    }

    /** Says what a channel is about; null for nothing. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Channel> topic(Principal by, String ref, @Nullable String topic) {
        Bounds.textOrNull("topic", topic, 1, ChannelDraft.LONGEST_TOPIC);
        return change(
                by,
                ref,
                "changing the topic of",
                MemberRole.MEMBER,
                (tx, me, channel, now) -> topic(tx, channel, topic));
    }

    private static boolean topic(Tx tx, Channel channel, @Nullable String topic) {
        return tx.update(
                        "UPDATE channels SET topic = ? WHERE channel_id = ? AND COALESCE(topic, '') <> ?",
                        topic,
                        channel.id(),
                        topic == null ? "" : topic)
                > 0;
    }

    /** Lets a channel stand first in lists, or no more. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Channel> pin(Principal by, String ref, boolean on) {
        return change(by, ref, "pinning", MemberRole.MEMBER, (tx, me, channel, now) -> pin(tx, channel, on, now));
    }

    private static boolean pin(Tx tx, Channel channel, boolean on, Instant now) {
        return (channel.pinnedAt() != null) != on
                && tx.update("UPDATE channels SET pinned_at = ? WHERE channel_id = ?", on ? now : null, channel.id())
                        > 0;
    }

    /** Restricts a channel to its members, or opens it to all. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Channel> restrict(Principal by, String ref, boolean on) {
        return change(by, ref, "restricting", MemberRole.OWNER, (tx, me, channel, now) -> restrict(tx, channel, on));
    }

    private static boolean restrict(Tx tx, Channel channel, boolean on) {
        if (channel.restricted() == on) {
            return false;
        }
        tx.update("UPDATE channels SET restricted = ? WHERE channel_id = ?", on ? 1 : 0, channel.id());
        if (on) {
            ChannelMembers.needOwner(tx, channel);
        }
        return true;
    }

    /** The members of a channel: its owners, then the others by name. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public List<Member> members(Principal by, String ref) {
        return commons.read(by, (tx, me) -> ChannelTable.members(tx, References.channel(tx, me, ref)));
    }

    /** One page of the same. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Page<Member> pageOfMembers(Principal by, String ref, Page.Request request) {
        return commons.read(by, (tx, me) -> ChannelPages.members(tx, References.channel(tx, me, ref), request));
    }

    /** Says who belongs to a channel and who no more. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<List<Member>> members(Principal by, String ref, List<String> added, List<String> removed) {
        return commons.write(by, (tx, me, now) -> {
            Channel channel = ChannelTable.get(tx, me, References.channel(tx, me, ref));
            ChannelTable.needOwner(me, channel, "saying who belongs to");
            expect(channel);
            boolean changed = false;
            for (String agent : added) {
                changed |= ChannelMembers.add(tx, channel.id(), agent, now);
            }
            for (String agent : removed) {
                changed |= ChannelMembers.remove(tx, channel.id(), agent);
            }
            if (channel.restricted()) {
                ChannelMembers.needOwner(tx, channel);
            }
            if (changed) {
                Feed.tell(tx, now, FeedKind.CHANNEL_CHANGED, me.id(), channel.id(), channel.id());
            }
            return new ChangeResult<>(ChannelTable.members(tx, channel.id()), changed);
        });
    }

    /** Closes a channel: it can be read and not posted to. Refused while an execution runs there. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Channel> archive(Principal by, String ref) {
        return change(by, ref, "archiving", MemberRole.MEMBER, (tx, me, channel, now) -> {
            if (!channel.isLive()) {
                return false;
            }
            ChannelArchiving.close(tx, channel, "archived", now);
            return tx.update("UPDATE channels SET archived_at = ? WHERE channel_id = ?", now, channel.id()) > 0;
        });
    }

    /** Opens a channel again. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Channel> restore(Principal by, String ref) {
        return change(
                by,
                ref,
                "restoring",
                MemberRole.MEMBER,
                (tx, me, channel, now) -> !channel.isLive()
                        && tx.update("UPDATE channels SET archived_at = NULL WHERE channel_id = ?", channel.id()) > 0);
    }

    /**
     * Deletes a channel and its messages permanently; runs and tasks stay.
     *
     * @param dryRun whether only to say what would go
     */
    @Needs(Right.OPERATE)
    public Deleted delete(Principal by, String ref, boolean dryRun) {
        Rights.check(by);
        StoreContext.Write<Deleted> work = (tx, me, now) -> {
            Channel channel = ChannelTable.get(tx, me, References.channel(tx, me, ref));
            ChannelTable.needOwner(me, channel, "deleting");
            expect(channel);
            return ChannelDelete.run(tx, me, channel, now);
        };
        return dryRun ? commons.rehearse(by, work) : commons.erase(by, work);
    }

    /** Which channels a list shows. */
    public enum Shown {
        ACTIVE,
        ARCHIVED,
        ALL;

        private String condition() {
            return switch (this) {
                case ACTIVE -> "c.archived_at IS NULL";
                case ARCHIVED -> "c.archived_at IS NOT NULL";
                case ALL -> Visibility.ALL;
            };
        }
    }

    /** The channels that the actor sees: pinned ones first, then those where something happened last. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public List<Channel> list(Principal by, Shown shown) {
        return commons.read(by, (tx, me) -> ChannelTable.list(tx, me, shown.condition()));
    }

    /** One page of the same. A channel in which something happens meanwhile moves to the front, and is not shown again. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Page<Channel> page(Principal by, Shown shown, Page.Request request) {
        return commons.read(by, (tx, me) -> ChannelPages.channels(tx, me, shown.condition(), request));
    }

    /** A channel, by name or id, as the actor sees it. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Channel get(Principal by, String ref) {
        return commons.read(by, (tx, me) -> ChannelTable.get(tx, me, References.channel(tx, me, ref)));
    }

    /** Exports a channel as of one moment, oldest message first; no read position changes. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public void export(Principal by, String ref, Format format, Appendable out) {
        AtomicBoolean begun = new AtomicBoolean();
        commons.read(by, (tx, me) -> {
            Channel channel = ChannelTable.get(tx, me, References.channel(tx, me, ref));
            // A reading that lost its connection is done again, which cannot take back what was written out.
            if (begun.getAndSet(true)) {
                throw new UnavailableException(
                        "unreachable",
                        "the connection was lost while #" + channel.name() + " was written out",
                        "do it again");
            }
            ChannelExport.write(tx, channel, format, out);
            return true;
        });
    }

    @FunctionalInterface
    private interface Change {
        boolean run(Tx tx, ResolvedPrincipal me, Channel channel, Instant now);
    }

    private ChangeResult<Channel> change(Principal by, String ref, String what, MemberRole least, Change change) {
        return commons.write(by, (tx, me, now) -> {
            String id = References.channel(tx, me, ref);
            Channel channel = ChannelTable.get(tx, me, id);
            if (least == MemberRole.OWNER) {
                ChannelTable.needOwner(me, channel, what);
            } else {
                ChannelTable.needMember(me, channel, what);
            }
            expect(channel);
            if (!change.run(tx, me, channel, now)) {
                return new ChangeResult<>(channel, false);
            }
            Feed.tell(tx, now, FeedKind.CHANNEL_CHANGED, me.id(), id, id);
            return new ChangeResult<>(after(tx, me, channel), true);
        });
    }

    /** The channel as it now is; who has shut himself out sees it for the last time. */
    private static Channel after(Tx tx, ResolvedPrincipal me, Channel before) {
        return ChannelTable.find(tx, me.seeingAll(), before.id())
                .orElseThrow(() -> new ConflictException("conflict", "channel " + before.name() + " is gone", null));
    }
}
