package dev.stoa.bench.search;

import dev.stoa.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A judged collection in files, any of them compressed by gzip: a corpus and queries in JSON Lines ({@code _id},
 * {@code title}, {@code text}, and for passages {@code document_id} and {@code position}), and judgements as lines of
 * query, passage and grade, separated by tabs, under one line of headings. Immutable.
 */
public record JudgedFiles(Path corpus, Path queries, Path judgements) {
    public Judged read() throws IOException {
        Map<String, Map<String, Integer>> relevant = new HashMap<>();
        List<String> judged = lines(judgements);
        for (String line : judged.subList(Math.min(1, judged.size()), judged.size())) {
            String[] cells = line.split("\t", -1);
            if (cells.length != 3) {
                throw new IOException(judgements + " has a line that is not query, passage and grade: " + line);
            }
            int grade = Integer.parseInt(cells[2].strip());
            if (grade > 0) {
                relevant.computeIfAbsent(cells[0], query -> new HashMap<>()).put(cells[1], grade);
            }
        }
        List<Judged.Query> asked = new ArrayList<>();
        for (String line : lines(queries)) {
            Map<String, @Nullable Object> query = Json.parseObject(line);
            Map<String, Integer> answers = relevant.get(text(query, "_id"));
            if (answers != null) {
                asked.add(new Judged.Query(text(query, "_id"), text(query, "text"), answers));
            }
        }
        List<Judged.Passage> passages = new ArrayList<>();
        for (String line : lines(corpus)) {
            Map<String, @Nullable Object> passage = Json.parseObject(line);
            passages.add(new Judged.Passage(
                    text(passage, "_id"),
                    (String) passage.get("title"),
                    text(passage, "text"),
                    (String) passage.get("document_id"),
                    passage.get("position") instanceof Number position ? position.longValue() : 0));
        }
        Path folder = corpus.toAbsolutePath().getParent();
        return new Judged(
                folder == null || folder.getFileName() == null
                        ? "collection"
                        : folder.getFileName().toString(),
                passages,
                asked);
    }

    private static String text(Map<String, @Nullable Object> object, String field) {
        return String.valueOf(Objects.requireNonNull(object.get(field), field));
    }

    private static List<String> lines(Path file) throws IOException {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.isBlank()).toList();
        }
    }
}
