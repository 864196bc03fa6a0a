package dev.stoa.server.console;

import dev.stoa.server.console.Lists.Listed;
import dev.stoa.server.console.learn.Countdown;
import dev.stoa.server.console.learn.LearnColumns;
import dev.stoa.server.console.learn.Rate;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Filters;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was learned: the newest memories, lessons, critiques and what became of them, and breakers. Stateless. */
final class LearningPages {
    private static final int TITLE = 120;
    private static final String SIMULATED = "simulated";
    private static final String CURSOR = "cursor";
    private static final String FIRST =
            "stoa critique add --debate d-1 --agent ana --issue \"The test is flaky\" --severity 0.6";

    private LearningPages() {}

    static List<Page> pages() {
        return List.of(
                Lists.page(list(
                        "memory/newest",
                        "Memories",
                        "What is remembered, the newest first, with its tier and what became of it.",
                        "memories",
                        "memory list",
                        "stoa memory add \"The till of gate 3 restarts at noon\"",
                        List.of("namespace", "tier", CURSOR),
                        LearnColumns.MEMORIES)),
                Lists.page(list(
                        "memory/transitions",
                        "Moves",
                        "Which memories went to another tier, the newest first, and why. Faster tiers forget sooner.",
                        "memories/transitions",
                        "memory transitions",
                        "stoa memory add \"The lift is out of order\" --id lift && stoa memory promote lift --reason \"asked for every day\"",
                        List.of("from_tier", "to_tier", CURSOR),
                        LearnColumns.MOVES)),
                Lists.page(
                        new Listed(
                                "lessons",
                                Wing.DEBATES,
                                Scope.READ_AGENT,
                                "Lessons",
                                "What debates taught, how often it helped those that were shown it, and how sure that"
                                        + " is.",
                                "lessons",
                                "debate lessons",
                                "stoa debate grade ID --correct",
                                List.of("query", "category", "domain", "min_tier", SIMULATED, CURSOR),
                                LearnColumns.LESSONS),
                        LearningPages::lesson),
                new Page("lessons/{id}", "lesson", Wing.DEBATES, Scope.READ_AGENT, LearningPages::lesson),
                new Page(
                        "critiques",
                        "critiques",
                        Wing.LEARNING,
                        Scope.READ_AGENT,
                        List.of("debate_id", SIMULATED, CURSOR),
                        LearningPages::critiques),
                Lists.page(
                        list(
                                "patterns",
                                "Patterns",
                                "Issues that come back, by how often raising them helped.",
                                "patterns?limit=100",
                                "critique patterns",
                                FIRST + " --key first && stoa critique resolve first --improved",
                                List.of("q", "issue_type", "min_success"),
                                LearnColumns.PATTERNS),
                        pattern -> pattern.and("rate", rate(pattern, "success_count", "failure_count"))),
                Lists.page(
                        list(
                                "reputation",
                                "Reputation",
                                "Whose proposals were accepted and whose critiques helped, and what a vote weighs for"
                                        + " it.",
                                "reputations",
                                "critique reputation",
                                FIRST,
                                List.of(CURSOR),
                                LearnColumns.REPUTATION),
                        LearningPages::reputation),
                Lists.page(
                        new Listed(
                                "breakers",
                                Wing.LEARNING,
                                Scope.READ,
                                "Breakers",
                                "Which models are left alone for a while, until when, and why.",
                                "breakers",
                                "breaker list",
                                "stoa breaker list",
                                List.of(),
                                LearnColumns.BREAKERS),
                        (breaker, now) -> breaker(breaker, now)));
    }

    private static Listed list(
            String path,
            String title,
            String about,
            String api,
            String command,
            String first,
            List<String> filters,
            List<Column> columns) {
        return new Listed(path, Wing.LEARNING, Scope.READ_AGENT, title, about, api, command, first, filters, columns);
    }

    private static String rate(Doc doc, String good, String bad) {
        return new Rate(doc.whole(good), doc.whole(good) + doc.whole(bad)).said();
    }

    private static Doc lesson(Doc lesson) {
        return lesson.and("rate", new Rate(lesson.whole("successes"), lesson.whole("uses")).said());
    }

    private static Doc reputation(Doc agent) {
        return agent.and("accepted", new Rate(agent.whole("proposals_accepted"), agent.whole("proposals_made")).said())
                .and("valuable", new Rate(agent.whole("critiques_valuable"), agent.whole("critiques_given")).said());
    }

    /** A closed breaker is neither tried again nor reset. */
    private static Doc breaker(Doc breaker, Instant now) {
        return breaker.raw("state").equals("closed")
                ? breaker
                : breaker.and("away", breaker.raw("name")).and("retry", Countdown.until(breaker.raw("retry_at"), now));
    }

    private static View lesson(Asked asked) throws Exception {
        Doc lesson =
                lesson(asked.read("lesson", "lessons/" + asked.segment("id")).doc("lesson"));
        return View.titled("lesson", lesson.text("title", TITLE))
                .below("Lessons", "/lessons")
                .command("debate lessons")
                .with("lesson", lesson)
                .with("facts", LearnColumns.LESSON)
                .with("sources", new Shown("Where it was learnt", LearnColumns.SOURCES, lesson.docs("sources")));
    }

    private static View critiques(Asked asked) throws Exception {
        List<String> names = List.of("debate_id", SIMULATED, CURSOR);
        Here api = new Here("critiques", Map.of());
        Here here = new Here("/critiques", Map.of());
        for (String name : names) {
            @Nullable String value = asked.query(name);
            if (value != null) {
                api = api.with(name, value);
                here = here.with(name, value);
            }
        }
        Doc found = asked.read("critiques", api.href());
        return View.of("critiques", "Critiques")
                .command("critique list")
                .with("items", found.docs("items"))
                .with("first", FIRST)
                .with("filters", Filters.of(names, asked::query))
                .with(
                        "next",
                        found.has("next") ? here.with(CURSOR, found.raw("next")).href() : "");
    }
}
