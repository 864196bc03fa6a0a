package dev.stoa.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page of the guide that shows the last run, between two markers. Immutable. */
public record PerformancePage(Path file) {
    private static final String BEGIN = "<!-- measured: begin -->";
    private static final String END = "<!-- measured: end -->";

    /** Replaces what stands between the markers and leaves the rest alone. */
    public void put(String measured) throws IOException {
        String page = Files.readString(file);
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(file.getFileName() + " lacks the lines " + BEGIN + " and " + END + "; put them back");
        }
        String text = page.substring(0, begin + BEGIN.length()) + "\n" + measured + page.substring(end);
        Files.writeString(file, text);
    }
}
