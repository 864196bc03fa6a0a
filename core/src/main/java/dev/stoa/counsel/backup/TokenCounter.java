package dev.stoa.counsel.backup;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How much of its context window a specialist has used in a conversation since its last note. Immutable.
 *
 * @param threadNumber the number of the thread that is being counted, from 1 on; each note closes one
 */
public record TokenCounter(
        String counterId,
        String conversationId,
        String specialist,
        long tokenEstimate,
        long messageCount,
        long threadNumber,
        long contextWindow,
        @Nullable Instant lastMessageAt) {}
