package dev.stoa.evolution.transfer;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Utf8Lines;
import dev.stoa.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The lines of an exported file. Not thread-safe. Each iteration reads the file from its beginning. */
final class RunFile implements Iterable<String>, AutoCloseable {
    private final Path file;
    private @Nullable InputStream open;

    RunFile(Path file) {
        this.file = file;
    }

    static boolean is(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Utf8Lines.Line line = in.read() == '{' ? new Utf8Lines(in).next() : null;
            return line != null
                    && Json.parse("{" + line.text()) instanceof Map<?, ?> map
                    && RowType.RUN.text().equals(map.get("type"))
                    && map.containsKey("scenario_json");
        } catch (IOException | InvalidException e) {
            return false;
        }
    }

    @Override
    public Iterator<String> iterator() {
        close();
        try {
            InputStream in = new BufferedInputStream(Files.newInputStream(file));
            open = in;
            return new Lines(new Utf8Lines(in));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private NotFoundException unreadable(IOException e) {
        return new NotFoundException("not_found", file + " cannot be read (" + e.getMessage() + ")", "check the path");
    }

    @Override
    public void close() {
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** One reading of the file. */
    private final class Lines implements Iterator<String> {
        private final Utf8Lines source;
        private Utf8Lines.@Nullable Line ahead;

        Lines(Utf8Lines source) {
            this.source = source;
            this.ahead = read();
        }

        private Utf8Lines.@Nullable Line read() {
            try {
                return source.next();
            } catch (IOException e) {
                throw unreadable(e);
            }
        }

        @Override
        public boolean hasNext() {
            return ahead != null;
        }

        @Override
        public String next() {
            Utf8Lines.Line line = ahead;
            if (line == null) {
                throw new NoSuchElementException();
            }
            try {
                return line.text();
            } catch (InvalidException e) {
                throw new InvalidException(
                        e.code(),
                        "line " + line.number() + ": " + e.getMessage(),
                        e.hint().orElse("correct the line"));
            } finally {
                ahead = read();
            }
        }
    }
}
