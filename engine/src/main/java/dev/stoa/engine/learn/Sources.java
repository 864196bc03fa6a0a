package dev.stoa.engine.learn;

import dev.stoa.base.UnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sources of one context, and which of them could not be read. Not thread-safe. */
final class Sources {
    private static final Logger LOG = LoggerFactory.getLogger(Sources.class);

    private final Set<String> missing = new LinkedHashSet<>();

    /** What a source says; if it fails, it is named as missing and the rest goes on; an interruption is no failure. */
    <T> T read(String name, T otherwise, Supplier<T> source) {
        try {
            return source.get();
        } catch (RuntimeException e) {
            if (e instanceof UnavailableException unavailable && unavailable.isInterruption()) {
                throw e;
            }
            LOG.warn("{} could not be read for a debate", name, e);
            missing.add(name);
            return otherwise;
        }
    }

    List<String> missing() {
        return new ArrayList<>(missing);
    }
}
