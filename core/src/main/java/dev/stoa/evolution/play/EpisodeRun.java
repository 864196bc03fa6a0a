package dev.stoa.evolution.play;

import dev.stoa.evolution.brain.Payload;
import dev.stoa.evolution.brain.Payload.Line;
import dev.stoa.evolution.brain.Payload.Offer;
import dev.stoa.evolution.brain.Proposal;
import dev.stoa.evolution.brain.RandomStream;
import dev.stoa.evolution.brain.Reply;
import dev.stoa.evolution.brain.Seeds;
import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.judge.Rubric;
import dev.stoa.evolution.judge.Settlement;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One episode while it is played. For one thread; made for one episode and thrown away. */
final class EpisodeRun {
    private static final int NEWEST_LINES = 40;

    private final Negotiation negotiation;
    private final Scenario scenario;
    private final EpisodePlan plan;
    private final List<String> required;
    private final Map<String, Seat> seats = new LinkedHashMap<>();
    private final List<Seat> created = new ArrayList<>();
    private final List<Offer> offers = new ArrayList<>();
    private final List<Line> said = new ArrayList<>();
    private final List<LogEntry> log = new ArrayList<>();

    private Map<String, @Nullable Object> variables;
    private long stateVersion;
    private int turn;
    private int primaryTurns;
    private long tokens;
    private int tension = BuiltinDisruptors.FIRST_TENSION;
    private @Nullable String headline;
    private String hint = "none";
    /** Tension, headline and hint as they are, or null after one of them changed. */
    private @Nullable Map<String, @Nullable Object> environment;
    /** The newest offers of the first two required actors, or -1. */
    private final int[] newest = {-1, -1};

    /** A participant with what it has gathered. */
    private static final class Seat {
        final Participant participant;
        /** The version it endorses, or -1. */
        long endorsed = -1;

        int penalties;
        long tokens;
        int calls;
        /** After how many primary turns it last spoke between them. */
        int spokeAfter;

        Seat(Participant participant) {
            this.participant = participant;
        }
    }

    EpisodeRun(Negotiation negotiation, EpisodePlan plan, List<Participant> participants) {
        this.negotiation = negotiation;
        this.plan = plan;
        scenario = negotiation.scenario();
        required = scenario.required();
        variables = scenario.variables();
        for (Participant participant : participants) {
            Seat seat = new Seat(participant);
            seats.put(participant.id(), seat);
            if (!participant.primary()) {
                created.add(seat);
            }
        }
    }

    EpisodeResult play() {
        List<LogEntry> recorded = plan.journal().recorded();
        while (true) {
            Seat speaker = speaker();
            LogEntry entry;
            if (turn < recorded.size()) {
                entry = take(speaker, recorded.get(turn));
            } else {
                entry = ask(speaker);
                plan.journal().finished(entry);
            }
            Optional<Reason> end = end(speaker, entry);
            if (end.isPresent()) {
                return result(end.get(), speaker);
            }
        }
    }

    /** Who speaks: a created agent between the turns of the primary actors, else the next of these. */
    private Seat speaker() {
        for (Seat seat : created) {
            boolean due = primaryTurns > 0
                    && primaryTurns % seat.participant.every() == 0
                    && seat.spokeAfter < primaryTurns
                    && seat.penalties < scenario.limits().penaltyThreshold();
            if (due) {
                return seat;
            }
        }
        List<String> order = scenario.turnOrder();
        return seat(order.get(primaryTurns % order.size()));
    }

    private Seat seat(String id) {
        Seat seat = seats.get(id);
        if (seat == null) {
            throw new IllegalArgumentException("the episode has no participant " + id);
        }
        return seat;
    }

