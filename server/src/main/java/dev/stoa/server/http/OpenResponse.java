package dev.stoa.server.http;

import dev.stoa.base.Principal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The answer over Jetty that stays open. Thread-safe as its interface says. */
final class OpenResponse implements LiveAnswer {
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Principal by;
    private final Supplier<Principal> again;
    private final AtomicBoolean over = new AtomicBoolean();

    OpenResponse(Request request, Response response, Callback callback, Principal by, Supplier<Principal> again) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.by = by;
        this.again = again;
    }

    @Override
    public void write(byte[] bytes, Consumer<@Nullable Throwable> done) {
        response.write(
                false, ByteBuffer.wrap(bytes), Callback.from(() -> done.accept(null), failure -> done.accept(failure)));
    }

    @Override
    public void end() {
        if (over.compareAndSet(false, true)) {
            callback.succeeded();
        }
    }

    @Override
    public void abort() {
        if (over.compareAndSet(false, true)) {
            callback.failed(new IOException("the client is gone or does not read"));
        }
        request.getConnectionMetaData().getConnection().getEndPoint().close();
    }

    @Override
    public Principal again() {
        return again.get();
    }

    @Override
    public @Nullable String token() {
        return by.trace().token();
    }
}
