package dev.stoa.society.graph;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

    /** The graph in a file; a line that is wrong is refused with its number. */
    public static Graph.Part read(Path file) {
        List<Graph.Entity> entities = new ArrayList<>();
        List<Graph.Relation> relations = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                String text = number == 1 && line.startsWith("\ufeff") ? line.substring(1) : line;
                if (!text.isBlank()) {
                    take(text, number, entities, relations);
                }
            }
        } catch (IOException e) {
            throw new NotFoundException(
                    "not_found", file + " cannot be read (" + e.getMessage() + ")", "check the path");
        }
        return new Graph.Part(entities, relations);
    }

    private static void take(String line, int number, List<Graph.Entity> entities, List<Graph.Relation> relations) {
        try {
            JsonFields fields = JsonFields.of(Json.parseObject(line));
            String type = Bounds.word("type", fields.text("type"), List.of("entity", "relation"));
            if (type.equals("entity")) {
                entities.add(Graph.Entity.fromJson(fields));
            } else {
                relations.add(Graph.Relation.fromJson(fields));
            }
        } catch (InvalidException e) {
            throw new InvalidException(
                    e.code(), "line " + number + ": " + e.getMessage(), e.hint().orElse("correct the line"));
        }
    }
}
