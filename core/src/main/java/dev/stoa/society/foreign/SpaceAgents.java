package dev.stoa.society.foreign;

import dev.stoa.base.Principal;
import dev.stoa.json.Digest;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.References;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The agents and channels of an import, and which of those here they are. Not thread-safe. */
final class SpaceAgents implements SpaceImporter.Part {
    private static final Set<String> RESERVED = Set.of(Principal.PERSON, "system");

    private final SpaceImporter intake;
    private final SpaceConstitutions canon;
    private final Map<String, String> agents = new HashMap<>();
    private final Map<String, String> channels = new HashMap<>();
    private final Map<String, String> identities = new HashMap<>();
    private final Map<String, String> channelNames = new HashMap<>();
    private final List<NewAgent> newAgents = new ArrayList<>();
    private final List<NewChannel> newChannels = new ArrayList<>();

    private record NewAgent(
            SpaceRow row,
            String id,
            String identity,
            @Nullable String constitution,
            String model,
            @Nullable String description,
            Instant created,
            @Nullable Instant active,
            @Nullable Instant archived,
            long spawns) {}

    private record NewChannel(
            SpaceRow row,
            String id,
            String name,
            @Nullable String topic,
            Instant created,
            @Nullable Instant archived,
            @Nullable Instant pinned) {}

    SpaceAgents(SpaceImporter intake) {
        this.intake = intake;
        this.canon = SpaceConstitutions.of(intake.options().canon());
    }

    /** The id here of an agent that a row names; null if there is none. */
    @Nullable
    String agent(@Nullable String ref) {
        if (ref == null) {
            return null;
        }
        // The other program wrote some rows under these names without having such agents.
        return agents.computeIfAbsent(
                ref,
                id -> RESERVED.contains(id)
                        ? reserved(id)
                        : here("agents", "agent_id", id).orElse(null));
    }

    /** The id here of a channel that a row names; null if there is none. */
    @Nullable
    String channel(@Nullable String ref) {
        return ref == null
                ? null
                : channels.computeIfAbsent(
                        ref, id -> here("channels", "channel_id", id).orElse(null));
    }

    /** A channel that a row need not have: one that is not there is reported. */
    @Nullable
    String channelOrNone(SpaceRow row, @Nullable String id, String column) {
        String ref = row.word(column);
        String channel = channel(ref);
        if (ref != null && channel == null) {
            String named = channelNames.get(ref);
            if (named == null) {
                intake.tally()
                        .remark(
                                SpaceImportReport.Remark.POINTERS_DROPPED,
                                row.shown(id) + ": " + column + " " + ref + " does not exist");
            }
            return named;
        }
        return channel;
    }

    private Optional<String> here(String table, String key, String id) {
        return intake.tx().one("SELECT " + key + " FROM " + table + " WHERE " + key + " = ?", row -> row.text(1), id);
    }

    private String reserved(String identity) {
        return References.agentNamed(intake.tx(), identity).orElseThrow();
    }

    @Override
    public void decide() {
        intake.rows("agents").forEach(this::decideAgent);
        intake.rows("channels").forEach(this::decideChannel);
    }

    private void decideAgent(SpaceRow row) {
        String id = row.word("agent_id", "id");
        String identity = row.word("identity", "name");
        if (id == null || identity == null) {
            intake.tally().broken(row, id, id == null ? "it has no id" : "it has no identity");
            return;
        }
        if (RESERVED.contains(identity)) {
            become(row, id, identity, reserved(identity), agents);
            return;
        }
        String told = row.word("constitution");
        String text = told == null ? null : canon.text(told).orElse(told);
        String model = Optional.ofNullable(row.word("model")).orElse("none:");
        String description = row.word("self_description", "role");
        // A constitution is changed as a matter of course, and depends on the folder that was given.
        List<@Nullable String> content = Arrays.asList(identity, model, description);
        if (!intake.tally().isNew(row, "agent", id, content, key -> storedAgent(key, identity))) {
            // An earlier row of this id may have become another.
            agents.putIfAbsent(id, id);
            return;
        }
        Optional<String> holder =
                Optional.ofNullable(identities.get(identity)).or(() -> References.agentNamed(intake.tx(), identity));
        if (holder.isPresent()) {
            taken(row, id, "identity " + identity, holder.get(), agents);
            return;
        }
        agents.put(id, id);
        identities.put(identity, id);
        if (told != null && told.equals(text)) {
            intake.tally().remark(SpaceImportReport.Remark.UNRESOLVED_CONSTITUTIONS, identity + ": " + start(told));
        }
        if (row.word("model") == null) {
            intake.tally().remark(SpaceImportReport.Remark.FILLED_IN, row.shown(id) + ": model none:");
        }
        Instant created = intake.time(row, id, "created_at");
        long spawns = intake.count(row, id, "spawn_count");
        newAgents.add(new NewAgent(
                row,
                id,
                identity,
                text,
                model,
                description,
                created,
                intake.timeOrNull(row, id, "last_active_at"),
                intake.timeOrNull(row, id, "archived_at"),
                spawns));
        intake.tell(created, FeedKind.AGENT_REGISTERED, id, null, id);
    }

