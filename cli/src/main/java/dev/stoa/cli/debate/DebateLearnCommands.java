package dev.stoa.cli.debate;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.console.SimulatedOption;
import dev.stoa.engine.learn.LearningLoop;
import dev.stoa.engine.learn.Learnt;
import dev.stoa.json.Json;
import dev.stoa.learning.lesson.Lesson;
import dev.stoa.learning.lesson.LessonCategory;
import dev.stoa.learning.lesson.LessonFilter;
import dev.stoa.learning.lesson.LessonQuery;
import dev.stoa.learning.lesson.LessonStatistics;
import dev.stoa.learning.lesson.LessonTier;
import dev.stoa.learning.lesson.RankedLesson;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verbs about what debates have taught. Used by one thread. */
final class DebateLearnCommands {
    private DebateLearnCommands() {}

    /** {@code debate lessons}. */
    @Command(name = "lessons", description = "List or search the lessons that debates have produced.")
    static final class Lessons implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private DebateCommand debate;

        @Parameters(paramLabel = "ID", arity = "0..1", description = "Only lessons of this debate.")
        private @Nullable String id;

        @Option(
                names = "--query",
                paramLabel = "TEXT",
                description = "Search by words; the most useful lessons come first.")
        private @Nullable String query;

        @Option(
                names = "--category",
                paramLabel = "CATEGORY",
                split = ",",
                description = "Only lessons of these categories, separated by commas.")
        private List<String> categories = new ArrayList<>();

        @Option(
                names = "--domain",
                paramLabel = "DOMAIN",
                description = "Only lessons of this domain, and general ones.")
        private @Nullable String domain;

        @Option(
                names = "--min-tier",
                paramLabel = "TIER",
                defaultValue = "bronze",
                description = "Minimum tier: bronze, silver, gold or platinum (default: ${DEFAULT-VALUE})")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String tier;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private SimulatedOption simulated;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private PageOptions paging;

        @Override
        public void run() {
            Invocation main = debate.main();
            Screen screen = Screen.of(main.environment());
            Set<LessonCategory> wanted = EnumSet.noneOf(LessonCategory.class);
            categories.forEach(category -> wanted.add(LessonCategory.of(category)));
            try (Stoa stoa = debate.open()) {
                LessonFilter filter = LessonFilter.all()
                        .categories(wanted)
                        .domain(domain)
                        .minTier(LessonTier.of(tier))
                        .simulated(simulated.value())
                        .session(
                                id == null
                                        ? null
                                        : stoa.debate()
                                                .sessions()
                                                .as(main.principal())
                                                .get(id)
                                                .id());
                List<String> lines = new ArrayList<>();
                if (query != null) {
                    List<RankedLesson> found = stoa.learning()
                            .lessons()
                            .as(main.principal())
                            .search(new LessonQuery(query, filter, Math.min(paging.limit(), 100)));
                    found.forEach(hit -> lines.addAll(RecordText.lesson(screen, hit.lesson(), hit.score())));
                    main.paint(
                            Json.object(
                                    "items",
                                    found.stream().map(RankedLesson::document).toList(),
                                    "next",
                                    null),
                            none(lines));
                    return;
                }
                Page<Lesson> page =
                        stoa.learning().lessons().as(main.principal()).list(filter, paging.request());
                page.items().forEach(lesson -> lines.addAll(RecordText.lesson(screen, lesson, null)));
                main.paint(
                        Json.object(
                                "items",
                                page.items().stream().map(Lesson::document).toList(),
                                "next",
                                page.next()),
                        RecordText.more(none(lines), page.next()));
            }
        }

        private static List<String> none(List<String> lines) {
            return lines.isEmpty() ? List.of("no lessons") : lines;
        }
    }

    /** {@code debate learn}. */
    @Command(
            name = "learn",
            description = "Apply pending results of debates to memories, ratings and the other archives.")
    static final class Learn implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private DebateCommand debate;

        @Parameters(paramLabel = "ID", arity = "0..1", description = "Only results of this debate.")
        private @Nullable String id;

        @Option(names = "--retry-dead", description = "Also retry results whose attempts are used up.")
        private boolean retry;

        @Override
        public void run() {
            Invocation main = debate.main();
            main.showWarnings();
            try (Stoa stoa = debate.open()) {
                if (retry) {
                    stoa.debate().outbox().as(main.principal()).retryDead();
                }
                LearningLoop loop = LearningLoop.of(stoa.debate().outbox().as(main.principal()), stoa);
                Learnt learnt = id == null
                        ? loop.run()
                        : loop.run(stoa.debate()
                                .sessions()
                                .as(main.principal())
                                .get(id)
                                .id());
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
    @Command(
            name = "stats",
            description = "Show how often debates were correct, and what debating and lessons contributed.")
    static final class Stats implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private DebateCommand debate;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private SimulatedOption simulated;

        @Override
        public void run() {
            try (Stoa stoa = debate.open()) {
                LessonStatistics statistics =
                        stoa.learning().lessons().as(debate.main().principal()).statistics(simulated.value());
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
