package dev.stoa.society;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.ForeignFile;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** A society on one backend, with a clock that stands until it is moved. Not thread-safe. */
final class Town implements AutoCloseable {
    static final Actor HUMAN = Actor.human();

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

    static Town on(Dialect dialect, Path directory) {
        return new Town(Place.on(dialect, directory, SocietyArchive.SCHEMA));
    }

    TestClock clock() {
        return clock;
    }

    Archive archive() {
        return archive;
    }

    Ids ids() {
        return ids;
    }

    SocietyRules rules() {
        return rules;
    }

    /** Lets stores that are asked for from now on have other bounds. */
    void rules(SocietyRules changed) {
        rules = changed;
    }

    Agents agents() {
        return Agents.over(archive, clock, ids, rules);
    }

    Notes notes() {
        return Notes.over(archive, clock, ids);
    }

    Knowledge knowledge() {
        return Knowledge.over(archive, clock, ids);
    }

    ContextSearch context() {
        return ContextSearch.over(archive, clock, ids);
    }

    Tasks tasks() {
        return Tasks.over(archive, clock, ids);
    }

    Runs runs() {
        return Runs.over(archive, clock, ids, rules);
    }

    ExecutionQueue executions() {
        return ExecutionQueue.over(archive, clock, ids, rules);
    }

    /** The data directory or the database, for another process. */
    String where() {
        return place.where();
    }

    /** Makes a channel without asking anybody; its members are agents who act. */
    String channel(String name, boolean restricted, Actor... members) {
        String id = ids.next();
        archive.write(tx -> {
            tx.update(
                    "INSERT INTO channels (channel_id, name, created_at, restricted) VALUES (?, ?, ?, ?)",
                    id,
                    name,
                    clock.instant(),
                    restricted ? 1 : 0);
            for (Actor member : members) {
                tx.update(
                        "INSERT INTO channel_members (channel_id, agent_id, joined_at) VALUES (?, ?, ?)",
                        id,
                        Refs.agent(tx, member.identity()),
                        clock.instant());
            }
            return id;
        });
        return id;
    }

    Channels channels() {
        return Channels.over(archive, clock, ids);
    }

    Messages messages() {
        return Messages.over(archive, clock, ids, rules);
    }

    Bookmarks bookmarks() {
        return Bookmarks.over(archive, clock, ids);
    }

    /** Another opening of the archive, as another process has. */
    Archive elsewhere() {
        return place.open(SocietyArchive.SCHEMA, StorageSettings.defaults(), clock);
    }

    FeedReader feedReader() {
        return FeedReader.over(archive, clock, ids);
    }

    Retention retention() {
        return Retention.over(archive, clock, ids);
    }

    Graph graph() {
        return Graph.over(archive, clock, ids);
    }

    /** Imports the file of another program. */
    SpaceTaken take(Path file, SpaceOptions options) {
        try (ForeignFile old = ForeignFile.open(file)) {
            return SpaceImport.over(archive, clock).run(old, file, options, false);
        }
    }

    /** Registers an agent that can be started, and acts as it. */
    Actor agent(String identity) {
        agents().register(HUMAN, AgentDraft.of(identity, "command:echo"));
        return Actor.of(identity);
    }

    /** Closes and opens the archive, as another process would. */
    void restart() {
        place.closeArchives();
        archive = place.open(SocietyArchive.SCHEMA, StorageSettings.defaults(), clock);
    }

    /** What a deep examination would find fault with. */
    List<String> violations() {
        return archive.read(tx -> SocietyArchive.SCHEMA.invariants().stream()
                .flatMap(invariant ->
                        invariant.finder().violations(tx, 20).stream().map(found -> invariant.id() + " " + found))
                .toList());
    }

    /** One value of a query, as text. */
    String value(String sql) {
        return archive.one(sql, row -> String.valueOf(row.textOrNull(1))).orElse("nothing");
    }

    /** The first column of a query, as text. */
    List<String> values(String sql) {
        return archive.list(sql, row -> String.valueOf(row.textOrNull(1)));
    }

    /** The kinds of the feed, in order. */
    List<String> feed() {
        return values("SELECT kind FROM feed ORDER BY feed_seq");
    }

    @Override
    public void close() {
        place.close();
    }
}
