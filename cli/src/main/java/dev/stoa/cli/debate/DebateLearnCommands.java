package dev.stoa.cli.debate;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.Screen;
import dev.stoa.debate.Lesson;
import dev.stoa.debate.LessonFilter;
import dev.stoa.debate.LessonQuery;
import dev.stoa.debate.LessonStatistics;
import dev.stoa.debate.RankedLesson;
import dev.stoa.debate.rules.LessonCategory;
import dev.stoa.debate.rules.LessonTier;
import dev.stoa.engine.learn.LearningLoop;
import dev.stoa.engine.learn.Learnt;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verbs about what debates have taught. Used by one thread. */
final class DebateLearnCommands {
    private DebateLearnCommands() {}

    /** {@code debate lessons}. */
    @Command(name = "lessons", description = "List or search what debates have taught about their problems.")
    static final class Lessons implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private DebateCommand debate;

        @Parameters(paramLabel = "ID", arity = "0..1", description = "Only those that this debate taught.")
        private @Nullable String id;

        @Option(names = "--query", paramLabel = "TEXT", description = "Search by words, the most useful first.")
        private @Nullable String query;

        @Option(names = "--category", paramLabel = "C", split = ",", description = "Only of these categories.")
        private List<String> categories = new ArrayList<>();

        @Option(names = "--domain", paramLabel = "D", description = "Only of this domain, and general ones.")
        private @Nullable String domain;

        @Option(
                names = "--min-tier",
                paramLabel = "T",
                defaultValue = "bronze",
                description = "bronze, silver, gold or platinum: how well they have proved themselves.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String tier;

        @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "At most so many.")
        private int limit;

        @Option(names = "--cursor", paramLabel = "C", description = "Where the page before ended.")
        private @Nullable String cursor;

        @Override
        public void run() {
            Invocation main = debate.main();
            Screen screen = Screen.of(main.around());
            Set<LessonCategory> wanted = EnumSet.noneOf(LessonCategory.class);
            categories.forEach(category -> wanted.add(LessonCategory.of(category)));
            try (Stoa stoa = debate.open()) {
                LessonFilter filter = LessonFilter.all()
                        .categories(wanted)
                        .domain(domain)
                        .minTier(LessonTier.of(tier))
                        .session(
                                id == null
                                        ? null
                                        : stoa.debate().sessions().get(id).id());
                List<String> lines = new ArrayList<>();
                if (query != null) {
                    List<RankedLesson> found =
                            stoa.debate().lessons().search(new LessonQuery(query, filter, Math.min(limit, 100)));
                    found.forEach(hit -> lines.addAll(RecordText.lesson(screen, hit.lesson(), hit.score())));
                    main.print(
                            Json.object(
                                    "items",
                                    found.stream().map(RankedLesson::document).toList(),
                                    "next",
                                    null),
                            none(lines));
                    return;
                }
                Page<Lesson> page = stoa.debate().lessons().list(filter, new Page.Request(limit, cursor));
                page.items().forEach(lesson -> lines.addAll(RecordText.lesson(screen, lesson, null)));
                main.print(
                        Json.object(
                                "items",
                                page.items().stream().map(Lesson::document).toList(),
                                "next",
                                page.next()),
                        RecordText.more(none(lines), page.next()));
            }
        }

        private static List<String> none(List<String> lines) {
            return lines.isEmpty() ? List.of("there is no such lesson") : lines;
        }
    }

    /** {@code debate learn}. */
    @Command(
            name = "learn",
            description = "Teach the other archives what debates have found and is still to be taught.")
    static final class Learn implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private DebateCommand debate;

        @Parameters(paramLabel = "ID", arity = "0..1", description = "Only of this debate.")
        private @Nullable String id;

        @Option(names = "--retry-dead", description = "Also what was given up.")
        private boolean retry;

        @Override
        public void run() {
            Invocation main = debate.main();
            try (Stoa stoa = debate.open()) {
                if (retry) {
                    stoa.debate().outbox().retryDead();
                }
                LearningLoop loop = LearningLoop.of(stoa.debate().outbox(), stoa);
                Learnt learnt = id == null
                        ? loop.run()
                        : loop.run(stoa.debate().sessions().get(id).id());
                main.print(
                        learnt.document(),
                        List.of(String.format(
                                Locale.ROOT,
                                "%,d applied, %,d still to come, %,d given up",
                                learnt.applied(),
                                learnt.pending(),
                                learnt.dead())));
            }
        }
    }

    /** {@code debate stats}. */
    @Command(name = "stats", description = "Tell how often debates were right, and what debating and lessons added.")
    static final class Stats implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private DebateCommand debate;

        @Override
        public void run() {
            try (Stoa stoa = debate.open()) {
                LessonStatistics statistics = stoa.debate().lessons().statistics();
                debate.main().print(statistics.document(), lines(statistics));
            }
        }

        private static List<String> lines(LessonStatistics all) {
            Columns columns = new Columns();
            columns.row(
                    "debates",
                    all.debatesByStatus().isEmpty()
                            ? "none"
                            : all.debatesByStatus().entrySet().stream()
                                    .map(status -> status.getValue() + " " + status.getKey())
                                    .collect(Collectors.joining(", ")));
            columns.row("right", share(all.debate()));
            columns.row("a vote of the drafts", share(all.draftVote()));
            columns.row("the best agent alone", share(all.bestSolo()));
            columns.row("with lessons", share(all.shown()));
            columns.row("lessons held back", share(all.holdout()));
            columns.row(
                    "changes of mind",
                    all.flips().wrongToRight() + " to the right answer, "
                            + all.flips().rightToWrong() + " away from it, "
                            + all.flips().wrongToWrong() + " between wrong ones, "
                            + all.flips().unknown() + " unknown");
            columns.row(
                    "lessons",
                    all.lessons().active() + " active, " + all.lessons().expired() + " expired");
            return columns.lines();
        }

        private static String share(LessonStatistics.Share share) {
            Double accuracy = share.accuracy();
            return accuracy == null
                    ? "no graded debate"
                    : share.correct() + " of " + share.sessions()
                            + String.format(Locale.ROOT, " (%.0f %%)", accuracy * 100);
        }
    }
}
