package dev.stoa.society.feed;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.AgentTable;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.FeedRows;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.RowKind;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.base.Visibility;
import dev.stoa.society.channel.ChannelTable;
import dev.stoa.society.channel.MessageTable;
import dev.stoa.society.knowledge.FactTable;
import dev.stoa.society.note.NoteTable;
import dev.stoa.society.run.RunTable;
import dev.stoa.society.work.TaskTable;
import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells what has changed in the society, in the order in which it did, to whoever may see it. Thread-safe, and without
 * memory: each reader says how far it has come, so none can hold up another. What an actor sees is decided when it is
 * told, not when it happened.
 */
public final class FeedReader {
    private static final String DELETED = """
            SELECT count(*) FROM feed WHERE feed_seq > ? AND kind = 'channel.deleted' AND ref_id = ?
                AND (channel_id IS NOT NULL OR agent_id = ? OR 1 = ?)""";

    private final StoreContext commons;

    private FeedReader(StoreContext commons) {
        this.commons = commons;
    }

    /** The changes in an archive of {@link SocietyArchive#SCHEMA}. */
    public static FeedReader over(Archive archive, InstantSource clock, Ids ids) {
        return new FeedReader(StoreContext.of(archive, clock, ids));
    }

    /**
     * What was told. Immutable.
     *
     * @param reset whether changes between the asked place and the first of these are forgotten, so that everything
     *     should be read anew
     * @param next the place from which to go on
     * @param more whether there was more than the look could take in
     */
    public record Told(List<FeedEvent> events, boolean reset, long next, boolean more) {
        public Told {
            events = List.copyOf(events);
        }
    }

    /** Where the feed begins and ends: the place after which nothing is forgotten, and that of the newest change. */
    public record Extent(long oldest, long newest) {}

    /** Where the feed begins and ends now. */
    public Extent extent() {
        return commons.archive().read(tx -> new Extent(FeedRows.forgotten(tx), FeedRows.newest(tx)));
    }

    /** A place from which no later change is missed, if it is taken before reading. */
    public CommitSignal.Watch watch() {
        return commons.archive().commits().watch();
    }

    /**
     * The next changes that concern the actor. It looks at a bounded number of them, so there may be none among these
     * and more behind.
     */
    public Told read(Principal by, FeedQuery query) {
        return commons.read(by, (tx, me) -> {
            String channel = query.channel() == null ? null : channel(tx, me, query.channel(), query.after());
            String run = query.run() == null ? null : References.row(tx, RowKind.RUN, me, query.run());
            long forgotten = FeedRows.forgotten(tx);
            List<FeedRows.Told> rows = FeedRows.after(tx, query.after(), query.limit() + 1);
            boolean more = rows.size() > query.limit();
            if (more) {
                rows = rows.subList(0, query.limit());
            }
            View view = new View(tx, me);
            List<FeedEvent> events = new ArrayList<>();
            for (FeedRows.Told row : rows) {
                if (query.kinds().contains(row.kind())
                        && (channel == null || channel.equals(row.channel()) || channel.equals(row.ref()))
                        && (run == null || concerns(tx, row, run))) {
                    view.event(row).ifPresent(events::add);
                }
            }
            // Whoever is ahead of the feed was told of a future that a restored backup has undone.
            long newest = FeedRows.newest(tx);
            long seen = rows.isEmpty()
                    ? Math.min(query.after(), newest)
                    : rows.getLast().seq();
            boolean reset = query.after() < forgotten || query.after() > newest;
            return new Told(events, reset, Math.max(seen, forgotten), more);
        });
    }

    /** The id of a channel; whoever follows one by its id is also told that it was deleted. */
    private static String channel(Tx tx, ResolvedPrincipal me, String ref, long after) {
        try {
            return References.channel(tx, me, ref);
        } catch (NotFoundException e) {
            if (tx.number(DELETED, after, ref, me.id(), me.operator() ? 1 : 0) > 0) {
                return ref;
            }
            throw e;
        }
    }

