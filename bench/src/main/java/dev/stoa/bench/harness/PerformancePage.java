package dev.stoa.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The page of the guide that shows the last run, between two markers. Immutable. */
public record PerformancePage(Path file) {
    private static final String BEGIN = "<!-- measured: begin -->";
    private static final String END = "<!-- measured: end -->";

    /** What stands before the first section has no heading. */
    private static final String HEAD = "";

    /** Replaces what stands between the markers and leaves the rest alone. */
    public void put(String measured) throws IOException {
        String page = Files.readString(file);
        Place place = place(page);
        Files.writeString(file, page.substring(0, place.begin) + measured + page.substring(place.end));
    }

    /**
     * Replaces the sections that were measured, or adds them, and leaves the others alone. What stands before the first of
     * them, when and on which machine that was, is said in each.
     */
    public void putSections(String measured) throws IOException {
        String page = Files.readString(file);
        Map<String, String> sections = sections(place(page).of(page));
        Map<String, String> fresh = sections(measured);
        String head = fresh.remove(HEAD);
        fresh.forEach((heading, body) -> sections.put(heading, "\n" + head + body.stripLeading()));
        StringBuilder text = new StringBuilder();
        sections.forEach((heading, body) -> {
            if (!text.isEmpty()) {
                text.append('\n');
            }
            text.append((heading + body).strip()).append('\n');
        });
        put(text.toString());
    }

    /** The sections of a text by their headings, each heading with its line end. */
    private static Map<String, String> sections(String text) {
        Map<String, String> sections = new LinkedHashMap<>();
        String heading = HEAD;
        for (String line : text.split("(?<=\n)", -1)) {
            if (line.startsWith("### ")) {
                heading = line;
                sections.put(heading, "");
            } else {
                sections.merge(heading, line, String::concat);
            }
        }
        return sections;
    }

    /** Where what stands between the markers begins, and where it ends. */
    private record Place(int begin, int end) {
        String of(String page) {
            return page.substring(begin, end);
        }
    }

    private Place place(String page) throws IOException {
        int begin = page.indexOf(BEGIN + "\n");
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(file.getFileName() + " lacks the lines " + BEGIN + " and " + END + "; put them back");
        }
        return new Place(begin + BEGIN.length() + 1, end);
    }
}
