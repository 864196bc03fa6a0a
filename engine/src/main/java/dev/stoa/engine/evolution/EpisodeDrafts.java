package dev.stoa.engine.evolution;

import dev.stoa.evolution.brain.Proposal;
import dev.stoa.evolution.brain.StateMutation;
import dev.stoa.evolution.episode.EpisodeDraft;
import dev.stoa.evolution.episode.LogEntry;
import dev.stoa.evolution.episode.Participant;
import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenario.JudgeSpec;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Episodes and turns in the form in which they are stored, and back. Stateless, safe from any thread. */
final class EpisodeDrafts {
    private EpisodeDrafts() {}

    /** An episode that was played, for the archive. */
    static EpisodeDraft of(
            EpisodeResult result,
            Scenario scenario,
            Troupe troupe,
            String generationId,
            String epochId,
            int slot,
            @Nullable Object hypotheses) {
        Map<String, Profile> profiles = new HashMap<>(troupe.actors());
        troupe.guests().forEach(guest -> profiles.put(guest.actorId(), guest.profile()));
        List<Participant> who = new ArrayList<>();
        for (EpisodeResult.Share share : result.shares()) {
            who.add(new Participant(
                    share.actorId(),
                    Objects.requireNonNull(profiles.get(share.actorId())).id(),
                    share.primary() ? Archetype.PRIMARY_ACTOR : Archetype.CREATED_AGENT,
                    share.score(),
                    share.utility(),
                    share.penalties(),
                    share.tokens()));
        }
        for (Profile disruptor : troupe.disruptors()) {
            who.add(new Participant(
                    String.valueOf(disruptor.actorId()),
                    disruptor.id(),
                    Archetype.valueOf(String.valueOf(disruptor.archetype()).toUpperCase(Locale.ROOT)),
                    null,
                    null,
                    0,
                    0));
        }
        return new EpisodeDraft(
                null,
                generationId,
                epochId,
                slot,
                result.seed(),
                false,
                reason(result),
                result.turns(),
                who,
                result.nashRatio(),
                judge(scenario),
                result.rationale(),
                hypotheses,
                result.snapshot(),
                result.log().stream()
                        .map(entry -> entry(
                                entry,
                                Objects.requireNonNull(profiles.get(entry.actorId()))
                                        .id()))
                        .toList());
    }

    static TerminationReason reason(EpisodeResult result) {
        return TerminationReason.valueOf(result.reason().name());
    }

    static String judge(Scenario scenario) {
        return scenario.judge() instanceof JudgeSpec.Model model ? "model " + model.provider() : "rubric";
    }

    private static LogEntry entry(dev.stoa.evolution.play.LogEntry entry, String profileId) {
        Proposal proposal = entry.proposal();
        return new LogEntry(
                entry.turn(),
                entry.actorId(),
                profileId,
                entry.applied(),
                entry.attempts(),
                entry.violation(),
                proposal.monologue(),
                proposal.dialogue(),
                proposal.mutations().stream().map(StateMutation::document).toList(),
                proposal.resolves(),
                proposal.aborts(),
                entry.tokens(),
                entry.stateVersion(),
                entry.environment());
    }

    /** A turn as it was played, from the archive. */
    static dev.stoa.evolution.play.LogEntry played(LogEntry entry) {
        return new dev.stoa.evolution.play.LogEntry(
                entry.turnNumber(),
                String.valueOf(entry.actorId()),
                entry.applied(),
                entry.attempts(),
                entry.violation(),
                new Proposal(
                        Objects.requireNonNullElse(entry.internalMonologue(), ""),
                        Objects.requireNonNullElse(entry.publicDialogue(), ""),
                        mutations(entry.stateMutations()),
                        entry.proposeResolution(),
                        entry.abortEpisode()),
                entry.tokenUsage(),
                entry.stateVersion(),
                environment(entry.environment()));
    }

    private static Map<String, @Nullable Object> environment(@Nullable Map<String, ? extends @Nullable Object> stored) {
        Map<String, @Nullable Object> environment = new HashMap<>();
        if (stored != null) {
            environment.putAll(stored);
        }
        return environment;
    }

    private static List<StateMutation> mutations(List<?> stored) {
        List<StateMutation> mutations = new ArrayList<>();
        for (Object each : stored) {
            if (each instanceof Map<?, ?> map) {
                mutations.add(new StateMutation(
                        "add".equals(map.get("action")) ? StateMutation.Action.ADD : StateMutation.Action.MODIFY,
                        String.valueOf(map.get("path")),
                        map.get("value")));
            }
        }
        return mutations;
    }

    /** A finished turn of an episode that is not finished. */
    static Map<String, @Nullable Object> pending(dev.stoa.evolution.play.LogEntry entry) {
        return entry(entry, "").document();
    }

    /** The turn that was kept so. */
    static dev.stoa.evolution.play.LogEntry kept(Map<String, @Nullable Object> document) {
        return played(new LogEntry(
                number(document, "turn_number").intValue(),
                String.valueOf(document.get("actor_id")),
                null,
                "applied".equals(document.get("outcome")),
                number(document, "attempts").intValue(),
                document.get("violation") instanceof String violation ? violation : null,
                document.get("internal_monologue") instanceof String thought ? thought : null,
                document.get("public_dialogue") instanceof String said ? said : null,
                document.get("state_mutations") instanceof List<?> list ? list : List.of(),
                Boolean.TRUE.equals(document.get("propose_resolution")),
                Boolean.TRUE.equals(document.get("abort_episode")),
                number(document, "token_usage").longValue(),
                number(document, "state_version").longValue(),
                document.get("environment") instanceof Map<?, ?> map ? Json.parseObject(Json.canonical(map)) : null));
    }

    private static Number number(Map<String, @Nullable Object> document, String name) {
        return document.get(name) instanceof Number number ? number : 0;
    }
}
