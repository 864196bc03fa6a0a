package dev.stoa.server.http;

import dev.stoa.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
        String code = switch (status) {
            case 408 -> "slow";
            case 413 -> "too_large";
            case 414 -> "too_long";
            case 431 -> "headers_too_large";
            case 503 -> "busy";
            default -> status < 500 ? "bad_request" : "error";
        };
        Problem problem = Problem.of(
                Refusal.of(
                        status,
                        code,
                        status < 500 ? "the request is not well formed HTTP" : "the server could not answer",
                        status < 500 ? "see RFC 9110 and RFC 9112" : "try again"),
                "");
        HttpURI address = request.getHttpURI();
        ProblemForm form = front.form(address == null ? null : address.getPath());
        byte[] body = (form == null
                        ? Json.write(problem.document(""))
                        : form.tell(problem).body())
                .getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, form == null ? Problem.MEDIA_TYPE : Answer.JSON);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }
}
