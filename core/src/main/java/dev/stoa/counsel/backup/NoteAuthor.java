package dev.stoa.counsel.backup;

import java.util.Optional;

/**
 * Writes notes with the model of their specialist. Must be thread-safe. It is asked outside of any unit of work, because
 * a model takes its time; what it throws counts as no note.
 */
@FunctionalInterface
public interface NoteAuthor {
    /** No model: every note is extracted. */
    NoteAuthor NONE = source -> Optional.empty();

    /** The note under the headings of {@link NoteText#HEADINGS}; empty if the model has none. */
    Optional<String> write(NoteSource source);
}
