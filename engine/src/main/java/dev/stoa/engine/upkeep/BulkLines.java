package dev.stoa.engine.upkeep;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.base.Utf8Lines;
import dev.stoa.json.Json;
import dev.stoa.storage.Bulk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Many JSON objects, one a line, that are written or answered one after the other. For one thread. Lines are written in
 * portions, each in one transaction, so that neither a bad line nor a lost connection costs the lines before it;
 * all-or-none reads everything into memory first.
 */
public final class BulkLines {
    private static final int PORTION = 500;

    /** Long lines make shorter portions, so that one is never much larger than this. */
    private static final int PORTION_BYTES = 1 << 20;

    private final InputStream in;
    private final String name;
    private final int longest;
    private final UpkeepListener listener;

    private BulkLines(InputStream in, String name, int longest, UpkeepListener listener) {
        this.in = in;
        this.name = name;
        this.longest = longest;
        this.listener = listener;
    }

    /**
     * The lines of a stream, which stays the caller's to close.
     *
     * @param name what errors of reading call it
     */
    public static BulkLines of(InputStream in, String name, UpkeepListener listener) {
        return new BulkLines(in, name, Integer.MAX_VALUE, listener);
    }

    /** The same, in which a line of more bytes is refused; no more of it is kept in memory. */
    public BulkLines linesUpTo(int bytes) {
        return new BulkLines(in, name, bytes, listener);
    }

    /** Writes a portion of drafts, all or none of them if told so. */
    @FunctionalInterface
    public interface Writer<D, T> {
        List<Bulk.Result<T>> write(List<D> drafts, boolean allOrNone);
    }

    /** Takes a portion of lines. */
    @FunctionalInterface
    private interface Portion {
        void take(List<Utf8Lines.Line> lines);
    }

    /**
     * Adds every object.
     *
     * @param allOrNone whether one refused line keeps all others out
     * @param draft makes of one object what is to be written
     * @param created whether the result is new
     */
    public <D, T> LinesReport add(
            boolean allOrNone,
            Function<Map<String, @Nullable Object>, D> draft,
            Writer<D, T> writer,
            Predicate<T> created) {
        Intake<D, T> intake = new Intake<>(allOrNone, draft, writer, created, value -> null);
        LinesCount count = new LinesCount();
        List<LinesReport.Refusal> refusals = new ArrayList<>();
        readable(allOrNone ? Integer.MAX_VALUE : PORTION, lines -> {
            List<LineResult> results = intake.take(lines);
            count.add(results);
            for (LineResult result : results) {
                if (result instanceof LineResult.Refused refused) {
                    refusals.add(new LinesReport.Refusal(refused.line(), refused.error()));
                }
            }
        });
        boolean undone = allOrNone && !refusals.isEmpty();
        return new LinesReport(intake.lines, undone ? 0 : count.created(), undone ? 0 : count.known(), refusals);
    }

    /**
     * Adds every object, and says of each portion what became of its lines once it is stored, so that nothing is kept
     * of the portions before.
     *
     * @param id of the row that an object led to; null if it has none of its own
     * @param results takes the results of a portion, in the order of its lines
     * @throws IOException if the lines cannot be read further; the portions whose results were given are stored
     */
    public <D, T> void addEach(
            Function<Map<String, @Nullable Object>, D> draft,
            Writer<D, T> writer,
            Predicate<T> created,
            Function<T, @Nullable String> id,
            Consumer<List<LineResult>> results)
            throws IOException {
        Intake<D, T> intake = new Intake<>(false, draft, writer, created, id);
        portions(PORTION, lines -> results.accept(intake.take(lines)));
    }

    /**
     * Answers every query in order.
     *
     * @param answers takes the answer to a good query
     * @param refusals takes the error of a bad one
     * @return whether all queries were good
     */
    public boolean answer(
            Function<Map<String, @Nullable Object>, Map<String, @Nullable Object>> query,
            Consumer<Map<String, @Nullable Object>> answers,
            Consumer<LinesReport.Refusal> refusals) {
        boolean[] good = {true};
        readable(1, lines -> {
            for (Utf8Lines.Line line : lines) {
                try {
                    answers.accept(query.apply(object(line)));
                } catch (StoaException e) {
                    good[0] = false;
                    refusals.accept(new LinesReport.Refusal(line.number(), e));
                }
            }
        });
        return good[0];
    }

