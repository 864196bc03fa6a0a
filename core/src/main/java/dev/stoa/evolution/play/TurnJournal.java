package dev.stoa.evolution.play;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What remembers the turns of an episode that costs money: finished turns are kept before the next is asked for, and
 * after a crash they are fed back and not asked again. A replay is an episode whose turns are all remembered.
 */
public interface TurnJournal {
    /** Remembers nothing. */
    TurnJournal NONE = new TurnJournal() {
        @Override
        public List<LogEntry> recorded() {
            return List.of();
        }

        @Override
        public void finished(LogEntry entry) {
            // Nothing to keep.
        }
    };

    /** The turns that were finished before, from turn 0 on without a gap. */
    List<LogEntry> recorded();

    /** The name of the episode for those who keep what happened in it themselves; null where nothing is kept. */
    default @Nullable String key() {
        return null;
    }

    /** Keeps a turn; called before the next one begins. */
    void finished(LogEntry entry);
}
