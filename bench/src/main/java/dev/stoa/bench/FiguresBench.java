package dev.stoa.bench;

import dev.stoa.learning.rating.BradleyTerryFit;
import dev.stoa.learning.rating.Calibration;
import dev.stoa.learning.rating.JudgeReport;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.learning.rating.PredictionDraft;
import dev.stoa.learning.rating.Predictions;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.learning.rating.Ratings;
import dev.stoa.learning.rating.Result;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Bulk;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Public data, put through the stores and compared with the figures that are published for them. Not thread-safe. It
 * measures what comes out, not how fast.
 */
final class FiguresBench {
    private static final int PORTION = 500;

    private final Path data;
    private final Path folder;
    private final List<String> lines = new ArrayList<>();

    /**
     * A comparison.
     *
     * @param data the folder with {@code verdicts/verdicts.csv.gz} and {@code forecasts/*.csv.gz}
     * @param folder an empty folder for databases
     */
    FiguresBench(Path data, Path folder) {
        this.data = data;
        this.folder = folder;
    }

    /** The lines of a table. */
    List<String> run() throws IOException {
        lines.add("| figure | published | here | |");
        lines.add("|---|---:|---:|---|");
        verdicts();
        forecasts("NBA", "nba_games.csv.gz", 0.2147, 0.6191, 0.0484);
        forecasts("NFL", "nfl_games.csv.gz", 0.2211, Double.NaN, Double.NaN);
        return List.copyOf(lines);
    }

    /** What one order of the verdicts came to. */
    private record Outcome(Map<String, Double> elo, Map<String, Double> bradleyTerry) {}

    private void verdicts() throws IOException {
        List<MatchDraft> drafts = new ArrayList<>();
        for (String[] row : rows(data.resolve("verdicts/verdicts.csv.gz"))) {
            Map<String, Double> scores = new LinkedHashMap<>();
            scores.put(row[1], row[4].equals("2") ? 0.0 : 1.0);
            scores.put(row[2], row[4].equals("1") ? 0.0 : 1.0);
            drafts.add(MatchDraft.of("verdict" + drafts.size(), scores)
                    .judge(row[0])
                    .ordered(true));
        }
        List<Outcome> outcomes = new ArrayList<>();
        try (Archive archive = archive("filed")) {
            Ratings ratings = Ratings.over(archive, InstantSource.system());
            outcomes.add(record(ratings, drafts));
            judges(ratings, drafts);
        }
        List<MatchDraft> turned = new ArrayList<>(drafts);
        Collections.reverse(turned);
        for (int order = 0; order < 3; order++) {
            try (Archive archive = archive("order" + order)) {
                outcomes.add(record(Ratings.over(archive, InstantSource.system()), turned));
            }
            Collections.shuffle(turned, new Random(order));
        }
        line(
                "online Elo, points that the order of verdicts moves an agent",
                "200 and more",
                spread(outcomes.stream().map(Outcome::elo).toList()),
                200,
                Double.MAX_VALUE);
        line(
                "Bradley-Terry, points that it moves one",
                "0",
                spread(outcomes.stream().map(Outcome::bradleyTerry).toList()),
                0,
                1e-6);
    }

    /** Each judge's report, and the share of the first shown over all of them. */
    private void judges(Ratings ratings, List<MatchDraft> drafts) {
        Map<String, Long> decided = drafts.stream()
                .filter(draft -> draft.scores().containsValue(0.0))
                .collect(Collectors.groupingBy(
                        draft -> String.valueOf(draft.judge()), TreeMap::new, Collectors.counting()));
        double won = 0;
        List<String> reports = new ArrayList<>();
        for (Map.Entry<String, Long> judge : decided.entrySet()) {
            JudgeReport report = ratings.judge(judge.getKey());
            won += or0(report.firstRate()) * judge.getValue();
            reports.add(String.format(
                    Locale.ROOT,
                    "| judge %s: first shown wins; itself by its own verdict, and by others' | – "
                            + "| %.3f [%.3f, %.3f]; %.3f, %.3f | |",
                    report.judge(),
                    or0(report.firstRate()),
                    or0(report.firstLow()),
                    or0(report.firstHigh()),
                    or0(report.selfRate()),
                    or0(report.othersRate())));
        }
        double all = decided.values().stream().mapToLong(Long::longValue).sum();
        line("first shown wins, of decided verdicts", "about 0.54", won / all, 0.535, 0.545);
        lines.addAll(reports);
    }

