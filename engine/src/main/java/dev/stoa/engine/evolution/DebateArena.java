package dev.stoa.engine.evolution;

import dev.stoa.base.Excerpt;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Positions;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.VoteCounter;
import dev.stoa.debate.rules.teaching.Grade;
import dev.stoa.debate.rules.teaching.Grading;
import dev.stoa.debate.rules.voting.Tally;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.tunnel.SimPanel;
import dev.stoa.evolution.brain.Proposal;
import dev.stoa.evolution.brain.RandomStream;
import dev.stoa.evolution.brain.Seeds;
import dev.stoa.evolution.judge.Rubric;
import dev.stoa.evolution.play.Environment;
import dev.stoa.evolution.play.EpisodePlan;
import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.play.LogEntry;
import dev.stoa.evolution.play.Reason;
import dev.stoa.evolution.scenario.Rubrics;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenario.DebateSpec;
import dev.stoa.evolution.scenario.Scenario.Question;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Episodes in which a panel debates questions with known answers. Safe from any thread. An episode draws its questions
 * from its seed, so that a candidate and its incumbent debate the same ones with the same draws.
 */
final class DebateArena implements Arena {
    private static final int LONGEST_SHOWN = 200;
    private static final long NO_SIGN = Long.MAX_VALUE;

    private final Scenario scenario;
    private final DebateSpec spec;
    private final Rubric rubric;
    private final ProfileAgents profiles;
    private final @Nullable DebateHolder stored;

    /**
     * The arena of a scenario.
     *
     * @param stored who holds the debates; null where all agents are simulated, which needs nothing
     */
    DebateArena(Scenario scenario, ProfileAgents profiles, @Nullable DebateHolder stored) {
        this.scenario = scenario;
        this.spec = Objects.requireNonNull(scenario.debate());
        this.rubric = Rubrics.of(scenario).orElseThrow();
        this.profiles = profiles;
        this.stored = stored;
    }

    @Override
    public boolean keeps(Troupe troupe) {
        return stored != null;
    }

    @Override
    public Environment with(Troupe troupe) {
        List<AgentSpec> panel = new ArrayList<>();
        troupe.actors().forEach((actor, profile) -> panel.add(profiles.agent(actor, profile)));
        List<Map<String, @Nullable Object>> seats =
                panel.stream().map(AgentSpec::document).toList();
        DebateHolder holder = stored == null ? new SimulatedDebates(panel) : stored;
        List<String> actors = List.copyOf(troupe.actors().keySet());
        return plan -> play(actors, seats, holder, plan);
    }

    /** The questions of an episode, drawn without replacement. */
    static List<Question> drawn(DebateSpec spec, long seed) {
        List<Question> left = new ArrayList<>(spec.asked());
        RandomStream random = RandomStream.of(Seeds.derive(seed, "env"));
        for (int i = 0; i < spec.perEpisode(); i++) {
            Collections.swap(left, i, i + random.below(left.size() - i));
        }
        return List.copyOf(left.subList(0, spec.perEpisode()));
    }

    private EpisodeResult play(
            List<String> actors, List<Map<String, @Nullable Object>> seats, DebateHolder holder, EpisodePlan plan) {
        Episode episode = new Episode(actors);
        for (Question question : drawn(spec, plan.seed())) {
            Map<String, @Nullable Object> request = Json.object(
                    "topic", question.question(),
                    "agents", seats,
                    "preset", spec.preset(),
                    "options", question.options(),
                    "truth", question.answer(),
                    "seed", Json.exact(Seeds.derive(plan.seed(), "question", question.id()) & NO_SIGN),
                    "memory", false,
                    "learn", false);
            String key = plan.journal().key();
            episode.add(question, holder.hold(request, key == null ? null : key + ":" + question.id()));
        }
        return episode.result(plan.seed());
    }

