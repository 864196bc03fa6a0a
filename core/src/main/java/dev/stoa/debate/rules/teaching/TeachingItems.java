package dev.stoa.debate.rules.teaching;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.outcome.Dissents;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Flip;
import dev.stoa.debate.rules.record.Positions;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.VoteCounter;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.voting.Ballot;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a completed debate teaches the other archives, complete, so that the learning loop needs nothing else of
 * the debate. Stateless. What is told to the audit log stands apart, for it also gets debates that teach nothing.
 */
public final class TeachingItems {
    /** The result with its dissents. */
    public static final String CONSENSUS = "consensus";

    /** Who drafted what turned out best, and who voted, criticised and moved whom. */
    public static final String MATCH = "match";

    /** What an agent's draft expected of the truth. */
    public static final String PREDICTION = "predictions.add";

    /** What the truth is. */
    public static final String RESOLUTION = "predictions.resolve";

    /** The criticisms, and which of them improved an answer. */
    public static final String CRITIQUES = "critiques";

    /** What was cited. */
    public static final String EVIDENCE = "evidence";

    /** Whether the memories shown led to something. */
    public static final String OUTCOMES = "outcomes";

    /** The result as a memory. */
    public static final String MEMORY = "memory";

    /** How the draft of an evolved agent fared. */
    public static final String PROFILE_OUTCOME = "profile_outcome";

    /** What the audit log gets. */
    public static final String AUDIT = "audit";

    /** The winner of predictions where no option was right. */
    private static final String NONE = "none";

    // The bound of a debate in the critique archive, which refuses a longer text.
    private static final int LONGEST_ANSWER = 65_536;
    private static final int MOST_SOURCES = 63;
    private static final int MOST_EVENTS = 5_000;

    private final DebateRecord record;
    private final DebateConfig config;
    private final Map<String, @Nullable Object> outcome;
    private final String session;
    private final @Nullable Grade grade;
    private final Map<Integer, Turn> drafts;
    private final Conclusion conclusion;
    private final Criticisms criticisms;
    private final List<OutboxItem> items = new ArrayList<>();

    private TeachingItems(
            DebateRecord record, Map<String, @Nullable Object> outcome, String session, @Nullable Grade grade) {
        this.record = record;
        this.config = record.config();
        this.outcome = outcome;
        this.session = session;
        this.grade = grade;
        this.drafts = Positions.drafts(record);
        this.conclusion = Conclusion.of(record, outcome, grade);
        this.criticisms = new Criticisms(record, session, grade);
    }

    /**
     * What a debate teaches when it is completed, in the order in which it is told; nothing if it is not to teach.
     *
     * @param session the id under which the other archives know the debate
     * @param grade null where nothing outside the debate knows the truth
     */
    public static List<OutboxItem> rows(
            DebateRecord record,
            Map<String, @Nullable Object> outcome,
            String session,
            @Nullable Grade grade,
            TeachingSettings settings) {
        if (!record.config().learn()) {
            return List.of();
        }
        TeachingItems teaching = new TeachingItems(record, outcome, session, grade);
        teaching.consensus();
        teaching.match(settings);
        teaching.predictions();
        teaching.critiques();
        teaching.evidence();
        teaching.outcomes();
        teaching.memory();
        teaching.profiles();
        return List.copyOf(teaching.items);
    }

    /** What a debate teaches in addition when it is graded after it was completed. */
    public static List<OutboxItem> gradeRows(
            DebateRecord record, Map<String, @Nullable Object> outcome, String session, Grade grade) {
        if (!record.config().learn()) {
            return List.of();
        }
        TeachingItems teaching = new TeachingItems(record, outcome, session, grade);
        teaching.predictions();
        teaching.add(CRITIQUES, session + ":grade", teaching.criticisms.late(teaching.debate()));
        teaching.profiles();
        return List.copyOf(teaching.items);
    }

    /** With a mark if chance had a seat; what is real is told as ever. */
    private Map<String, @Nullable Object> marked(Map<String, @Nullable Object> payload) {
        if (!config.simulated()) {
            return payload;
        }
        Map<String, @Nullable Object> marked = new LinkedHashMap<>(payload);
        marked.put("simulated", true);
        return marked;
    }

    private void add(String target, String key, Map<String, @Nullable Object> payload) {
        items.add(new OutboxItem(target, key, payload));
    }

