package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.base.StoaException;
import dev.stoa.engine.upkeep.BulkLines;
import dev.stoa.engine.upkeep.LineResult;
import dev.stoa.engine.upkeep.LinesCount;
import dev.stoa.engine.upkeep.LinesReport;
import dev.stoa.engine.upkeep.UpkeepListener;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Front;
import dev.stoa.server.http.Refusal;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Bodies of one object on each line: written in portions, and answered line by line while they are read. Stateless. What
 * a client has not read holds back the reading of what it sends, so that memory is bounded.
 */
final class Lines {
    private static final int LONGEST = 1 << 20;
    private static final int BUFFER = 16_384;
    private static final int SHOWN = 1_000;
    private static final int COUNTED = 500;
    private static final String NAME = "the body";

    private Lines() {}

    /** The fields of the query of a route that takes lines. */
    static Field[] query() {
        return new Field[] {
            Field.word(
                    "results",
                    List.of("refused", "all"),
                    "With lines: of which lines the result is answered (default: refused)"),
            Field.flag("strict", "With lines: whether all are written or none.")
        };
    }

    /**
     * How lines are written.
     *
     * @param draft makes of one object what is to be written
     * @param created whether the result is new
     * @param id of the row that an object led to; null if it has none of its own
     */
    record Of<D, T>(
            Function<JsonFields, D> draft,
            BulkLines.Writer<D, T> writer,
            Predicate<T> created,
            Function<T, @Nullable String> id) {
        /** Of a store that says whether a row is new. */
        static <D, V> Of<D, Added<V>> added(
                Function<JsonFields, D> draft, BulkLines.Writer<D, Added<V>> writer, Function<V, String> id) {
            return new Of<>(draft, writer, Added::created, added -> id.apply(added.value()));
        }

        private D draft(Map<String, @Nullable Object> object) {
            return draft.apply(JsonFields.of(object));
        }
    }

    /** Counts a request of many lines as one for each 500 of them. Used by one thread. */
    private static final class Meter {
        private final Call call;
        private long lines;
        private long counted = 1;

        Meter(Call call) {
            this.call = call;
        }

        void add(int more) {
            lines += more;
            for (; counted * COUNTED < lines; counted++) {
                call.count();
            }
        }
    }

    /** A body that may be read until the time of its request is over. Used by one thread. */
    private static final class Timed extends FilterInputStream {
        private final Duration time;
        private final long end;

        Timed(Call call) {
            super(call.stream());
            this.time = call.time();
            this.end = System.nanoTime() + time.toNanos();
        }

        private void check() {
            if (System.nanoTime() - end > 0) {
                throw Refusal.of(
                        504,
                        "timeout",
                        "the upload took longer than " + time.toSeconds() + " seconds",
                        "send the lines after the committed ones in another request");
            }
        }

        @Override
        public int read() throws IOException {
            check();
            return super.read();
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            check();
            return super.read(bytes, from, length);
        }
    }

    /** Writes the lines of a request. */
    static <D, T> Answer add(Call call, Of<D, T> of) {
        if (call.query().flag("strict", false)) {
            return strict(call, of);
        }
        boolean all = call.query().text("results", "refused").equals("all");
        InputStream in = new Timed(call);
        return Answer.stream(
                Front.LINES, out -> add(in, new BufferedOutputStream(out, BUFFER), of, all, new Meter(call)));
    }

    private static <D, T> void add(InputStream in, OutputStream out, Of<D, T> of, boolean all, Meter meter)
            throws IOException {
        LinesCount count = new LinesCount();
        Map<String, @Nullable Object> end;
        try {
            lines(in).addEach(of::draft, of.writer(), of.created(), of.id(), results -> {
                count.add(results);
                for (LineResult result : results) {
                    if (all || result instanceof LineResult.Refused) {
                        write(out, result.document());
                    }
                }
                flush(out);
                meter.add(results.size());
            });
            end = count.document();
        } catch (IOException | StoaException | Refusal e) {
            end = Json.object("error", error(e), "committed_lines", count.last());
        }
        write(out, end);
        flush(out);
    }

    private static BulkLines lines(InputStream in) {
        return BulkLines.of(new BufferedInputStream(in, BUFFER), NAME, UpkeepListener.NONE)
                .linesUpTo(LONGEST);
    }

    private static <D, T> Answer strict(Call call, Of<D, T> of) {
        Meter meter = new Meter(call);
        LinesReport report = lines(new ByteArrayInputStream(call.all()))
                .add(
                        true,
                        of::draft,
                        (drafts, allOrNone) -> {
                            meter.add(drafts.size());
                            return of.writer().write(drafts, allOrNone);
                        },
                        of.created());
        if (report.complete()) {
            return Answer.ok(Json.object(
                    "lines", report.lines(), "created", report.created(), "known", report.known(), "refused", 0));
        }
        throw Refusal.several(
                String.format(
                        Locale.ROOT,
                        "%,d of %,d lines are refused, so none was written",
                        report.refusals().size(),
                        report.lines()),
                "correct them, or send the lines without strict",
                report.refusals().stream()
                        .limit(SHOWN)
                        .map(refused -> new Refusal.BadField(
                                "line " + refused.line(),
                                String.valueOf(refused.error().getMessage())))
                        .toList());
    }

    /** Answers each line of a request with one line, in order; a bad one with its error. */
    static Answer answer(Call call, Function<JsonFields, Map<String, @Nullable Object>> query) {
        InputStream in = new Timed(call);
        Meter meter = new Meter(call);
        return Answer.stream(Front.LINES, raw -> {
            OutputStream out = new BufferedOutputStream(raw, BUFFER);
            try {
                lines(in)
                        .answer(
                                object -> query.apply(JsonFields.of(object)),
                                answer -> {
                                    meter.add(1);
                                    write(out, answer);
                                    flush(out);
                                },
                                refused -> {
                                    meter.add(1);
                                    write(out, Json.object("error", refused.document(hint -> hint)));
                                });
            } catch (StoaException | Refusal e) {
                write(out, Json.object("error", error(e)));
            }
            flush(out);
        });
    }

    private static Map<String, @Nullable Object> error(Exception cause) {
        return switch (cause) {
            case StoaException known ->
                Json.object(
                        "code",
                        known.code(),
                        "message",
                        known.getMessage(),
                        "hint",
                        known.hint().orElse(null));
            case Refusal refused ->
                Json.object("code", refused.code(), "message", refused.getMessage(), "hint", refused.hint());
            default ->
                Json.object(
                        "code",
                        "invalid",
                        "message",
                        NAME + " broke off",
                        "hint",
                        "send the lines after the committed ones again");
        };
    }

    private static void write(OutputStream out, Map<String, @Nullable Object> line) {
        try {
            out.write(Json.write(line).getBytes(StandardCharsets.UTF_8));
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void flush(OutputStream out) {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
