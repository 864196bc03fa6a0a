package dev.stoa.engine.upkeep;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.storage.Bulk;
import java.io.BufferedReader;
import java.io.IOException;
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

    private final BufferedReader reader;
    private final String name;
    private final UpkeepListener listener;

    private BulkLines(BufferedReader reader, String name, UpkeepListener listener) {
        this.reader = reader;
        this.name = name;
        this.listener = listener;
    }

    /**
     * The lines of a reader, which stays the caller's to close.
     *
     * @param name what errors of reading call it
     */
    public static BulkLines of(BufferedReader reader, String name, UpkeepListener listener) {
        return new BulkLines(reader, name, listener);
    }

    /** Writes a portion of drafts, all or none of them if told so. */
    @FunctionalInterface
    public interface Writer<D, T> {
        List<Bulk.Result<T>> write(List<D> drafts, boolean allOrNone);
    }

    /** Writes a portion of lines. */
    @FunctionalInterface
    private interface Portion {
        void take(List<Line> lines);
    }

    private record Line(long number, String text) {}

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
            for (Line line : lines) {
                try {
                    answers.accept(query.apply(Json.parseObject(line.text())));
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
            long number = 0;
            List<Line> lines = new ArrayList<>();
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                number++;
                if (!text.isBlank()) {
                    lines.add(new Line(number, text));
                }
                if (lines.size() == size) {
                    portion.take(lines);
                    lines = new ArrayList<>();
                    listener.progressed(name, number);
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

        void take(List<Line> portion) {
            lines += portion.size();
            List<D> drafts = new ArrayList<>();
            List<Line> drafted = new ArrayList<>();
            for (Line line : portion) {
                try {
                    drafts.add(draft.apply(Json.parseObject(line.text())));
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
