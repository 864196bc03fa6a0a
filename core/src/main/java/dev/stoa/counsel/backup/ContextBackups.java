package dev.stoa.counsel.backup;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.ConversationRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes with which specialists go on when a thread of a conversation is full. Thread-safe. A note is made outside of a
 * unit of work, because a model may write it; of two that close the same thread the first is kept.
 */
public final class ContextBackups {
    /** The name of the job that writes missing notes. */
    public static final String COVERAGE = "coverage";

    /** How often the job runs. */
    public static final Duration COVERAGE_EVERY = Duration.ofHours(6);

    private static final Logger LOG = LoggerFactory.getLogger(ContextBackups.class);
    private static final int MOST_SWEPT = 500;
    private static final Duration REST = Duration.ofHours(1);

    private final CounselContext context;
    private final TokenCounters counters;
    private final BackupTable table;

    private ContextBackups(CounselContext context) {
        this.context = context;
        this.counters = TokenCounters.over(context);
        this.table = new BackupTable(context);
    }

    public static ContextBackups over(CounselContext context) {
        return new ContextBackups(context);
    }

    /**
     * What a sweep did. Immutable.
     *
     * @param failed how many pairs of conversation and specialist failed; the log says why
     */
    public record Sweep(List<Backup> written, int failed) {
        public Sweep {
            written = List.copyOf(written);
        }
    }

    /** The notes of a conversation, the newest first. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Page<Backup> list(Principal by, String conversation, Page.Request page) {
        return context.read(by, (tx, now) -> {
            ConversationRow.of(tx, by, Bounds.id("conversation", conversation));
            return table.list(tx, conversation, page);
        });
    }

    /** The newest note of a specialist. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Optional<Backup> latest(Principal by, String conversation, String specialist) {
        return context.read(by, (tx, now) -> {
            ConversationRow.of(tx, by, Bounds.id("conversation", conversation));
            return table.latest(tx, conversation, specialist);
        });
    }

    /** Whether a specialist could go on from its newest note alone: it covers the last message, and there is one. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public boolean isValid(Principal by, String conversation, String specialist) {
        Rights.check(by);
        return latest(by, conversation, specialist).filter(Backup::valid).isPresent();
    }

    /**
     * Writes the notes that the counters of a conversation need now. It is called before a question is stored and after
     * its answer is.
     */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public List<Backup> writeDue(Principal by, String conversation, NoteAuthor author) {
        List<NoteSource> due = context.read(by, (tx, now) -> {
            ConversationRow row = ConversationRow.open(tx, by, Bounds.id("conversation", conversation));
            List<NoteSource> sources = new ArrayList<>();
            for (TokenCounter counter : counters.list(tx, row.id())) {
                BackupTrigger.due(counter, now)
                        .ifPresent(trigger -> sources.add(table.source(tx, row, counter, trigger)));
            }
            return sources;
        });
        return due.stream().map(source -> write(by, source, author)).toList();
    }

    /** Writes a note for every specialist that was asked in a conversation; one that is still valid is returned. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN, agents = false)
    public List<Backup> write(Principal by, String conversation, NoteAuthor author) {
        List<NoteSource> sources = context.read(by, (tx, now) -> {
            ConversationRow row = ConversationRow.open(tx, by, Bounds.id("conversation", conversation));
            List<TokenCounter> all = counters.list(tx, row.id());
            if (all.isEmpty() || row.lastSeq() == 0) {
                throw new ConflictException(
                        "conflict",
                        "conversation " + row.id()
                                + (row.lastSeq() == 0 ? " has no message" : " was asked of no specialist"),
                        "ask something in it first");
            }
            return all.stream()
                    .map(counter -> table.source(tx, row, counter, BackupTrigger.MANUAL))
                    .toList();
        });
        return sources.stream().map(source -> write(by, source, author)).toList();
    }

    /**
     * Writes the notes that are missing or stale in conversations at rest, the newest first, at most 500. A pair that
     * fails is logged and stops nothing.
     */
    @Needs(value = Right.OPERATE, agents = false)
    public Sweep sweep(Principal by, NoteAuthor author) {
        List<TokenCounter> uncovered =
                context.read(by, (tx, now) -> counters.uncovered(tx, now.minus(REST), MOST_SWEPT));
        List<Backup> written = new ArrayList<>();
        int failed = 0;
        for (TokenCounter counter : uncovered) {
            try {
                NoteSource source = context.read(by, (tx, now) -> {
                    ConversationRow row = ConversationRow.any(tx, counter.conversationId());
                    return table.source(tx, row, counter, BackupTrigger.COVERAGE_JOB_NO_BACKUP);
                });
                written.add(write(by, source, author));
            } catch (StoaException e) {
                failed++;
                LOG.warn(
                        "no note of {} in conversation {}: {}",
                        counter.specialist(),
                        counter.conversationId(),
                        e.getMessage());
            }
        }
        return new Sweep(written, failed);
    }

    private Backup write(Principal by, NoteSource source, NoteAuthor author) {
        Optional<String> own = ask(author, source);
        String text = own.map(written -> NoteText.without(written, source.withdrawn()))
                .orElseGet(() -> ExtractedNote.of(source));
        return context.write(
                by, (tx, now) -> table.store(tx, by, source, text, own.isPresent() ? "model" : "extract", now));
    }

    // A model may fail in any way, and the note must be there all the same.
    private static Optional<String> ask(NoteAuthor author, NoteSource source) {
        try {
            return author.write(source).filter(NoteText::isWellFormed);
        } catch (RuntimeException e) {
            LOG.warn("the model of {} wrote no note: {}", source.counter().specialist(), e.getMessage());
            return Optional.empty();
        }
    }
}
