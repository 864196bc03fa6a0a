package dev.stoa.counsel.backup;

import dev.stoa.base.TextEnum;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Why a note is written. */
public enum BackupTrigger implements TextEnum {
    /** Seven tenths of the context window are full. */
    TOKEN_THRESHOLD,
    /** The thread has 30 messages. */
    MESSAGE_COUNT,
    /** Nothing was said for a day. */
    TIME_GAP,
    /** A person asked for it. */
    MANUAL,
    /** The job found a conversation that came to rest without a valid note. */
    COVERAGE_JOB_NO_BACKUP;

    static final int MANY_MESSAGES = 30;
    static final int SOME_MESSAGES = 5;
    static final Duration GAP = Duration.ofDays(1);

    /** What of a context window a prompt may fill. */
    public static long room(long contextWindow) {
        // In whole numbers: 0.7 as a double is a little less than it says.
        return contextWindow * 7 / 10;
    }

    /** Why a counter needs a note now, if it does: the first reason that holds. */
    public static Optional<BackupTrigger> due(TokenCounter counter, Instant now) {
        if (counter.messageCount() == 0) {
            return Optional.empty();
        }
        if (counter.tokenEstimate() >= room(counter.contextWindow())) {
            return Optional.of(TOKEN_THRESHOLD);
        }
        if (counter.messageCount() >= MANY_MESSAGES) {
            return Optional.of(MESSAGE_COUNT);
        }
        Instant last = counter.lastMessageAt();
        boolean gap = last != null && !now.isBefore(last.plus(GAP)) && counter.messageCount() >= SOME_MESSAGES;
        return gap ? Optional.of(TIME_GAP) : Optional.empty();
    }
}
