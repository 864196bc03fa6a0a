package dev.stoa.server.http;

import dev.stoa.base.Principal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An answer that stays open after its handler has returned. Thread-safe, but for {@link #write}, of which only one may be
 * under way. No thread waits for the client: who writes is told when the socket has taken the bytes.
 */
public interface LiveAnswer {
    /**
     * Writes bytes.
     *
     * @param done is told null when the socket has taken all of them, else what is wrong
     */
    void write(byte[] bytes, Consumer<@Nullable Throwable> done);

    /** Ends the answer in order. No write may be under way. */
    void end();

    /** Breaks the connection off, also in the middle of a write, which then fails. */
    void abort();

    /** On whose behalf the request acts, looked up again; that counts as no further request. */
    Principal again();

    /** The id of the token that it was opened with; null if there was none. */
    @Nullable
    String token();
}
