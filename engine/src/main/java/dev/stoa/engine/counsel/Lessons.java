package dev.stoa.engine.counsel;

import dev.stoa.base.Principal;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.Reviewed;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was learned to be true, as an ask uses it. Implementations are thread-safe. */
interface Lessons {
    /**
     * The corrections of a prompt. Immutable.
     *
     * @param text how they stand in it; empty if there are none
     */
    record Block(String text, List<Lesson> lessons) {
        static final Block NONE = new Block("", List.of());

        public Block {
            lessons = List.copyOf(lessons);
        }

        List<String> ids() {
            return lessons.stream().map(Lesson::id).toList();
        }
    }

    /** The corrections that a question should be answered with. */
    Block find(Principal by, String question, @Nullable String conversation, @Nullable String project, String domain);

    /** The corrections of these ids, as they are now. */
    List<Lesson> get(Principal by, Collection<String> ids);

    /** Takes a user's message for a correction of the answer before it, if it is one. */
    void heard(Tx tx, Principal by, String messageId, Instant now);

    /** Records that corrections stood in the prompts of a query, and which of them the answer violates. */
    void applied(Tx tx, Principal by, Query query, Collection<String> ids, Collection<String> violated, Instant now);

    /** Keeps what a reviewer would put instead of an answer, for a person to confirm. */
    void proposed(Tx tx, Principal by, Query query, String question, String answer, Reviewed review, Instant now);
}
