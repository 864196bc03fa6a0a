package dev.stoa.learning.evidence;

import dev.stoa.base.Bounds;
import dev.stoa.base.Credentials;
import dev.stoa.base.Excerpt;
import dev.stoa.base.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A document to be added, cut into passages. Immutable; checked when it is made.
 *
 * @param passages what each of them will be as evidence, in order
 */
public record DocumentDraft(
        String id,
        String source,
        @Nullable String title,
        @Nullable String url,
        List<EvidenceDraft> passages) {
    private static final int MOST_PASSAGES = 100_000;

    public DocumentDraft {
        Bounds.given("id", id);
        Bounds.given("source", source);
        Bounds.given("passages", passages);
        Bounds.id("document_id", id);
        source = Bounds.label("source", source);
        Bounds.textOrNull("title", title, 0, EvidenceDraft.LONGEST_TITLE);
        Bounds.textOrNull("url", url, 0, EvidenceDraft.LONGEST_URL);
        url = url == null ? null : Credentials.hidden(url);
        passages = List.copyOf(Bounds.size("passages", passages, 1, MOST_PASSAGES));
    }

    /** A long text, whose paragraphs blank lines separate. */
    public static DocumentDraft ofText(String id, String source, @Nullable String title, String text) {
        return of(id, source, title, null, DocumentText.plain(clean(text)));
    }

    static DocumentDraft of(
            String id, String source, @Nullable String title, @Nullable String url, DocumentText.Parts parts) {
        if (parts.passages().isEmpty()) {
            throw Bounds.invalid("document " + id + " has no text", "give one that has");
        }
        String name = shortened(title == null ? parts.title() : title);
        List<EvidenceDraft> passages = new ArrayList<>();
        for (PassageCutter.Cut cut : parts.passages()) {
            String heading = cut.heading();
            String full = name == null || heading == null || heading.equals(name)
                    ? (heading == null ? name : heading)
                    : name + " › " + heading;
            passages.add(
                    EvidenceDraft.of(cut.text(), source).title(shortened(full)).url(url));
        }
        return new DocumentDraft(id, source, name, url, passages);
    }

    /** The same document, of whose passages the new ones get these. */
    public DocumentDraft with(
            double reliability,
            @Nullable Trust trust,
            Map<String, @Nullable Object> metadata,
            @Nullable DebateLink link) {
        return new DocumentDraft(
                id,
                source,
                title,
                url,
                passages.stream()
                        .map(passage -> new EvidenceDraft(
                                passage.snippet(),
                                passage.source(),
                                null,
                                passage.title(),
                                passage.url(),
                                reliability,
                                trust,
                                metadata,
                                link,
                                passage.place()))
                        .toList());
    }

    /** The same document at an address. */
    public DocumentDraft url(@Nullable String value) {
        return new DocumentDraft(
                id,
                source,
                title,
                value,
                passages.stream().map(passage -> passage.url(value)).toList());
    }

    /** Text of a file may hold what no text should; it is dropped rather than refused. */
    static String clean(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints()
                .filter(c -> c != 0 && c != 0xFEFF && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE))
                .forEach(out::appendCodePoint);
        return out.toString();
    }

    private static @Nullable String shortened(@Nullable String title) {
        return title == null ? null : Excerpt.of(title, EvidenceDraft.LONGEST_TITLE);
    }
}
