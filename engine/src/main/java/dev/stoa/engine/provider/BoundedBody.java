package dev.stoa.engine.provider;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response, read only up to a bound: a longer success is a failure, of a longer error text the beginning
 * is enough. For one response; the HTTP client calls it from one thread at a time.
 */
final class BoundedBody implements BodySubscriber<byte[]> {
    /** Enough for a reply of 1 MiB in which every character is escaped, with what stands around it. */
    static final int MOST = 8 << 20;

    private static final int MOST_OF_ERROR = 64 << 10;

    private final int most;
    private final boolean success;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    private BoundedBody(boolean success) {
        this.success = success;
        this.most = success ? MOST : MOST_OF_ERROR;
    }

    static BodySubscriber<byte[]> of(ResponseInfo info) {
        return new BoundedBody(info.statusCode() / 100 == 2);
    }

    /** More than the bound. */
    static final class TooLong extends IOException {
        TooLong(int most) {
            super("the response has more than " + most + " bytes");
        }

        String message() {
            return String.valueOf(getMessage());
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            byte[] copy = new byte[Math.min(piece.remaining(), most - bytes.size())];
            boolean more = copy.length < piece.remaining();
            piece.get(copy);
            bytes.write(copy, 0, copy.length);
            if (more) {
                end();
                return;
            }
        }
        if (subscription != null) {
            subscription.request(1);
        }
    }

    private void end() {
        if (subscription != null) {
            subscription.cancel();
        }
        if (success) {
            body.completeExceptionally(new TooLong(most));
        } else {
            body.complete(bytes.toByteArray());
        }
    }

    @Override
    public void onError(Throwable cause) {
        body.completeExceptionally(cause);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }
}