    private static boolean concerns(Tx tx, FeedRows.Told row, String run) {
        return switch (noun(row.kind())) {
            case RUN -> row.ref().equals(run);
            case TASK ->
                tx.number("SELECT count(*) FROM tasks WHERE task_id = ? AND session_id = ?", row.ref(), run) > 0;
            default -> false;
        };
    }

    static RowKind noun(FeedKind kind) {
        return switch (kind) {
            case AGENT_REGISTERED, AGENT_CHANGED, AGENT_MERGED -> RowKind.AGENT;
            case CHANNEL_CREATED, CHANNEL_CHANGED, CHANNEL_DELETED -> RowKind.CHANNEL;
            case MESSAGE_POSTED, MESSAGE_DELETED -> RowKind.MESSAGE;
            case RUN_STARTED, RUN_WOKEN, RUN_ENDED -> RowKind.RUN;
            case TASK_ADDED, TASK_CLAIMED, TASK_FINISHED, TASK_RELEASED, TASK_EXPIRED, TASK_STOP -> RowKind.TASK;
            case NOTE_ADDED, NOTE_CHANGED, NOTE_DELETED -> RowKind.NOTE;
            case KNOWLEDGE_ADDED, KNOWLEDGE_CHANGED, KNOWLEDGE_REVIEWED -> RowKind.KNOWLEDGE;
        };
    }

    /** What has changed, as one actor sees it; each is read once. Not thread-safe. */
    private static final class View {
        private final Tx tx;
        private final ResolvedPrincipal me;
        private final Map<String, Optional<Shown>> shown = new HashMap<>();

        private View(Tx tx, ResolvedPrincipal me) {
            this.tx = tx;
            this.me = me;
        }

        private record Shown(boolean gone, Map<String, @Nullable Object> document) {}

        private Optional<FeedEvent> event(FeedRows.Told row) {
            RowKind noun = noun(row.kind());
            return shown.computeIfAbsent(noun + " " + row.ref(), key -> find(noun, row))
                    .map(seen -> new FeedEvent(
                            row.seq(),
                            row.at(),
                            row.kind(),
                            row.agent(),
                            row.channel(),
                            row.ref(),
                            seen.gone(),
                            seen.document()));
        }

        private Optional<Shown> find(RowKind noun, FeedRows.Told row) {
            String id = row.ref();
            String from = "SELECT 1 FROM " + noun.table() + " t WHERE t." + noun.key() + " = ?";
            if (exists(from + " AND " + noun.visible("t", me), id)) {
                return Optional.of(new Shown(false, document(noun, id)));
            }
            if (exists(from, id)) {
                return Optional.empty();
            }
            if (noun == RowKind.KNOWLEDGE) {
                // Knowledge stays for ever: this is an entity of the graph, which is known by its name.
                return Optional.of(new Shown(false, Json.object("entity", id)));
            }
            return knewOf(noun, row)
                    ? Optional.of(new Shown(true, Json.object(noun.key(), id, "gone", true)))
                    : Optional.empty();
        }

        private boolean exists(String sql, String id) {
            return tx.one(sql, row -> row.number(1), id).isPresent();
        }

        /** Whether the actor could see what is gone; of restricted channels that are gone the feed tells no place. */
        private boolean knewOf(RowKind noun, FeedRows.Told row) {
            if (me.operator() || noun == RowKind.AGENT || me.id().equals(row.agent())) {
                return true;
            }
            return row.channel() != null
                    && (!exists("SELECT 1 FROM channels WHERE channel_id = ?", row.channel())
                            || exists(
                                    "SELECT 1 FROM channels c WHERE c.channel_id = ? AND "
                                            + Visibility.channel("c", me),
                                    row.channel()));
        }

        private Map<String, @Nullable Object> document(RowKind noun, String id) {
            return switch (noun) {
                case AGENT -> AgentTable.get(tx, id).document();
                case RUN -> RunTable.get(tx, id).document();
                case TASK -> TaskTable.get(tx, id).document();
                case CHANNEL -> ChannelTable.get(tx, me, id).document();
                case MESSAGE -> MessageTable.get(tx, id).document();
                case NOTE -> NoteTable.get(tx, me, id).document();
                case KNOWLEDGE -> FactTable.get(tx, me, id).document();
            };
        }
    }
}
