package dev.stoa.engine.society;

import dev.stoa.base.Bounds;
import java.util.function.BooleanSupplier;

/**
 * The server that agents behind a wall reach. Immutable.
 *
 * @param url its address as programs of this machine see it
 * @param open whether it asks for no token
 */
public record WallServer(String url, BooleanSupplier open) {
    public WallServer {
        Bounds.given("url", url);
        Bounds.given("open", open);
    }
}
