package dev.stoa.counsel.base;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;

/** Lets go of what the counsel keeps for a time only. Thread-safe. Nothing else of it expires. */
public final class CounselRetention {
    private static final Duration KEYS_KEPT = Duration.ofHours(24);
    private static final Duration PASSES_KEPT = Duration.ofHours(24);
    // The tokens of people stay for good, and one of them must: a server that had a token does not become open again.
    private static final String OLD_PASSES = " FROM access_tokens WHERE scopes LIKE '%execution:%'"
            + " AND (revoked_at < ? OR expires_at < ?)"
            + " AND EXISTS (SELECT 1 FROM access_tokens kept WHERE kept.scopes NOT LIKE '%execution:%')";
    private static final String OLD_REPLIES = " WHERE raw_response IS NOT NULL AND created_at < ?";
    private static final String OLD_KEYS = " FROM idempotency_keys WHERE created_at < ?";

    private final CounselContext context;

    private CounselRetention(CounselContext context) {
        this.context = context;
    }

    public static CounselRetention over(CounselContext context) {
        return new CounselRetention(context);
    }

    /**
     * What was let go of. Immutable.
     *
     * @param replies replies of models that were cleared; what was made of them stays
     * @param keys idempotency keys that were forgotten
     * @param passes tokens of single executions that were forgotten; the audit log still has them
     */
    public record Expired(long replies, long keys, long passes) {}

    /**
     * Clears replies after their time, and forgets idempotency keys after a day, and tokens of single executions a day
     * after they ended to open anything.
     *
     * @param replyDays how old replies become, in days
     * @param dryRun whether it is only counted
     */
    @Needs(Right.OPERATE)
    public Expired prune(Principal by, int replyDays, boolean dryRun) {
        Bounds.whole("raw_response_days", replyDays, 1, 36_500);
        Rights.check(by);
        Instant now = context.now();
        Instant repliesBefore = now.minus(Duration.ofDays(replyDays));
        Instant keysBefore = now.minus(KEYS_KEPT);
        Instant passesBefore = now.minus(PASSES_KEPT);
        Expired due = context.archive().read(tx -> count(tx, repliesBefore, keysBefore, passesBefore));
        if (dryRun || due.equals(new Expired(0, 0, 0))) {
            return due;
        }
        return context.archive()
                .erase(tx -> new Expired(
                        tx.update(
                                "UPDATE model_runs SET raw_response = NULL, key_id = NULL" + OLD_REPLIES,
                                repliesBefore),
                        tx.update("DELETE" + OLD_KEYS, keysBefore),
                        tx.update("DELETE" + OLD_PASSES, passesBefore, passesBefore)));
    }

    private static Expired count(Tx tx, Instant repliesBefore, Instant keysBefore, Instant passesBefore) {
        return new Expired(
                tx.number("SELECT count(*) FROM model_runs" + OLD_REPLIES, repliesBefore),
                tx.number("SELECT count(*)" + OLD_KEYS, keysBefore),
                tx.number("SELECT count(*)" + OLD_PASSES, passesBefore, passesBefore));
    }
}
