package dev.stoa.learning.breaker;

import dev.stoa.storage.ArchiveSchema;

/** The declaration of the breaker archive. */
public final class BreakerArchive {
    /** The shared state of every circuit breaker. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("breaker")
            .file(".data/circuit_breaker.db")
            .module("circuit_breaker")
            .version(1, "circuit breakers")
            .invariant(
                    "B1",
                    "a breaker's state is not readable, is open without retry_at, or has more permits out than allowed",
                    """
                    SELECT name FROM circuit_breakers WHERE CASE WHEN json_valid(state_json) THEN
                        COALESCE(json_extract(state_json, '$.state'), '') NOT IN ('closed', 'open', 'half_open')
                        OR (json_extract(state_json, '$.state') = 'open' AND json_extract(state_json, '$.retry_at') IS NULL)
                        OR COALESCE(json_array_length(state_json, '$.permits'), 0) > 3
                    ELSE 1 END""",
                    """
                    SELECT name FROM circuit_breakers WHERE
                        COALESCE(state_json ->> 'state', '') NOT IN ('closed', 'open', 'half_open')
                        OR (state_json ->> 'state' = 'open' AND state_json ->> 'retry_at' IS NULL)
                        OR (jsonb_typeof(state_json -> 'permits') = 'array' AND jsonb_array_length(state_json -> 'permits') > 3)""")
            .build();

    private BreakerArchive() {}
}
