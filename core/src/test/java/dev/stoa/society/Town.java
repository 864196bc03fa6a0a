package dev.stoa.society;

import dev.stoa.base.Principal;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.References;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.context.ContextSearch;
import dev.stoa.society.feed.FeedReader;
import dev.stoa.society.foreign.SpaceImport;
import dev.stoa.society.foreign.SpaceImportReport;
import dev.stoa.society.foreign.SpaceOptions;
import dev.stoa.society.graph.Graph;
import dev.stoa.society.knowledge.Knowledge;
import dev.stoa.society.message.Bookmarks;
import dev.stoa.society.message.Messages;
import dev.stoa.society.note.Notes;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.Runs;
import dev.stoa.society.work.Tasks;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.foreign.ForeignFile;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** A society on one backend, with a clock that stands until it is moved. Not thread-safe. */
public final class Town implements AutoCloseable {
    public static final Principal HUMAN = Principal.local();

    private final Place place;
    private final TestClock clock;
    private final Ids ids;
    private Archive archive;
    private SocietyRules rules = SocietyRules.defaults();

    private Town(Place place) {
        this.place = place;
        this.clock = TestClock.at("2026-01-01T00:00:00Z");
        this.ids = Ids.of(clock, new SplittableRandom(7));
        this.archive = place.open(SocietyArchive.SCHEMA, StorageSettings.defaults(), clock);
    }

    public static Town on(Dialect dialect, Path directory) {
        return new Town(Place.on(dialect, directory, SocietyArchive.SCHEMA));
    }

    public TestClock clock() {
        return clock;
    }

    public Archive archive() {
        return archive;
    }

    public Ids ids() {
        return ids;
    }

    public SocietyRules rules() {
        return rules;
    }

    /** Lets stores that are asked for from now on have other bounds. */
    public void rules(SocietyRules changed) {
        rules = changed;
    }

    public Agents agents() {
        return Agents.over(archive, clock, ids, rules);
    }

    public Notes notes() {
        return Notes.over(archive, clock, ids);
    }

    public Knowledge knowledge() {
        return Knowledge.over(archive, clock, ids);
    }

    public ContextSearch context() {
        return ContextSearch.over(archive, clock, ids);
    }

    public Tasks tasks() {
        return Tasks.over(archive, clock, ids);
    }

    public Runs runs() {
        return Runs.over(archive, clock, ids, rules);
    }

    public ExecutionQueue executions() {
        return ExecutionQueue.over(archive, clock, ids, rules);
    }

    /** The data directory or the database, for another process. */
    public String where() {
        return place.where();
    }

    /** Makes a channel without asking anybody; its members are agents who act. */
    public String channel(String name, boolean restricted, Principal... members) {
        String id = ids.next();
        archive.write(tx -> {
            tx.update(
                    "INSERT INTO channels (channel_id, name, created_at, restricted) VALUES (?, ?, ?, ?)",
                    id,
                    name,
                    clock.instant(),
                    restricted ? 1 : 0);
            for (Principal member : members) {
                tx.update(
                        "INSERT INTO channel_members (channel_id, agent_id, joined_at) VALUES (?, ?, ?)",
                        id,
                        References.agent(tx, member.identity()),
                        clock.instant());
            }
            return id;
        });
        return id;
    }

    public Channels channels() {
        return Channels.over(archive, clock, ids);
    }

    public Messages messages() {
        return Messages.over(archive, clock, ids, rules);
    }

    public Bookmarks bookmarks() {
        return Bookmarks.over(archive, clock, ids);
    }

    /** Another opening of the archive, as another process has. */
    public Archive elsewhere() {
        return place.open(SocietyArchive.SCHEMA, StorageSettings.defaults(), clock);
    }

    public FeedReader feedReader() {
        return FeedReader.over(archive, clock, ids);
    }

    public Retention retention() {
        return Retention.over(archive, clock, ids);
    }

    public Graph graph() {
        return Graph.over(archive, clock, ids);
    }

    /** Imports the file of another program. */
    public SpaceImportReport take(Path file, SpaceOptions options) {
        try (ForeignFile old = ForeignFile.open(file)) {
            return SpaceImport.over(archive, clock).run(old, file, options, false);
        }
    }

    /** Registers an agent that can be started, and acts as it. */
    public Principal agent(String identity) {
        agents().register(HUMAN, AgentDraft.of(identity, "command:echo"));
        return Principal.as(identity);
    }

    /** Closes and opens the archive, as another process would. */
    public void restart() {
        place.closeArchives();
        archive = place.open(SocietyArchive.SCHEMA, StorageSettings.defaults(), clock);
    }

    /** What a deep examination would find fault with. */
    public List<String> violations() {
        return archive.read(tx -> SocietyArchive.SCHEMA.invariants().stream()
                .flatMap(invariant ->
                        invariant.finder().violations(tx, 20).stream().map(found -> invariant.id() + " " + found))
                .toList());
    }

    /** One value of a query, as text. */
    public String value(String sql) {
        return archive.one(sql, row -> String.valueOf(row.textOrNull(1))).orElse("nothing");
    }

    /** The first column of a query, as text. */
    public List<String> values(String sql) {
        return archive.list(sql, row -> String.valueOf(row.textOrNull(1)));
    }

    /** The kinds of the feed, in order. */
    public List<String> feed() {
        return values("SELECT kind FROM feed ORDER BY feed_seq");
    }

    @Override
    public void close() {
        place.close();
    }
}
