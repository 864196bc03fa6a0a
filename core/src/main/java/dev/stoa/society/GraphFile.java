package dev.stoa.society;

import dev.stoa.Bounds;
import dev.stoa.InvalidException;
import dev.stoa.NotFoundException;
import dev.stoa.storage.Json;
import dev.stoa.storage.JsonFields;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The file of a memory server: one JSON object a line, each an entity or a relation. Stateless. */
public final class GraphFile {
    private GraphFile() {}

    /** Whether a file is one: the first thing in it is a JSON object. */
    public static boolean is(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            int first = in.read();
            while (first >= 0 && Character.isWhitespace(first)) {
                first = in.read();
            }
            return first == '{';
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
                if (!line.isBlank()) {
                    take(line, number, entities, relations);
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
