package dev.stoa.engine.evolution;

import static dev.stoa.storage.crash.Voice.say;

import dev.stoa.base.ConflictException;
import dev.stoa.engine.provider.Call;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.SettingsReader;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.storage.crash.Voice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that runs an evolution. Its arguments: the dialect, the folder, the database, and what is counted. It is
 * told after how many of these it is to stand still; then it says {@code stands} and waits for a word to go on.
 */
final class RunProcess {
    static final long SEED = 4;

    /** What a process counts before it stands still. */
    enum Counted {
        /** Stored steps of a run of policies. */
        STEPS,
        /** Calls of models in a run of debates that are stored. */
        CALLS;

        Scenario scenario() {
            return this == STEPS
                    ? EvolutionHall.scenario(
                            "split-100",
                            "max_generations",
                            "2",
                            "race_pool",
                            "4",
                            "cull_trials",
                            "1",
                            "epoch_size",
                            "3")
                    : SettingsReader.override(
                            ObservedDebateTest.models(),
                            Map.of("mutation_variants", "1", "shadow_trial_count", "5", "epoch_size", "1"));
        }
    }

    private RunProcess() {}

    /** What a model says, by the seed of its call alone. */
    static String answer(Call call) {
        return "{\"option\":\"" + (call.seed() % 3 == 0 ? "B" : "A") + "\",\"confidence\":0.8}";
    }

    public static void main(String[] args) throws Exception {
        Counted counted = Counted.valueOf(args[2]);
        try (EvolutionHall hall =
                EvolutionHall.at(Dialect.valueOf(args[0]), Path.of(args[1]), args.length > 3 ? args[3] : "")) {
            hall.engine();
            say("started");
            Stop stop = new Stop(Integer.parseInt(Voice.hear()));
            hall.says(call -> {
                if (counted == Counted.CALLS) {
                    stop.count();
                }
                return answer(call);
            });
            hall.engine().run(EvolutionHall.ME, counted.scenario(), SEED, Map.of(), new EvolutionListener() {
                @Override
                public void stored() {
                    if (counted == Counted.STEPS) {
                        stop.count();
                    }
                }
            });
            say("ended");
        } catch (ConflictException e) {
            say("refused " + e.code());
        }
    }

    /** Where the process stands still. */
    private static final class Stop {
        private final AtomicInteger counted = new AtomicInteger();
        private final int last;

        Stop(int last) {
            this.last = last;
        }

        void count() {
            if (counted.incrementAndGet() == last) {
                say("stands");
                try {
                    Voice.awaitWord();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    static Child start(Dialect dialect, Path folder, Counted counted, EvolutionHall hall) {
        return Child.start(RunProcess.class, dialect, folder, counted, hall.url());
    }
}
