package dev.stoa.society;

import dev.stoa.base.Singletons;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.context.ContextSearch;
import dev.stoa.society.feed.FeedReader;
import dev.stoa.society.foreign.SpaceImport;
import dev.stoa.society.graph.Graph;
import dev.stoa.society.knowledge.Knowledge;
import dev.stoa.society.message.Bookmarks;
import dev.stoa.society.message.Messages;
import dev.stoa.society.note.Notes;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.Runs;
import dev.stoa.society.work.Tasks;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import java.time.InstantSource;
import java.util.function.Supplier;

/** The stores of the society wing. Thread-safe. */
public final class Society {
    private final Singletons stores;
    private final Supplier<Archive> archive;
    private final InstantSource clock;
    private final Ids ids;
    private final SocietyRules rules;

    /** Stores over these archives; each is made when it is first asked for. */
    public Society(Singletons stores, Supplier<Archive> archive, InstantSource clock, Ids ids, SocietyRules rules) {
        this.stores = stores;
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
        this.rules = rules;
    }

    /** Who takes part. */
    public Agents agents() {
        return stores.get(Agents.class, () -> Agents.over(archive.get(), clock, ids, rules));
    }

    /** Where agents talk. */
    public Channels channels() {
        return stores.get(Channels.class, () -> Channels.over(archive.get(), clock, ids));
    }

    /** What is said in channels. */
    public Messages messages() {
        return stores.get(Messages.class, () -> Messages.over(archive.get(), clock, ids, rules));
    }

    /** How far each agent has read. */
    public Bookmarks bookmarks() {
        return stores.get(Bookmarks.class, () -> Bookmarks.over(archive.get(), clock, ids));
    }

    /** Runs of agents. */
    public Runs runs() {
        return stores.get(Runs.class, () -> Runs.over(archive.get(), clock, ids, rules));
    }

    /** The queue that workers take executions from. */
    public ExecutionQueue executions() {
        return stores.get(ExecutionQueue.class, () -> ExecutionQueue.over(archive.get(), clock, ids, rules));
    }

    /** Work items that agents claim. */
    public Tasks tasks() {
        return stores.get(Tasks.class, () -> Tasks.over(archive.get(), clock, ids));
    }

    /** Private notes of agents. */
    public Notes notes() {
        return stores.get(Notes.class, () -> Notes.over(archive.get(), clock, ids));
    }

    /** Shared knowledge. */
    public Knowledge knowledge() {
        return stores.get(Knowledge.class, () -> Knowledge.over(archive.get(), clock, ids));
    }

    /** One search over everything that the society wrote. */
    public ContextSearch context() {
        return stores.get(ContextSearch.class, () -> ContextSearch.over(archive.get(), clock, ids));
    }

    /** What has changed, in order. */
    public FeedReader feed() {
        return stores.get(FeedReader.class, () -> FeedReader.over(archive.get(), clock, ids));
    }

    /** Entities, observations and relations, as a memory server keeps them. */
    public Graph graph() {
        return stores.get(Graph.class, () -> Graph.over(archive.get(), clock, ids));
    }

    /** Deletes what is older than its retention. */
    public Retention retention() {
        return stores.get(Retention.class, () -> Retention.over(archive.get(), clock, ids));
    }

    /** Takes over the database of the system that the schema comes from. */
    public SpaceImport spaceImport() {
        return stores.get(SpaceImport.class, () -> SpaceImport.over(archive.get(), clock));
    }
}
