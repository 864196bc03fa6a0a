package dev.stoa.server.console.find;

import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import java.util.List;
import java.util.Map;

/** What a search shows of its hits, by what they are: the thing, and why it was found. Stateless. */
public final class HitColumns {
    public static final List<Column> DEBATES = List.of(
            Column.link("topic", "Question", "debates", "id"),
            Column.state("status", "State"),
            Column.state("outcome.decision", "Decision"),
            Column.text("outcome.winner", "Winner"),
            Column.simulated("outcome.simulated"),
            Column.time("created_at", "Begun"));
    public static final List<Column> MEMORY = List.of(
            Column.link("memory.content", "Memory", "memory", "memory.id"),
            Column.number("score", "Score"),
            Column.number("terms.lexical.value", "Words"),
            Column.number("terms.semantic.value", "Meaning"),
            Column.number("terms.retention.value", "Retention"),
            Column.state("memory.tier", "Tier"),
            Column.trust("memory.trust"));
    public static final List<Column> EVIDENCE = List.of(
            Column.link("evidence.title", "Document", "evidence", "evidence.id"),
            Column.text("evidence.snippet", "Passage"),
            Column.number("score", "Score"),
            Column.count("terms.lexical_rank", "Rank by words"),
            Column.count("terms.semantic_rank", "Rank by meaning"),
            Column.number("terms.quality", "Quality"),
            Column.trust("evidence.trust"));
    public static final List<Column> CONCLUSIONS = List.of(
            Column.link("consensus.topic", "Question", "consensus", "consensus.id"),
            Column.text("consensus.conclusion", "Conclusion"),
            Column.number("similarity", "Similarity"),
            Column.text("match", "Found by"),
            Column.simulated("consensus.simulated"));
    public static final List<Column> LESSONS = List.of(
            Column.link("title", "Lesson", "lessons", "id"),
            Column.text("solution", "What to do"),
            Column.number("score", "Score"),
            Column.state("tier", "Tier"),
            Column.simulated("simulated"));
    public static final List<Column> CONVERSATIONS = List.of(
            Column.link("snippet.text", "Message", "conversations", "conversation_id"),
            Column.number("score", "Score"));
    public static final List<Column> CORRECTIONS = List.of(
            Column.link("claim", "Correction", "corrections", "id"),
            Column.text("subject", "Subject"),
            Column.number("relevance", "Relevance"),
            Column.number("why.lexical", "Words"),
            Column.number("why.embedding", "Meaning"),
            Column.number("effective_confidence", "Confidence"));
    public static final List<Column> STRATEGIES = List.of(
            Column.link("document", "Strategy", "episodes", "episode_id"),
            Column.number("similarity", "Similarity"),
            Column.count("judge_score", "Score"),
            Column.text("termination_reason", "Ended by"));
    public static final List<Column> SCORES = List.of(
            Column.text("identity", "By"),
            Column.number("score", "Score"),
            Column.number("why.lexical", "Words"),
            Column.number("why.recency", "Recency"),
            Column.trust("trust"),
            Column.time("at", "When"));

    /** What the society wrote, by its kind, with the page it leads to. */
    public static final Map<String, Column> SOCIETY = Map.of(
            "message", Column.place("snippet", "Message", "channels", "channel", "around", "seq"),
            "note", Column.link("snippet", "Note", "notes", "id"),
            "knowledge", Column.link("snippet", "Fact", "knowledge", "id"),
            "task", Column.link("snippet", "Task", "tasks", "id"));

    /** What can be searched alone. */
    public static final List<String> KINDS = List.of(
            "debates",
            "conclusions",
            "memory",
            "evidence",
            "lessons",
            "conversations",
            "corrections",
            "strategies",
            "society");

    private HitColumns() {}

    /** The page of a hit of what the society wrote; empty if it has none, as a file. */
    public static String said(Doc hit) {
        Column column = SOCIETY.get(hit.raw("kind"));
        return column == null ? "" : column.href(hit);
    }
}
