package dev.stoa.server.http;

import dev.stoa.base.Precondition;
import dev.stoa.json.Digest;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Versions of things as the headers {@code ETag} and {@code If-Match} have them. Stateless. A tag is the version of the
 * thing, which only edits change, and a digest of the answer, which is another when anything in it is: what is compared
 * before an edit is the version, and before an answer is left out both.
 */
final class Versions {
    private static final char END = '-';
    private static final Pattern TAG = Pattern.compile("\\s*((?:W/)?)\"([\\x21\\x23-\\x7e]*)\"\\s*(?:,|$)");

    private Versions() {}

    /** The tag of a version alone. */
    static String tag(String version) {
        return '"' + version + '"';
    }

    /** The tag of a thing in the form in which it is answered. */
    static String tag(String version, byte[] answer) {
        return tag(version + END + Digest.version(answer));
    }

    /** In which versions a thing may be changed, by the header {@code If-Match}. */
    static Precondition expected(@Nullable String header) {
        // What does not exist is refused by the operation itself.
        if (header == null || header.strip().equals("*")) {
            return Precondition.NONE;
        }
        Set<String> versions = new HashSet<>();
        Matcher tags = TAG.matcher(header);
        int at = 0;
        while (at < header.length()) {
            if (!tags.find(at) || tags.start() != at) {
                throw Refusal.of(
                        422,
                        "invalid",
                        "If-Match is not a list of versions in quotes",
                        "send the ETag of the thing as it was read");
            }
            String tag = tags.group(2);
            int end = tag.indexOf(END);
            // A weak tag says that two answers are alike, which is not enough to change one of them.
            versions.add(tags.group(1) + (end < 0 ? tag : tag.substring(0, end)));
            at = tags.end();
        }
        return new Precondition(versions);
    }
}