    private static double or0(@Nullable Double share) {
        return share == null ? 0 : share;
    }

    private static Outcome record(Ratings ratings, List<MatchDraft> drafts) {
        for (int from = 0; from < drafts.size(); from += PORTION) {
            done(ratings.recordAll(drafts.subList(from, Math.min(from + PORTION, drafts.size())), true));
        }
        Map<String, Double> elo = new HashMap<>();
        Map<String, Double> fitted = new HashMap<>();
        for (BradleyTerryFit.Strength agent : ratings.bradleyTerry(null).agents()) {
            elo.put(agent.agentName(), ratings.elo(agent.agentName(), null));
            fitted.put(agent.agentName(), agent.rating());
        }
        return new Outcome(elo, fitted);
    }

    /** The largest difference that one agent has over all orders. */
    private static double spread(List<Map<String, Double>> orders) {
        double spread = 0;
        for (String agent : orders.getFirst().keySet()) {
            double[] values = orders.stream()
                    .mapToDouble(order -> order.getOrDefault(agent, Double.NaN))
                    .sorted()
                    .toArray();
            spread = Math.max(spread, values[values.length - 1] - values[0]);
        }
        return spread;
    }

    private void forecasts(String league, String file, double brier, double logLoss, double ece) throws IOException {
        String predictor = "forecaster";
        List<PredictionDraft> drafts = new ArrayList<>();
        List<Result.OfEvent> ended = new ArrayList<>();
        for (String[] row : rows(data.resolve("forecasts").resolve(file))) {
            String event = league + drafts.size();
            drafts.add(PredictionDraft.of(event, predictor, row[2], Double.parseDouble(row[4])));
            // A game that nobody won was not won by the team that was named.
            double won = Double.parseDouble(row[5]);
            ended.add(new Result.OfEvent(event, Result.winner(won == 1 ? row[2] : won == 0 ? row[3] : "nobody")));
        }
        try (Archive archive = archive(league)) {
            Predictions predictions = Predictions.over(archive, InstantSource.system());
            done(predictions.addAll(drafts, true));
            done(predictions.resolveAll(ended, true));
            Calibration calibration = predictions.of(predictor, null);
            String games = String.format(Locale.ROOT, "%s, %,d games", league, calibration.n());
            figure(games + ": Brier", brier, calibration.brier());
            figure(games + ": log loss", logLoss, calibration.logLoss());
            figure(games + ": calibration error", ece, calibration.ece());
        }
    }

    /** A figure that is published with four decimals, or not at all. */
    private void figure(String name, double published, @Nullable Double here) {
        double value = here == null ? Double.NaN : here;
        if (Double.isNaN(published)) {
            lines.add(String.format(Locale.ROOT, "| %s | – | %.4f | |", name, value));
        } else {
            line(name, String.format(Locale.ROOT, "%.4f", published), value, published - 5e-5, published + 5e-5);
        }
    }

    private void line(String name, String published, double here, double least, double most) {
        lines.add(String.format(
                Locale.ROOT,
                "| %s | %s | %.4f | %s |",
                name,
                published,
                here,
                here >= least && here <= most ? "met" : "**missed**"));
    }

    private static <T> void done(List<Bulk.Result<T>> results) {
        for (Bulk.Result<T> result : results) {
            if (result instanceof Bulk.Result.Refused<T> refused) {
                throw refused.error();
            }
        }
    }

    private Archive archive(String name) throws IOException {
        return SqliteArchive.open(
                RatingArchive.SCHEMA,
                Files.createDirectories(folder.resolve(name)),
                StorageSettings.defaults(),
                InstantSource.system());
    }

    /** The rows of a compressed table without quotes, but its head. */
    private static List<String[]> rows(Path file) throws IOException {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return reader.lines().skip(1).map(line -> line.split(",", -1)).toList();
        }
    }
}