    private static String start(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() > 60 ? line.substring(0, 60) + "…" : line;
    }

    /** What an agent here is, under the name in the file if it had that. */
    private Optional<List<@Nullable String>> storedAgent(String id, String identity) {
        return intake.tx()
                .one(
                        "SELECT identity, model, self_description FROM agents WHERE agent_id = ?",
                        row -> Arrays.asList(
                                isAlias(identity, id) ? identity : row.text(1), row.text(2), row.textOrNull(3)),
                        id);
    }

    private boolean isAlias(String identity, String id) {
        return intake.tx()
                        .number("SELECT count(*) FROM agent_aliases WHERE identity = ? AND agent_id = ?", identity, id)
                > 0;
    }

    private void decideChannel(SpaceRow row) {
        String id = row.word("channel_id", "id");
        String name = row.word("name");
        if (id == null || name == null) {
            intake.tally().broken(row, id, id == null ? "it has no id" : "it has no name");
            return;
        }
        String topic = row.text("topic");
        if (!intake.tally().isNew(row, "channel", id, Arrays.asList(name, topic), this::storedChannel)) {
            channels.putIfAbsent(id, id);
            channelNames.putIfAbsent(name, id);
            return;
        }
        Optional<String> holder = Optional.ofNullable(channelNames.get(name))
                .or(() -> intake.tx()
                        .one("SELECT channel_id FROM channels WHERE name = ?", found -> found.text(1), name));
        if (holder.isPresent()) {
            taken(row, id, "name " + name, holder.get(), channels);
            channelNames.putIfAbsent(name, holder.get());
            return;
        }
        channels.put(id, id);
        channelNames.put(name, id);
        Instant created = intake.time(row, id, "created_at");
        newChannels.add(new NewChannel(
                row,
                id,
                name,
                topic,
                created,
                intake.timeOrNull(row, id, "archived_at"),
                intake.timeOrNull(row, id, "pinned_at")));
        intake.tell(created, FeedKind.CHANNEL_CREATED, null, id, id);
    }

    private Optional<List<@Nullable String>> storedChannel(String id) {
        return intake.tx()
                .one(
                        "SELECT name, topic FROM channels WHERE channel_id = ?",
                        row -> Arrays.asList(row.text(1), row.textOrNull(2)),
                        id);
    }

    private void taken(SpaceRow row, String id, String name, String holder, Map<String, String> ids) {
        if (intake.options().mapIdentities()) {
            become(row, id, name, holder, ids);
        } else {
            ids.put(id, holder);
            intake.tally().held(row, id, name + " is held by " + holder);
        }
    }

    private void become(SpaceRow row, String id, String name, String holder, Map<String, String> ids) {
        ids.put(id, holder);
        intake.tally().skipped(row);
        if (!id.equals(holder)) {
            intake.tally().remark(SpaceImportReport.Remark.MAPPED, row.shown(id) + " (" + name + ") became " + holder);
        }
    }

    @Override
    public void write() {
        Tx tx = intake.tx();
        for (NewAgent agent : newAgents) {
            tx.update(
                    """
                    INSERT INTO agents (agent_id, identity, constitution, model, self_description, archived_at,
                        created_at, last_active_at, spawn_count)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                    agent.id(),
                    agent.identity(),
                    agent.constitution(),
                    agent.model(),
                    agent.description(),
                    SpaceImporter.stored(agent.archived()),
                    SpaceImporter.stored(agent.created()),
                    SpaceImporter.stored(agent.active()),
                    agent.spawns());
            if (agent.constitution() != null) {
                tx.update(
                        "INSERT INTO constitutions (hash, text, created_at) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING",
                        Digest.sha256(agent.constitution()),
                        agent.constitution(),
                        intake.now());
            }
            intake.tally().written(agent.row());
        }
        for (NewChannel channel : newChannels) {
            tx.update(
                    """
                    INSERT INTO channels (channel_id, name, topic, created_at, archived_at, pinned_at, activity_seq)
                    VALUES (?, ?, ?, ?, ?, ?, ?)""",
                    channel.id(),
                    channel.name(),
                    channel.topic(),
                    SpaceImporter.stored(channel.created()),
                    SpaceImporter.stored(channel.archived()),
                    SpaceImporter.stored(channel.pinned()),
                    intake.seq(FeedKind.CHANNEL_CREATED, channel.id()));
            intake.tally().written(channel.row());
        }
    }
}
