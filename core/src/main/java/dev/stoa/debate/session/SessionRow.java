package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Type.JSON;
import static dev.stoa.debate.session.Columns.Type.REAL;
import static dev.stoa.debate.session.Columns.Type.TEXT;
import static dev.stoa.debate.session.Columns.Type.TIME;
import static dev.stoa.debate.session.Columns.Type.WHOLE;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Protocol;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
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
    // The columns that are shown come in the order in which they are, which DebateSession completes.
    public static final Columns<SessionRow> COLUMNS = Columns.<SessionRow>of("debate_sessions")
            .key("id", TEXT, SessionRow::id)
            .request("debate_id", TEXT, SessionRow::debateId)
            .request("topic", TEXT, SessionRow::topic)
            .replayed("status", TEXT, row -> row.status().text())
            .request(
                    "preset",
                    TEXT,
                    row -> row.preset() == null ? null : row.preset().text())
            .request("topology_type", TEXT, SessionRow::topologyType)
            .request("coordination_protocol", TEXT, SessionRow::coordinationProtocol)
            .request("voting_method", TEXT, SessionRow::votingMethod)
            .request("domain", TEXT, SessionRow::domain)
            .request("seed", WHOLE, SessionRow::seed)
            .request("initiated_by", TEXT, SessionRow::initiatedBy)
            .replayed("created_at", TIME, SessionRow::createdAt)
            .unproven("updated_at", TIME, SessionRow::updatedAt)
            .replayed("completed_at", TIME, SessionRow::completedAt)
            .replayed("total_rounds", WHOLE, SessionRow::totalRounds)
            .replayed("final_consensus_score", REAL, SessionRow::finalConsensusScore)
            .replayed("stop_reason", TEXT, SessionRow::stopReason)
            .replayed("error", TEXT, SessionRow::error)
            .unproven("active_ms", WHOLE, SessionRow::activeMs)
            .replayed("outcome", JSON, SessionRow::outcome)
            .replayed("outcome_sha256", TEXT, SessionRow::outcomeSha256)
            .request("config", JSON, SessionRow::config)
            .unproven("metadata", JSON, SessionRow::metadata)
            .request("config_sha256", TEXT, SessionRow::configSha256)
            .hidden()
            .unproven("request_sha256", TEXT, SessionRow::requestSha256)
            .hidden()
            .replayed("chain_head", TEXT, SessionRow::chainHead)
            .hidden()
            .unproven("idempotency_key", TEXT, SessionRow::idempotencyKey)
            .hidden()
            .unproven("runner_id", TEXT, SessionRow::runnerId)
            .hidden()
            .unproven("runner_epoch", WHOLE, SessionRow::runnerEpoch)
            .hidden()
            .unproven("lease_until", TIME, SessionRow::leaseUntil)
            .hidden()
            .unproven("recoveries", WHOLE, SessionRow::recoveries)
            .hidden()
            .replayed("turn_count", WHOLE, SessionRow::turnCount)
            .hidden()
            .replayed("event_count", WHOLE, SessionRow::eventCount)
            .hidden()
            .read(SessionRow::of);

    /** Where a debate stands. */
    public enum Status {
        PENDING,
        RUNNING,
        PAUSED,
        COMPLETED,
        FAILED,
        CANCELLED;

        private final String text = name().toLowerCase(Locale.ROOT);

        /** The word under which it is stored and shown. */
        public String text() {
            return text;
        }

        /** Whether nothing more happens in it. */
        public boolean isTerminal() {
            return compareTo(COMPLETED) >= 0;
        }
    }

    private static SessionRow of(Columns.Cells row) {
        Instant created = orEpoch(row.instantOrNull("created_at"));
        Instant updated = row.instantOrNull("updated_at");
        Long rounds = row.numberOrNull("total_rounds");
        String preset = row.textOrNull("preset");
        return new SessionRow(
                row.text("id"),
                row.text("debate_id"),
                row.text("topic"),
                Status.valueOf(row.text("status").toUpperCase(Locale.ROOT)),
                row.textOrNull("topology_type"),
                row.textOrNull("coordination_protocol"),
                row.object("config"),
                row.textOrNull("initiated_by"),
                created,
                updated == null ? created : updated,
                row.instantOrNull("completed_at"),
                rounds == null ? 0 : Math.toIntExact(rounds),
                row.realOrNull("final_consensus_score"),
                row.object("outcome"),
                row.object("metadata"),
                row.text("domain"),
                preset == null ? null : Preset.of(preset),
                row.textOrNull("voting_method"),
                row.numberOrNull("seed"),
                row.textOrNull("config_sha256"),
                row.textOrNull("request_sha256"),
                row.textOrNull("outcome_sha256"),
                row.textOrNull("chain_head"),
                row.textOrNull("idempotency_key"),
                row.textOrNull("runner_id"),
                row.number("runner_epoch"),
                row.number("active_ms"),
                row.instantOrNull("lease_until"),
                row.integer("recoveries"),
                row.integer("turn_count"),
                row.integer("event_count"),
                row.textOrNull("stop_reason"),
                row.textOrNull("error"));
    }

    /**
     * The row of a debate that nobody has started.
     *
     * @param requestSha256 null where only what follows from the frozen request is asked for
     */
    public static SessionRow created(
            String id, DebateConfig config, @Nullable String requestSha256, @Nullable String key, Instant now) {
        Protocol protocol = config.protocol();
        return new SessionRow(
                id,
                config.debateId(),
                config.topic(),
                Status.PENDING,
                config.topology().text(),
                protocol == null ? null : protocol.text(),
                config.document(),
                config.initiatedBy(),
                now,
                now,
                null,
                0,
                null,
                Map.of(),
                Map.of(),
                config.domain(),
                config.preset(),
                config.voting().text(),
                config.seed(),
                config.sha256(),
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

    /** Rows of other programs may have no time. */
    private static Instant orEpoch(@Nullable Instant time) {
        return time == null ? Instant.EPOCH : time;
    }
}
