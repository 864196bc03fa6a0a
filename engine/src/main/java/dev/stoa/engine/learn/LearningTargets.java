package dev.stoa.engine.learn;

import dev.stoa.Stoa;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.base.Trace;
import dev.stoa.base.Trust;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.debate.rules.teaching.TeachingItems;
import dev.stoa.evolution.verdict.Observation;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.Learning;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.critique.CritiqueResolution;
import dev.stoa.learning.critique.DebateTrace;
import dev.stoa.learning.evidence.DebateLink;
import dev.stoa.learning.evidence.Evidence;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.MemorySource;
import dev.stoa.learning.memory.MemoryTier;
import dev.stoa.learning.memory.Outcome;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.learning.rating.PredictionDraft;
import dev.stoa.learning.rating.Result;
import dev.stoa.storage.Bulk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the results of debates to the learning archives and the audit log. Thread-safe. Each call is known to its
 * archive by a key of the debate, so that a row that was applied before changes nothing.
 */
final class LearningTargets {
    private static final Logger LOG = LoggerFactory.getLogger(LearningTargets.class);

    private final Stoa stoa;

    private LearningTargets(Stoa stoa) {
        this.stoa = stoa;
    }

    /** The targets by the name that rows of the outbox give them. */
    static Map<String, LearningTarget> of(Stoa stoa) {
        LearningTargets targets = new LearningTargets(stoa);
        Learning learning = stoa.learning();
        Map<String, LearningTarget> all = new LinkedHashMap<>();
        all.put(
                TeachingItems.CONSENSUS,
                new BulkTarget<>(
                        targets::consensus,
                        draft -> learning.consensus().record(draft),
                        drafts -> learning.consensus().recordAll(drafts, false)));
        all.put(
                TeachingItems.MATCH,
                new BulkTarget<>(
                        MatchDraft::fromJson,
                        draft -> learning.ratings().record(draft),
                        drafts -> learning.ratings().recordAll(drafts, false)));
        all.put(
                TeachingItems.PREDICTION,
                new BulkTarget<>(
                        PredictionDraft::fromJson,
                        draft -> learning.predictions().add(draft),
                        drafts -> learning.predictions().addAll(drafts, false)));
        all.put(
                TeachingItems.RESOLUTION,
                new BulkTarget<>(
                        Result.OfEvent::fromJson,
                        ended -> learning.predictions().resolve(ended.event(), ended.result()),
                        ended -> learning.predictions().resolveAll(ended, false)));
        all.put(
                TeachingItems.MEMORY,
                new BulkTarget<>(
                        targets::memory,
                        draft -> learning.memories().add(draft),
                        drafts -> learning.memories().addAll(drafts, false)));
        all.put(TeachingItems.CRITIQUES, targets::critiques);
        all.put(TeachingItems.EVIDENCE, targets::evidence);
        all.put(TeachingItems.OUTCOMES, targets::outcomes);
        all.put(TeachingItems.PROFILE_OUTCOME, targets::profile);
        all.put(TeachingItems.AUDIT, targets::audit);
        return all;
    }

    /** The audit log alone. */
    static Map<String, LearningTarget> recording(Stoa stoa) {
        return Map.of(TeachingItems.AUDIT, new LearningTargets(stoa)::audit);
    }

    /** A conclusion is believed no further than what it rests on. */
    private ConsensusDraft consensus(JsonFields payload) {
        ConsensusDraft told = ConsensusDraft.fromJson(payload);
        Trust trust = told.trust();
        for (String id : told.evidence()) {
            trust = trust.atMost(trustOfEvidence(id));
        }
        return told.trust(trust);
    }

    private Trust trustOfEvidence(String id) {
        return stoa.learning().evidence().find(id).map(Evidence::trust).orElse(Trust.UNTRUSTED);
    }

    /** The audit log gets the end of every debate and every decision at a gate, each once. */
    private void audit(JsonFields payload) {
        String session = payload.text("session_id");
        String gate = payload.textOrNull("gate");
        String type = gate == null ? "debate_completed" : "debate_gate";
        Map<String, @Nullable Object> details = gate == null
                ? Json.object(
                        "session_id", session,
                        "status", payload.text("status"),
                        "outcome_sha256", payload.textOrNull("outcome_sha256"),
                        "chain_head", payload.textOrNull("chain_head"))
                : Json.object(
                        "session_id",
                        session,
                        "gate",
                        gate,
                        "decision",
                        payload.text("decision"),
                        "by",
                        payload.textOrNull("by"));
        payload.end();
        String id = gate == null ? session : gate;
        stoa.counsel()
                .audit()
                .record(
                        Principal.local(),
                        AuditEvent.of(type, Trace.NONE, details).once(type + ":" + id));
    }

