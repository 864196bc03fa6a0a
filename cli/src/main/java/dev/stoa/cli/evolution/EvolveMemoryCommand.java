package dev.stoa.cli.evolution;

import dev.stoa.Stoa;
import dev.stoa.cli.console.Invocation;
import dev.stoa.evolution.memory.Strategy;
import dev.stoa.evolution.memory.StrategyCondition;
import dev.stoa.evolution.memory.StrategyField;
import dev.stoa.evolution.memory.StrategyHit;
import dev.stoa.evolution.memory.StrategyQuery;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code evolve memory}. Used by one thread. */
@Command(name = "memory", description = "Search what strategies led to; without a query, list the newest.")
final class EvolveMemoryCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private EvolveCommand evolve;

    @Parameters(paramLabel = "QUERY", arity = "0..1", description = "Text to search for.")
    private @Nullable String query;

    @Option(names = "--max-score", paramLabel = "N", description = "Only strategies with at most this score, -5 to 5.")
    private @Nullable Integer maxScore;

    @Option(names = "--tactic", paramLabel = "TACTIC", description = "Only strategies of this tactic.")
    private @Nullable String tactic;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "" + StrategyQuery.DEFAULT_LIMIT,
            description = "Maximum number of results, 1 to 100 (default: ${DEFAULT-VALUE})")
    private int limit;

    @Override
    public void run() {
        Invocation main = evolve.main();
        try (Stoa stoa = main.open()) {
            List<Object> items = new ArrayList<>();
            List<String> lines = new ArrayList<>();
            if (query == null) {
                for (Strategy each : stoa.evolution().strategies().newest(main.principal(), maxScore, tactic, limit)) {
                    items.add(each.document(null));
                    lines.add(EvolveText.strategy(each, null));
                }
            } else {
                for (StrategyHit hit : stoa.evolution().strategies().search(main.principal(), asked(query))) {
                    items.add(hit.strategy().document(hit.similarity()));
                    lines.add(EvolveText.strategy(hit.strategy(), hit.similarity()));
                }
            }
            main.print(
                    Json.object("items", items, "next", null),
                    lines.isEmpty() ? List.of("no strategy matches") : lines);
        }
    }

    private StrategyQuery asked(String text) {
        List<StrategyCondition> conditions = new ArrayList<>();
        if (maxScore != null) {
            conditions.add(StrategyCondition.le(StrategyField.JUDGE_SCORE, maxScore));
        }
        if (tactic != null) {
            conditions.add(StrategyCondition.eq(StrategyField.TACTICAL_CLASSIFICATION, tactic));
        }
        return StrategyQuery.of(text)
                .where(conditions.toArray(StrategyCondition[]::new))
                .limit(limit);
    }
}
