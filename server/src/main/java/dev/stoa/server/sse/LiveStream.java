package dev.stoa.server.sse;

import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.server.http.LiveAnswer;
import dev.stoa.server.http.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stream to one client: it looks up the rights, reads after its position, writes and waits to be woken. Thread-safe.
 * It has no thread and no queue: a slow client is behind and reads later. The position moves only when the bytes of an
 * event are written, so that a client which resumes misses nothing.
 */
final class LiveStream {
    private static final Logger LOG = LoggerFactory.getLogger(LiveStream.class);
    private static final int MOST_CHARS = 256 << 10;
    private static final long SILENCE_NANOS = 14_000_000_000L;
    private static final long STALLED_NANOS = 30_000_000_000L;

    private final LiveAnswer answer;
    private final Source source;
    private final Executor threads;
    private final LongSupplier time;
    private final Runnable gone;
    private volatile long position;

    // The rest is guarded by this object.
    private String beginning;
    private boolean busy;
    private boolean again;
    private boolean writing;
    private boolean silent;
    private boolean over;
    private @Nullable String leaving;
    private long touched;

    /**
     * A stream that has not begun.
     *
     * @param beginning what is written before all events
     * @param gone is run once when it is over
     */
    LiveStream(
            LiveAnswer answer,
            Source source,
            long position,
            String beginning,
            Executor threads,
            LongSupplier time,
            Runnable gone) {
        this.answer = answer;
        this.source = source;
        this.position = position;
        this.beginning = beginning;
        this.threads = threads;
        this.time = time;
        this.gone = gone;
        this.touched = time.getAsLong();
    }

    /** The last event that it has read and written. */
    long position() {
        return position;
    }

    /** The id of the token that it was opened with; null if there was none. */
    @Nullable
    String token() {
        return answer.token();
    }

    /** Says that there may be something new. */
    void wake() {
        begin(false, null);
    }

    /** Says goodbye and ends, when what is being written is written. */
    void leave(String code) {
        begin(false, code);
    }

    /** Looks whether it was silent for long, or its client does not read. */
    void tick() {
        long waited;
        boolean stalled;
        synchronized (this) {
            waited = time.getAsLong() - touched;
            stalled = writing && waited > STALLED_NANOS;
        }
        if (stalled) {
            abort();
        } else if (waited >= SILENCE_NANOS) {
            begin(true, null);
        }
    }

    /** Breaks it off. */
    void abort() {
        if (finish()) {
            answer.abort();
            gone.run();
        }
    }

    private void begin(boolean comment, @Nullable String goodbye) {
        synchronized (this) {
            if (over) {
                return;
            }
            leaving = goodbye == null ? leaving : goodbye;
            if (busy) {
                again |= !comment;
                return;
            }
            silent = comment;
            busy = true;
        }
        threads.execute(this::work);
    }

    private synchronized boolean finish() {
        boolean first = !over;
        over = true;
        return first;
    }

    private void work() {
        String goodbye;
        synchronized (this) {
            goodbye = leaving;
        }
        try {
            if (goodbye == null) {
                Principal by = answer.again();
                send(source.after(by, position));
                return;
            }
        } catch (StoaException e) {
            // Revoked, expired, out of sight, or the archive cannot be read now: the client may try again.
            goodbye = e.code();
        } catch (Refusal e) {
            goodbye = e.code();
        } catch (RuntimeException e) {
            LOG.error("a stream failed", e);
            goodbye = "error";
        }
        StringBuilder text = new StringBuilder(begun());
        Event.plain("bye", Json.object("code", goodbye)).writeTo(text);
        write(text, position, List.of(), false, true);
    }

    private synchronized String begun() {
        String first = beginning;
        beginning = "";
        return first;
    }

    private void send(Source.Batch batch) {
        StringBuilder text = new StringBuilder(begun());
        List<Runnable> sent = new ArrayList<>();
        long next = position;
        if (batch.reset() != null) {
            next = batch.reset();
            Event.place("reset", next).writeTo(text);
        }
        int taken = 0;
        for (Event event : batch.events()) {
            if (text.length() > MOST_CHARS) {
                break;
            }
            event.writeTo(text);
            taken++;
            next = event.id() == Event.NONE ? next : event.id();
            if (event.sent() != null) {
                sent.add(event.sent());
            }
        }
        boolean whole = taken == batch.events().size();
        boolean more = !whole || batch.more();
        boolean last = !more && batch.end() != null;
        if (last) {
            Event.plain("end", Json.object("status", batch.end())).writeTo(text);
        }
        write(text, whole ? batch.next() : next, sent, more, last);
    }

    private void write(StringBuilder text, long next, List<Runnable> sent, boolean more, boolean last) {
        synchronized (this) {
            if (text.isEmpty() && silent) {
                text.append(":\n\n");
            }
            silent = false;
            if (!text.isEmpty()) {
                writing = true;
                touched = time.getAsLong();
            }
        }
        if (text.isEmpty()) {
            written(next, sent, more, last);
            return;
        }
        answer.write(text.toString().getBytes(StandardCharsets.UTF_8), failure -> {
            synchronized (this) {
                writing = false;
                touched = time.getAsLong();
            }
            if (failure == null) {
                written(next, sent, more, last);
            } else {
                abort();
            }
        });
    }

    private void written(long next, List<Runnable> sent, boolean more, boolean last) {
        sent.forEach(Runnable::run);
        position = next;
        if (last) {
            if (finish()) {
                answer.end();
                gone.run();
            }
            return;
        }
        synchronized (this) {
            if (over) {
                return;
            }
            if (!more && !again && leaving == null) {
                busy = false;
                return;
            }
            again = false;
        }
        threads.execute(this::work);
    }
}
