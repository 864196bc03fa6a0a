package dev.stoa.server.http;

import dev.stoa.json.Json;
import dev.stoa.json.JsonLimits;
import java.io.InputStream;
import java.util.Map;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * What a client sends after the head of its request: decoded, bounded, and read from a client that may not take its
 * time. Used by the one thread of its exchange.
 */
final class RequestBody implements AutoCloseable {
    /** How many fields an object of a body may have; more of them would cost far more memory than bytes. */
    private static final int MOST_FIELDS = 10_000;

    private final Front front;
    private final Request request;
    private SlowClients.@Nullable Body reading;
    private long size;

    RequestBody(Front front, Request request) {
        this.front = front;
        this.request = request;
    }

    /** Whether it is said to be lines of objects. */
    boolean isLines() {
        return Bodies.isType(header("Content-Type"), Front.LINES);
    }

    /** The object in it, which has the shape that the route declares. */
    Map<String, @Nullable Object> object(Route chosen) {
        boolean none = request.getLength() == 0 || (request.getLength() < 0 && header("Transfer-Encoding") == null);
        if (none
                && !chosen.takes().equals(Route.Takes.OBJECT)
                && !chosen.takes().equals(Route.Takes.OBJECT_OR_LINES)) {
            return Json.object();
        }
        Bodies.requireJson(header("Content-Type"));
        byte[] bytes = none ? new byte[0] : Bodies.all(stream(), front.limits().body());
        size = bytes.length;
        Map<String, @Nullable Object> object = bytes.length == 0
                ? Json.object()
                : Json.parseObject(
                        Bodies.text(bytes),
                        new JsonLimits(
                                JsonLimits.DEFAULT.depth(),
                                Math.toIntExact(front.limits().body()),
                                MOST_FIELDS));
        chosen.body().check(object);
        return object;
    }

    /** The bytes of it, without their coding. */
    private InputStream stream() {
        return stream(false);
    }

    /**
     * The same.
     *
     * @param bulk whether it may have as many as one that is read line by line
     */
    InputStream stream(boolean bulk) {
        long most = bulk || isLines() ? front.limits().bulk() : front.limits().body();
        if (request.getLength() > most) {
            throw Bodies.tooLarge(most);
        }
        return Bodies.decoded(raw(), header("Content-Encoding"), most);
    }

    private InputStream raw() {
        if (reading == null) {
            reading = front.slowClients()
                    .reading(request.getConnectionMetaData().getConnection().getEndPoint());
        }
        return Bodies.raw(Content.Source.asInputStream(request), reading);
    }

    /** Reads what a client still sends of a body that is refused: a connection closed before that hides the answer. */
    void drain() {
        boolean waits = header("Expect") != null;
        if (request.getLength() != 0 && !waits) {
            Bodies.drain(raw(), front.limits().body());
        }
    }

    /** How many bytes its object had; 0 if none was read. */
    long size() {
        return size;
    }

    private @Nullable String header(String name) {
        return request.getHeaders().get(name);
    }

    /** Says that nothing more is read of it. */
    @Override
    public void close() {
        if (reading != null) {
            front.slowClients().done(reading);
        }
    }
}