    private void consensus() {
        add(
                CONSENSUS,
                session,
                Json.object(
                        "id", session,
                        "topic", conclusion.topic(),
                        "conclusion", conclusion.text(),
                        "confidence", outcome.get("confidence"),
                        "domain", config.domain(),
                        "participants", conclusion.participants(),
                        "agreeing", conclusion.agreeing(),
                        "abstaining", conclusion.abstaining(),
                        "key_claims", conclusion.claims(),
                        "evidence", conclusion.evidence(),
                        "rounds", outcome.get("rounds"),
                        "dissents", dissents(),
                        "trust", conclusion.trust().text(),
                        "metadata",
                                Json.object(
                                        "debate_id", config.debateId(),
                                        "decision", outcome.get("decision"),
                                        "consensus", outcome.get("consensus"),
                                        "stop_reason", outcome.get("stop_reason"),
                                        "verified", outcome.get("verified"),
                                        "simulated", config.simulated())));
    }

    private List<Map<String, @Nullable Object>> dissents() {
        return Dissents.of(record, Outcomes.last(record), conclusion.winner()).stream()
                .filter(dissent -> !dissent.text().isBlank())
                .map(dissent -> Json.object(
                        "agent_id", dissent.agent(),
                        "dissent_type", dissent.kind().text(),
                        "content", dissent.text(),
                        "confidence", dissent.confidence()))
                .toList();
    }

    /** The drafts compete, for they are each agent's own; what the debate made of them is not. */
    private void match(TeachingSettings settings) {
        if (drafts.size() < 2 || (grade == null && conclusion.winner() < 0) || Grading.untested(record, grade)) {
            return;
        }
        Map<String, @Nullable Object> scores = new LinkedHashMap<>();
        for (int seat = 0; seat < config.size(); seat++) {
            Turn draft = drafts.get(seat);
            scores.put(config.agent(seat), draft != null && best(draft) ? 1 : 0);
        }
        add(
                MATCH,
                session,
                marked(Json.object(
                        "debate_id", session,
                        "participants", conclusion.participants(),
                        "scores", scores,
                        "domain", config.domain(),
                        "judge", grade == null ? "panel" : grade.judge(),
                        "rated", grade != null || settings.panelRates(),
                        "votes", votes(),
                        "critiques", criticisms.between(MOST_EVENTS),
                        "position_changes", changes())));
    }

    private boolean best(Turn draft) {
        int option = record.option(draft);
        return grade == null
                ? option == conclusion.winner()
                : Boolean.TRUE.equals(Grading.right(record, grade, option));
    }

    private Map<String, @Nullable Object> votes() {
        Map<String, @Nullable Object> votes = new TreeMap<>();
        for (Ballot ballot : Outcomes.last(record).ballots()) {
            if (ballot.valid()) {
                votes.put(config.agent(ballot.seat()), Options.key(ballot.choice()));
            }
        }
        return votes;
    }

    private List<Map<String, @Nullable Object>> changes() {
        List<Map<String, @Nullable Object>> changes = new ArrayList<>();
        for (CountRecord counted : record.counts()) {
            for (Flip flip : counted.flips()) {
                for (int supporter : flip.supporters()) {
                    changes.add(Json.object("agent", config.agent(flip.seat()), "after", config.agent(supporter)));
                }
            }
        }
        return changes.subList(0, Math.min(changes.size(), MOST_EVENTS));
    }

    private void predictions() {
        if (grade == null) {
            return;
        }
        String truth = grade.trueOption() < 0 ? NONE : Options.key(grade.trueOption());
        for (Map.Entry<Integer, Turn> given : drafts.entrySet()) {
            String agent = config.agent(given.getKey());
            Turn draft = given.getValue();
            Boolean right = Grading.right(record, grade, record.option(draft));
            if (right != null) {
                // Of several answers that pass one stands for all, so that each of them has won.
                String expected = right ? truth : Options.key(record.option(draft));
                add(
                        PREDICTION,
                        session + ":" + agent,
                        marked(Json.object(
                                "tournament_id", session,
                                "predictor_agent", agent,
                                "predicted_winner", expected,
                                "confidence", VoteCounter.confidence(draft),
                                "domain", config.domain())));
            }
        }
        add(RESOLUTION, session, Json.object("tournament_id", session, "winner", truth));
    }

