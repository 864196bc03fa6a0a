package dev.stoa.engine.counsel;

import dev.stoa.base.Principal;
import java.util.List;
import java.util.Optional;

/** What specialists remember of a conversation when their window is full. Implementations are thread-safe. */
interface Threads {
    /** Nobody notes anything. */
    Threads NONE = new Threads() {
        @Override
        public boolean writeDue(Principal by, String conversation) {
            return false;
        }

        @Override
        public void count(Principal by, String conversation, List<String> specialists) {}

        @Override
        public Optional<Noted> latest(Principal by, String conversation, String specialist) {
            return Optional.empty();
        }
    };

    /**
     * What a specialist noted of a conversation. Immutable.
     *
     * @param covers the number of the last message that it covers
     */
    record Noted(String id, String text, long covers) {}

    /** Writes the notes that are due in a conversation; whether there were any. */
    boolean writeDue(Principal by, String conversation);

    /** Begins to count what these specialists have to read in a conversation. */
    void count(Principal by, String conversation, List<String> specialists);

    /** The newest note of a specialist. */
    Optional<Noted> latest(Principal by, String conversation, String specialist);
}
