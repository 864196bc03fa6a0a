package dev.stoa.engine.provider;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP exchange of one call of a model: bounded in time over headers and body together, bounded in what it reads,
 * and ended by an interrupt. For one thread and one call. LangChain4j wraps everything thrown here in exceptions of
 * its own, so the failure is kept for the caller.
 */
final class ModelHttp implements HttpClient, HttpClientBuilder {
    private final java.net.http.HttpClient client;
    private final LinkLocal linkLocal;
    private final InstantSource clock;
    private final Duration timeout;
    private final Secrets secrets;
    private @Nullable CallFailure failure;
    private boolean interrupted;

    ModelHttp(
            java.net.http.HttpClient client,
            LinkLocal linkLocal,
            InstantSource clock,
            Duration timeout,
            Secrets secrets) {
        this.client = client;
        this.linkLocal = linkLocal;
        this.clock = clock;
        this.timeout = timeout;
        this.secrets = secrets;
    }

    /** What went wrong on the way; null if a success was answered. */
    @Nullable
    CallFailure failure() {
        return failure;
    }

    boolean interrupted() {
        return interrupted;
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        try {
            HttpResponse<byte[]> response = exchange(request);
            if (response.statusCode() / 100 != 2) {
                throw CallFailure.status(
                        response.statusCode(),
                        RetryAfter.of(response.headers(), clock),
                        secrets.hidden(ErrorBody.shown(response.body())));
            }
            // Decoded here, because LangChain4j would put a mark where the bytes make no sense.
            return SuccessfulHttpResponse.builder()
                    .statusCode(response.statusCode())
                    .headers(response.headers().map())
                    .body(Reply.decoded(response.body()))
                    .build();
        } catch (CallFailure e) {
            failure = e;
            throw new Broken(e);
        } catch (InterruptedException e) {
            interrupted = true;
            throw new Broken(e);
        }
    }

    private HttpResponse<byte[]> exchange(HttpRequest request) throws CallFailure, InterruptedException {
        long start = System.nanoTime();
        CompletableFuture<HttpResponse<byte[]>> answer;
        try {
            linkLocal.check(URI.create(request.url()), timeout);
            answer = client.sendAsync(toJdk(request), BoundedBody::of);
        } catch (IllegalArgumentException e) {
            throw CallFailure.refused("the address of the provider, or a header, cannot be used");
        }
        try {
            return answer.get(timeout.toNanos() - (System.nanoTime() - start), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw CallFailure.timeout(timeout);
        } catch (ExecutionException e) {
            throw failed(e.getCause());
        } finally {
            // Ends the exchange unless it is over.
            answer.cancel(true);
        }
    }

    private CallFailure failed(@Nullable Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof BoundedBody.TooLong tooLong) {
                return CallFailure.malformed(tooLong.message());
            }
        }
        String reason = cause instanceof IOException && cause.getMessage() != null
                ? cause.getMessage()
                : cause == null ? "no reason" : cause.getClass().getSimpleName();
        return CallFailure.io(secrets.hidden("no answer: " + reason));
    }

    private static java.net.http.HttpRequest toJdk(HttpRequest request) {
        var builder = java.net.http.HttpRequest.newBuilder(URI.create(request.url()));
        request.headers().forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
        String body = request.body();
        return builder.method(
                        request.method() == HttpMethod.GET
                                ? "GET"
                                : request.method().name(),
                        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        throw new UnsupportedOperationException("replies are not streamed");
    }

    @Override
    public Duration connectTimeout() {
        return timeout;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration ignored) {
        return this;
    }

    @Override
    public Duration readTimeout() {
        return timeout;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration ignored) {
        return this;
    }

    @Override
    public HttpClient build() {
        return this;
    }

    /** Carries a failure through LangChain4j. */
    private static final class Broken extends RuntimeException {
        Broken(Exception cause) {
            super(cause);
        }
    }
}
