package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.UnavailableException;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.receipt.Receipt;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.json.Json;
import dev.stoa.society.channel.Channels;
import dev.stoa.storage.PrivateFiles;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes what archives hold for readers outside: a debate as a receipt, all debates or runs of the evolution as JSON
 * Lines. Thread-safe. An existing file is replaced;
 * a failure while it is written leaves a part of it.
 */
public final class Exporter {
    private static final int PAGE = 200;

    private final Stoa stoa;
    private final Principal caller;

    private Exporter(Stoa stoa, Principal caller) {
        this.stoa = stoa;
        this.caller = caller;
    }

    public static Exporter of(Stoa stoa) {
        return new Exporter(stoa, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Exporter as(Principal other) {
        return new Exporter(stoa, other);
    }

    /** Is handed an export piece by piece. */
    @FunctionalInterface
    public interface Sink {
        void write(String text) throws IOException;
    }

    /** The receipt of a debate, given by its id, the end of its id or its debate id. */
    @Needs(Right.READ)
    public Exported.DebateReceipt receipt(String id, ReceiptFormat format) {
        Rights.check(caller);
        Receipt receipt = stoa.debate().receipts().of(id);
        AuditTrail.of(stoa, caller).record("export", Json.object("what", "debate", "sha256", receipt.sha256()));
        return new Exported.DebateReceipt(format.text(receipt), format, receipt.sha256());
    }

    /** Writes such a receipt to a file. */
    @Needs(Right.READ)
    public Exported.ReceiptFile receipt(String id, ReceiptFormat format, Path file) {
        Rights.check(caller);
        Exported.DebateReceipt receipt = receipt(id, format);
        try {
            PrivateFiles.writeString(file, receipt.text());
        } catch (IOException e) {
            throw unwritable(file.toString(), e);
        }
        return new Exported.ReceiptFile(file, format, receipt.sha256());
    }

    /** Writes out a channel with all its messages, the oldest first; that it is done is on record before. */
    @Needs(Right.READ)
    public void channel(String channel, Channels.Format format, Appendable out) {
        Rights.check(caller);
        String id = stoa.society().channels().get(caller, channel).id();
        AuditTrail.of(stoa, caller).record("export", Json.object("what", "channel", "channel_id", id));
        stoa.society().channels().export(caller, id, format, out);
    }

    /** Hands over every debate as one line of JSON, in the order of their creation; how many there were. */
    @Needs(Right.ADMIN)
    public long debates(Sink sink) {
        Rights.check(caller);
        try {
            return recorded(lines(stoa.debate().sessions().list(SessionFilter.all(), Page.Request.first(PAGE)), sink));
        } catch (IOException e) {
            throw unwritable("the export", e);
        }
    }

    /** Writes every debate as one line of JSON to a file. */
    @Needs(Right.ADMIN)
    public Exported.DebatesFile debates(Path file) {
        Rights.check(caller);
        // Read before the file is opened: what cannot be read does not cost an earlier export.
        Page<DebateSession> first = stoa.debate().sessions().list(SessionFilter.all(), Page.Request.first(PAGE));
        try (Writer writer =
                new BufferedWriter(new OutputStreamWriter(PrivateFiles.write(file), StandardCharsets.UTF_8))) {
            return new Exported.DebatesFile(file, recorded(lines(first, writer::write)));
        } catch (IOException e) {
            throw unwritable(file.toString(), e);
        }
    }

    /**
     * Hands over the rows of a run of the evolution, or of all runs, each as one line of JSON; how many there were.
     *
     * @param run null for all
     */
    @Needs(Right.ADMIN)
    public long evolution(@Nullable String run, Sink sink) {
        Rights.check(caller);
        try {
            return rows(run, sink);
        } catch (UncheckedIOException e) {
            throw unwritable("the export", Objects.requireNonNull(e.getCause()));
        }
    }

    /** Writes such lines to a file. */
    @Needs(Right.ADMIN)
    public Exported.EvolutionFile evolution(@Nullable String run, Path file) {
        Rights.check(caller);
        if (run != null) {
            // Before the file is opened: a run that is not there does not cost an earlier export.
            stoa.evolution().runs().get(caller, run);
        }
        try (Writer writer =
                new BufferedWriter(new OutputStreamWriter(PrivateFiles.write(file), StandardCharsets.UTF_8))) {
            return new Exported.EvolutionFile(file, run, rows(run, writer::write));
        } catch (UncheckedIOException e) {
            throw unwritable(file.toString(), Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw unwritable(file.toString(), e);
        }
    }

    private long rows(@Nullable String run, Sink sink) {
        long rows = stoa.evolution().transfers().export(caller, run, line -> {
            try {
                sink.write(line + "\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        AuditTrail.of(stoa, caller).record("export", Json.object("what", "evolution", "run", run, "count", rows));
        return rows;
    }

    private long recorded(long debates) {
        AuditTrail.of(stoa, caller).record("export", Json.object("what", "debates", "count", debates));
        return debates;
    }

    private long lines(Page<DebateSession> first, Sink sink) throws IOException {
        long count = 0;
        Page<DebateSession> page = first;
        while (true) {
            for (DebateSession session : page.items()) {
                sink.write(Json.write(session.document()) + "\n");
                count++;
            }
            String cursor = page.next();
            if (cursor == null) {
                return count;
            }
            page = stoa.debate().sessions().list(SessionFilter.all(), new Page.Request(PAGE, cursor));
        }
    }

    private static UnavailableException unwritable(String file, IOException e) {
        return new UnavailableException(
                "unavailable", file + " cannot be written (" + e.getMessage() + ")", "check the path");
    }
}
