package dev.stoa.learning.critique;

import dev.stoa.base.Bounds;
import dev.stoa.json.Digest;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A critique to be added. Immutable; made with {@link #of} and refined by the methods that return another. Every value
 * is within its bounds once it exists.
 *
 * @param key what makes a second addition the same one; by default a digest of who said what about whom
 */
public record CritiqueDraft(
        String debateId,
        String agent,
        @Nullable String target,
        List<String> issues,
        List<String> suggestions,
        double severity,
        @Nullable String reasoning,
        double expectedUsefulness,
        String key) {
    private static final int MOST_ISSUES = 32;
    private static final int LONGEST_ISSUE = 2_000;
    private static final int LONGEST_REASONING = 32_768;
    private static final double UNKNOWN_USEFULNESS = 0.5;
    private static final String DEFAULT_KEY = "";

    public CritiqueDraft {
        Bounds.given("debateId", debateId);
        Bounds.given("agent", agent);
        Bounds.given("issues", issues);
        Bounds.given("suggestions", suggestions);
        Bounds.given("key", key);
        debateId = Bounds.id("debate_id", debateId);
        agent = Bounds.name("agent", agent);
        target = target == null ? null : Bounds.name("target_agent", target);
        issues = texts("issues", issues, 1);
        suggestions = texts("suggestions", suggestions, 0);
        severity = Bounds.unit("severity", severity);
        reasoning = Bounds.textOrNull("reasoning", reasoning, 0, LONGEST_REASONING);
        expectedUsefulness = Bounds.unit("expected_usefulness", expectedUsefulness);
        key = key.equals(DEFAULT_KEY)
                ? defaultKey(debateId, agent, target, issues, reasoning)
                : Bounds.id("critique_key", key);
    }

    public static CritiqueDraft of(String debateId, String agent, double severity, String... issues) {
        return new CritiqueDraft(
                debateId, agent, null, List.of(issues), List.of(), severity, null, UNKNOWN_USEFULNESS, DEFAULT_KEY);
    }

    /** The draft that an object of a request describes. */
    public static CritiqueDraft fromJson(JsonFields fields) {
        String key = fields.textOrNull("critique_key");
        CritiqueDraft draft = new CritiqueDraft(
                fields.text("debate_id"),
                fields.text("agent"),
                fields.textOrNull("target_agent"),
                fields.texts("issues"),
                fields.texts("suggestions"),
                fields.real("severity"),
                fields.textOrNull("reasoning"),
                fields.real("expected_usefulness", UNKNOWN_USEFULNESS),
                key == null ? DEFAULT_KEY : Bounds.id("critique_key", key));
        fields.end();
        return draft;
    }

    /** The agent whose answer it is about. */
    public CritiqueDraft target(@Nullable String agentName) {
        return changed(agentName, suggestions, reasoning, expectedUsefulness);
    }

    /** What to do instead; as many as there are issues, in their order, or freely. */
    public CritiqueDraft suggestions(List<String> texts) {
        return changed(target, texts, reasoning, expectedUsefulness);
    }

    public CritiqueDraft reasoning(@Nullable String text) {
        return changed(target, suggestions, text, expectedUsefulness);
    }

    /** How useful its author believes it to be, 0.5 if nothing is said. */
    public CritiqueDraft expecting(double usefulness) {
        return changed(target, suggestions, reasoning, usefulness);
    }

    /** A key of the caller's own. */
    public CritiqueDraft key(String own) {
        return new CritiqueDraft(
                debateId,
                agent,
                target,
                issues,
                suggestions,
                severity,
                reasoning,
                expectedUsefulness,
                Bounds.id("critique_key", own));
    }

    private CritiqueDraft changed(
            @Nullable String newTarget, List<String> newSuggestions, @Nullable String newReasoning, double expected) {
        boolean byDefault = key.equals(defaultKey(debateId, agent, target, issues, reasoning));
        return new CritiqueDraft(
                debateId,
                agent,
                newTarget,
                issues,
                newSuggestions,
                severity,
                newReasoning,
                expected,
                byDefault ? DEFAULT_KEY : key);
    }

    /** The key of who said what about whom, and why. */
    static String defaultKey(
            String debateId, String agent, @Nullable String target, List<String> issues, @Nullable String reasoning) {
        List<String> parts = new ArrayList<>(List.of(debateId, agent, target == null ? "" : target));
        parts.addAll(issues);
        parts.add(reasoning == null ? "" : reasoning);
        return "c-" + Digest.key(parts.toArray(String[]::new));
    }

    private static List<String> texts(String field, List<String> values, int least) {
        return Bounds.size(field, values, least, MOST_ISSUES).stream()
                .map(text -> Bounds.text(field, text, 1, LONGEST_ISSUE))
                .toList();
    }
}
