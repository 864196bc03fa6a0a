package dev.stoa.society.knowledge;

import dev.stoa.base.Bounds;
import dev.stoa.base.Trust;
import dev.stoa.json.JsonFields;
import dev.stoa.society.base.Domain;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Knowledge to be added. Immutable.
 *
 * @param confidence how sure its author is, 0 to 1; null if that was not said
 * @param trust at most so much of it is to be believed; null for as much as its author's word counts
 * @param replaces the knowledge that it takes the place of
 */
public record FactDraft(
        String domain,
        String content,
        @Nullable Double confidence,
        List<FactSource> sources,
        @Nullable Trust trust,
        @Nullable String replaces) {
    public static final int LONGEST = 32_768;
    private static final int MOST_SOURCES = 20;

    public FactDraft {
        domain = Domain.check(domain);
        Bounds.text("content", content, 1, LONGEST);
        confidence = confidence == null ? null : (Double) Bounds.unit("confidence", confidence);
        sources = List.copyOf(Bounds.size("sources", sources, 0, MOST_SOURCES));
    }

    /** Knowledge that rests on its author's word. */
    public static FactDraft of(String domain, String content) {
        return new FactDraft(domain, content, null, List.of(), null, null);
    }

    public static FactDraft fromJson(JsonFields fields) {
        String trust = fields.textOrNull("trust");
        FactDraft draft = new FactDraft(
                fields.text("domain"),
                fields.text("content"),
                fields.realOrNull("confidence"),
                fields.texts("sources").stream().map(FactSource::of).toList(),
                trust == null ? null : Trust.of(trust),
                fields.textOrNull("replaces"));
        fields.end();
        return draft;
    }

    /** The same, as sure as this. */
    public FactDraft confidence(@Nullable Double value) {
        return new FactDraft(domain, content, value, sources, trust, replaces);
    }

    /** The same, resting on these. */
    public FactDraft sources(String... texts) {
        return new FactDraft(
                domain,
                content,
                confidence,
                List.of(texts).stream().map(FactSource::of).toList(),
                trust,
                replaces);
    }

    /** The same, believed no more than this. */
    public FactDraft trust(@Nullable Trust most) {
        return new FactDraft(domain, content, confidence, sources, most, replaces);
    }

    /** The same in place of other knowledge. */
    public FactDraft replacing(@Nullable String ref) {
        return new FactDraft(domain, content, confidence, sources, trust, ref);
    }
}
