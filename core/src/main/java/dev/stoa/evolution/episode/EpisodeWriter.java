package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.evolution.base.Documents;
import dev.stoa.evolution.base.EventKind;
import dev.stoa.evolution.base.RunEvents;
import dev.stoa.json.Json;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Episodes on their way into the archive, within one unit of work. Not thread-safe; used once. */
public final class EpisodeWriter {
    private static final int LONGEST_STATE = 1 << 20;
    private static final int LONGEST_HYPOTHESES = 256 << 10;

    private static final String EPISODE = """
            INSERT INTO Episodes (id, generation_id, agent_a_profile_id, agent_b_profile_id, agent_a_score,
                agent_b_score, total_turns, termination_reason, final_state_snapshot, is_shadow_trial, created_at,
                scout_hypotheses)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String FACTS = """
            INSERT INTO episode_facts (episode_id, seq, epoch_id, slot, seed, min_score, nash_ratio, tokens, penalties,
                judge, rationale, logs)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'full')""";

    private static final String PARTICIPANT = """
            INSERT INTO episode_participants (episode_id, ordinal, actor_id, profile_id, archetype, score, utility,
                penalties, tokens, generation_id, shadow, episode_seq)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String LOG = """
            INSERT INTO ActionLogs (id, episode_id, turn_number, speaker_id, internal_monologue, public_dialogue,
                state_mutations, propose_resolution, abort_episode, token_usage, actor_id, outcome, attempts, violation,
                state_version, environment_json)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private final Tx tx;
    private final Ids ids;
    private final Instant now;
    private final Map<String, OpenGeneration> generations = new HashMap<>();
    private final Map<String, EpochTable.Line> epochs = new HashMap<>();
    private final Set<String> knownProfiles = new HashSet<>();
    private final Set<String> keys = new HashSet<>();
    private final List<Line> logs = new ArrayList<>();
    private final Map<String, List<RunEvents.New>> events = new LinkedHashMap<>();
    private final Map<String, Long> tokens = new HashMap<>();

    private record Line(String episodeId, LogEntry entry) {}

    private record Stored(int ordinal, Participant who) {}

    private EpisodeWriter(Tx tx, Ids ids, Instant now) {
        this.tx = tx;
        this.ids = ids;
        this.now = now;
    }

    /** Stores episodes, all or none; one that is there already with equal content is left as it is. */
    public static List<Episode> record(Tx tx, Ids ids, List<EpisodeDraft> drafts, Instant now) {
        return new EpisodeWriter(tx, ids, now).run(drafts);
    }

    private List<Episode> run(List<EpisodeDraft> drafts) {
        List<Episode> episodes = new ArrayList<>();
        for (EpisodeDraft draft : drafts) {
            if ((draft.id() != null && !keys.add(draft.id()))
                    || (draft.epochId() != null && !keys.add(draft.epochId() + " " + draft.slot()))) {
                throw Bounds.invalid(
                        "an episode is there twice: "
                                + (draft.epochId() == null
                                        ? draft.id()
                                        : "slot " + draft.slot() + " of epoch " + draft.epochId()),
                        "give it once");
            }
            String present = present(draft);
            episodes.add(present != null ? same(draft, present) : insert(draft));
        }
        tx.batch(LOG, logs, line -> values(line.episodeId(), line.entry()));
        events.forEach((run, told) -> RunEvents.append(tx, run, told, now));
        tokens.forEach((run, used) -> {
            if (used != 0) {
                tx.update("UPDATE evolution_runs SET tokens_used = tokens_used + ? WHERE id = ?", used, run);
            }
        });
        return episodes;
    }

    private @Nullable String present(EpisodeDraft draft) {
        if (draft.id() == null && draft.epochId() == null) {
            return null;
        }
        return tx.one(
                        "SELECT episode_id FROM episode_facts WHERE episode_id = ? OR (epoch_id = ? AND slot = ?)",
                        row -> row.text(1),
                        draft.id() == null ? "" : draft.id(),
                        draft.epochId() == null ? "" : draft.epochId(),
                        draft.slot() == null ? -1 : draft.slot())
                .orElse(null);
    }

    private Episode same(EpisodeDraft draft, String id) {
        Episode episode = EpisodeTable.get(tx, id);
        EpisodeDraft stored = EpisodeTable.draft(tx, episode);
        boolean full = !episode.pruned();
        boolean isShadow = draft.epochId() == null ? draft.shadow() : episode.shadow();
        if ((draft.id() != null && !draft.id().equals(id))
                || draft.totalTurns() != episode.totalTurns()
                || !stored.content(episode.shadow(), full).equals(draft.content(isShadow, full))) {
            throw new ConflictException(
                    "conflict",
                    "episode " + id
                            + (draft.epochId() == null
                                    ? ""
                                    : " of slot " + draft.slot() + " of epoch " + draft.epochId())
                            + " is stored with other content",
                    "store another episode under another id or slot");
        }
        return episode;
    }

    private Episode insert(EpisodeDraft draft) {
        OpenGeneration generation =
                generations.computeIfAbsent(draft.generationId(), id -> OpenGeneration.need(tx, id));
        EpochTable.Line epoch = draft.epochId() == null ? null : epoch(draft, draft.epochId());
        checkProfiles(draft, generation);
        boolean shadow = epoch == null ? draft.shadow() : epoch.kind() != EpochKind.PRODUCTION;
        String id = draft.id() == null ? ids.next() : draft.id();
        long seq = tx.next("episode");
        List<Participant> who = draft.participants();
        tx.update(
                EPISODE,
                id,
                draft.generationId(),
                who.get(0).profileId(),
                who.get(1).profileId(),
                who.get(0).score(),
                who.get(1).score(),
                draft.totalTurns(),
                draft.terminationReason().text(),
                Documents.text("final_state", draft.finalState(), LONGEST_STATE),
                shadow,
                now,
                Documents.textOrNull("scout_hypotheses", draft.scoutHypotheses(), LONGEST_HYPOTHESES));
        tx.update(
                FACTS,
                id,
                seq,
                draft.epochId(),
                draft.slot(),
                draft.seed(),
                draft.minScore(),
                draft.nashRatio(),
                draft.tokens(),
                draft.penalties(),
                draft.judge(),
                draft.rationale());
        List<Stored> stored = new ArrayList<>();
        for (int i = 0; i < who.size(); i++) {
            stored.add(new Stored(i, who.get(i)));
        }
        tx.batch(
                PARTICIPANT,
                stored,
                each -> Tx.values(
                        id,
                        each.ordinal(),
                        each.who().actorId(),
                        each.who().profileId(),
                        each.who().archetype().text(),
                        each.who().score(),
                        each.who().utility(),
                        each.who().penalties(),
                        each.who().tokens(),
                        draft.generationId(),
                        shadow ? 1 : 0,
                        seq));
        draft.logs().forEach(entry -> logs.add(new Line(id, entry)));
        if (draft.epochId() != null) {
            tx.update("DELETE FROM pending_turns WHERE epoch_id = ? AND slot = ?", draft.epochId(), draft.slot());
        }
        tell(draft, id, generation, epoch);
        return new Episode(
                id,
                seq,
                generation.runId(),
                draft.generationId(),
                generation.seq(),
                draft.epochId(),
                epoch == null ? null : epoch.kind(),
                draft.slot(),
                draft.seed(),
                draft.terminationReason().text(),
                draft.totalTurns(),
                shadow,
                draft.minScore(),
                draft.nashRatio(),
                draft.tokens(),
                draft.penalties(),
                draft.judge(),
                draft.rationale(),
                false,
                false,
                now,
                who);
    }

    private EpochTable.Line epoch(EpisodeDraft draft, String id) {
        EpochTable.Line epoch = epochs.computeIfAbsent(id, each -> EpochTable.line(tx, each));
        if (!epoch.generationId().equals(draft.generationId())) {
            throw Bounds.invalid(
                    "epoch " + id + " is of generation " + epoch.generationId() + ", the episode of "
                            + draft.generationId(),
                    "name an epoch of the generation");
        }
        Bounds.whole("slot", draft.slot() == null ? -1 : draft.slot(), 0, epoch.planned() - 1L);
        if (epoch.complete()) {
            throw new ConflictException("conflict", "epoch " + id + " is complete", "store into an open epoch");
        }
        if (tx.one("SELECT 1 FROM slot_failures WHERE epoch_id = ? AND slot = ?", row -> true, id, draft.slot())
                .isPresent()) {
            throw new ConflictException(
                    "conflict", "slot " + draft.slot() + " of epoch " + id + " was given up", "take the next slot");
        }
        return epoch;
    }

    private void checkProfiles(EpisodeDraft draft, OpenGeneration generation) {
        for (Participant each : draft.participants()) {
            String id = String.valueOf(each.profileId());
            if (knownProfiles.add(generation.runId() + " " + id)
                    && tx.one(
                                    "SELECT 1 FROM AgentProfiles WHERE id = ? AND run_id = ?",
                                    row -> true,
                                    id,
                                    generation.runId())
                            .isEmpty()) {
                throw Bounds.invalid(
                        "profile_id " + Bounds.shown(id) + " of " + each.actorId() + " is no profile of run "
                                + generation.runId(),
                        "store the profile first");
            }
        }
    }

    private void tell(EpisodeDraft draft, String id, OpenGeneration generation, EpochTable.@Nullable Line epoch) {
        List<RunEvents.New> told = events.computeIfAbsent(generation.runId(), run -> new ArrayList<>());
        for (LogEntry entry : draft.logs()) {
            if (!entry.applied()) {
                // What was wrong stands in the log alone: pruning a log would otherwise leave its words here.
                told.add(new RunEvents.New(
                        EventKind.TURN_PENALISED,
                        id,
                        Json.object("turn", entry.turnNumber(), "actor", entry.actorId())));
            }
        }
        told.add(new RunEvents.New(
                EventKind.EPISODE_COMPLETED,
                id,
                Json.object(
                        "generation", generation.seq(),
                        "epoch_kind", epoch == null ? null : epoch.kind().text(),
                        "slot", draft.slot(),
                        "termination_reason", draft.terminationReason().text(),
                        "total_turns", draft.totalTurns(),
                        "min_score", draft.minScore(),
                        "nash_ratio", draft.nashRatio())));
        tokens.merge(generation.runId(), draft.tokens(), Long::sum);
    }

    private @Nullable Object[] values(String episodeId, LogEntry entry) {
        return Tx.values(
                ids.next(),
                episodeId,
                entry.turnNumber(),
                entry.speakerId(),
                entry.internalMonologue(),
                entry.publicDialogue(),
                Documents.text("state_mutations", entry.stateMutations(), LogEntry.LONGEST_MUTATIONS),
                entry.proposeResolution(),
                entry.abortEpisode(),
                entry.tokenUsage(),
                entry.actorId(),
                entry.applied() ? "applied" : "skipped",
                entry.attempts(),
                entry.violation(),
                entry.stateVersion(),
                Documents.textOrNull("environment", entry.environment(), LogEntry.LONGEST_ENVIRONMENT));
    }
}
