package dev.stoa.counsel.backup;

import dev.stoa.base.Bounds;
import dev.stoa.base.Principal;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.ConversationRow;
import dev.stoa.counsel.conversation.Messages;
import dev.stoa.counsel.conversation.TokenEstimate;
import dev.stoa.storage.Tx;

/**
 * Builds the part of a prompt that is from the record. Thread-safe. It is built from what is stored and never from what
 * a client says was said; if a message does not open there is none.
 */
public final class Histories {
    private static final int OVERLAP = 6;
    private static final int MOST_MESSAGES = 1_000;

    private final BackupTable table;
    private final Messages messages;

    private Histories(CounselContext context) {
        this.table = new BackupTable(context);
        this.messages = Messages.over(context);
    }

    public static Histories over(CounselContext context) {
        return new Histories(context);
    }

    /**
     * The history of a question for a specialist: its newest note and the messages since, of which the oldest are left
     * out until all fits into seven tenths of the context window.
     *
     * @param before the number of the question, which is not part of it
     * @param otherTokens how many tokens the rest of the prompt has, the question included
     */
    public History of(
            Tx tx,
            Principal by,
            String conversation,
            String specialist,
            long contextWindow,
            long before,
            long otherTokens) {
        ConversationRow row = ConversationRow.open(tx, by, Bounds.id("conversation", conversation));
        Backup note = table.latest(tx, row.id(), specialist).orElse(null);
        long covered = note == null ? 0 : note.coversSeq();
        long room = BackupTrigger.room(contextWindow) - otherTokens;
        room -= note == null || note.text() == null ? 0 : TokenEstimate.of(note.text());
        return new History(
                note, messages.fitting(tx, row.id(), Math.max(0, covered - OVERLAP), before - 1, MOST_MESSAGES, room));
    }
}