    private LogEntry ask(Seat seat) {
        if (seat.participant.primary()) {
            hinted(negotiation.disruptors().hint(scene(false, false, false)));
        }
        String rejected = null;
        long cost = 0;
        int most = scenario.limits().maxValidationRetries();
        for (int attempt = 1; attempt <= most; attempt++) {
            Reply reply = seat.participant.brain().propose(payload(seat, rejected), random(seat));
            seat.calls++;
            cost += reply.tokens();
            try {
                Proposal proposal = ProposalReader.checked(reply);
                seat.participant.permissions().check(proposal);
                Map<String, @Nullable Object> changed =
                        StateEditor.apply(variables, proposal.mutations(), negotiation.issues());
                return applied(seat, proposal, changed, attempt, rejected, cost);
            } catch (ViolationException e) {
                rejected = e.getMessage();
            }
        }
        return skipped(seat, most, rejected, cost);
    }

    private void hinted(String given) {
        if (!given.equals(hint)) {
            hint = given;
            environment = null;
        }
    }

    private RandomStream random(Seat seat) {
        int now = turn;
        return RandomStream.of(() -> Seeds.derive(plan.seed(), seat.participant.id(), now));
    }

    /** A turn that was played before: its effects without its speaker. */
    private LogEntry take(Seat seat, LogEntry recorded) {
        if (!seat.participant.is(recorded.actorId()) || recorded.turn() != turn) {
            throw new ReplayException(
                    turn, "the speaker is " + seat.participant.id() + ", recorded is " + recorded.actorId());
        }
        seat.calls += recorded.attempts();
        if (seat.participant.primary()) {
            // What is a function of the record is worked out again, so that a replay proves it; a model is not asked.
            hinted(
                    negotiation.builtinDisruptors()
                            ? negotiation.disruptors().hint(scene(false, false, false))
                            : recorded.environment().get("hint") instanceof String given ? given : hint);
        }
        if (!recorded.applied()) {
            return skipped(seat, recorded.attempts(), recorded.violation(), recorded.tokens());
        }
        try {
            seat.participant.permissions().check(recorded.proposal());
            Map<String, @Nullable Object> changed =
                    StateEditor.apply(variables, recorded.proposal().mutations(), negotiation.issues());
            return applied(
                    seat, recorded.proposal(), changed, recorded.attempts(), recorded.violation(), recorded.tokens());
        } catch (ViolationException e) {
            throw new ReplayException(turn, String.valueOf(e.getMessage()));
        }
    }

    @SuppressWarnings("ReferenceEquality") // the editor gives the same object back where nothing changed
    private LogEntry applied(
            Seat seat,
            Proposal proposal,
            Map<String, @Nullable Object> changed,
            int attempts,
            @Nullable String violation,
            long cost) {
        boolean changes = changed != variables;
        double before = gap();
        OutcomeGrid grid = negotiation.grid();
        if (changes) {
            int old = grid == null ? -1 : outcome(grid);
            variables = changed;
            stateVersion++;
            int now = grid == null ? -1 : outcome(grid);
            if (now != old) {
                offer(seat.participant.id(), now);
            }
        }
        seat.endorsed = proposal.resolves() ? stateVersion : -1;
        if (!proposal.dialogue().isEmpty()) {
            said.add(new Line(turn, seat.participant.id(), proposal.dialogue()));
        }
        boolean closer = gap() < before && Double.isFinite(before);
        return logged(
                seat, true, attempts, violation, proposal, cost, scene(false, proposal.resolves() && !changes, closer));
    }

    private void offer(String speaker, int outcome) {
        offers.add(new Offer(turn, speaker, outcome));
        int place = required.indexOf(speaker);
        if (place == 0 || place == 1) {
            newest[place] = outcome;
        }
    }

    private LogEntry skipped(Seat seat, int attempts, @Nullable String violation, long cost) {
        seat.endorsed = -1;
        seat.penalties++;
        return logged(seat, false, attempts, violation, LogEntry.SILENCE, cost, scene(true, false, false));
    }

    private LogEntry logged(
            Seat seat,
            boolean applied,
            int attempts,
            @Nullable String violation,
            Proposal proposal,
            long cost,
            Disruptors.Scene scene) {
        tokens += cost;
        seat.tokens += cost;
        environment = null;
        if (turn < plan.journal().recorded().size() && !negotiation.builtinDisruptors()) {
            remember(plan.journal().recorded().get(turn));
        } else {
            tension = negotiation.disruptors().tension(scene);
            headline = negotiation.disruptors().news(scene).map(this::announced).orElse(headline);
        }
        LogEntry entry = new LogEntry(
                turn, seat.participant.id(), applied, attempts, violation, proposal, cost, stateVersion, environment());
        log.add(entry);
        turn++;
        if (seat.participant.primary()) {
            primaryTurns++;
        } else {
            seat.spokeAfter = primaryTurns;
        }
        return entry;
    }

