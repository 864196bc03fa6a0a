package dev.stoa.server.mcp;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.server.access.Door;
import dev.stoa.server.http.Front;
import dev.stoa.server.http.Listener;
import dev.stoa.server.http.Routes;
import dev.stoa.server.sse.Streams;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/** The real protocol and transport over a profile of a test. Used by one test. */
final class FixtureServer implements AutoCloseable {
    private final Stoa stoa;
    private final Streams streams;
    private final McpRoutes mcp;
    private final Front front;
    private final Listener listener;

    private FixtureServer(Stoa stoa, Streams streams, McpRoutes mcp, Front front, Listener listener) {
        this.stoa = stoa;
        this.streams = streams;
        this.mcp = mcp;
        this.front = front;
        this.listener = listener;
    }

    static FixtureServer of(Profile profile, Path folder, int port) {
        InstantSource clock = InstantSource.system();
        StoaConfig config = StoaConfig.load(ConfigSources.of(folder, Map.of(), Location.directory(folder)));
        Stoa stoa = Stoa.open(config, clock);
        Door door = new Door(config, "127.0.0.1", clock);
        door.open(stoa);
        Streams streams = Streams.of(64, 64);
        McpRoutes mcp = new McpRoutes(
                name -> name.equals(profile.name()) ? profile : null, profile.name(), Meter.NONE, streams, clock);
        Duration second = Duration.ofSeconds(1);
        Front front = new Front(
                Routes.of(mcp.routes()),
                door,
                request -> {},
                new Front.Limits(
                        8 << 20,
                        8 << 20,
                        64,
                        second.multipliedBy(30),
                        second.multipliedBy(310),
                        second.multipliedBy(610),
                        second.multipliedBy(600),
                        second.multipliedBy(3_600),
                        second.multipliedBy(10),
                        second.multipliedBy(20),
                        ""));
        front.become(Front.State.READY);
        Listener listener = Listener.open(
                front, new Listener.Place("127.0.0.1", port, second.multipliedBy(60), 256, null, address -> false));
        return new FixtureServer(stoa, streams, mcp, front, listener);
    }

    String url() {
        return "http://127.0.0.1:" + listener.port() + "/mcp";
    }

    @Override
    public void close() {
        mcp.close();
        streams.close();
        listener.close();
        front.close();
        stoa.close();
    }
}
