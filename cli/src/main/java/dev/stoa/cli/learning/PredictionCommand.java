package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.JsonLines;
import dev.stoa.cli.console.SimulatedOption;
import dev.stoa.cli.text.Plural;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.rating.Calibration;
import dev.stoa.learning.rating.Prediction;
import dev.stoa.learning.rating.PredictionDraft;
import dev.stoa.learning.rating.Resolution;
import dev.stoa.learning.rating.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code prediction}: what agents expect, and how far to believe them. Used by one thread. */
@Command(
        name = "prediction",
        description = "Record predictions, resolve them, and show the calibration of agents.",
        addMethodSubcommands = false)
public final class PredictionCommand extends CommandGroup {
    @Command(
            name = "add",
            description = "Record a prediction; it replaces the agent's earlier one while the event is open.",
            footer = {
                "",
                "Fields of a line of --jsonl:",
                "  tournament_id, predictor_agent, predicted_winner, confidence, domain,",
                "  simulated"
            })
    int add(
            @Parameters(
                            paramLabel = "EVENT",
                            arity = "0..1",
                            description = "Id of the event, such as a debate or a match.")
                    @Nullable
                    String event,
            @Parameters(paramLabel = "PREDICTOR", arity = "0..1", description = "Name of the agent that predicts.")
                    @Nullable
                    String predictor,
            @Parameters(paramLabel = "WINNER", arity = "0..1", description = "Name of the predicted winner.") @Nullable
                    String winner,
            @Parameters(paramLabel = "CONFIDENCE", arity = "0..1", description = "Confidence, 0 to 1.") @Nullable
                    Double confidence,
            @Option(
                            names = "--domain",
                            paramLabel = "DOMAIN",
                            defaultValue = "general",
                            description = "Domain of the event (default: ${DEFAULT-VALUE})")
                    String domain,
            @Mixin JsonLines lines) {
        try (Stoa stoa = main.open()) {
            if (lines.given()) {
                return lines.add(
                        main,
                        object -> PredictionDraft.fromJson(JsonFields.of(object)),
                        stoa.learning().predictions().as(main.principal())::addAll,
                        added -> added.created());
            }
            if (event == null || predictor == null || winner == null || confidence == null) {
                throw Bounds.invalid(
                        "a prediction is EVENT PREDICTOR WINNER CONFIDENCE", "give all four, or many with --jsonl");
            }
            Added<Prediction> added = stoa.learning()
                    .predictions()
                    .as(main.principal())
                    .add(new PredictionDraft(event, predictor, winner, confidence, domain));
            Prediction prediction = added.value();
            main.print(
                    Json.object("prediction", prediction.document(), "created", added.created()),
                    List.of(prediction.predictorAgent() + " expects " + prediction.predictedWinner() + " to win "
                            + prediction.tournamentId() + " with " + prediction.confidence()));
            return 0;
        }
    }

    @Command(
            name = "resolve",
            description = "Close an event and score its predictions; repeating it changes nothing.",
            footer = {"", "Fields of a line of --jsonl:", "  tournament_id, winner, void"})
    int resolve(
            @Parameters(paramLabel = "EVENT", arity = "0..1", description = "Id of the event.") @Nullable String event,
            @Option(names = "--winner", paramLabel = "NAME", description = "Name of the winner.") @Nullable
                    String winner,
            @Option(names = "--void", description = "The event has no winner; its predictions are not scored.")
                    boolean isVoid,
            @Mixin JsonLines lines) {
        try (Stoa stoa = main.open()) {
            if (lines.given()) {
                return lines.add(
                        main,
                        object -> Result.OfEvent.fromJson(JsonFields.of(object)),
                        stoa.learning().predictions().as(main.principal())::resolveAll,
                        resolution -> !resolution.duplicate());
            }
            if (event == null) {
                throw Bounds.invalid("no event is given", "name it, or give many with --jsonl");
            }
            Resolution resolution =
                    stoa.learning().predictions().as(main.principal()).resolve(event, Result.of(winner, isVoid));
            main.print(
                    resolution.document(),
                    List.of((resolution.duplicate() ? "was resolved before: " : "")
                            + (resolution.isVoid() ? event + " is void" : resolution.winner() + " won " + event) + ", "
                            + Plural.of(resolution.resolved(), "prediction") + " "
                            + (resolution.isVoid() ? "closed" : "scored")));
            return 0;
        }
    }

    @Command(name = "calibration", description = "Show how well an agent's confidence matches its results.")
    void calibration(
            @Parameters(paramLabel = "NAME", description = "Name of the agent.") String name,
            @Option(names = "--domain", paramLabel = "DOMAIN", description = "Only predictions of this domain.")
                    @Nullable
                    String domain,
            @Mixin SimulatedOption simulated) {
        try (Stoa stoa = main.open()) {
            Calibration calibration =
                    stoa.learning().predictions().as(main.principal()).of(name, domain, simulated.value());
            main.print(Json.object("calibration", calibration.document()), words(calibration));
        }
    }

    private static List<String> words(Calibration calibration) {
        List<String> words = new ArrayList<>();
        words.add(String.format(
                Locale.ROOT,
                "%s was right in %,d of %,d predictions, vote weight %.2f",
                calibration.agentName(),
                calibration.correct(),
                calibration.n(),
                calibration.weight()));
        score(words, "Brier", calibration.brier());
        score(words, "log loss", calibration.logLoss());
        score(words, "calibration error", calibration.ece());
        Columns columns = new Columns();
        for (Calibration.Bucket bucket : calibration.buckets()) {
            if (bucket.accuracy() != null && bucket.meanConfidence() != null) {
                columns.row(
                        String.format(Locale.ROOT, "%.1f to %.1f", bucket.lo(), bucket.hi()),
                        String.format(Locale.ROOT, "said %.2f", bucket.meanConfidence()),
                        String.format(Locale.ROOT, "was %.2f", bucket.accuracy()),
                        "of " + bucket.n());
            }
        }
        words.addAll(columns.lines());
        return words;
    }

    private static void score(List<String> words, String name, @Nullable Double score) {
        if (score != null) {
            words.add(String.format(Locale.ROOT, "%s %.4f", name, score));
        }
    }
}
