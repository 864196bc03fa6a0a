package dev.stoa.counsel.correction;

import dev.stoa.base.Bounds;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.search.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The key under which corrections of one subject meet. Stateless. */
public final class SubjectKey {
    private static final String LABEL = "subject";

    private SubjectKey() {}

    /** The distinct terms of a subject, sorted. */
    static List<String> terms(String subject) {
        return Tokenizer.keywords(subject).stream().distinct().sorted().toList();
    }

    /** The value to store: the terms joined by spaces, and in a sealed archive their keyed digest. */
    public static String of(Seal seal, String subject) {
        List<String> terms = terms(subject);
        if (terms.isEmpty()) {
            throw Bounds.invalid(
                    "subject " + Bounds.shown(subject) + " has no word that a question could share",
                    "name what the correction is about");
        }
        String key = String.join(" ", terms);
        return seal.on() ? seal.digest(LABEL, key.getBytes(StandardCharsets.UTF_8)) : key;
    }

    /** The value to store for a correction that is there already; a subject without a term meets no other. */
    public static String stored(Seal seal, String id, String subject) {
        List<String> terms = terms(subject);
        String key = terms.isEmpty() ? "id:" + id : String.join(" ", terms);
        return seal.on() ? seal.digest(LABEL, key.getBytes(StandardCharsets.UTF_8)) : key;
    }
}
