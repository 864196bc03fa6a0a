package dev.stoa.engine.upkeep;

import dev.stoa.base.Trust;
import dev.stoa.learning.evidence.DebateLink;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of files that are added as evidence, besides what is in them. Immutable.
 *
 * @param document the id of the document; null for one that is derived from the path, the same each time
 * @param source where it comes from
 * @param title null for the title in the file, else its name
 * @param url null for the address of the file
 * @param reliability 0 to 1
 * @param trust null for the default of the store
 * @param link the debate that it was given in; null for none
 */
public record FileDraft(
        @Nullable String document,
        String source,
        @Nullable String title,
        @Nullable String url,
        double reliability,
        @Nullable Trust trust,
        Map<String, @Nullable Object> metadata,
        @Nullable DebateLink link) {
    /** The source of a file of which nothing else is said. */
    public static final String FILE = "file";

    private static final double EVEN = 0.5;

    // Not a compact one: its class file would not say that metadata may hold nulls.
    public FileDraft(
            @Nullable String document,
            String source,
            @Nullable String title,
            @Nullable String url,
            double reliability,
            @Nullable Trust trust,
            Map<String, @Nullable Object> metadata,
            @Nullable DebateLink link) {
        this.document = document;
        this.source = source;
        this.title = title;
        this.url = url;
        this.reliability = reliability;
        this.trust = trust;
        this.metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        this.link = link;
    }

    /** Files of which nothing is known. */
    public static FileDraft plain() {
        return new FileDraft(null, FILE, null, null, EVEN, null, Map.of(), null);
    }
}
