package dev.stoa.learning.evidence;

import dev.stoa.json.Json;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How good a piece of evidence looks from outside: its source, its length, whether it can be checked, and how reliable
 * its finder calls it. Immutable; each part is from 0 to 1. It says nothing about whether the text is true.
 */
public record Quality(double authority, double completeness, double verifiability, double reliability, double overall) {
    private static final double FULL_LENGTH = 300;
    private static final Pattern CITED = Pattern.compile(
            "\\b10\\.\\d{4,9}/\\S+|\\[\\d{1,3}]|\\(\\p{Lu}[\\p{L}'’. &-]{1,60},? (?:19|20)\\d\\d[a-z]?\\)");

    /** The quality of a text. */
    static Quality of(
            String snippet,
            @Nullable String url,
            Map<String, ? extends @Nullable Object> metadata,
            double reliability,
            Enrichment enrichment) {
        double authority = enrichment.sourceType().authority();
        double completeness = 0.2 + 0.8 * Math.min(1, enrichment.wordCount() / FULL_LENGTH);
        boolean linked = url != null && !url.isBlank();
        boolean cited =
                CITED.matcher(snippet).find() || (linked && CITED.matcher(url).find());
        boolean signed = metadata.get("author") != null || metadata.get("published") != null;
        double verifiability = 0.2 + (linked ? 0.3 : 0) + (cited ? 0.3 : 0) + (signed ? 0.2 : 0);
        return new Quality(
                authority,
                completeness,
                verifiability,
                reliability,
                0.40 * authority + 0.20 * completeness + 0.15 * verifiability + 0.25 * reliability);
    }

    /** The word for the whole: excellent, good, fair, poor or unreliable. */
    public String tier() {
        // What is .70 by hand may be a hair less in binary.
        double value = overall + 1e-9;
        if (value >= 0.85) {
            return "excellent";
        } else if (value >= 0.70) {
            return "good";
        } else if (value >= 0.50) {
            return "fair";
        }
        return value >= 0.30 ? "poor" : "unreliable";
    }

    /** The JSON object of it, which is also its stored form. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "authority", authority,
                "completeness", completeness,
                "verifiability", verifiability,
                "reliability", reliability,
                "overall", overall,
                "tier", tier());
    }
}
