package dev.stoa.counsel;

import dev.stoa.counsel.audit.AuditLegacy;
import dev.stoa.counsel.conversation.ConversationBackFill;
import dev.stoa.counsel.correction.CorrectionBackFill;
import dev.stoa.storage.Tx;

/**
 * Gives the rows of an older archive what later versions expect of them. Stateless; each step may run again. Rows that
 * had no order get that of their times.
 */
final class CounselBackFill {
    private CounselBackFill() {}

    /** Numbers conversations, projects and messages. */
    static void order(Tx tx) {
        ConversationBackFill.order(tx);
    }

    /** Estimates the tokens of messages. */
    static void tokens(Tx tx) {
        ConversationBackFill.tokens(tx);
    }

    /** Gives corrections their keys and their first events. */
    static void corrections(Tx tx) {
        CorrectionBackFill.run(tx);
    }

    /** Numbers promotions. */
    static void promotions(Tx tx) {
        tx.list("SELECT id FROM promotions WHERE seq IS NULL ORDER BY created_at, id", row -> row.text(1))
                .forEach(id -> tx.update("UPDATE promotions SET seq = ? WHERE id = ?", tx.next("promotion"), id));
    }

    /** Sets aside the rows of an older log, which no chain covers. */
    static void audit(Tx tx) {
        AuditLegacy.keep(tx);
    }
}
