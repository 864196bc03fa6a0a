package dev.stoa.society.channel;

import dev.stoa.base.ConflictException;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Tx;
import java.time.Instant;

/** Writes who belongs to a channel, and keeps names and owners in order. Stateless. */
final class ChannelMembers {
    private ChannelMembers() {}

    /** Makes sure that no channel has a name; of one that the actor does not see nothing else is told. */
    static void free(Tx tx, ResolvedPrincipal me, String name) {
        tx.one(
                        "SELECT CASE WHEN c.archived_at IS NOT NULL AND " + Visibility.channel("c", me)
                                + " THEN 1 ELSE 0 END FROM channels c WHERE c.name = ?",
                        row -> row.flag(1),
                        name)
                .ifPresent(archived -> {
                    throw new ConflictException(
                            "taken",
                            archived ? "channel #" + name + " is there, archived" : "channel #" + name + " is taken",
                            archived
                                    ? "restore it with stoa channel restore " + name + ", or choose another name"
                                    : "choose another name");
                });
    }

    static void put(Tx tx, String channel, String agent, MemberRole role, Instant now) {
        tx.update(
                "INSERT INTO channel_members (channel_id, agent_id, role, joined_at) VALUES (?, ?, ?, ?)",
                channel,
                agent,
                role.text(),
                now);
    }

    /** Lets a live agent belong to a channel; whether it did not yet. */
    static boolean add(Tx tx, String channel, String ref, Instant now) {
        String id = References.agent(tx, ref);
        tx.one("SELECT identity FROM agents WHERE agent_id = ? AND archived_at IS NOT NULL", row -> row.text(1), id)
                .ifPresent(identity -> {
                    throw new ConflictException(
                            "archived",
                            "agent " + identity + " is archived and cannot be a member",
                            "restore it with stoa agent restore " + identity);
                });
        return tx.update("""
                INSERT INTO channel_members (channel_id, agent_id, role, joined_at) VALUES (?, ?, 'member', ?)
                ON CONFLICT (channel_id, agent_id) DO UPDATE SET role = 'member', joined_at = excluded.joined_at
                WHERE channel_members.role = 'left'""", channel, id, now) > 0;
    }

    /** Lets an agent belong to a channel no more; whether it did. What it has posted is still counted. */
    static boolean remove(Tx tx, String channel, String ref) {
        return tx.update(
                        "UPDATE channel_members SET role = 'left' WHERE channel_id = ? AND agent_id = ? AND role <> 'left'",
                        channel,
                        References.agent(tx, ref))
                > 0;
    }

    /** Refuses to leave a channel that only members see without anybody who can say who they are. */
    static void needOwner(Tx tx, Channel channel) {
        if (tx.number("SELECT count(*) FROM channel_members WHERE channel_id = ? AND role = 'owner'", channel.id())
                == 0) {
            throw new ConflictException(
                    "conflict", "restricted channel #" + channel.name() + " would have no owner", "leave it one");
        }
    }
}
