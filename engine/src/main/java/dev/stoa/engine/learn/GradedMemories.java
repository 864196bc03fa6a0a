package dev.stoa.engine.learn;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.debate.session.GradeRow;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.RecallHit;
import dev.stoa.learning.memory.RecallQuery;
import dev.stoa.learning.memory.RecallResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Recalls memories with what is known today of the debates that some of them were made from. Thread-safe. A conclusion
 * that was found wrong comes after all others, because memory does not know what became of it.
 */
public final class GradedMemories {
    private static final String TAUGHT = "debate:";
    private static final int BESIDE = 20;
    private static final int MOST = 100;

    private final Stoa stoa;

    private GradedMemories(Stoa stoa) {
        this.stoa = stoa;
    }

    public static GradedMemories of(Stoa stoa) {
        return new GradedMemories(stoa);
    }

    /** The memories that answer best, those of wrong conclusions last. */
    public GradedRecall recall(Principal by, RecallQuery query) {
        // What is put last must not take the place of something that would have been found.
        RecallResult found = stoa.learning()
                .memories()
                .as(by)
                .recollect(query.limit(
                        Math.clamp(query.limit() + (long) BESIDE, query.limit(), Math.max(MOST, query.limit()))));
        EarlierDebates debates = new EarlierDebates(stoa, Set.of());
        Map<String, GradeRow> grades = new LinkedHashMap<>();
        List<RecallHit> right = new ArrayList<>();
        List<RecallHit> wrong = new ArrayList<>();
        for (RecallHit hit : found.items()) {
            Optional<GradeRow> grade = debates.grade(taughtBy(hit.memory()));
            grade.ifPresent(known -> grades.put(hit.memory().id(), known));
            (grade.filter(known -> !known.correct()).isPresent() ? wrong : right).add(hit);
        }
        right.addAll(wrong);
        List<RecallHit> items = right.subList(0, Math.min(query.limit(), right.size()));
        return new GradedRecall(new RecallResult(found.query(), found.now(), items, found.note()), grades);
    }

    /** Whether a memory was made from a debate that was found wrong. */
    static boolean wrong(EarlierDebates debates, String memory) {
        return memory.startsWith(TAUGHT) && debates.wrong(memory.substring(TAUGHT.length()));
    }

    /** The debate that a memory was made from; empty if none. */
    static String taughtBy(Memory memory) {
        return memory.id().startsWith(TAUGHT) ? memory.id().substring(TAUGHT.length()) : "";
    }
}