    /** One episode while its questions are debated. For one thread. */
    private final class Episode {
        private final List<String> actors;
        private final List<LogEntry> log = new ArrayList<>();
        private final List<DebateScores.Debated> debates = new ArrayList<>();
        private final List<Map<String, @Nullable Object>> answers = new ArrayList<>();
        private final long[] tokens;
        private final int[] silent;
        private boolean decided = true;

        Episode(List<String> actors) {
            this.actors = actors;
            this.tokens = new long[actors.size()];
            this.silent = new int[actors.size()];
        }

        void add(Question question, DebateRecord record) {
            Grade grade = Objects.requireNonNull(Grading.automatic(record), "a debate of an episode has a truth");
            int winner = Outcomes.last(record).tally() instanceof Tally.Elected elected ? elected.option() : -1;
            decided &= winner >= 0;
            List<DebateScores.Draft> drafts = new ArrayList<>();
            for (int seat = 0; seat < actors.size(); seat++) {
                Turn draft = Positions.draft(record, seat);
                int option = draft == null ? -1 : record.option(draft);
                DebateScores.Draft said = draft == null
                        ? DebateScores.Draft.NONE
                        : new DebateScores.Draft(option == grade.trueOption(), VoteCounter.confidence(draft));
                drafts.add(said);
                log(question, record, seat, option, said);
            }
            debates.add(new DebateScores.Debated(grade.correct(), drafts));
            answers.add(Json.object(
                    "id", question.id(),
                    "expected", shown(question.answer()),
                    "given", winner < 0 ? null : shown(record.labels().get(winner)),
                    "correct", grade.correct(),
                    "decided", winner >= 0));
        }

        private void log(Question question, DebateRecord record, int seat, int option, DebateScores.Draft said) {
            long used = 0;
            for (Turn turn : record.turns()) {
                used += turn.seat() == seat ? turn.tokensIn() + (long) turn.tokensOut() : 0;
            }
            tokens[seat] += used;
            silent[seat] += option < 0 ? 1 : 0;
            log.add(new LogEntry(
                    log.size(),
                    actors.get(seat),
                    option >= 0,
                    1,
                    option >= 0 ? null : "gave no answer that could be read",
                    new Proposal("", option < 0 ? "" : shown(record.labels().get(option)), List.of(), false, false),
                    used,
                    0,
                    Json.object(
                            "question", question.id(),
                            "confidence", said.confidence(),
                            "correct", said.correct())));
        }

        EpisodeResult result(long seed) {
            long all = 0;
            for (long each : tokens) {
                all += each;
            }
            Map<String, Integer> scores = new DebateScores(actors, debates, all).judged(rubric);
            List<EpisodeResult.Share> shares = new ArrayList<>();
            for (int seat = 0; seat < actors.size(); seat++) {
                shares.add(new EpisodeResult.Share(
                        actors.get(seat), true, scores.get(actors.get(seat)), null, silent[seat], tokens[seat]));
            }
            return EpisodeResult.of(
                    seed,
                    decided ? Reason.AGREEMENT : Reason.TIMEOUT,
                    log.size(),
                    shares,
                    null,
                    all,
                    null,
                    Json.object(
                            "turn_number",
                            log.size(),
                            "current_speaker_id",
                            null,
                            "is_terminal",
                            true,
                            "state_version",
                            0,
                            "variables",
                            Map.of(),
                            "environment",
                            Map.of(),
                            "private",
                            Map.of(),
                            "answers",
                            answers),
                    log);
        }
    }

    private static String shown(String text) {
        return Excerpt.of(text, LONGEST_SHOWN);
    }

    /** Refuses agents that could not take part as they are, before anything is played. */
    void check(Providers providers) {
        for (Scenario.Actor actor : scenario.actors()) {
            AgentSpec agent = profiles.parse(actor.id() + "=" + actor.brain());
            providers.check(agent);
            Objects.requireNonNullElse(actor.mutable(), Map.<String, Scenario.Range>of())
                    .forEach((name, range) -> providers.checkRange(agent, name, range.low(), range.high()));
            if (stored == null) {
                SimPanel.params(agent);
            }
        }
    }
}
