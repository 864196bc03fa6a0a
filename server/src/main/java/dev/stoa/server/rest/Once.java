package dev.stoa.server.rest;

import dev.stoa.counsel.Counsel;
import dev.stoa.counsel.access.IdempotencyKeys;
import dev.stoa.counsel.access.KeyedWrite;
import dev.stoa.json.Json;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes that happen once under the key of their request. Stateless. */
final class Once {
    private static final String REPLAY = "Idempotent-Replay";

    private Once() {}

    /**
     * The key of a request with what it asks for; null if it has none.
     *
     * @param route method and path of the request
     */
    static IdempotencyKeys.@Nullable Keyed key(Call call, String route) {
        String key = call.key();
        return key == null ? null : new IdempotencyKeys.Keyed(key, route, Json.write(call.document()));
    }

    /** A write of the counsel; its parameters are those of {@link Counsel#once}. */
    static <T> KeyedWrite.Replayable<T> write(
            Call call,
            Counsel counsel,
            String route,
            Function<Counsel, T> write,
            Function<? super T, String> reference,
            Function<String, T> again) {
        IdempotencyKeys.Keyed key = key(call, route);
        return key == null
                ? new KeyedWrite.Replayable<>(write.apply(counsel), false)
                : counsel.once(key, write, reference, again);
    }

    /** The answer, marked if it is that of a request that was sent before. */
    static Answer answer(boolean replayed, Answer answer) {
        return replayed ? answer.with(REPLAY, "true") : answer;
    }
}
