package dev.stoa.bench.scale;

import static dev.stoa.bench.scale.PlainConnection.Statement.statement;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Prose;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Ids;
import java.time.InstantSource;
import java.util.List;

/**
 * A message of an agent to a channel. Immutable. Every caller is an agent of its own.
 *
 * @param hot whether all callers send to the same channel
 */
record MessageUnits(boolean hot) implements Units {
    private static final String AUTHOR = """
            SELECT agent_id::varchar(1000), identity::varchar(1000), kind::varchar(1000), archived_at FROM agents
            WHERE identity = ?""";
    private static final String RUN = """
            SELECT task_id::varchar(1000), depth, root_message_id::varchar(1000) FROM tasks
            WHERE kind = 'run' AND status = 'running' AND agent_id = ? ORDER BY seq DESC LIMIT 1""";
    private static final String CHANNEL = """
            SELECT c.channel_id::varchar(1000), c.name::varchar(1000), c.restricted, c.archived_at FROM channels c
            WHERE c.name = ? AND (c.restricted = 0 OR EXISTS (SELECT 1 FROM channel_members mine
                WHERE mine.channel_id = c.channel_id AND mine.agent_id = ? AND mine.role <> 'left'))""";
    private static final String NUMBERS = """
            WITH author AS (INSERT INTO channel_members (channel_id, agent_id, role, posted, joined_at)
                VALUES (?, ?, 'member', 1, ?)
                ON CONFLICT (channel_id, agent_id) DO UPDATE SET posted = channel_members.posted + 1
                RETURNING posted)
            UPDATE channels SET last_seq = last_seq + 1 WHERE channel_id = ?
            RETURNING last_seq, (SELECT posted FROM author)""";
    private static final String MESSAGE = """
            INSERT INTO messages (message_id, channel_id, agent_id, content, created_at, seq, author_seq, kind,
                task_id, client_key)
            VALUES (?, ?, ?, ?, ?, ?, ?, 'text', NULL, NULL)""";
    private static final String WORDS = """
            INSERT INTO search_docs (kind, ref_id, agent_id, channel_id, live, at, seq, terms, search_words)
            VALUES ('message', ?, ?, ?, 1, ?, ?, to_tsvector('stoa', ?), ?)""";
    private static final String ACTIVE = """
            UPDATE agents SET last_active_at = ?
            WHERE agent_id = ? AND (last_active_at IS NULL OR last_active_at < ?)""";
    private static final String FEED = """
            WITH told AS (INSERT INTO feed (at, kind, agent_id, channel_id, ref_id)
                VALUES (?, 'message.posted', ?, ?, ?) RETURNING feed_seq)
            UPDATE channels SET activity_seq = (SELECT feed_seq FROM told) WHERE channel_id = ?""";
    private static final int LENGTH = 12;
    private static final Prose PROSE = new Prose(LENGTH);
    private static final Ids IDS = Ids.system();

    @Override
    public ArchiveSchema schema() {
        return SocietyArchive.SCHEMA;
    }

    /** The agent of a caller and the channel it sends to. */
    private record Place(Principal agent, String channel) {}

    private Place place(Stoa stoa, String way, String caller) {
        String name = caller + (hot ? "-hot" : "-own");
        Principal agent = Principal.as(name);
        stoa.society().agents().register(Principal.local(), AgentDraft.of(name, "none:"));
        String channel = hot ? way + "-hall" : name;
        stoa.society().channels().create(agent, new ChannelDraft(channel, null, false, List.of(), true));
        return new Place(agent, channel);
    }

    @Override
    public Unit stoa(Stoa stoa, String caller) {
        Place place = place(stoa, "stoa", caller);
        return number ->
                stoa.society().messages().send(place.agent, place.channel, MessageDraft.of(PROSE.text(number)));
    }

    @Override
    public PlainUnit plain(Stoa stoa, String caller) {
        Place place = place(stoa, "plain", caller);
        return (connection, number) -> {
            String now = InstantSource.system().instant().toString();
            String agent =
                    connection.run(statement(AUTHOR, place.agent.identity())).getFirst()[0];
            String channel = connection.run(statement(RUN, agent), statement(CHANNEL, place.channel, agent))
                    .getFirst()[0];
            String[] numbers = connection
                    .run(statement(NUMBERS, channel, agent, now, channel))
                    .getFirst();
            String id = IDS.next();
            String text = PROSE.text(number);
            connection.run(
                    statement(
                            MESSAGE, id, channel, agent, text, now, Long.valueOf(numbers[0]), Long.valueOf(numbers[1])),
                    statement(WORDS, id, agent, channel, now, Long.valueOf(numbers[0]), text, LENGTH),
                    statement(ACTIVE, now, agent, now),
                    statement(FEED, now, agent, channel, id, channel));
        };
    }
}
