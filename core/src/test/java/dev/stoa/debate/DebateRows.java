package dev.stoa.debate;

import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.learning.lesson.LessonCategory;
import dev.stoa.learning.lesson.LessonDraft;
import dev.stoa.learning.lesson.LessonKind;
import dev.stoa.storage.Archive;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of finished debates as lessons see them, without the engine that would hold the debates. */
public final class DebateRows {
    private static final Instant AT = Instant.parse("2026-11-01T00:00:00Z");

    private final Archive archive;
    private int sessions;

    public DebateRows(Archive archive) {
        this.archive = archive;
    }

    /** A completed debate that ended with one option, where its drafts and its best seat said others. */
    public String completed(@Nullable String winner, @Nullable String draftVote, @Nullable String bestSolo) {
        return completed(Json.write(Json.object(
                "winner",
                winner,
                "counterfactual",
                Json.object(
                        "draft_vote", Json.object("winner", draftVote, "consensus", 0.5),
                        "best_solo", Json.object("agent_id", "ana", "option", bestSolo)))));
    }

    public String completed(String outcome) {
        return session("completed", "general", outcome);
    }

    public String completed() {
        return completed("{}");
    }

    public String session(String status, String domain, String outcome) {
        String id = "0197a2b4-0000-7000-8000-%012d".formatted(++sessions);
        boolean over = List.of("completed", "failed", "cancelled").contains(status);
        archive.write(tx -> tx.update("""
                INSERT INTO debate_sessions (id, debate_id, topic, status, domain, outcome, created_at, completed_at)
                VALUES (?, ?, 'topic', ?, ?, ?, ?, ?)""", id, id, status, domain, outcome, AT, over ? AT : null));
        return id;
    }

    public void grade(String session, @Nullable String truth, @Nullable String trueOption, boolean correct) {
        archive.write(tx -> tx.update("""
                INSERT INTO debate_grades (session_id, truth, true_option, correct, source, graded_by, at)
                VALUES (?, ?, ?, ?, 'given', 'eve', ?)""", session, truth, trueOption, correct ? 1 : 0, AT));
    }

    public void flip(String session, int turn, String from, String to) {
        archive.write(tx -> tx.update("""
                INSERT INTO debate_flips (session_id, agent_id, to_turn_seq, from_turn_seq, from_option, to_option)
                VALUES (?, 'ana', ?, ?, ?, ?)""", session, turn, turn - 1, from, to));
    }

    public static LessonDraft lesson(String problem, String solution) {
        return lesson(LessonCategory.PATTERN, problem, solution);
    }

    public static LessonDraft lesson(LessonCategory category, String problem, String solution) {
        return new LessonDraft(
                category, "About " + problem, problem, solution, List.of(), Trust.AGENT, LessonKind.BALLOT, 3);
    }
}