    private void critiques() {
        add(CRITIQUES, session, criticisms.trace(debate(), proposals()));
    }

    private Map<String, @Nullable Object> proposals() {
        Map<String, @Nullable Object> proposals = new TreeMap<>();
        drafts.forEach((seat, draft) -> {
            boolean elected = record.option(draft) == conclusion.winner();
            proposals.put(config.agent(seat), elected && (grade == null || grade.correct()));
        });
        return proposals;
    }

    private Map<String, @Nullable Object> debate() {
        return marked(Json.object(
                "id", session,
                "task", config.topic(),
                "final_answer", TextCut.to(conclusion.text(), LONGEST_ANSWER),
                "consensus_reached", outcome.get("consensus_reached"),
                "confidence", outcome.get("confidence"),
                "rounds_used", outcome.get("rounds"),
                "grounded_verdict", grade == null ? Map.of() : verdict(grade)));
    }

    /** The words of a truth may be long; what was judged is told without them. */
    private static Map<String, @Nullable Object> verdict(Grade grade) {
        return Json.object("correct", grade.correct(), "source", grade.source(), "true_option", grade.trueKey());
    }

    // Chance says nothing about what it was shown: no document, memory or profile is better or worse for it.
    private void evidence() {
        if (config.simulated()) {
            return;
        }
        Map<String, Integer> rounds = new LinkedHashMap<>();
        for (Turn turn : record.turns()) {
            Position position = turn.position();
            if (position != null && turn.ok() && !record.rejected(turn)) {
                Conclusion.cited(record, position.claims()).forEach(id -> rounds.putIfAbsent(id, turn.round()));
            }
        }
        if (rounds.isEmpty()) {
            return;
        }
        List<Map<String, @Nullable Object>> links = new ArrayList<>();
        rounds.forEach((id, round) -> links.add(Json.object(
                "evidence_id", id,
                "debate_id", session,
                "round_number", round,
                "relevance_score", relevance(id),
                "used_in_consensus", conclusion.evidence().contains(id))));
        add(EVIDENCE, session, Json.object("links", links));
    }

    private @Nullable Double relevance(String id) {
        Double most = null;
        for (Context.Block block : record.context().blocks("evidence")) {
            Double relevance = block.relevance();
            if (block.id().equals(id) && relevance != null && (most == null || relevance > most)) {
                most = relevance;
            }
        }
        return most;
    }

    private void outcomes() {
        List<String> shown = record.context().blocks("memory").stream()
                .map(Context.Block::id)
                .distinct()
                .toList();
        if (!config.simulated() && !shown.isEmpty() && !(grade == null && Grading.untested(record, null))) {
            boolean success = grade == null ? conclusion.moderate() : grade.correct();
            add(OUTCOMES, session, Json.object("key", session, "success", success, "memories", shown));
        }
    }

    private void memory() {
        if (grade == null && Grading.untested(record, null)) {
            // What was to be run and could not be is nothing to remember.
            return;
        }
        double share = (double) conclusion.agreeing().size()
                / conclusion.participants().size();
        add(
                MEMORY,
                session,
                marked(Json.object(
                        "id",
                        "debate:" + session,
                        "content",
                        conclusion.topic() + "\n" + conclusion.text(),
                        "tier",
                        conclusion.strong() ? "slow" : "medium",
                        "importance",
                        0.3 + 0.6 * share,
                        "consensus",
                        session,
                        "evidence",
                        conclusion.evidence().stream().limit(MOST_SOURCES).toList())));
    }

    private void profiles() {
        if (grade == null || config.simulated()) {
            return;
        }
        Set<String> told = new HashSet<>();
        for (int seat = 0; seat < config.size(); seat++) {
            Seat at = config.seats().get(seat);
            Turn draft = drafts.get(seat);
            Boolean right = draft == null ? null : Grading.right(record, grade, record.option(draft));
            String profile = at.observed();
            boolean first = profile != null && told.add(profile);
            if (first && draft != null && right != null) {
                add(
                        PROFILE_OUTCOME,
                        session + ":" + profile,
                        Json.object(
                                "profile_id", profile,
                                "session_id", session,
                                "agent", at.agent(),
                                "correct", right,
                                "confidence", VoteCounter.confidence(draft)));
            }
        }
    }
}
