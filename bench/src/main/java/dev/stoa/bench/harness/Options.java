package dev.stoa.bench.harness;

import dev.stoa.bench.search.JudgedFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for. Immutable.
 *
 * @param write whether the page of the guide is changed
 * @param only a word that the names of the benchmarks to run contain; empty for all
 * @param tiny whether to run just enough to see that everything works
 * @param help whether to tell the options and do nothing else
 * @param data a folder of public data to compare figures with; empty for none
 * @param corpus the texts of a judged collection to search in besides our own
 * @param queries what is searched for in them
 * @param qrels what answers it
 * @param rows how many rows growth goes to; 0 for as many as it is meant for
 */
public record Options(
        boolean write,
        String only,
        boolean tiny,
        boolean help,
        String data,
        @Nullable Path corpus,
        @Nullable Path queries,
        @Nullable Path qrels,
        int rows) {
    private static final int FEWEST_ROWS = 10_000;
    private static final int MOST_ROWS = 10_000_000;

    /** What --only may name so that all that comes of it are whole sections of the page. */
    private static final List<String> SECTIONS = List.of(
            "sqlite",
            "postgres",
            "learning",
            "debate",
            "closed",
            "society",
            "counsel",
            "evolution",
            "server",
            "start",
            "retrieval");

    public static final String HELP = """
            bench/run [--write] [--only WORD] [--tiny] [--rows N] [--data DIR] [--corpus PATH --queries PATH --qrels PATH]
              --write       puts the tables into docs/performance.md too: all of them, or with --only the sections of
                            sqlite, postgres, learning, debate, closed, society, counsel, evolution, server, start
                            or retrieval
              --only WORD   runs the benchmarks whose name contains the word: start, sqlite, postgres, or one of
                            single, batch, callers, points, top, with the backend in front as in sqlite-single;
                            learning, or one of learning-memory, -consensus, -rating, -critique, -evidence, -breaker,
                            -first; debate; closed (closed questions); society; counsel; evolution; server;
                            retrieval; figures, with --data; growth (the counsel with a million rows), improvement (how far
                            evolutions get over 100 seeds), move (all archives to PostgreSQL and back) and
                            scale (four processes at one PostgreSQL; or one of
                            scale-hot, -recording, -message, -outcome, -match, -turn, the last four also with -one
                            behind for one caller), which take minutes and run only when they are named
              --tiny        runs everything for a moment, to see that it works; the numbers mean nothing
              --rows N      lets growth end at fewer or more rows than a million, 10,000 to 10,000,000
              --data DIR    compares the figures that are published for verdicts/verdicts.csv.gz and
                            forecasts/*.csv.gz in that folder with what comes out here
              --corpus, --queries, --qrels
                            a judged collection for retrieval: JSON Lines with _id, title, text (and document_id,
                            position), JSON Lines with _id, text, and lines of query, passage and grade separated by
                            tabs; each may end in .gz""";

    /** Reads arguments, also several in one string as a build tool passes them. */
    public static Options parse(String... arguments) {
        Iterator<String> words = Arrays.stream(String.join(" ", arguments).split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .iterator();
        boolean write = false;
        String only = "";
        boolean tiny = false;
        boolean help = false;
        String data = "";
        Path corpus = null;
        Path queries = null;
        Path qrels = null;
        int rows = 0;
        while (words.hasNext()) {
            switch (words.next()) {
                case "--write" -> write = true;
                case "--only" -> only = words.hasNext() ? words.next() : "";
                case "--tiny" -> tiny = true;
                case "--rows" -> rows = rows(words);
                case "--data" -> data = folder(words);
                case "--corpus" -> corpus = path("--corpus", words);
                case "--queries" -> queries = path("--queries", words);
                case "--qrels" -> qrels = path("--qrels", words);
                default -> help = true;
            }
        }
        if (write && (tiny || !(only.isEmpty() || SECTIONS.contains(only)))) {
            throw new IllegalArgumentException("--write wants a whole run, or --only with a section: "
                    + String.join(", ", SECTIONS) + "; leave --tiny out");
        }
        boolean some = corpus != null || queries != null || qrels != null;
        if (some && (corpus == null || queries == null || qrels == null)) {
            throw new IllegalArgumentException("a collection is --corpus, --queries and --qrels; give all three");
        }
        return new Options(write, only, tiny, help, data, corpus, queries, qrels, rows);
    }

    private static int rows(Iterator<String> words) {
        String given = words.hasNext() ? words.next() : "";
        if (!given.matches("\\d{5,8}")
                || Integer.parseInt(given) < FEWEST_ROWS
                || Integer.parseInt(given) > MOST_ROWS) {
            throw new IllegalArgumentException("--rows wants a number from 10000 to 10000000");
        }
        return Integer.parseInt(given);
    }

    private static Path path(String option, Iterator<String> words) {
        if (!words.hasNext()) {
            throw new IllegalArgumentException(option + " wants a path");
        }
        Path path = Path.of(words.next());
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new IllegalArgumentException(option + " " + path + " is no file that can be read");
        }
        return path;
    }

    private static String folder(Iterator<String> words) {
        String folder = words.hasNext() ? words.next() : "";
        if (folder.isEmpty() || !Files.isDirectory(Path.of(folder))) {
            throw new IllegalArgumentException(
                    "--data wants a folder" + (folder.isEmpty() ? "" : "; " + folder + " is none"));
        }
        return folder;
    }

    public boolean wants(String benchmark) {
        return benchmark.contains(only);
    }

    /** The collection that is given. */
    public Optional<JudgedFiles> collection() {
        return corpus == null || queries == null || qrels == null
                ? Optional.empty()
                : Optional.of(new JudgedFiles(corpus, queries, qrels));
    }
}
