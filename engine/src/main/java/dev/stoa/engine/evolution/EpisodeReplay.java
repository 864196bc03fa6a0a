package dev.stoa.engine.evolution;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.base.TextEnum;
import dev.stoa.base.VerificationException;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpochKind;
import dev.stoa.evolution.episode.Participant;
import dev.stoa.evolution.episode.ReplayRecord;
import dev.stoa.evolution.play.AgentSpec;
import dev.stoa.evolution.play.Disruptors;
import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.play.Judge;
import dev.stoa.evolution.play.LogEntry;
import dev.stoa.evolution.play.Negotiation;
import dev.stoa.evolution.play.Reason;
import dev.stoa.evolution.play.Replay;
import dev.stoa.evolution.play.ReplayException;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenario.JudgeSpec;
import dev.stoa.evolution.scenario.Scenario.Kind;
import dev.stoa.evolution.scenario.Scenario.Roles;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Proves stored episodes by their logs. Stateless, safe from any thread. No brain is asked. */
public final class EpisodeReplay {
    private EpisodeReplay() {}

    /**
     * What a replay found.
     *
     * @param judged whether the scores were given again; those of a model cannot be
     */
    public record Proof(Episode episode, boolean judged) {
        /** It as JSON. */
        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "episode_id", episode.id(),
                    "ok", true,
                    "turns", episode.totalTurns(),
                    "termination_reason", episode.terminationReason(),
                    "scores_recomputed", judged);
        }
    }

    /**
     * Applies the log of an episode again and judges it again.
     *
     * @throws VerificationException if it cannot have ended as it says, naming the turn
     */
    public static Proof check(Evolution stores, Principal by, String episodeId) {
        ReplayRecord record = stores.episodes().replayRecord(by, episodeId);
        Episode episode = record.episode();
        if (episode.epochId() == null || record.scenario().isEmpty()) {
            throw new ConflictException(
                    "conflict",
                    "episode " + episodeId + " was not played here, so that its rules are not known",
                    "replay an episode of a run of this archive");
        }
        Scenario scenario = ScenarioReader.json(Json.canonical(record.scenario()));
        EpisodeResult recorded = result(record);
        try {
            if (scenario.kind() == Kind.DEBATE) {
                DebateReplay.check(scenario, recorded);
                return new Proof(episode, true);
            }
            Replay.check(
                    environment(scenario, recorded), recorded, specs(stores, by, episode), turns(scenario, episode));
        } catch (ReplayException | IllegalArgumentException e) {
            throw new VerificationException(
                    "replay_differs",
                    "episode " + episodeId + " cannot have been played as it is stored: " + e.getMessage(),
                    "the record was changed; restore it from a backup");
        }
        return new Proof(episode, scenario.judge() instanceof JudgeSpec.Formulas);
    }

    private static int turns(Scenario scenario, Episode episode) {
        int culled = scenario.evolution().cullTurns();
        return episode.epochKind() == EpochKind.CULL && culled > 0
                ? culled
                : scenario.limits().maxTurns();
    }

    private static Negotiation environment(Scenario scenario, EpisodeResult recorded) {
        Roles roles = scenario.roles();
        boolean modelled =
                Stream.of(roles.tension(), roles.info(), roles.capitalizer()).anyMatch(Speakers::isModel);
        Judge judge = scenario.judge() instanceof JudgeSpec.Model
                ? ended -> new Judge.Judgement(scores(recorded), recorded.rationale())
                : Negotiation.rubric(scenario);
        return Negotiation.of(scenario, judge, modelled ? new Remembered() : null);
    }

    private static Map<String, Integer> scores(EpisodeResult recorded) {
        Map<String, Integer> scores = new LinkedHashMap<>();
        recorded.shares().stream()
                .filter(EpisodeResult.Share::primary)
                .forEach(share -> scores.put(share.actorId(), recorded.score(share.actorId())));
        return scores;
    }

    /** What a model said about tension, news and hints is read from the log; it is not asked again. */
    private static final class Remembered implements Disruptors {
        @Override
        public int tension(Scene scene) {
            return scene.tension();
        }

        @Override
        public java.util.Optional<String> news(Scene scene) {
            return java.util.Optional.empty();
        }

        @Override
        public String hint(Scene scene) {
            return HINTS.getFirst();
        }
    }

    private static EpisodeResult result(ReplayRecord record) {
        Episode episode = record.episode();
        List<EpisodeResult.Share> shares = new ArrayList<>();
        for (Participant each : episode.participants()) {
            if (each.archetype() == Archetype.PRIMARY_ACTOR || each.archetype() == Archetype.CREATED_AGENT) {
                shares.add(new EpisodeResult.Share(
                        each.actorId(),
                        each.primary(),
                        each.score(),
                        each.utility(),
                        Math.toIntExact(each.penalties()),
                        each.tokens()));
            }
        }
        List<LogEntry> log = record.logs().stream().map(EpisodeDrafts::played).toList();
        return EpisodeResult.of(
                Objects.requireNonNullElse(episode.seed(), 0L),
                TextEnum.of("termination_reason", Reason.values(), String.valueOf(episode.terminationReason())),
                episode.totalTurns(),
                shares,
                episode.nashRatio(),
                episode.tokens(),
                episode.rationale(),
                record.finalState(),
                log);
    }

    private static Map<String, AgentSpec> specs(Evolution stores, Principal by, Episode episode) {
        Map<String, AgentSpec> specs = new LinkedHashMap<>();
        List<CreatedAgent> agents = stores.createdAgents().list(by, episode.runId());
        for (Participant each : episode.participants()) {
            if (each.archetype() == Archetype.CREATED_AGENT) {
                agents.stream()
                        .filter(agent -> Objects.equals(agent.profileId(), each.profileId()))
                        .findFirst()
                        .ifPresent(agent -> specs.put(each.actorId(), AgentSpec.read(agent.spec())));
            }
        }
        return specs;
    }
}
