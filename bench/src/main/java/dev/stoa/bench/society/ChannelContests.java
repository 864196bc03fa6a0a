package dev.stoa.bench.society;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.SeedTables;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.message.ReceiveRequest;
import dev.stoa.storage.Durability;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sending, receiving and counting in channels, and whether it costs more in a long one. Not thread-safe. What another
 * system's rates were is told by the specification: it read the channel at every call.
 */
public final class ChannelContests implements AutoCloseable {
    private static final Prose WORDS = new Prose(12);
    private static final Principal ANA = Principal.as("ana");
    private static final Principal BO = Principal.as("bo");
    private static final String SEED = "the seed's tables, bare JDBC";
    private static final int CALLERS = 16;
    private static final int CHANNELS = 20;

    private final Stores stores;
    private final Pace pace;
    private final Map<Integer, Stoa> filled = new TreeMap<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    public ChannelContests(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    public List<Contest> all() throws Exception {
        return List.of(send(), callers(), nothingNew(), unread(), sendAndReceive(), inbox());
    }

    /** Lengths of a channel, each ten times the one before. */
    private List<Integer> lengths() {
        return List.of(pace.small(), 10 * pace.small(), 100 * pace.small());
    }

    private static String name(String what, int length) {
        return String.format(Locale.ROOT, "%s, %,d messages", what, length);
    }

    private Contest send() throws Exception {
        String call = "Messages.send";
        Contest contest = new Contest("send a message that mentions nobody", "messages", 1);
        for (int length : lengths()) {
            Stoa stoa = filled(length);
            contest.add(new InProcess(
                    name(call, length), Steps.of(n -> stoa.society().messages().send(ANA, "hall", draft(n)))));
        }
        SeedTables seed = seed(10 * pace.small());
        PreparedStatement find = seed.prepare("SELECT channel_id FROM channels WHERE name = ?");
        PreparedStatement insert = seed.prepare("INSERT INTO messages VALUES (?, ?, 'ana', ?, ?)");
        contest.add(new InProcess(name(SEED, 10 * pace.small()), Steps.of(n -> {
            find.setString(1, "hall");
            try (ResultSet channel = find.executeQuery()) {
                insert.setString(2, channel.getString(1));
            }
            bind(insert, 1_000_000_000 + (int) n);
            insert.executeUpdate();
        })));
        return contest.rateAgainst(name(SEED, 10 * pace.small()))
                .cpuAgainst(name(call, pace.small()))
                .aim(Aim.cpuAtMost(1.3, name(call, 100 * pace.small()), name(call, pace.small())))
                .aim(Aim.cpuMicros(2_600 / 6.0, name(call, 10 * pace.small()), "1/6 of the original"));
    }

    private Contest callers() throws Exception {
        Contest contest = new Contest("send a message, many callers", "messages", CALLERS);
        for (Crowd crowd : List.of(Crowd.platform(1), Crowd.platform(CALLERS))) {
            Stoa stoa = filled(pace.small());
            contest.add(new InProcess(
                    crowd.name(), Steps.by(crowd, n -> stoa.society().messages().send(ANA, "hall", draft(n)))));
        }
        String one = Crowd.platform(1).name();
        return contest.rateAgainst(one)
                .aim(Aim.rateAtLeast(1, Crowd.platform(CALLERS).name(), one));
    }

    private Contest nothingNew() throws Exception {
        String call = "Bookmarks.receive";
        Contest contest = new Contest("receive when nothing is new", "calls", 1);
        for (int length : lengths()) {
            Stoa stoa = filled(length);
            read(stoa, BO);
            contest.add(new InProcess(
                    name(call, length),
                    Steps.of(n -> stoa.society().bookmarks().receive(BO, "hall", ReceiveRequest.next()))));
        }
        SeedTables seed = seed(10 * pace.small());
        PreparedStatement history = seed.prepare("SELECT * FROM messages WHERE channel_id = ? ORDER BY created_at");
        contest.add(new InProcess(name(SEED + ", reading the channel", 10 * pace.small()), Steps.of(n -> {
            history.setString(1, "c");
            try (ResultSet messages = history.executeQuery()) {
                while (messages.next()) {
                    messages.getString(1);
                }
            }
        })));
        return contest.cpuAgainst(name(call, pace.small()))
                .aim(Aim.cpuAtMost(1.3, name(call, 100 * pace.small()), name(call, pace.small())))
                .aim(Aim.perSecond(50 * 160, name(call, 10 * pace.small()), "50 × the original"));
    }

    private Contest unread() throws Exception {
        String call = "Bookmarks.unread";
        Contest contest = new Contest("count what is unread", "counts", 1);
        for (int length : lengths()) {
            Stoa stoa = filled(length);
            contest.add(new InProcess(
                    name(call, length), Steps.of(n -> stoa.society().bookmarks().unread(Principal.local(), "hall"))));
        }
        return contest.cpuAgainst(name(call, pace.small()))
                .aim(Aim.cpuAtMost(1.3, name(call, 100 * pace.small()), name(call, pace.small())))
                .aim(Aim.perSecond(50 * 160, name(call, 10 * pace.small()), "50 × the original's receiving"));
    }

    private Contest sendAndReceive() throws Exception {
        String call = "send, then receive";
        Contest contest = new Contest("send a message and receive it", "messages", 1);
        for (int length : lengths()) {
            Stoa stoa = filled(length);
            read(stoa, BO);
            contest.add(new InProcess(name(call, length), Steps.of(n -> {
                stoa.society().messages().send(ANA, "hall", draft(n));
                stoa.society().bookmarks().receive(BO, "hall", ReceiveRequest.next());
            })));
        }
        return contest.cpuAgainst(name(call, pace.small()))
                .aim(Aim.perSecond(10 * 104, name(call, 10 * pace.small()), "10 × the original"));
    }

    private Contest inbox() throws Exception {
        String call = "Bookmarks.inbox";
        Contest contest = new Contest("inbox of " + CHANNELS + " channels", "inboxes", 1);
        for (int length : List.of(pace.small(), 10 * pace.small())) {
            Stoa stoa = populated();
            for (int channel = 0; channel < CHANNELS; channel++) {
                String name = "room" + channel;
                stoa.society().channels().create(ANA, ChannelDraft.of(name));
                fill(stoa, name, length / CHANNELS);
            }
            contest.add(new InProcess(
                    name(call, length), Steps.of(n -> stoa.society().bookmarks().inbox(BO))));
        }
        return contest.cpuAgainst(name(call, pace.small()))
                .aim(Aim.perSecond(10 * 89, name(call, 10 * pace.small()), "10 × the original"));
    }

    /** The same on PostgreSQL, where a call is a round trip. */
    public Contest postgres(String url) throws Exception {
        Stoa stoa = populate(stores.open(url));
        stoa.society().channels().create(ANA, ChannelDraft.of("hall"));
        fill(stoa, "hall", pace.small());
        return new Contest("send a message and receive it on PostgreSQL", "messages", 1)
                .add(new InProcess("1 thread", Steps.of(n -> {
                    stoa.society().messages().send(ANA, "hall", draft(n));
                    stoa.society().bookmarks().receive(BO, "hall", ReceiveRequest.next());
                })));
    }

    /** Stores whose one channel has so many messages; they are shared, and grow while they are measured. */
    private Stoa filled(int length) throws Exception {
        Stoa present = filled.get(length);
        if (present == null) {
            present = populated();
            filled.put(length, present);
            present.society().channels().create(ANA, ChannelDraft.of("hall"));
            fill(present, "hall", length);
        }
        return present;
    }

    private Stoa populated() throws Exception {
        return populate(stores.open(Durability.FULL));
    }

    private Stoa populate(Stoa stoa) {
        open.add(stoa);
        for (Principal actor : List.of(ANA, BO)) {
            stoa.society().agents().register(Principal.local(), AgentDraft.of(actor.identity(), "none:"));
        }
        return stoa;
    }

    private void fill(Stoa stoa, String channel, int count) throws Exception {
        Crowd.platform(pace.many())
                .prepare(count, (thread, op) -> {
                    stoa.society().messages().send(op % 2 == 0 ? ANA : Principal.local(), channel, draft(op));
                    return 1;
                })
                .call();
    }

    private static void read(Stoa stoa, Principal actor) {
        ReceiveRequest how = ReceiveRequest.next().limit(500);
        long before = stoa.society().bookmarks().unread(actor, "hall");
        while (before > 0) {
            before = stoa.society().bookmarks().receive(actor, "hall", how).unread();
        }
    }

    private static MessageDraft draft(long number) {
        return MessageDraft.of(WORDS.text(number));
    }

    private SeedTables seed(int rows) throws Exception {
        SeedTables seed = SeedTables.of(stores.folder(), "society", Durability.FULL, 1);
        open.add(seed);
        seed.prepare("INSERT INTO agents (agent_id, identity, model, created_at) VALUES ('ana', 'ana', 'm', '')")
                .executeUpdate();
        seed.prepare("INSERT INTO channels (channel_id, name) VALUES ('c', 'hall')")
                .executeUpdate();
        seed.fill(rows, "INSERT INTO messages VALUES (?, 'c', 'ana', ?, ?)", (insert, row) -> {
            insert.setString(1, "m-" + row);
            insert.setString(2, WORDS.text(row));
            insert.setString(3, String.format(Locale.ROOT, "2026-01-01T00:00:00.%09d", row));
        });
        return seed;
    }

    private static void bind(PreparedStatement insert, int row) throws Exception {
        insert.setString(1, "m-" + row);
        insert.setString(3, WORDS.text(row));
        insert.setString(4, String.format(Locale.ROOT, "2026-01-01T00:00:01.%010d", row));
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closed : open) {
            closed.close();
        }
    }
}