    /** The environment as a recorded turn left it, which a model may have set. */
    private void remember(LogEntry recorded) {
        if (recorded.environment().get("tension") instanceof Number number) {
            tension = number.intValue();
        }
        if (recorded.environment().get("headline") instanceof String news && !news.equals(headline)) {
            headline = announced(news);
        }
    }

    private String announced(String news) {
        said.add(new Line(turn, "news", news));
        return news;
    }

    private Optional<Reason> end(Seat speaker, LogEntry entry) {
        if (entry.applied() && entry.proposal().aborts()) {
            return Optional.of(Reason.ABORT_EPISODE);
        }
        if (endorsedByAll()) {
            return Optional.of(Reason.AGREEMENT);
        }
        if (speaker.participant.primary()
                && speaker.penalties >= scenario.limits().penaltyThreshold()) {
            return Optional.of(Reason.CORRUPTED);
        }
        if (tokens > scenario.limits().maxEpisodeTokens()) {
            return Optional.of(Reason.TOKEN_LIMIT);
        }
        return turn >= plan.turns() ? Optional.of(Reason.TIMEOUT) : Optional.empty();
    }

    private boolean endorsedByAll() {
        for (String id : required) {
            if (seat(id).endorsed != stateVersion) {
                return false;
            }
        }
        return true;
    }

    private EpisodeResult result(Reason reason, Seat last) {
        double timeFactor = Settlement.timeFactor(scenario.discount(), turn, required.size());
        Settlement settlement = settlement(reason, timeFactor);
        List<Seat> primary = seats.values().stream()
                .filter(seat -> seat.participant.primary())
                .toList();
        Judge.Judgement judgement = judgement(reason, last, primary, settlement, timeFactor);
        List<EpisodeResult.Share> shares = new ArrayList<>();
        int place = 0;
        for (Seat seat : seats.values()) {
            boolean scored = seat.participant.primary();
            Double utility = scored && settlement != null
                    ? (Double) settlement.shares().get(place).utility()
                    : null;
            shares.add(new EpisodeResult.Share(
                    seat.participant.id(),
                    scored,
                    scored ? score(judgement, seat.participant.id()) : null,
                    utility,
                    seat.penalties,
                    seat.tokens));
            place += scored ? 1 : 0;
        }
        return new EpisodeResult(
                plan.seed(),
                reason,
                turn,
                shares,
                settlement == null ? null : (Double) settlement.nashRatio(),
                tokens,
                judgement.rationale(),
                snapshot(last),
                log);
    }

    private @Nullable Settlement settlement(Reason reason, double timeFactor) {
        OutcomeGrid grid = negotiation.grid();
        if (grid == null) {
            return null;
        }
        List<Settlement.Party> parties = new ArrayList<>();
        for (Seat seat : seats.values()) {
            var utility = seat.participant.you().utility();
            if (seat.participant.primary() && utility != null) {
                parties.add(new Settlement.Party(
                        utility,
                        seat.participant.you().reservation(),
                        scenario.actor(seat.participant.id()).required()));
            }
        }
        OptionalInt deal = reason == Reason.AGREEMENT ? OptionalInt.of(outcome(grid)) : OptionalInt.empty();
        return Settlement.of(parties, deal, timeFactor);
    }

