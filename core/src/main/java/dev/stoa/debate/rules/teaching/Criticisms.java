package dev.stoa.debate.rules.teaching;

import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.reply.ParsedReply.CritiqueItem;
import dev.stoa.debate.rules.teaching.Objection.Effect;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the criticisms of a debate teach the archives of critiques and ratings. Immutable. */
final class Criticisms {
    // The bound of a critique, which refuses a longer text.
    private static final int LONGEST_ISSUE = 2_000;
    private static final double UNKNOWN = 0.5;

    private final DebateRecord record;
    private final String session;
    private final List<Objection> objections;

    Criticisms(DebateRecord record, String session, @Nullable Grade grade) {
        this.record = record;
        this.session = session;
        this.objections = Objection.all(record, grade);
    }

    /** Who criticised whom, and whether it improved an answer; criticism of an own answer is left out. */
    List<Map<String, @Nullable Object>> between(int most) {
        return objections.stream()
                .filter(made ->
                        made.target() >= 0 && made.target() != made.turn().seat())
                .limit(most)
                .map(made -> Json.object(
                        "from", agent(made.turn().seat()),
                        "to", agent(made.target()),
                        "accepted", made.effect() == Effect.IMPROVED))
                .toList();
    }

    /** All of them, with what is known of their effect. */
    Map<String, @Nullable Object> trace(Map<String, @Nullable Object> debate, Map<String, @Nullable Object> proposals) {
        return Json.object(
                "debate",
                debate,
                "critiques",
                objections.stream().map(this::critique).toList(),
                "resolutions",
                resolutions(objections),
                "proposals",
                proposals);
    }

    /** The effect of those that nobody could tell before the grade: a criticism is resolved once. */
    Map<String, @Nullable Object> late(Map<String, @Nullable Object> debate) {
        List<Objection> before = Objection.all(record, null);
        List<Objection> now = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i).effect() == Effect.OPEN) {
                now.add(objections.get(i));
            }
        }
        return Json.object(
                "debate", debate, "critiques", List.of(), "resolutions", resolutions(now), "proposals", Map.of());
    }

    private Map<String, @Nullable Object> critique(Objection made) {
        CritiqueItem item = made.item();
        String suggestion = item.suggestion();
        List<String> suggestions =
                suggestion == null || suggestion.isBlank() ? List.of() : List.of(TextCut.to(suggestion, LONGEST_ISSUE));
        Double expected = item.expectedUsefulness();
        return Json.object(
                "critique_key",
                key(made),
                "debate_id",
                session,
                "agent",
                agent(made.turn().seat()),
                "target_agent",
                made.target() < 0 ? null : agent(made.target()),
                "issues",
                List.of(TextCut.to(item.issue(), LONGEST_ISSUE)),
                "suggestions",
                suggestions,
                "severity",
                item.severity(),
                "expected_usefulness",
                expected == null ? UNKNOWN : expected);
    }

    private List<Map<String, @Nullable Object>> resolutions(List<Objection> of) {
        return of.stream()
                .filter(made -> made.effect() != Effect.OPEN)
                .map(made ->
                        Json.object("critique_key", key(made), "led_to_improvement", made.effect() == Effect.IMPROVED))
                .toList();
    }

    private String key(Objection made) {
        return session + ":" + made.turn().turnSeq() + ":" + made.index();
    }

    private String agent(int seat) {
        return record.config().agent(seat);
    }
}
