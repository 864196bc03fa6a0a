package dev.stoa.cli.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.cli.console.Documents;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.evolution.profile.Blame;
import dev.stoa.evolution.profile.LineageStep;
import dev.stoa.evolution.profile.ProfileDiff;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The verbs about profiles and verdicts. Used by one thread. */
final class EvolveProfileCommands {
    private EvolveProfileCommands() {}

    /** {@code evolve lineage}. */
    @Command(name = "lineage", description = "Show where a profile comes from, or all profiles of a run.")
    static final class Lineage extends EvolveVerb {
        @Parameters(paramLabel = "RUN|PROFILE", description = "Id of a run or of a profile.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String id;

        @Override
        void show(Invocation main, Stoa stoa) {
            boolean profile =
                    stoa.evolution().profiles().find(main.principal(), id).isPresent();
            List<LineageStep> steps = profile
                    ? stoa.evolution().profiles().lineage(main.principal(), id)
                    : stoa.evolution()
                            .profiles()
                            .tree(
                                    main.principal(),
                                    stoa.evolution()
                                            .runs()
                                            .get(main.principal(), id)
                                            .id());
            main.print(
                    Json.object(
                            "root",
                            profile ? steps.getFirst().profile().id() : id,
                            "items",
                            steps.stream().map(LineageStep::document).toList()),
                    EvolveText.lineage(steps));
        }
    }

    /** {@code evolve diff}. */
    @Command(name = "diff", description = "Show what distinguishes two profiles.")
    static final class Diff extends EvolveVerb {
        @Parameters(index = "0", paramLabel = "PROFILE", description = "Id of the first profile.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String first;

        @Parameters(index = "1", paramLabel = "PROFILE", description = "Id of the second profile.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String second;

        @Override
        void show(Invocation main, Stoa stoa) {
            ProfileDiff diff = stoa.evolution().profiles().diff(main.principal(), first, second);
            main.print(diff.document(), EvolveText.diff(diff));
        }
    }

    /** {@code evolve blame}. */
    @Command(
            name = "blame",
            description =
                    "Show for each line of a strategy and each parameter which profile had it first, and the trial"
                            + " that accepted it.")
    static final class BlameVerb extends EvolveVerb {
        @Parameters(paramLabel = "PROFILE", description = "Id of the profile.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String profile;

        @Override
        void show(Invocation main, Stoa stoa) {
            List<Blame> blames = stoa.evolution().profiles().blame(main.principal(), profile);
            main.print(
                    Json.object(
                            "profile_id",
                            profile,
                            "items",
                            blames.stream().map(Blame::document).toList()),
                    EvolveText.blame(blames));
        }
    }

    /** {@code evolve verdicts}. */
    @Command(name = "verdicts", description = "List what was decided about every candidate of a run, oldest first.")
    static final class Verdicts extends EvolveVerb {
        @Parameters(paramLabel = "RUN", description = "Id of the run.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String run;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private PageOptions paging;

        @Override
        void show(Invocation main, Stoa stoa) {
            Page<Verdict> page = stoa.evolution().verdicts().page(main.principal(), run, paging.request());
            List<String> lines = new ArrayList<>(EvolveText.verdicts(page.items()));
            if (page.next() != null) {
                lines.add("more with --cursor " + page.next());
            }
            main.print(Documents.page(page, Verdict::document), lines);
        }
    }

    /** {@code evolve observe}. */
    @Command(
            name = "observe",
            description = "Compare two profiles by their scores in graded debates and store the verdict; the next"
                    + " generation deploys an accepted candidate.")
    static final class Observe extends EvolveVerb {
        @Parameters(index = "0", paramLabel = "CANDIDATE", description = "Id of the profile that may be better.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String candidate;

        @Parameters(index = "1", paramLabel = "INCUMBENT", description = "Id of the profile it is compared with.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String incumbent;

        @Override
        void show(Invocation main, Stoa stoa) {
            Verdict verdict = main.engines(stoa).evolutionDecisions().observe(main.principal(), candidate, incumbent);
            main.print(verdict.document(), List.of(EvolutionView.words(verdict)));
        }
    }
}
