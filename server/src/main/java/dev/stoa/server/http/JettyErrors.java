package dev.stoa.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers what is no request at all, or too large to be one, with a problem instead of a page. Thread-safe. */
final class JettyErrors implements Request.Handler {
    private static final Logger LOG = LoggerFactory.getLogger(JettyErrors.class);

    private final Front front;

    JettyErrors(Front front) {
        this.front = front;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        if (status >= 500 && request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof Throwable cause) {
            LOG.error("a request could not be answered", cause);
        }
        String requestId = Exchange.requestId(front, request);
        Problem problem = Problem.of(refusal(status), requestId);
        HttpURI address = request.getHttpURI();
        ProblemForm form = front.form(address == null ? null : address.getPath());
        ProblemForm.Told told = form == null ? problem.told(requestId) : form.tell(problem);
        byte[] body = told.body().getBytes(StandardCharsets.UTF_8);
        HttpFields.Mutable headers = response.getHeaders();
        Exchange.putAlways(headers, requestId);
        problem.headers().forEach(headers::put);
        told.headers().forEach(headers::put);
        headers.put(HttpHeader.CONTENT_TYPE, told.mediaType());
        headers.put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    private Refusal refusal(int status) {
        return switch (status) {
            case 408 -> Refusal.of(status, "slow", "the request did not come in time", "send it again");
            case 413 -> Bodies.tooLarge(front.limits().body());
            case 414 -> Exchange.tooLong();
            case 431 ->
                Refusal.of(
                        status,
                        "headers_too_large",
                        "the head of the request is larger than " + Listener.HEADER_BYTES + " bytes",
                        "send fewer or shorter headers");
            case 503 -> Refusal.of(status, "busy", "the server could not answer", "try again");
            default ->
                status < 500
                        ? Refusal.of(
                                status,
                                "bad_request",
                                "the request is not well formed HTTP",
                                "see RFC 9110 and RFC 9112")
                        : Refusal.of(status, "error", "the server could not answer", "try again");
        };
    }
}
