package dev.stoa.debate.rules.config;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.code.CodeTask;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.json.Json;
import dev.stoa.json.RecordFields;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was decided before a debate began, frozen with its session. Immutable; {@link ConfigReader} makes it
 * from a request or from its stored form, and checks it.
 *
 * @param options the labels of a closed question; none: an open one
 * @param truth the right answer, where it is known; it never enters a prompt
 * @param check the command that decides whether an answer passes
 * @param evidence the ids of the given documents
 * @param template the number of the prompts' wording
 */
public record DebateConfig(
        String topic,
        String debateId,
        List<Seat> seats,
        Preset preset,
        Topology topology,
        @Nullable Protocol protocol,
        VotingRule voting,
        int rounds,
        double threshold,
        Decision decision,
        int quorum,
        List<String> options,
        @Nullable String truth,
        Set<Phase> gates,
        GatePolicy gatePolicy,
        int gateTimeoutSeconds,
        int redoBudget,
        int timeoutSeconds,
        int callTimeoutSeconds,
        int maxParallel,
        @Nullable Long maxTokens,
        @Nullable Double maxCostUsd,
        String domain,
        long seed,
        List<GivenDraft> drafts,
        boolean earlyStop,
        boolean anonymous,
        boolean memory,
        boolean learn,
        boolean showConfidence,
        boolean showTally,
        boolean clarify,
        int reflexionAttempts,
        String initiatedBy,
        @Nullable CodeTask code,
        @Nullable String check,
        List<String> evidence,
        int template) {

    /** The wording of prompts that new debates use. */
    public static final int TEMPLATE = 1;

    /** What a request calls otherwise than its component here. */
    private static final Map<String, String> OTHER_NAMES = Map.of(
            "seats", "agents",
            "topology", "topology_type",
            "protocol", "coordination_protocol",
            "voting", "voting_method",
            "gate_timeout_seconds", "gate_timeout_s",
            "timeout_seconds", "timeout_s",
            "call_timeout_seconds", "call_timeout_s");

    /** The same for another topic. */
    public DebateConfig topic(String topic) {
        return RecordFields.of(DebateConfig.class)
                .with(this, "topic", Bounds.text("topic", topic, 1, ConfigReader.LONGEST_TOPIC));
    }

    /** How many seats there are. */
    public int size() {
        return seats.size();
    }

    /** The name of the agent on a seat. */
    public String agent(int seat) {
        return seats.get(seat).agent();
    }

    /** The seat of an agent, or -1. */
    public int seatOf(String agent) {
        for (int seat = 0; seat < seats.size(); seat++) {
            if (seats.get(seat).agent().equals(agent)) {
                return seat;
            }
        }
        return -1;
    }

    /** Whether the answers are given from the start. */
    public boolean closed() {
        return !options.isEmpty();
    }

    /** Whether something outside the debate looks at answers. */
    public boolean checked() {
        return code != null || check != null;
    }

    /** Whether any seat is simulated, so that the answer means nothing. */
    public boolean simulated() {
        return seats.stream().anyMatch(seat -> seat.provider().equals("sim"));
    }

    /** Whether every seat is simulated. */
    public boolean allSimulated() {
        return seats.stream().allMatch(seat -> seat.provider().equals("sim"));
    }

    /** The answer that a seat was given, or null. */
    public @Nullable GivenDraft draft(int seat) {
        return drafts.stream()
                .filter(draft -> draft.agent().equals(agent(seat)))
                .findFirst()
                .orElse(null);
    }

    /** It as JSON, in the form in which it is stored and hashed. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> map = RecordFields.document(this, OTHER_NAMES);
        map.put("agents", seats.stream().map(Seat::document).toList());
        map.putIfAbsent("coordination_protocol", ConfigReader.NO_PROTOCOL);
        map.put("seed", Json.exact(seed));
        return Json.kept(map);
    }

    /** The hash of its canonical form. */
    public String sha256() {
        return Json.sha256(document());
    }
}
