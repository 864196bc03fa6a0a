package dev.stoa.cli.debate;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.ProgressLine;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.text.Plural;
import dev.stoa.debate.proof.ReplayAllReport;
import dev.stoa.debate.proof.ReplayReport;
import dev.stoa.debate.proof.StateReport;
import dev.stoa.debate.rules.outcome.HypotheticalCount;
import dev.stoa.debate.rules.teaching.Truth;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.engine.upkeep.GradeOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verbs that hold a debate against its record and against the truth. Used by one thread. */
final class DebateProofCommands {
    private DebateProofCommands() {}

    /** {@code debate replay}. */
    @Command(
            name = "replay",
            description = "Verify that record and outcome agree, or recount the votes with other settings.")
    static final class Replay implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private DebateCommand debate;

        @Parameters(paramLabel = "ID", arity = "0..1", description = "Session id, the end of it, or the debate id.")
        private @Nullable String id;

        @Option(names = "--all", description = "Verify every debate of the archive.")
        private boolean all;

        @Option(names = "--as-of", paramLabel = "SEQ", description = "Show the state right after this event.")
        private @Nullable Long asOf;

        @Option(names = "--voting", paramLabel = "RULE", description = "Recount the votes with this voting rule.")
        private @Nullable String voting;

        @Option(
                names = "--threshold",
                paramLabel = "X",
                description = "Recount the votes with this consensus threshold.")
        private @Nullable Double threshold;

        @Option(names = "--quorum", paramLabel = "N", description = "Recount the votes with this quorum.")
        private @Nullable Integer quorum;

        @Override
        public Integer call() {
            Invocation main = debate.main();
            if (all == (id != null)) {
                throw Bounds.invalid("debate replay takes an ID or --all", "give one of the two");
            }
            if (all && (asOf != null || voting != null || threshold != null || quorum != null)) {
                throw Bounds.invalid("--all verifies every debate, and recounts none", "name one debate");
            }
            try (Stoa stoa = debate.open()) {
                if (id == null) {
                    return all(main, stoa);
                }
                if (asOf != null) {
                    if (voting != null || threshold != null || quorum != null) {
                        throw Bounds.invalid("--as-of shows what was, and counts nothing otherwise", "leave it out");
                    }
                    StateReport state =
                            stoa.debate().replay().as(main.principal()).stateAt(id, asOf);
                    main.print(state.document(), ReplayText.state(state));
                    return 0;
                }
                ReplayReport report =
                        stoa.debate().replay().as(main.principal()).replay(id, whatIf());
                main.paint(report.document(), ReplayText.report(Screen.of(main.environment()), report));
                return report.ok() ? 0 : ExitCode.VERIFICATION_FAILED;
            }
        }

        private static int all(Invocation main, Stoa stoa) {
            Screen screen = Screen.of(main.environment());
            AtomicInteger done = new AtomicInteger();
            ReplayAllReport report;
            try (ProgressLine progress = new ProgressLine(main.environment(), 0)) {
                report = stoa.debate()
                        .replay()
                        .as(main.principal())
                        .all((one, of) -> progress.reached("debates replayed", done.incrementAndGet(), of));
            }
            List<String> lines = new ArrayList<>();
            report.bad().forEach(bad -> lines.addAll(ReplayText.report(screen, bad)));
            lines.addAll(ReplayText.register(screen, report.register()));
            lines.add(
                    report.bad().isEmpty()
                            ? proved(report.sessions()) + ": " + Plural.of(report.turns(), "turn") + ", "
                                    + Plural.of(report.events(), "event")
                            : report.bad().size() + " of " + Plural.of(report.sessions(), "debate")
                                    + (report.bad().size() == 1
                                            ? " does not prove itself"
                                            : " do not prove themselves"));
            main.paint(report.document(), lines);
            return report.ok() ? 0 : ExitCode.VERIFICATION_FAILED;
        }

        private static String proved(long debates) {
            if (debates == 0) {
                return "there is no debate to prove";
            }
            return debates == 1 ? "the one debate proves itself" : "all " + debates + " debates prove themselves";
        }

        private @Nullable HypotheticalCount whatIf() {
            if (voting == null && threshold == null && quorum == null) {
                return null;
            }
            return new HypotheticalCount(
                    voting == null ? null : VotingRule.of(voting),
                    threshold == null ? null : (Double) Bounds.real("threshold", threshold, 0.5, 1),
                    quorum == null ? null : (Integer) (int) Bounds.whole("quorum", quorum, 1, 16));
        }
    }

    /** {@code debate grade}. */
    @Command(name = "grade", description = "Record whether a debate was correct; a grade cannot be changed.")
    static final class Grade implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private DebateCommand debate;

        @Parameters(paramLabel = "ID", description = "Session id, the end of it, or the debate id.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String id;

        @Option(names = "--truth", paramLabel = "TEXT", description = "Correct answer as text.")
        private @Nullable String truth;

        @Option(names = "--option", paramLabel = "KEY", description = "Key of the correct option.")
        private @Nullable String option;

        @Option(names = "--correct", description = "The outcome is correct.")
        private boolean correct;

        @Option(names = "--wrong", description = "The outcome is wrong.")
        private boolean wrong;

        @Override
        public void run() {
            Invocation main = debate.main();
            Truth said = said();
            try (DebateConsole console = DebateConsole.open(main)) {
                GradeOutcome outcome = GradeOutcome.of(console.stoa(), console.engine(), main.principal(), id, said);
                Map<String, @Nullable Object> flips = outcome.flips();
                List<String> lines = new ArrayList<>();
                lines.add("graded " + SessionText.grade(Screen.of(main.environment()), outcome.grade()));
                lines.add("changes of mind: " + flips.get("wrong_to_right") + " to the right answer, "
                        + flips.get("right_to_wrong") + " away from it, " + flips.get("wrong_to_wrong")
                        + " between wrong ones");
                main.paint(outcome.document(), lines);
            }
        }

        private Truth said() {
            List<Truth> all = Stream.of(
                            truth == null ? null : new Truth.Answer(truth),
                            option == null ? null : new Truth.Option(option),
                            correct ? new Truth.Correct() : null,
                            wrong ? new Truth.Wrong() : null)
                    .filter(Objects::nonNull)
                    .map(given -> (Truth) given)
                    .toList();
            if (all.size() != 1) {
                throw Bounds.invalid(
                        all.isEmpty() ? "the grade is missing" : "the grade is given more than once",
                        "give one of --truth TEXT, --option KEY, --correct and --wrong");
            }
            return all.getFirst();
        }
    }
}
