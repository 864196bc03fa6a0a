package dev.stoa.server.console.view;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was done before a page was shown. Immutable.
 *
 * @param undo the address that takes it back; empty if nothing does
 * @param key the key under which it is taken back once
 * @param fields what is sent to take it back
 */
public record Notice(String words, String undo, String key, Map<String, String> fields) {
    public Notice {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
}
