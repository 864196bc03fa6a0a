package dev.stoa.debate;

import dev.stoa.debate.rules.Preset;
import dev.stoa.storage.Row;
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
    static final String COLUMNS = """
            s.id, s.debate_id, s.topic, s.status, s.topology_type, s.coordination_protocol, s.config, s.initiated_by,
            s.created_at, s.updated_at, s.completed_at, s.total_rounds, s.final_consensus_score, s.outcome, s.metadata,
            s.domain, s.preset, s.voting_method, s.seed, s.config_sha256, s.request_sha256, s.outcome_sha256,
            s.chain_head, s.idempotency_key, s.runner_id, s.runner_epoch, s.active_ms, s.lease_until, s.recoveries,
            s.turn_count, s.event_count, s.stop_reason, s.error""";

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

    static SessionRow of(Row row) {
        Instant created = orEpoch(row.instantOrNull(9));
        Instant updated = row.instantOrNull(10);
        Long rounds = row.numberOrNull(12);
        String preset = row.textOrNull(17);
        return new SessionRow(
                row.text(1),
                row.text(2),
                row.text(3),
                Status.valueOf(row.text(4).toUpperCase(Locale.ROOT)),
                row.textOrNull(5),
                row.textOrNull(6),
                StoredJson.object(row.textOrNull(7)),
                row.textOrNull(8),
                created,
                updated == null ? created : updated,
                row.instantOrNull(11),
                rounds == null ? 0 : Math.toIntExact(rounds),
                row.realOrNull(13),
                StoredJson.object(row.textOrNull(14)),
                StoredJson.object(row.textOrNull(15)),
                row.text(16),
                preset == null ? null : Preset.of(preset),
                row.textOrNull(18),
                row.numberOrNull(19),
                row.textOrNull(20),
                row.textOrNull(21),
                row.textOrNull(22),
                row.textOrNull(23),
                row.textOrNull(24),
                row.textOrNull(25),
                row.number(26),
                row.number(27),
                row.instantOrNull(28),
                row.integer(29),
                row.integer(30),
                row.integer(31),
                row.textOrNull(32),
                row.textOrNull(33));
    }

    /** Rows of other programs may have no time. */
    private static Instant orEpoch(@Nullable Instant time) {
        return time == null ? Instant.EPOCH : time;
    }
}
