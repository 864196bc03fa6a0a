package dev.stoa.engine.tunnel;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds debates of the tunnel as sessions of an archive, with all that belongs to one. Used by one thread. The agents
 * are strangers there as they are in the tunnel, regardless of what the archive has learnt of others with their names.
 */
public final class SessionRecorder implements Recorder {
    private final DebateEngine engine;
    private final String actor;
    private long kept;

    private SessionRecorder(DebateEngine engine, String actor) {
        this.engine = engine;
        this.actor = actor;
    }

    /**
     * A recorder into the archive of an engine.
     *
     * @param actor on whose behalf
     */
    public static SessionRecorder of(DebateEngine engine, String actor) {
        return new SessionRecorder(engine.amongStrangers(), actor);
    }

    /** How many debates it has kept. */
    public long kept() {
        return kept;
    }

    @Override
    public Map<String, @Nullable Object> hold(DebateConfig config) throws InterruptedException {
        Map<String, @Nullable Object> request = new LinkedHashMap<>(config.document());
        request.put("initiated_by", actor);
        Map<String, @Nullable Object> outcome = engine.run(DebateRequest.of(request), actor, DebateListener.NONE)
                .row()
                .outcome();
        kept++;
        return outcome;
    }
}
