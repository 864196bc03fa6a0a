package dev.stoa.society.graph;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Utf8Lines;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The file of a memory server: one JSON object a line, each an entity or a relation. Stateless. */
public final class GraphFile {
    /** The first byte of the mark that says UTF-8, and those that follow it. */
    private static final int MARK = 0xef;

    private static final byte[] REST = {(byte) 0xbb, (byte) 0xbf};

    private GraphFile() {}

    /** Whether a file is one: the first thing in it is a JSON object, or nothing is in it and it is called so. */
    public static boolean is(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            int first = in.read();
            if (first == MARK) {
                // Some editors put a mark before the text.
                first = Arrays.equals(in.readNBytes(2), REST) ? in.read() : first;
            }
            while (first >= 0 && Character.isWhitespace(first)) {
                first = in.read();
            }
            // A server that has kept nothing yet has an empty file.
            return first == '{' || (first < 0 && file.toString().endsWith(".jsonl"));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * A line that is not taken.
     *
     * @param number the line, from 1
     * @param bytes the line as it is in the file
     */
    // It goes to the quarantine as it is.
    @SuppressWarnings("ArrayRecordComponent")
    public record Bad(int number, byte[] bytes, String reason) {
        @Override
        public String toString() {
            return "line " + number + ": " + reason;
        }
    }

    /** The graph in a file, without the lines that are wrong, which the consumer gets. */
    public static Graph.Part read(Path file, Consumer<Bad> bad) {
        List<Graph.Entity> entities = new ArrayList<>();
        List<Graph.Relation> relations = new ArrayList<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Utf8Lines lines = new Utf8Lines(in);
            for (Utf8Lines.Line line = lines.next(); line != null; line = lines.next()) {
                try {
                    String text = line.text();
                    if (!text.isBlank()) {
                        take(text, entities, relations);
                    }
                } catch (InvalidException e) {
                    bad.accept(new Bad(Math.toIntExact(line.number()), line.bytes(), String.valueOf(e.getMessage())));
                }
            }
        } catch (IOException e) {
            throw new NotFoundException(
                    "not_found", file + " cannot be read (" + e.getMessage() + ")", "check the path");
        }
        return new Graph.Part(entities, relations);
    }

    private static void take(String line, List<Graph.Entity> entities, List<Graph.Relation> relations) {
        JsonFields fields = JsonFields.of(Json.parseObject(line));
        String type = Bounds.word("type", fields.text("type"), List.of("entity", "relation"));
        if (type.equals("entity")) {
            entities.add(Graph.Entity.fromJson(fields));
        } else {
            relations.add(Graph.Relation.fromJson(fields));
        }
    }
}
