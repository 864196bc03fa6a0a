package dev.stoa.counsel.backup;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.ConversationRow;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The token counters of specialists. Thread-safe. Appending a message adds to all counters of its conversation. */
public final class TokenCounters {
    /** The context window of a model that does not tell. */
    public static final long DEFAULT_WINDOW = 8_192;

    private static final long SMALLEST_WINDOW = 16;
    private static final long LARGEST_WINDOW = 100_000_000;
    private static final Pattern SPECIALIST = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
    private static final String SELECT = """
            SELECT t.counter_id, t.conversation_id, t.specialist, t.token_estimate, t.message_count, t.thread_number,
                t.context_window, t.last_message_at
            FROM token_counters t""";

    // What the newest note covers, and all that came after it.
    private static final String INSERT = """
            INSERT INTO token_counters (counter_id, specialist, conversation_id, token_estimate, message_count,
                thread_number, updated_at, context_window, last_message_at)
            SELECT ?, ?, c.conversation_id, COALESCE(sum(m.tokens), 0), count(m.message_id),
                1 + (SELECT count(*) FROM context_backups b
                    WHERE b.conversation_id = c.conversation_id AND b.specialist = ?),
                ?, ?, (SELECT max(n.created_at) FROM messages n WHERE n.conversation_id = c.conversation_id)
            FROM conversations c LEFT JOIN messages m ON m.conversation_id = c.conversation_id
                AND m.seq > COALESCE((SELECT max(b.covers_seq) FROM context_backups b
                    WHERE b.conversation_id = c.conversation_id AND b.specialist = ?), 0)
            WHERE c.conversation_id = ? GROUP BY c.conversation_id""";

    private final CounselContext context;

    private TokenCounters(CounselContext context) {
        this.context = context;
    }

    public static TokenCounters over(CounselContext context) {
        return new TokenCounters(context);
    }

    /** The counters of a conversation, by the name of their specialist. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public List<TokenCounter> list(Principal by, String conversation) {
        return context.read(by, (tx, now) -> {
            ConversationRow.of(tx, by, Bounds.id("conversation", conversation));
            return list(tx, conversation);
        });
    }

    /**
     * The counter of a specialist that is asked in a conversation, made when it is asked first.
     *
     * @param contextWindow that of its model; null if it is not known
     */
    public TokenCounter begin(
            Tx tx, Principal by, String conversation, String specialist, @Nullable Long contextWindow, Instant now) {
        ConversationRow row = ConversationRow.open(tx, by, Bounds.id("conversation", conversation));
        checkSpecialist(specialist);
        long window = contextWindow == null
                ? DEFAULT_WINDOW
                : Bounds.whole("context_window", contextWindow, SMALLEST_WINDOW, LARGEST_WINDOW);
        Optional<TokenCounter> present = find(tx, row.id(), specialist);
        if (present.isEmpty()) {
            tx.update(INSERT, context.ids().next(), specialist, specialist, now, window, specialist, row.id());
        } else if (present.get().contextWindow() != window) {
            tx.update(
                    "UPDATE token_counters SET context_window = ?, updated_at = ? WHERE counter_id = ?",
                    window,
                    now,
                    present.get().counterId());
        } else {
            return present.get();
        }
        return find(tx, row.id(), specialist).orElseThrow();
    }

    static void checkSpecialist(String specialist) {
        if (!SPECIALIST.matcher(Bounds.given("specialist", specialist)).matches()) {
            throw Bounds.invalid(
                    "specialist " + Bounds.shown(specialist)
                            + " is not 1 to 64 of a-z 0-9 . _ -, beginning with a letter or digit",
                    "choose another");
        }
    }

    List<TokenCounter> list(Tx tx, String conversation) {
        return tx.list(SELECT + " WHERE t.conversation_id = ? ORDER BY t.specialist", TokenCounters::map, conversation);
    }

    Optional<TokenCounter> find(Tx tx, String conversation, String specialist) {
        return tx.one(
                SELECT + " WHERE t.specialist = ? AND t.conversation_id = ?",
                TokenCounters::map,
                specialist,
                conversation);
    }

    /** Counters at rest whose last note, if there is one, does not cover all; those of the newest conversations first. */
    List<TokenCounter> uncovered(Tx tx, Instant restingSince, int most) {
        return tx.list(SELECT + """
                 JOIN conversations c ON c.conversation_id = t.conversation_id
                WHERE t.message_count >= ? AND t.last_message_at <= ? AND c.erased_at IS NULL
                    AND c.last_seq > COALESCE((SELECT max(b.covers_seq) FROM context_backups b
                        WHERE b.conversation_id = t.conversation_id AND b.specialist = t.specialist), 0)
                ORDER BY c.seq DESC, t.specialist LIMIT ?""", TokenCounters::map, BackupTrigger.SOME_MESSAGES, restingSince, most);
    }

    /** Starts the next thread of a counter after a note. */
    static void reset(Tx tx, TokenCounter counter, long coversSeq, Instant now) {
        tx.update("""
                UPDATE token_counters SET thread_number = ?, updated_at = ?,
                    token_estimate = (SELECT COALESCE(sum(m.tokens), 0) FROM messages m
                        WHERE m.conversation_id = token_counters.conversation_id AND m.seq > ?),
                    message_count = (SELECT count(*) FROM messages m
                        WHERE m.conversation_id = token_counters.conversation_id AND m.seq > ?)
                WHERE counter_id = ?""", counter.threadNumber() + 1, now, coversSeq, coversSeq, counter.counterId());
    }

    private static TokenCounter map(Row row) {
        return new TokenCounter(
                row.text(1),
                row.text(2),
                row.text(3),
                row.number(4),
                row.number(5),
                row.number(6),
                row.number(7),
                row.instantOrNull(8));
    }
}
