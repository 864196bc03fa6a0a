package dev.stoa.engine.learn;

import dev.stoa.debate.session.GradeRow;
import dev.stoa.learning.memory.RecallHit;
import dev.stoa.learning.memory.RecallResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was recalled, and the grades of the debates that some of it was made from. Immutable.
 *
 * @param grades by the id of the memory
 */
public record GradedRecall(RecallResult result, Map<String, GradeRow> grades) {
    public GradedRecall {
        grades = Map.copyOf(grades);
    }

    public List<RecallHit> items() {
        return result.items();
    }

    /** How a hit is marked; empty where no grade is known. */
    public String mark(RecallHit hit) {
        GradeRow grade = grades.get(hit.memory().id());
        return grade == null ? "" : grade.correct() ? "graded correct" : "graded wrong";
    }

    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(result.document());
        document.put("items", items().stream().map(this::document).toList());
        return document;
    }

    private Map<String, @Nullable Object> document(RecallHit hit) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(hit.document());
        GradeRow grade = grades.get(hit.memory().id());
        if (grade != null) {
            document.put("grade", grade.document());
        }
        return document;
    }
}
