package dev.stoa.debate.receipt;

import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a debate came to and how, for readers who were not there: enough to check by itself that the outcome follows from the
 * ballots, and against the archive that nothing was changed since. Immutable. It holds hashes of what was said, not the
 * words.
 *
 * @param document as it is exported
 */
public record Receipt(Map<String, @Nullable Object> document) {
    /** The form that this program writes and checks. */
    public static final int VERSION = 1;

    static final String GENERATED = "generated_at";
    static final String HASH = "receipt_sha256";

    /** The hash of a document: of everything but when it was written and the hash itself, so that two exports agree. */
    static String hash(Map<String, @Nullable Object> document) {
        Map<String, @Nullable Object> covered = new LinkedHashMap<>(document);
        covered.remove(GENERATED);
        covered.remove(HASH);
        return Json.sha256(covered);
    }

    /** Its hash. */
    public String sha256() {
        return String.valueOf(document.get(HASH));
    }

    /** It as JSON, indented, with a line feed at the end. */
    public String json() {
        return Json.pretty(document) + "\n";
    }

    /** It as a page in Markdown. */
    public String markdown() {
        return new ReceiptMarkdown(document).text();
    }

    /** It as a page in HTML that needs nothing from elsewhere. */
    public String html() {
        return new ReceiptHtml(document).text();
    }
}
