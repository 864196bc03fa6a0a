package dev.stoa.society.work;

import java.time.Instant;

/**
 * Work that somebody holds. Immutable. Hazard: it may have been taken over since; only the archive knows, by the token.
 *
 * @param token the number of this claim, to be shown with everything that is done to the work
 * @param expiresAt when others may take it over
 */
public record TaskLease(Task task, long token, Instant expiresAt) {}
