package dev.stoa.debate;

import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.json.Json;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request for a debate: a topic, a panel and what differs from the defaults. Immutable; it is checked
 * when the session is created.
 */
public final class DebateRequest {
    private final Map<String, @Nullable Object> given;
    private final @Nullable String idempotencyKey;
    private final Map<String, @Nullable Object> metadata;

    private DebateRequest(
            Map<String, @Nullable Object> given,
            @Nullable String idempotencyKey,
            Map<String, @Nullable Object> metadata) {
        this.given = given;
        this.idempotencyKey = idempotencyKey;
        this.metadata = metadata;
    }

    /** A debate on a topic. */
    public static DebateRequest on(String topic) {
        return new DebateRequest(Map.of("topic", topic), null, Map.of());
    }

    /** A request as it was sent, under the names that its JSON form has. */
    public static DebateRequest of(Map<String, ? extends @Nullable Object> fields) {
        return new DebateRequest(Collections.unmodifiableMap(new LinkedHashMap<>(fields)), null, Map.of());
    }

    /** The request with a field of its JSON form set. */
    public DebateRequest set(String field, @Nullable Object value) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(given);
        fields.put(field, value);
        return new DebateRequest(Collections.unmodifiableMap(fields), idempotencyKey, metadata);
    }

    public DebateRequest agents(List<Seat> seats) {
        return set("agents", seats.stream().map(Seat::document).toList());
    }

    public DebateRequest preset(Preset preset) {
        return set("preset", preset.text());
    }

    public DebateRequest topology(Topology topology) {
        return set("topology_type", topology.text());
    }

    public DebateRequest voting(VotingRule rule) {
        return set("voting_method", rule.text());
    }

    public DebateRequest decision(Decision decision) {
        return set("decision", decision.text());
    }

    public DebateRequest rounds(int rounds) {
        return set("rounds", rounds);
    }

    public DebateRequest seed(long seed) {
        return set("seed", seed);
    }

    /** The labels of a closed question. */
    public DebateRequest options(List<String> labels) {
        return set("options", labels);
    }

    /** The phases after which a person has to approve. */
    public DebateRequest gates(Collection<Phase> phases) {
        return set("gates", phases.stream().map(Phase::text).toList());
    }

    /** The request under a key of its sender: sent again with the same, it is the same session. */
    public DebateRequest idempotencyKey(String key) {
        return new DebateRequest(given, key, metadata);
    }

    /** The request with what its owner notes about the session; it is no part of what is asked and of no proof. */
    public DebateRequest metadata(Map<String, @Nullable Object> noted) {
        return new DebateRequest(given, idempotencyKey, Json.kept(noted));
    }

    /** What was given. */
    public Map<String, @Nullable Object> fields() {
        return given;
    }

    Map<String, @Nullable Object> metadata() {
        return metadata;
    }

    @Nullable
    String key() {
        return idempotencyKey;
    }

    String sha256() {
        return Json.sha256(given);
    }
}
