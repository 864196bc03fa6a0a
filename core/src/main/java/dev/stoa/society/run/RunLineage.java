package dev.stoa.society.run;

import dev.stoa.base.ConflictException;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.storage.Tx;
import org.jspecify.annotations.Nullable;

/**
 * Where an execution comes from. Immutable.
 *
 * @param parent the execution that started it; null if a person did
 * @param root what all executions of one tree share; null if it is the first of its tree
 * @param trigger the message that mentions its agent; null if none does
 */
record RunLineage(
        @Nullable String parent,
        @Nullable String root,
        int depth,
        @Nullable String trigger) {
    private static final RunLineage NONE = new RunLineage(null, null, 0, null);

    private record Parent(int depth, @Nullable String root) {}

    /** That of what an actor starts from inside an execution of its own, or by hand; within the limits. */
    static RunLineage of(Tx tx, ResolvedPrincipal me, @Nullable String task, SocietyRules rules) {
        String named = me.task() == null ? task : me.task();
        if (named == null) {
            return NONE;
        }
        String id = References.execution(tx, me, named);
        Parent parent = tx.one(
                        "SELECT depth, root_message_id FROM tasks WHERE task_id = ?",
                        row -> new Parent(row.integer(1), row.textOrNull(2)),
                        id)
                .orElseThrow();
        RunLineage lineage = new RunLineage(id, parent.root() == null ? id : parent.root(), parent.depth() + 1, null);
        lineage.check(tx, rules);
        return lineage;
    }

    /** Refuses what would be too deep or too much. */
    void check(Tx tx, SocietyRules rules) {
        if (depth > rules.maxDepth()) {
            throw limit("depth " + depth + " is above " + rules.maxDepth(), "society.max_depth");
        }
        if (root != null && size(tx, root) >= rules.maxTree()) {
            throw limit(rules.maxTree() + " executions have come of the same cause", "society.max_tree");
        }
    }

    /** How many executions have one root. */
    static long size(Tx tx, String root) {
        return tx.number("SELECT count(*) FROM tasks WHERE root_message_id = ?", root);
    }

    private static ConflictException limit(String message, String setting) {
        return new ConflictException("limit", message, "let a person start it, or raise " + setting);
    }
}
