package dev.stoa.bench.server;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** The HTTP library alone, which answers every request with the same bytes: the yardstick. Thread-safe. */
final class BareHandler extends Handler.Abstract implements AutoCloseable {
    private static final int TASKS = 100_000;

    private final byte[] body;
    private final Server server = new Server(new VirtualThreadPool(TASKS));
    private final ServerConnector connector = new ServerConnector(server, 1, 1);

    BareHandler(byte[] body) throws Exception {
        this.body = body.clone();
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(this);
        server.start();
    }

    int port() {
        return connector.getLocalPort();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }
}
