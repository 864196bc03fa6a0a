package dev.stoa.engine.tunnel;

import dev.stoa.debate.rules.config.DebateConfig;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds a debate of the tunnel again as a stored session. Called by one thread at a time. */
@FunctionalInterface
public interface Recorder {
    /** Holds a debate and answers the document of its outcome. */
    Map<String, @Nullable Object> hold(DebateConfig config) throws InterruptedException;
}
