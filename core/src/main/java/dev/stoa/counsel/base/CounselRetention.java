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
     */
    public record Expired(long replies, long keys) {}

    /**
     * Clears replies that are older than so many days, and forgets idempotency keys after a day.
     *
     * @param dryRun whether it is only counted
     */
    @Needs(Right.OPERATE)
    public Expired prune(Principal by, int replyDays, boolean dryRun) {
        Bounds.whole("raw_response_days", replyDays, 1, 36_500);
        Rights.check(by);
        Instant now = context.now();
        Instant repliesBefore = now.minus(Duration.ofDays(replyDays));
        Instant keysBefore = now.minus(KEYS_KEPT);
        Expired due = context.archive().read(tx -> count(tx, repliesBefore, keysBefore));
        if (dryRun || due.equals(new Expired(0, 0))) {
            return due;
        }
        return context.archive()
                .erase(tx -> new Expired(
                        tx.update(
                                "UPDATE model_runs SET raw_response = NULL, key_id = NULL" + OLD_REPLIES,
                                repliesBefore),
                        tx.update("DELETE" + OLD_KEYS, keysBefore)));
    }

    private static Expired count(Tx tx, Instant repliesBefore, Instant keysBefore) {
        return new Expired(
                tx.number("SELECT count(*) FROM model_runs" + OLD_REPLIES, repliesBefore),
                tx.number("SELECT count(*)" + OLD_KEYS, keysBefore));
    }
}