    private void readable(int size, Portion portion) {
        try {
            portions(size, portion);
        } catch (IOException | UncheckedIOException e) {
            throw new NotFoundException(
                    "not_found", name + " cannot be read (" + e.getMessage() + ")", "check the path");
        }
    }

    private void portions(int size, Portion portion) throws IOException {
        Utf8Lines source = new Utf8Lines(in, longest);
        List<Utf8Lines.Line> lines = new ArrayList<>();
        long bytes = 0;
        for (Utf8Lines.Line line = source.next(); line != null; line = source.next()) {
            if (!isBlank(line.bytes())) {
                lines.add(line);
                bytes += line.bytes().length;
            }
            // All-or-none is one portion, however large.
            if (lines.size() == size || (size == PORTION && bytes >= PORTION_BYTES)) {
                portion.take(lines);
                lines = new ArrayList<>();
                bytes = 0;
                listener.progressed(name, line.number());
            }
        }
        if (!lines.isEmpty()) {
            portion.take(lines);
        }
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (!Character.isWhitespace(b)) {
                return false;
            }
        }
        return true;
    }

    private Map<String, @Nullable Object> object(Utf8Lines.Line line) {
        if (line.bytes().length > longest) {
            throw new InvalidException(
                    "invalid",
                    String.format(Locale.ROOT, "the line has more than %,d bytes", longest),
                    "shorten it, or split it");
        }
        try {
            return Json.parseObject(line.text());
        } catch (InvalidException e) {
            // The line has its number already; a second one, which is always 1, would only confuse.
            throw new InvalidException(
                    e.code(),
                    String.valueOf(e.getMessage()).replaceFirst("^JSON, line 1, ", "JSON, "),
                    e.hint().orElse(null));
        }
    }

    /** Writes portions of lines. For one run. */
    private final class Intake<D, T> {
        private final boolean allOrNone;
        private final Function<Map<String, @Nullable Object>, D> draft;
        private final Writer<D, T> writer;
        private final Predicate<T> isNew;
        private final Function<T, @Nullable String> id;
        private long lines;

        Intake(
                boolean allOrNone,
                Function<Map<String, @Nullable Object>, D> draft,
                Writer<D, T> writer,
                Predicate<T> isNew,
                Function<T, @Nullable String> id) {
            this.allOrNone = allOrNone;
            this.draft = draft;
            this.writer = writer;
            this.isNew = isNew;
            this.id = id;
        }

        /** What became of the lines of a portion, in their order; of all-or-none only what was refused, if anything. */
        List<LineResult> take(List<Utf8Lines.Line> portion) {
            lines += portion.size();
            List<LineResult> all = new ArrayList<>();
            List<D> drafts = new ArrayList<>();
            List<Utf8Lines.Line> drafted = new ArrayList<>();
            for (Utf8Lines.Line line : portion) {
                try {
                    drafts.add(draft.apply(object(line)));
                    drafted.add(line);
                } catch (StoaException e) {
                    all.add(new LineResult.Refused(line.number(), e));
                }
            }
            if (allOrNone && !all.isEmpty()) {
                return all;
            }
            List<Bulk.Result<T>> results = writer.write(drafts, allOrNone);
            for (int i = 0; i < results.size(); i++) {
                long number = drafted.get(i).number();
                all.add(
                        switch (results.get(i)) {
                            case Bulk.Result.Done<T> done ->
                                new LineResult.Written(number, isNew.test(done.value()), id.apply(done.value()));
                            case Bulk.Result.Refused<T> refused -> new LineResult.Refused(number, refused.error());
                        });
            }
            all.sort(Comparator.comparingLong(LineResult::line));
            return all;
        }
    }
}
