package dev.stoa.server.console.act;

import dev.stoa.server.console.view.Column;
import dev.stoa.server.http.Scope;
import java.util.List;

/** What people do to memories, conclusions, dissents, evidence and breakers. Stateless. */
final class LearnActs {
    private static final String MEMORY = "memory/{id}";
    private static final String MEMORIES = "memories/{id}";
    private static final String CONSENSUS = "consensus/{id}";
    private static final String EVIDENCE = "evidence/{id}";
    private static final String REASON = "reason";
    private static final String WHY = "Reason";
    private static final String RED_LINE = "memory.red_line";
    private static final String ARCHIVED = "memory.archived";
    private static final String[] TRUST = {"untrusted", "agent", "confirmed", "human"};

    private static final List<Act> ALL = List.of(
            memory(
                            "worked",
                            "It helped",
                            "Its strength grows, and it may move to another tier. An outcome stays on record.",
                            "The outcome is reported.",
                            Scope.WRITE_AGENT)
                    .sends("POST", MEMORIES + "/outcomes")
                    .with("success", true)
                    .when(ARCHIVED, "false")
                    .undo(""),
            memory(
                            "failed",
                            "It misled",
                            "Its strength falls, and it may move to another tier. An outcome stays on record.",
                            "The outcome is reported.",
                            Scope.WRITE_AGENT)
                    .sends("POST", MEMORIES + "/outcomes")
                    .with("success", false)
                    .when(ARCHIVED, "false")
                    .undo(""),
            memory(
                            "red-line",
                            "Draw a red line",
                            "It can neither be changed nor deleted until the line is lifted.",
                            "The red line is drawn.",
                            Scope.OPERATE)
                    .asks(REASON, WHY, true)
                    .when(RED_LINE, "false")
                    .undo(MEMORY + "/lift"),
            memory(
                            "lift",
                            "Lift the red line",
                            "It can be changed and deleted again.",
                            "The red line is lifted.",
                            Scope.OPERATE)
                    .asks(REASON, WHY, true)
                    .sends("POST", MEMORIES + "/red-line")
                    .with("off", true)
                    .when(RED_LINE, "true")
                    .undo(MEMORY + "/red-line")
                    .restores(REASON, "memory.red_line_reason"),
            memory("promote", "Promote", "It moves to the next faster tier.", "The memory is promoted.", Scope.WRITE)
                    .asks(REASON, WHY, true)
                    .when(ARCHIVED, "false")
                    .undo(MEMORY + "/demote"),
            memory("demote", "Demote", "It moves to the next slower tier.", "The memory is demoted.", Scope.WRITE)
                    .asks(REASON, WHY, true)
                    .when(ARCHIVED, "false")
                    .undo(MEMORY + "/promote"),
            memory(
                            "trust",
                            "Set its trust",
                            "What was made from it is never trusted more than it.",
                            "The trust is set.",
                            Scope.WRITE)
                    .asksOne("trust", "Trust", TRUST)
                    .asks(REASON, WHY, true)
                    .when(ARCHIVED, "false")
                    .undo(MEMORY + "/trust")
                    .restores("trust", "memory.trust"),
            memory(
                            "forget",
                            "Forget",
                            "It is archived, and no longer recalled.",
                            "The memory is archived.",
                            Scope.WRITE)
                    .asks(REASON, WHY, false)
                    .when(ARCHIVED, "false")
                    .undo(MEMORY + "/restore"),
            memory("restore", "Restore", "It is recalled again.", "The memory is restored.", Scope.WRITE)
                    .when(ARCHIVED, "true")
                    .undo(MEMORY + "/forget"),
            memory(
                            "purge",
                            "Delete for good",
                            "It is deleted with its generations and outcomes. Nothing of it is left to restore.",
                            "The memory is deleted.",
                            Scope.OPERATE)
                    .asks(REASON, WHY, false)
                    .sends("POST", MEMORIES + "/forget")
                    .with("purge", true)
                    .tried()
                    .again("To go on, type")
                    .when(ARCHIVED, "true")
                    .back("memory"),
            consensus(
                            "supersede",
                            "Replace it",
                            "A later conclusion stands for the question from now on.",
                            "The conclusion is replaced.",
                            Scope.WRITE)
                    .asksLine("by", "Id of the later conclusion")
                    .does("1 conclusion is replaced, which was {0}.", "consensus.strength")
                    .when("consensus.superseded_by", ""),
            consensus(
                            "archive",
                            "Archive",
                            "It is no longer found, and neither are its dissents and proofs, until it is restored.",
                            "The conclusion is archived.",
                            Scope.OPERATE)
                    .asks(REASON, WHY, false)
                    .back("consensus")
                    .undo(CONSENSUS + "/restore"),
            consensus(
                            "restore",
                            "Restore",
                            "It is found again, with its dissents and proofs.",
                            "The conclusion is restored.",
                            Scope.OPERATE)
                    .within(
                            "consensus?archived=true&limit=200",
                            "items",
                            "consensus.id",
                            "consensus.topic",
                            Column.text("consensus.conclusion", "Conclusion"),
                            Column.text(REASON, "Archived because"),
                            Column.time("archived_at", "Archived"))
                    .when("archived_at", Act.ANY)
                    .undo(CONSENSUS + "/archive"),
            Act.of(
                            CONSENSUS + "/dissents/{dissent}/rebut",
                            Scope.WRITE,
                            "Answer the dissent",
                            "The answer stands beside it for good. A dissent takes one answer.",
                            "The dissent is answered.")
                    .within(
                            CONSENSUS,
                            "consensus.dissents",
                            "id",
                            "content",
                            Column.text("agent_id", "Said by"),
                            Column.state("dissent_type", "Kind"),
                            Column.text("reasoning", "Its reasons"),
                            Column.text("rebuttal", "Its answer"))
                    .sends("POST", "dissents/{dissent}/rebuttal")
                    .does("1 answer to {0} is stored for good.", "agent_id")
                    .asks("rebuttal", "Answer", true)
                    .back(CONSENSUS),
            evidence(
                            "trust",
                            "Set its trust",
                            "Who searches with a least trust finds it accordingly.",
                            "The trust is set.")
                    .asksOne("trust", "Trust", TRUST)
                    .asks(REASON, WHY, true)
                    .undo(EVIDENCE + "/trust")
                    .restores("trust", "evidence.trust"),
            evidence(
                            "forget",
                            "Delete it",
                            "Its text is deleted. What a conclusion rests on is refused.",
                            "The evidence is deleted.")
                    .sends("DELETE", EVIDENCE)
                    .tried()
                    .back("evidence"),
            Act.of(
                            "breakers/{id}/reset",
                            Scope.OPERATE,
                            "Reset the breaker",
                            "The model is asked again at once.",
                            "The breaker is closed.")
                    .among(
                            "breakers",
                            "name",
                            "name",
                            Column.state("state", "State"),
                            Column.time("retry_at", "Tried again"),
                            Column.count("permits_out", "Permits out"),
                            Column.text("last_failure.message", "Last failure"))
                    .does("1 breaker that is {0} becomes closed.", "state"));

    private LearnActs() {}

    static List<Act> all() {
        return ALL;
    }

    private static Act memory(String act, String word, String about, String done, Scope scope) {
        return Act.of(MEMORY + "/" + act, scope, word, about, done)
                .on(
                        MEMORIES,
                        "memory.content",
                        Column.state("memory.tier", "Tier"),
                        Column.trust("memory.trust"),
                        Column.flag(RED_LINE, "Red line"),
                        Column.text("memory.red_line_reason", "Its reason"))
                .sends("POST", MEMORIES + "/" + act);
    }

    private static Act consensus(String act, String word, String about, String done, Scope scope) {
        return Act.of(CONSENSUS + "/" + act, scope, word, about, done)
                .on(
                        CONSENSUS,
                        "consensus.topic",
                        Column.text("consensus.conclusion", "Conclusion"),
                        Column.state("consensus.strength", "Strength"));
    }

    private static Act evidence(String act, String word, String about, String done) {
        return Act.of(EVIDENCE + "/" + act, Scope.WRITE, word, about, done)
                .on(
                        EVIDENCE,
                        "evidence.title",
                        Column.text("evidence.source", "Source"),
                        Column.trust("evidence.trust"),
                        Column.json("evidence.debates", "Debates"));
    }
}
