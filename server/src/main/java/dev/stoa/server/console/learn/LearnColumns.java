package dev.stoa.server.console.learn;

import static dev.stoa.server.console.view.Column.act;
import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.flag;
import static dev.stoa.server.console.view.Column.link;
import static dev.stoa.server.console.view.Column.number;
import static dev.stoa.server.console.view.Column.share;
import static dev.stoa.server.console.view.Column.simulated;
import static dev.stoa.server.console.view.Column.state;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;
import static dev.stoa.server.console.view.Column.trust;

import dev.stoa.server.console.view.Column;
import java.util.List;

/** What lists of learned things show of each. Stateless. */
public final class LearnColumns {
    public static final List<Column> CONSENSUS = List.of(
            link("topic", "Question", "consensus", "id"),
            text("conclusion", "Conclusion"),
            state("strength", "Strength"),
            text("agreed", "Agree"),
            share("confidence", "Confidence"),
            count("warnings", "Without an answer"),
            text("domain", "Domain"),
            trust("trust"),
            simulated("simulated"),
            time("timestamp", "When"));
    public static final List<Column> ARCHIVED = List.of(
            text("consensus.topic", "Question"),
            text("consensus.conclusion", "Conclusion"),
            simulated("consensus.simulated"),
            text("reason", "Reason"),
            time("archived_at", "Archived"),
            act("Restore", "consensus", "consensus.id", "restore"));
    public static final List<Column> PROOFS = List.of(
            link("formal_statement", "Claim", "proofs", "id"),
            state("proof_status", "Result"),
            text("language", "Language"),
            link("debate_id", "Conclusion", "consensus", "debate"),
            time("timestamp", "When"));
    public static final List<Column> PROVED = List.of(
            link("formal_statement", "Claim", "proofs", "id"),
            state("proof_status", "Result"),
            text("language", "Language"),
            time("timestamp", "When"));
    public static final List<Column> SIMILAR = List.of(
            link("consensus.topic", "Question", "consensus", "consensus.id"),
            text("consensus.conclusion", "Conclusion"),
            simulated("consensus.simulated"),
            number("similarity", "Similarity"),
            text("match", "Found by"),
            time("consensus.timestamp", "When"));
    public static final List<Column> PROOF = List.of(
            text("language", "Language"),
            text("data.vacuity", "Vacuity"),
            text("prover_version", "Prover"),
            number("translation_time_ms", "Read in ms"),
            number("proof_search_time_ms", "Searched ms"),
            text("error_message", "Error"),
            text("proof_hash", "SHA-256"),
            link("debate_id", "Conclusion", "consensus", "debate"),
            time("timestamp", "When"));
    public static final List<Column> LESSONS = List.of(
            link("title", "Lesson", "lessons", "id"),
            text("solution", "What to do"),
            state("tier", "Tier"),
            text("category", "Kind"),
            text("domain", "Domain"),
            text("rate", "Helped"),
            simulated("simulated"),
            time("expires_at", "Expires"));
    public static final List<Column> LESSON = List.of(
            text("category", "Kind"),
            text("domain", "Domain"),
            text("rate", "Helped"),
            count("seen_count", "Learnt"),
            text("tags", "Tags"),
            trust("trust"),
            time("expires_at", "Expires"));
    public static final List<Column> SOURCES = List.of(
            link("session_id", "Debate", "debates", "session_id"), count("turn_seq", "Turn"), text("kind", "From"));
    public static final List<Column> MEMORIES = List.of(
            link("content", "Memory", "memory", "id"),
            state("tier", "Tier"),
            share("importance", "Importance"),
            count("success_count", "Worked"),
            count("failure_count", "Failed"),
            trust("trust"),
            flag("red_line", "Red line"),
            time("expires_at", "Expires"));
    public static final List<Column> MOVES = List.of(
            link("memory_id", "Memory", "memory", "memory_id"),
            state("from_tier", "From"),
            state("to_tier", "To"),
            text("reason", "Reason"),
            number("surprise_score", "Surprise"),
            time("created_at", "When"));
    public static final List<Column> PATTERNS = List.of(
            text("issue_text", "Pattern"),
            state("issue_type", "Kind"),
            text("suggestion_text", "What helped"),
            text("rate", "Helped"),
            share("base_rate", "Usual for its kind"),
            number("surprise_score", "Surprise"),
            number("avg_severity", "Severity"),
            time("updated_at", "Last"));
    public static final List<Column> REPUTATION = List.of(
            link("agent_name", "Agent", "ratings", "agent_name"),
            share("score", "Score"),
            text("accepted", "Proposals accepted"),
            text("valuable", "Critiques that helped"),
            share("calibration_score", "Foresight"),
            count("total_predictions", "Foreseen"),
            number("vote_weight", "Weight of its vote"));
    public static final List<Column> BREAKERS = List.of(
            text("name", "Model"),
            state("state", "State"),
            text("retry", "Tried again"),
            act("Reset", "breakers", "away", "reset"),
            time("opened_at", "Opened"),
            count("permits_out", "Permits out"),
            count("failure_threshold", "Opens after"),
            text("last_failure.message", "Last failure"),
            time("last_failure.at", "Failed"));

    private LearnColumns() {}
}
