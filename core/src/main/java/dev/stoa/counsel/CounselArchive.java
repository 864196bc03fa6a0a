package dev.stoa.counsel;

import dev.stoa.counsel.audit.Audit;
import dev.stoa.counsel.audit.AuditNotices;
import dev.stoa.counsel.backup.BackupInvariants;
import dev.stoa.counsel.conversation.ConversationInvariants;
import dev.stoa.counsel.correction.CorrectionInvariants;
import dev.stoa.counsel.foreign.AuaImport;
import dev.stoa.counsel.keyword.KeywordInvariants;
import dev.stoa.counsel.run.RunInvariants;
import dev.stoa.counsel.seal.SealInvariants;
import dev.stoa.counsel.specialist.PromotionInvariants;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.TimeForm;

/** The declaration of the counsel archive. */
public final class CounselArchive {
    /** Conversations, corrections, model runs and the audit log. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("counsel")
            .file("aua.db")
            .postgresSchema("aua")
            .module("aua")
            .times(TimeForm.UNIX_SECONDS)
            .grows("audit_log", "created_at", "seq")
            .version(1, "conversations, corrections, model runs and the audit log")
            .version(2, "order of conversations, messages and projects, jobs", CounselBackFill::order)
            .version(3, "keys of sealed rows")
            .version(4, "queue and ranking of the keyword index")
            .version(5, "tokens of messages, what context backups cover", CounselBackFill::tokens)
            .version(6, "asks, runs and their outcomes")
            .version(7, "scopes, states and events of corrections", CounselBackFill::corrections)
            .version(8, "times and queries of assertions")
            .version(9, "specialists and their shadows", CounselBackFill::promotions)
            .version(10, "chained audit log and its checkpoints", CounselBackFill::audit)
            .version(11, "access tokens and idempotency keys")
            .version(12, "leases of queries, conversations by their ends, what answers contradict")
            .conversion(AuaImport.conversion())
            .invariant("audit", "the audit log does not verify", Audit::violations)
            .notice("audit", AuditNotices::sentences)
            .notice("seal", SealInvariants::notices)
            .invariant("C2", "a query does not have the answer it says", RunInvariants.ANSWERS, RunInvariants.ANSWERS)
            .invariant(
                    "C4",
                    "results of specialists are not those of their runs",
                    RunInvariants.STATS,
                    RunInvariants.STATS)
            .invariant("C7", "a run is blocked without a reason", RunInvariants.BLOCKED, RunInvariants.BLOCKED)
            .invariant(
                    "C1",
                    "the messages of a conversation are not in order, or something has no conversation",
                    ConversationInvariants.ORDER,
                    ConversationInvariants.ORDER)
            .invariant(
                    "C3",
                    "a token counter is wrong, or it is not clear whether a note is valid",
                    BackupInvariants.COUNTERS,
                    BackupInvariants.COUNTERS)
            .invariant("C6", "the keyword index and the messages differ", KeywordInvariants::violations)
            .invariant("C6s", "a sealed archive has plain text", SealInvariants::violations)
            .invariant(
                    "C4p",
                    "a specialist does not have the model that its promotions lead to",
                    PromotionInvariants.REPLAY,
                    PromotionInvariants.REPLAY)
            .invariant(
                    "C5",
                    "corrections contradict each other, their links or their events",
                    CorrectionInvariants.SQLITE,
                    CorrectionInvariants.POSTGRES)
            .build();

    private CounselArchive() {}
}
