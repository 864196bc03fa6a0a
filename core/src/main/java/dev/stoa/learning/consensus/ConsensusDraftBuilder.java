package dev.stoa.learning.consensus;

import dev.stoa.base.Trust;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the parts of a {@link ConsensusDraft}, which checks them. Not thread-safe. */
public final class ConsensusDraftBuilder {
    private final String id;
    private final String topic;
    private final String conclusion;
    private final double confidence;
    private final List<String> participants;
    private String domain = ConsensusDraft.GENERAL;
    private List<String> tags = List.of();
    private List<String> agreeing = List.of();
    private List<String> abstaining = List.of();
    private List<String> keyClaims = List.of();
    private List<String> evidence = List.of();
    private @Nullable Long rounds;
    private @Nullable Double duration;
    private @Nullable String supersedes;
    private List<DissentDraft> dissents = List.of();
    private Trust trust = Trust.AGENT;
    private Map<String, @Nullable Object> metadata = Map.of();

    ConsensusDraftBuilder(String id, String topic, String conclusion, double confidence, List<String> participants) {
        this.id = id;
        this.topic = topic;
        this.conclusion = conclusion;
        this.confidence = confidence;
        this.participants = participants;
    }

    public ConsensusDraftBuilder domain(String value) {
        domain = value;
        return this;
    }

    public ConsensusDraftBuilder tags(List<String> values) {
        tags = values;
        return this;
    }

    public ConsensusDraftBuilder agreeing(List<String> names) {
        agreeing = names;
        return this;
    }

    public ConsensusDraftBuilder abstaining(List<String> names) {
        abstaining = names;
        return this;
    }

    public ConsensusDraftBuilder keyClaims(List<String> claims) {
        keyClaims = claims;
        return this;
    }

    public ConsensusDraftBuilder evidence(List<String> ids) {
        evidence = ids;
        return this;
    }

    public ConsensusDraftBuilder rounds(long count) {
        rounds = count;
        return this;
    }

    /** How long the debate took, in seconds. */
    public ConsensusDraftBuilder duration(double seconds) {
        duration = seconds;
        return this;
    }

    public ConsensusDraftBuilder supersedes(String older) {
        supersedes = older;
        return this;
    }

    public ConsensusDraftBuilder dissents(List<DissentDraft> values) {
        dissents = values;
        return this;
    }

    public ConsensusDraftBuilder trust(Trust value) {
        trust = value;
        return this;
    }

    public ConsensusDraftBuilder metadata(Map<String, @Nullable Object> values) {
        metadata = values;
        return this;
    }

    /** The draft; what is wrong with a part is said here. */
    public ConsensusDraft build() {
        return new ConsensusDraft(
                id,
                topic,
                conclusion,
                confidence,
                domain,
                tags,
                participants,
                agreeing,
                abstaining,
                keyClaims,
                evidence,
                rounds,
                duration,
                supersedes,
                dissents,
                trust,
                metadata);
    }
}
