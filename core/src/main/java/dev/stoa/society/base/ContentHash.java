package dev.stoa.society.base;

import dev.stoa.json.Digest;

/** The hash by which an equal note or fact is found again. Stateless, safe from any thread. */
public final class ContentHash {
    private ContentHash() {}

    /** The hash of a topic or domain and a text. */
    public static String of(String head, String text) {
        return Digest.sha256(head + "\n" + text);
    }
}
