package dev.stoa.bench;

import java.util.Arrays;
import java.util.Iterator;

/**
 * What the command line asks for. Immutable.
 *
 * @param write whether the page of the guide is changed
 * @param only a word that the names of the benchmarks to run contain; empty for all
 * @param tiny whether to run just enough to see that everything works
 * @param help whether to tell the options and do nothing else
 * @param data a folder of public data to compare figures with; empty for none
 */
record Options(boolean write, String only, boolean tiny, boolean help, String data) {
    static final String HELP = """
            bench/run [--write] [--only WORD] [--tiny] [--data DIR]
              --write       puts the tables into docs/performance.md too
              --only WORD   runs the benchmarks whose name contains the word: start, sqlite, postgres, or one of
                            single, batch, callers, points, top, with the backend in front as in sqlite-single;
                            figures, with --data
              --tiny        runs everything for a moment, to see that it works; the numbers mean nothing
              --data DIR    compares the figures that are published for verdicts/verdicts.csv.gz and
                            forecasts/*.csv.gz in that folder with what comes out here""";

    /** Reads arguments, also several in one string as a build tool passes them. */
    static Options parse(String... arguments) {
        Iterator<String> words = Arrays.stream(String.join(" ", arguments).split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .iterator();
        Options options = new Options(false, "", false, false, "");
        while (words.hasNext()) {
            String word = words.next();
            options = switch (word) {
                case "--write" -> new Options(true, options.only, options.tiny, options.help, options.data);
                case "--only" ->
                    new Options(
                            options.write,
                            words.hasNext() ? words.next() : "",
                            options.tiny,
                            options.help,
                            options.data);
                case "--tiny" -> new Options(options.write, options.only, true, options.help, options.data);
                case "--data" ->
                    new Options(
                            options.write,
                            options.only,
                            options.tiny,
                            options.help,
                            words.hasNext() ? words.next() : "");
                default -> new Options(options.write, options.only, options.tiny, true, options.data);
            };
        }
        if (options.write && (options.tiny || !options.only.isEmpty())) {
            throw new IllegalArgumentException("--write wants a whole run; leave --only and --tiny out");
        }
        return options;
    }

    boolean wants(String benchmark) {
        return benchmark.contains(only);
    }
}