    private Judge.Judgement judgement(
            Reason reason, Seat last, List<Seat> primary, @Nullable Settlement settlement, double timeFactor) {
        if (reason == Reason.CORRUPTED || reason == Reason.TOKEN_LIMIT) {
            Map<String, Integer> scores = new LinkedHashMap<>();
            // Of the others of a corrupted episode nothing was learned.
            primary.forEach(seat -> scores.put(
                    seat.participant.id(), reason == Reason.TOKEN_LIMIT || seat == last ? Rubric.LOWEST : 0));
            return new Judge.Judgement(scores, null);
        }
        return negotiation
                .judge()
                .judge(new Judge.Ended(
                        reason,
                        turn,
                        tokens,
                        tension,
                        scenario.variables(),
                        variables,
                        List.copyOf(log),
                        primary.stream()
                                .map(seat -> new Judge.Judged(
                                        seat.participant.id(),
                                        seat.penalties,
                                        seat.participant.you().reservation()))
                                .toList(),
                        settlement,
                        timeFactor));
    }

    private static int score(Judge.Judgement judgement, String actor) {
        Integer score = judgement.scores().get(actor);
        if (score == null || score < Rubric.LOWEST || score > Rubric.HIGHEST) {
            throw new IllegalStateException("the judge gave " + actor + (score == null ? " no score" : " " + score)
                    + "; every primary actor needs one from -5 to 5");
        }
        return score;
    }

    private Map<String, @Nullable Object> snapshot(Seat last) {
        Map<String, @Nullable Object> hidden = new LinkedHashMap<>();
        for (Seat seat : seats.values()) {
            if (seat.participant.primary()) {
                Map<String, @Nullable Object> sides = new LinkedHashMap<>();
                var utility = seat.participant.you().utility();
                if (utility != null) {
                    for (int i = 0; i < scenario.issues().size(); i++) {
                        var side = utility.preference().sides().get(i);
                        sides.put(
                                scenario.issues().get(i).path(),
                                Json.object("weight", side.weight(), "better", side.high() ? "high" : "low"));
                    }
                }
                hidden.put(
                        seat.participant.id(),
                        Json.object("reservation", seat.participant.you().reservation(), "utility", sides));
            }
        }
        return Json.object(
                "turn_number", turn,
                "current_speaker_id", last.participant.id(),
                "is_terminal", true,
                "state_version", stateVersion,
                "variables", variables,
                "environment", environment(),
                "private", hidden);
    }

    private Payload payload(Seat seat, @Nullable String rejected) {
        return new Payload(
                turn,
                seat.calls,
                scenario.limits().maxTurns(),
                seat.participant.you(),
                variables,
                stateVersion,
                negotiation.grid(),
                Collections.unmodifiableList(offers),
                this::transcript,
                environment(),
                rejected);
    }

    private List<Line> transcript() {
        if (said.size() <= NEWEST_LINES) {
            return List.copyOf(said);
        }
        int older = said.size() - NEWEST_LINES;
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(-1, "", older + " older entries"));
        lines.addAll(said.subList(older, said.size()));
        return lines;
    }

    private Map<String, @Nullable Object> environment() {
        Map<String, @Nullable Object> known = environment;
        if (known == null) {
            Map<String, @Nullable Object> made = new LinkedHashMap<>();
            made.put("tension", tension);
            made.put("headline", headline);
            made.put("hint", hint);
            known = Collections.unmodifiableMap(made);
            environment = known;
        }
        return known;
    }

    private Disruptors.Scene scene(boolean skipped, boolean endorsedOnly, boolean closer) {
        return new Disruptors.Scene(plan.seed(), turn, tension, skipped, endorsedOnly, closer, variables, offers, said);
    }

    private int outcome(OutcomeGrid grid) {
        int[] indices = new int[grid.issues().size()];
        for (int i = 0; i < indices.length; i++) {
            Object value = negotiation.issues().get(i).path().find(variables);
            indices[i] = value instanceof Number number ? grid.issues().get(i).index(number.doubleValue()) : -1;
        }
        return grid.outcome(indices);
    }

    /** How far the newest offers of the first two required actors are apart; infinite before both made one. */
    private double gap() {
        OutcomeGrid grid = negotiation.grid();
        if (grid == null) {
            return Double.POSITIVE_INFINITY;
        }
        return newest[0] < 0 || newest[1] < 0 ? Double.POSITIVE_INFINITY : grid.distance(newest[0], newest[1]);
    }
}
