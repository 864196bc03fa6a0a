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
import java.util.List;
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

    private final InputStream in;
    private final String name;
    private final UpkeepListener listener;

    private BulkLines(InputStream in, String name, UpkeepListener listener) {
        this.in = in;
        this.name = name;
        this.listener = listener;
    }

    /**
     * The lines of a stream, which stays the caller's to close.
     *
     * @param name what errors of reading call it
     */
    public static BulkLines of(InputStream in, String name, UpkeepListener listener) {
        return new BulkLines(in, name, listener);
    }

    /** Writes a portion of drafts, all or none of them if told so. */
    @FunctionalInterface
    public interface Writer<D, T> {
        List<Bulk.Result<T>> write(List<D> drafts, boolean allOrNone);
    }

    /** Writes a portion of lines. */
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
        Intake<D, T> intake = new Intake<>(allOrNone, draft, writer, created);
        portions(allOrNone ? Integer.MAX_VALUE : PORTION, intake::take);
        return intake.report();
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
        portions(1, lines -> {
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

    private void portions(int size, Portion portion) {
        try {
            Utf8Lines source = new Utf8Lines(in);
            List<Utf8Lines.Line> lines = new ArrayList<>();
            for (Utf8Lines.Line line = source.next(); line != null; line = source.next()) {
                if (!isBlank(line.bytes())) {
                    lines.add(line);
                }
                if (lines.size() == size) {
                    portion.take(lines);
                    lines = new ArrayList<>();
                    listener.progressed(name, line.number());
                }
            }
            if (!lines.isEmpty()) {
                portion.take(lines);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new NotFoundException(
                    "not_found", name + " cannot be read (" + e.getMessage() + ")", "check the path");
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

    private static Map<String, @Nullable Object> object(Utf8Lines.Line line) {
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

    /** What was written so far. For one run. */
    private static final class Intake<D, T> {
        private final boolean allOrNone;
        private final Function<Map<String, @Nullable Object>, D> draft;
        private final Writer<D, T> writer;
        private final Predicate<T> isNew;
        private final List<LinesReport.Refusal> refusals = new ArrayList<>();
        private long lines;
        private long created;
        private long known;

        Intake(
                boolean allOrNone,
                Function<Map<String, @Nullable Object>, D> draft,
                Writer<D, T> writer,
                Predicate<T> isNew) {
            this.allOrNone = allOrNone;
            this.draft = draft;
            this.writer = writer;
            this.isNew = isNew;
        }

        void take(List<Utf8Lines.Line> portion) {
            lines += portion.size();
            List<D> drafts = new ArrayList<>();
            List<Utf8Lines.Line> drafted = new ArrayList<>();
            for (Utf8Lines.Line line : portion) {
                try {
                    drafts.add(draft.apply(object(line)));
                    drafted.add(line);
                } catch (StoaException e) {
                    refusals.add(new LinesReport.Refusal(line.number(), e));
                }
            }
            if (allOrNone && !refusals.isEmpty()) {
                return;
            }
            List<Bulk.Result<T>> results = writer.write(drafts, allOrNone);
            for (int i = 0; i < results.size(); i++) {
                switch (results.get(i)) {
                    case Bulk.Result.Done<T> done -> count(done.value());
                    case Bulk.Result.Refused<T> refused ->
                        refusals.add(new LinesReport.Refusal(drafted.get(i).number(), refused.error()));
                }
            }
        }

        private void count(T value) {
            if (isNew.test(value)) {
                created++;
            } else {
                known++;
            }
        }

        LinesReport report() {
            boolean undone = allOrNone && !refusals.isEmpty();
            return new LinesReport(lines, undone ? 0 : created, undone ? 0 : known, refusals);
        }
    }
}
