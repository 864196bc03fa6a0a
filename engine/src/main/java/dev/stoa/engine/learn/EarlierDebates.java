package dev.stoa.engine.learn;

import dev.stoa.Stoa;
import dev.stoa.base.Trust;
import dev.stoa.debate.rules.teaching.Grade;
import dev.stoa.debate.session.GradeRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What became of earlier debates, and which of them are repetitions of this one. Not thread-safe; for one context. */
final class EarlierDebates {
    // Conclusions that came from elsewhere have ids of other kinds.
    private static final Pattern SESSION = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private final Stoa stoa;
    private final Set<String> repetitions;
    private final Map<String, Optional<GradeRow>> grades = new HashMap<>();

    EarlierDebates(Stoa stoa, Set<String> repetitions) {
        this.stoa = stoa;
        this.repetitions = Set.copyOf(repetitions);
    }

    /** The sessions of the same debate, which would only tell it its own answer. */
    Set<String> repetitions() {
        return repetitions;
    }

    /** Whether a debate was found wrong. */
    boolean wrong(String session) {
        return grade(session).filter(grade -> !grade.correct()).isPresent();
    }

    /** Whether a debate was found right by something that knows. */
    boolean right(String session) {
        return grade(session)
                .filter(grade -> grade.correct() && !grade.source().equals(Grade.SIM))
                .isPresent();
    }

    /** What a conclusion counts for: found right by something that knows, it is confirmed. */
    Trust trust(String session, Trust stored) {
        return right(session) && stored.level() < Trust.CONFIRMED.level() ? Trust.CONFIRMED : stored;
    }

    /** The grade of a debate. */
    Optional<GradeRow> grade(String session) {
        return grades.computeIfAbsent(
                session,
                id -> SESSION.matcher(id).matches() ? stoa.debate().grades().find(id) : Optional.empty());
    }
}
