package dev.stoa.society.channel;

import dev.stoa.society.base.Agent;
import dev.stoa.society.base.AgentKind;
import dev.stoa.society.base.References;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides what each mention of a message leads to, and starts what it starts. Thread-safe. Nothing runs here: a worker
 * acts on the rows when they are committed.
 */
public final class Mentions {
    private static final int MOST = 50;

    /** So many names are looked up: a text can hold thousands, and others wait to write. */
    private static final int MOST_NAMES = 200;

    private static final Duration HOUR = Duration.ofHours(1);

    static final String TREE = "SELECT count(*) FROM tasks WHERE root_message_id = ? AND kind = 'run'";
    static final String RATE = """
            SELECT count(*) FROM tasks
            WHERE channel_id = ? AND created_at > ? AND trigger_message_id IS NOT NULL AND kind = 'run'""";

    public static final String WAITING = """
            SELECT m.message_id, m.seq, m.content, m.agent_id, w.kind, m.task_id
            FROM mentions x JOIN messages m ON m.message_id = x.message_id
            JOIN agents w ON w.agent_id = m.agent_id
            WHERE x.agent_id = ? AND x.channel_id = ? AND x.state = 'waiting' ORDER BY x.seq""";

    private static final String INSERT = """
            INSERT INTO mentions (message_id, agent_id, ordinal, channel_id, seq, state, reason, task_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String DEEPEN = """
            UPDATE tasks SET depth = ?, root_message_id = ?, parent_task_id = ?
            WHERE task_id = ? AND status = 'pending' AND depth < ?""";

    private final SocietyRules rules;
    private final ExecutionStarter executions;

    public Mentions(SocietyRules rules, ExecutionStarter executions) {
        this.rules = rules;
        this.executions = executions;
    }

    /** A message whose mentions are to be decided. */
    record Said(
            String channelId,
            boolean restricted,
            String messageId,
            long seq,
            String content,
            String authorId,
            AgentKind authorKind,
            @Nullable ParentExecution origin) {}

    record Result(List<Mention> mentions, List<String> unknown) {
        static final Result NONE = new Result(List.of(), List.of());
    }

    private record Decision(
            MentionState state,
            @Nullable String reason,
            @Nullable String taskId) {
        static Decision skipped(String reason) {
            return new Decision(MentionState.SKIPPED, reason, null);
        }

        static Decision noted(@Nullable String reason) {
            return new Decision(MentionState.NOTED, reason, null);
        }
    }

    /** Decides every mention of a message, in order, and stores what was decided. */
    Result decide(Tx tx, Said said, Instant now) {
        List<String> unknown = new ArrayList<>();
        Map<String, Agent> named = named(tx, said.content(), unknown);
        if (named.isEmpty()) {
            return unknown.isEmpty() ? Result.NONE : new Result(List.of(), unknown);
        }
        ExecutionStarter.Lineage lineage = ParentExecution.lineage(said.origin(), said.messageId());
        List<Mention> mentions = new ArrayList<>();
        int passed = 0;
        for (Agent target : named.values()) {
            Optional<Decision> barred = barred(tx, target, said);
            Decision decision;
            if (barred.isPresent()) {
                decision = barred.get();
            } else if (passed == rules.maxFanOut()) {
                decision = Decision.skipped("fan_out");
            } else {
                passed++;
                decision = limit(tx, lineage, said.channelId(), now)
                        .map(Decision::skipped)
                        .orElseGet(() -> run(tx, target, said, lineage, now));
            }
            tx.update(
                    INSERT,
                    said.messageId(),
                    target.id(),
                    mentions.size(),
                    said.channelId(),
                    said.seq(),
                    decision.state().text(),
                    decision.reason(),
                    decision.taskId());
            mentions.add(new Mention(
                    target.id(), target.identity(), decision.state(), decision.reason(), decision.taskId()));
        }
        return new Result(mentions, unknown);
    }

    /** The agents that a text names, each once, and the names that nobody has. */
    private static Map<String, Agent> named(Tx tx, String content, List<String> unknown) {
        Map<String, Agent> named = new LinkedHashMap<>();
        List<String> names = MentionText.names(content);
        for (String name : names.subList(0, Math.min(MOST_NAMES, names.size()))) {
            Optional<String> id =
                    References.agentNamed(tx, name).or(() -> References.agentNamed(tx, name.toLowerCase(Locale.ROOT)));
            if (id.isEmpty()) {
                if (unknown.stream().noneMatch(name::equalsIgnoreCase)) {
                    unknown.add(name);
                }
            } else if (!named.containsKey(id.get()) && named.size() < MOST) {
                named.put(id.get(), agent(tx, id.get()));
            }
        }
        return named;
    }

    private static Agent agent(Tx tx, String id) {
        return tx.one("SELECT " + Agent.COLUMNS + " FROM agents a WHERE a.agent_id = ?", Agent::of, id)
                .orElseThrow();
    }

    /** What a mention comes to that can start nothing, whatever the limits are. */
    private Optional<Decision> barred(Tx tx, Agent target, Said said) {
        if (target.id().equals(said.authorId())) {
            return Optional.of(Decision.skipped("self"));
        }
        if (!target.isLive()) {
            return Optional.of(Decision.skipped("archived"));
        }
        if (said.restricted() && !isMember(tx, said.channelId(), target.id())) {
            return Optional.of(Decision.skipped("not_member"));
        }
        if (!target.isRunnable() || !rules.mentionsRun()) {
            return Optional.of(Decision.noted(null));
        }
        boolean allowed = switch (target.triggerPolicy()) {
            case ANYONE -> true;
            case HUMAN -> said.authorKind() == AgentKind.HUMAN;
            case NEVER -> false;
        };
        return allowed ? Optional.empty() : Optional.of(Decision.noted("policy"));
    }

    private static boolean isMember(Tx tx, String channel, String agent) {
        return tx.one(
                        "SELECT 1 FROM channel_members WHERE channel_id = ? AND agent_id = ? AND role <> 'left'",
                        row -> row.number(1),
                        channel,
                        agent)
                .isPresent();
    }

    /** The limit that an execution would exceed. */
    private Optional<String> limit(Tx tx, ExecutionStarter.Lineage lineage, String channel, Instant now) {
        if (lineage.depth() > rules.maxDepth()) {
            return Optional.of("depth");
        }
        if (tx.number(TREE, lineage.rootMessageId()) >= rules.maxTree()) {
            return Optional.of("tree");
        }
        return tx.number(RATE, channel, now.minus(HOUR)) >= rules.maxRunsPerChannelHour()
                ? Optional.of("rate")
                : Optional.empty();
    }

    private Decision run(Tx tx, Agent target, Said said, ExecutionStarter.Lineage lineage, Instant now) {
        Optional<ExecutionStarter.Live> live = executions.live(tx, target.id(), said.channelId());
        if (live.isEmpty()) {
            return new Decision(
                    MentionState.STARTED,
                    null,
                    executions.start(tx, target.id(), said.channelId(), said.content(), lineage, now));
        }
        if (!live.get().pending() || live.get().raw()) {
            return new Decision(MentionState.WAITING, null, null);
        }
        deepen(tx, live.get().taskId(), lineage);
        return new Decision(MentionState.COALESCED, null, live.get().taskId());
    }

    /** An execution that reads several messages lies as deep as the deepest of them asks for. */
    private static void deepen(Tx tx, String task, ExecutionStarter.Lineage lineage) {
        tx.update(DEEPEN, lineage.depth(), lineage.rootMessageId(), lineage.parentTaskId(), task, lineage.depth());
    }

    private record Waiting(Said said, ExecutionStarter.Lineage lineage) {}

    /**
     * Starts one execution for all mentions that waited for the end of the last one, as far as the limits still allow
     * it. Called in the transaction that ends that one, when its row is no longer live and its run not yet idle.
     */
    public Optional<String> resume(Tx tx, String agentId, String channelId, Instant now) {
        if (executions.live(tx, agentId, channelId).isPresent()) {
            return Optional.empty();
        }
        Agent target = agent(tx, agentId);
        List<Waiting> due = new ArrayList<>();
        for (Said said : waiting(tx, agentId, channelId)) {
            ExecutionStarter.Lineage lineage = ParentExecution.lineage(said.origin(), said.messageId());
            Optional<Decision> stopped = barred(tx, target, said)
                    .or(() -> limit(tx, lineage, channelId, now).map(Decision::skipped));
            if (stopped.isPresent()) {
                settle(tx, said.messageId(), agentId, stopped.get());
            } else {
                due.add(new Waiting(said, lineage));
            }
        }
        if (due.isEmpty()) {
            return Optional.empty();
        }
        Waiting first = due.getFirst();
        String task = executions.start(tx, agentId, channelId, first.said().content(), first.lineage(), now);
        for (Waiting one : due) {
            deepen(tx, task, one.lineage());
            MentionState state = one.equals(first) ? MentionState.STARTED : MentionState.COALESCED;
            settle(tx, one.said().messageId(), agentId, new Decision(state, null, task));
        }
        return Optional.of(task);
    }

    /** Lets nothing come of the mentions that waited for the end of an execution, because somebody stopped it. */
    public static void stopped(Tx tx, String agentId, String channelId) {
        tx.update(
                "UPDATE mentions SET state = 'skipped', reason = 'stopped'"
                        + " WHERE agent_id = ? AND channel_id = ? AND state = 'waiting'",
                agentId,
                channelId);
    }

    private static List<Said> waiting(Tx tx, String agentId, String channelId) {
        record Found(
                String message,
                long seq,
                String content,
                String author,
                String kind,
                @Nullable String task) {}
        boolean restricted = tx.one(
                        "SELECT restricted FROM channels WHERE channel_id = ?", row -> row.flag(1), channelId)
                .orElse(false);
        List<Found> found = tx.list(
                WAITING,
                row -> new Found(row.text(1), row.number(2), row.text(3), row.text(4), row.text(5), row.textOrNull(6)),
                agentId,
                channelId);
        return found.stream()
                .map(one -> new Said(
                        channelId,
                        restricted,
                        one.message(),
                        one.seq(),
                        one.content(),
                        one.author(),
                        AgentKind.of(one.kind()),
                        ParentExecution.of(tx, one.task()).orElse(null)))
                .toList();
    }

    private static void settle(Tx tx, String message, String agent, Decision decision) {
        tx.update(
                "UPDATE mentions SET state = ?, reason = ?, task_id = ? WHERE message_id = ? AND agent_id = ?",
                decision.state().text(),
                decision.reason(),
                decision.taskId(),
                message,
                agent);
    }
}
