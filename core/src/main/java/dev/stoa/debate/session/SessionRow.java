package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.KEY;
import static dev.stoa.debate.session.Columns.Proof.NONE;
import static dev.stoa.debate.session.Columns.Proof.REGISTER;
import static dev.stoa.debate.session.Columns.Proof.REPLAYED;
import static dev.stoa.debate.session.Columns.Proof.REQUEST;

import dev.stoa.base.TextEnum;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.json.Json;
import dev.stoa.json.RecordFields;
import dev.stoa.storage.Scope;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The row of a debate: what was asked, where it stands, who runs it, and how it ended. Immutable. */
public record SessionRow(
        String id,
        String debateId,
        String topic,
        Status status,
        @Nullable String topologyType,
        @Nullable String coordinationProtocol,
        Map<String, @Nullable Object> config,
        @Nullable String initiatedBy,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant completedAt,
        int totalRounds,
        @Nullable Double finalConsensusScore,
        Map<String, @Nullable Object> outcome,
        Map<String, @Nullable Object> metadata,
        String domain,
        @Nullable Preset preset,
        @Nullable String votingMethod,
        @Nullable Long seed,
        @Nullable String configSha256,
        @Nullable String requestSha256,
        @Nullable String outcomeSha256,
        @Nullable String chainHead,
        @Nullable String idempotencyKey,
        @Nullable String runnerId,
        long runnerEpoch,
        long activeMs,
        @Nullable Instant leaseUntil,
        int recoveries,
        int turnCount,
        int eventCount,
        @Nullable String stopReason,
        @Nullable String error) {
    /**
     * What a debate writes by itself. The register is one for all, but who appends to it holds the row of its head until
     * the commit, so that its numbers follow commits. Lessons belong to no debate.
     */
    public static final Scope.Kind SCOPE = new Scope.Kind(
            "session",
            "debate_sessions",
            "debate_events",
            "debate_turns",
            "debate_options",
            "debate_ballots",
            "debate_flips",
            "debate_checks",
            "debate_gates",
            "debate_grades",
            "debate_outbox",
            "debate_register",
            "debate_register_head",
            "code_versions",
            "code_tests",
            "code_test_results");

    // The columns that are shown come in the order in which they are, which DebateSession completes.
    public static final Columns<SessionRow> COLUMNS = Columns.of(SessionRow.class, "debate_sessions")
            // Rows of other programs may have no time.
            .otherwise("created_at", row -> Instant.EPOCH)
            .otherwise("updated_at", row -> Objects.requireNonNull(row.apply("created_at")))
            .otherwise("total_rounds", row -> 0)
            .add(KEY, "id")
            .add(REQUEST, "debate_id", "topic")
            .add(REPLAYED, "status")
            .add(REQUEST, "preset", "topology_type", "coordination_protocol", "voting_method", "domain", "seed")
            .add(REQUEST, "initiated_by")
            .add(REPLAYED, "created_at")
            .add(NONE, "updated_at")
            .add(REPLAYED, "completed_at", "total_rounds", "final_consensus_score", "stop_reason", "error")
            .add(REGISTER, "active_ms")
            .add(REPLAYED, "outcome", "outcome_sha256")
            .add(REQUEST, "config")
            .add(NONE, "metadata")
            .hidden(REQUEST, "config_sha256")
            .hidden(REGISTER, "request_sha256")
            .hidden(REPLAYED, "chain_head")
            .hidden(REGISTER, "idempotency_key", "runner_id", "runner_epoch", "lease_until", "recoveries")
            .hidden(REPLAYED, "turn_count", "event_count")
            .declared();

    /** Where a debate stands. */
    public enum Status implements TextEnum {
        PENDING,
        RUNNING,
        PAUSED,
        COMPLETED,
        FAILED,
        CANCELLED;

        /** Whether nothing more happens in it. */
        public boolean isTerminal() {
            return compareTo(COMPLETED) >= 0;
        }
    }

    /**
     * The row of a debate that nobody has started.
     *
     * @param requestSha256 null where only what follows from the frozen request is asked for
     */
    public static SessionRow created(
            String id,
            DebateConfig config,
            @Nullable String requestSha256,
            @Nullable String key,
            Map<String, @Nullable Object> metadata,
            Instant now) {
        Protocol protocol = config.protocol();
        Map<String, @Nullable Object> frozen = config.document();
        return new SessionRow(
                id,
                config.debateId(),
                config.topic(),
                Status.PENDING,
                config.topology().text(),
                protocol == null ? null : protocol.text(),
                frozen,
                config.initiatedBy(),
                now,
                now,
                null,
                0,
                null,
                Map.of(),
                metadata,
                config.domain(),
                config.preset(),
                config.voting().text(),
                config.seed(),
                Json.sha256(frozen),
                requestSha256,
                null,
                null,
                key,
                null,
                0,
                0,
                null,
                0,
                0,
                0,
                null,
                null);
    }

    /** The same row after an event. */
    public SessionRow after(DebateEvent event) {
        return RecordFields.of(SessionRow.class)
                .with(this, Map.of("eventCount", Math.toIntExact(event.seq()), "chainHead", event.hash()));
    }
}