    private void critiques(JsonFields payload) {
        List<CritiqueDraft> made = payload.objects("critiques").stream()
                .map(CritiqueDraft::fromJson)
                .toList();
        List<CritiqueResolution> resolved = new ArrayList<>();
        for (JsonFields one : payload.objects("resolutions")) {
            CritiqueResolution resolution = CritiqueResolution.fromJson(one);
            boolean told = made.stream().anyMatch(draft -> draft.key().equals(resolution.key()));
            // A late grade may come when old criticisms are gone; their counters keep what they taught.
            if (told || stoa.learning().critiques().find(resolution.key()).isPresent()) {
                resolved.add(resolution);
            }
        }
        stoa.learning()
                .critiques()
                .recordDebate(new DebateTrace(
                        debate(JsonFields.of(payload.object("debate"))), made, resolved, flags(payload, "proposals")));
        payload.end();
    }

    private static DebateTrace.Debate debate(JsonFields fields) {
        Long rounds = fields.wholeOrNull("rounds_used");
        DebateTrace.Debate debate = new DebateTrace.Debate(
                fields.text("id"),
                fields.text("task"),
                fields.textOrNull("final_answer"),
                fields.flag("consensus_reached"),
                fields.realOrNull("confidence"),
                rounds == null ? null : (Integer) Math.toIntExact(rounds),
                null,
                fields.object("grounded_verdict"),
                fields.flag("simulated", false));
        fields.end();
        return debate;
    }

    private static Map<String, Boolean> flags(JsonFields payload, String name) {
        Map<String, @Nullable Object> given = payload.object(name);
        JsonFields each = JsonFields.of(given);
        Map<String, Boolean> flags = new LinkedHashMap<>();
        given.keySet().forEach(key -> flags.put(key, each.flag(key)));
        return flags;
    }

    private void evidence(JsonFields payload) {
        List<DebateLink.Of> links =
                payload.objects("links").stream().map(DebateLink.Of::fromJson).toList();
        payload.end();
        complete(stoa.learning().evidence().linkAll(links, false));
    }

    private void outcomes(JsonFields payload) {
        Outcome outcome = new Outcome(payload.flag("success"), null, payload.text("key"));
        EarlierDebates debates = new EarlierDebates(stoa, Set.of());
        List<Outcome.Report> reports = payload.texts("memories").stream()
                // A conclusion that was found wrong is shown as such, and is no stronger for a debate that did well.
                .filter(id -> !outcome.success() || !GradedMemories.wrong(debates, id))
                .map(id -> new Outcome.Report(id, outcome))
                .toList();
        payload.end();
        complete(stoa.learning().memories().outcomes(reports, false));
    }

    /** What is gone meanwhile can learn nothing; any other refusal is one of the whole row. */
    private static <T> void complete(List<Bulk.Result<T>> results) {
        for (Bulk.Result<T> result : results) {
            if (result instanceof Bulk.Result.Refused<T> refused) {
                StoaException error = refused.error();
                if (!(error instanceof NotFoundException)) {
                    throw error;
                }
            }
        }
    }

    private MemoryDraft memory(JsonFields payload) {
        String consensus = payload.text("consensus");
        Trust trust = trustOfConsensus(consensus);
        List<MemorySource> sources = new ArrayList<>();
        sources.add(new MemorySource("consensus", consensus, trust));
        for (String id : payload.texts("evidence")) {
            sources.add(new MemorySource("evidence", id, trustOfEvidence(id)));
        }
        MemoryDraft draft = MemoryDraft.of(payload.text("content"))
                .id(payload.text("id"))
                .namespace(payload.flag("simulated", false) ? MemoryDraft.SIMULATED : MemoryDraft.SHARED)
                .tier(MemoryTier.of(payload.text("tier")))
                .importance(payload.real("importance"))
                .trust(trust)
                .sources(sources);
        payload.end();
        return draft;
    }

    /** A profile of the evolution is observed in use: how right its draft was, and how well it knew that. */
    private void profile(JsonFields payload) {
        String profile = payload.text("profile_id");
        String session = payload.text("session_id");
        payload.text("agent");
        boolean correct = payload.flag("correct");
        double confidence = payload.real("confidence");
        payload.end();
        try {
            stoa.evolution()
                    .verdicts()
                    .addObservation(Principal.local(), profile, session, Observation.score(correct, confidence));
        } catch (NotFoundException e) {
            // A profile of another place, or one that another program named so: nothing here could learn from it.
            LOG.info("debate {} observed profile {}, which is not in this place", session, profile);
        }
    }

    private Trust trustOfConsensus(String id) {
        try {
            return stoa.learning().consensus().show(id).trust();
        } catch (NotFoundException e) {
            // Archived since: it no longer counts as a source of trust.
            return Trust.UNTRUSTED;
        }
    }
}
