package dev.stoa.debate.rules.reply;

import dev.stoa.debate.rules.voting.Options;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The reading of a reply's object, or of a stored one. Immutable, safe from any thread. Anything that does not match the form is
 * refused; nothing is clamped or guessed.
 */
final class ParsedReplyReader {
    static final int ANSWER = 8_000;
    static final int REASONING = 20_000;
    static final int CODE = 262_144;
    static final int REMARK = 2_000;
    static final int LONG_REMARK = 4_000;
    static final int FOCUS = 200;
    static final int NAME = 200;
    static final int ID = 64;
    static final int EVIDENCE_ID = 255;
    static final int CLAIMS = 32;
    static final int EVIDENCE = 32;
    static final int FEW = 16;
    static final int QUESTIONS = 5;
    static final int CRITIQUES = 20;
    static final int FINDINGS = 20;
    static final int IMPROVEMENTS = 10;
    static final int CONCERNS = 8;
    static final int LESSONS = 3;
    static final int BIDS = 3;
    static final int TESTS = 10;
    static final List<String> ACTIONS = List.of("concede", "rebut");
    static final List<String> SEVERITIES = List.of("critical", "high", "medium", "low");
    static final List<String> LESSON_CATEGORIES = List.of(
            "pattern",
            "anti_pattern",
            "architecture",
            "optimization",
            "security",
            "refactoring",
            "debugging",
            "testing",
            "documentation",
            "best_practice");

    private static final Pattern CRITIQUE_ID = Pattern.compile("[1-9][0-9]{0,8}\\.[1-9][0-9]{0,1}");
    private static final ParsedReplyReader STORED = new ParsedReplyReader(ReplyContext.open(Options.MOST), true);

    private final ReplyContext context;
    // A stored object was demanded and checked when it came; what was demanded then is not known any more.
    private final boolean stored;

    private ParsedReplyReader(ReplyContext context, boolean stored) {
        this.context = context;
        this.stored = stored;
    }

    static ParsedReply stored(ReplyKind kind, Map<String, @Nullable Object> document) {
        ParsedReply said = STORED.read(kind, new ReplyFields(document, ""));
        if (said == null) {
            throw new ReplyFields(document, "").wrong("abstain", "is not stored");
        }
        return said;
    }

    /** What a reply says, or null if its author abstains. */
    static @Nullable ParsedReply reply(ReplyKind kind, Map<?, ?> object, ReplyContext context) {
        return new ParsedReplyReader(context, false).read(kind, new ReplyFields(object, ""));
    }

    private @Nullable ParsedReply read(ReplyKind kind, ReplyFields fields) {
        return switch (kind) {
            case QUESTION -> questions(fields);
            case POSITION -> abstains(fields, "answer", "option", "code") ? null : position(fields);
            case CRITIQUE -> critiques(fields);
            case REVIEW -> reviews(fields);
            case ATTACK -> attack(fields);
            case DEFENCE -> defence(fields);
            case BALLOT -> abstains(fields, "vote") ? null : vote(fields);
            case PLAN -> plan(fields);
            case TESTS -> tests(fields);
        };
    }

    /** Whether the author abstains; who abstains and chooses at once has said nothing. */
    private static boolean abstains(ReplyFields fields, String... choices) {
        if (!fields.flag("abstain")) {
            return false;
        }
        for (String choice : choices) {
            if (fields.has(choice)) {
                throw fields.wrong("abstain", "is true and " + choice + " is given; send one of them");
            }
        }
        return true;
    }

    private static ParsedReply questions(ReplyFields fields) {
        List<ParsedReply.Question> questions = fields.objects(
                "questions",
                0,
                QUESTIONS,
                question -> new ParsedReply.Question(
                        question.text("id", ID),
                        question.text("text", REMARK),
                        question.text("category", ID),
                        question.whole("priority", 1, 5),
                        question.text("default", REMARK)));
        fields.distinct("questions", questions, ParsedReply.Question::id);
        return new ParsedReply.Questions(questions, fields.unit("confidence"));
    }

    private ParsedReply.Position position(ReplyFields fields) {
        String code = fields.textOrNull("code", CODE);
        int option = option(fields, code);
        String answer = context.closed() ? null : fields.textOrNull("answer", ANSWER);
        if (option < 0 && code == null && context.code()) {
            throw fields.wrong("code", "is missing");
        }
        if (option < 0 && answer == null && !(code != null && (stored || context.code()))) {
            throw fields.wrong("answer", context.closed() ? "and option are missing" : "is missing");
        }
        String reasoning = fields.textOrNull("reasoning", REASONING);
        List<String> because = fields.texts("because", FEW, ID);
        for (String id : because) {
            if (!CRITIQUE_ID.matcher(id).matches()) {
                throw fields.wrong("because", "names \"" + id + "\"; a critique is named by turn and index, as 7.1");
            }
        }
        return new ParsedReply.Position(
                answer,
                option,
                fields.unit("confidence"),
                reasoning == null ? "" : reasoning,
                fields.objectsOrNone("claims", 0, CLAIMS, ParsedReplyReader::claim),
                fields.texts("assumes", FEW, ID),
                fields.texts("risks", FEW, REMARK),
                because,
                code,
                reflection(fields));
    }

    /** The option that a position chooses, by its key or, where the question is closed, by its label; else -1. */
    private int option(ReplyFields fields, @Nullable String code) {
        int option = fields.optionOrNone("option", context.nameable());
        String answer = fields.textOrNull("answer", ANSWER);
        if (context.closed() && answer != null) {
            int named = Options.chosen(context.labels(), answer);
            if (named < 0) {
                throw fields.wrong("answer", "is none of the options; " + ReplyFields.keys(context.nameable()));
            }
            if (option >= 0 && option != named) {
                throw fields.wrong("answer", "and option name different options");
            }
            return named;
        }
        if (option >= 0 && (answer != null || (code != null && !context.closed()))) {
            throw fields.wrong("option", "and " + (answer == null ? "code" : "answer") + " are both given; send one");
        }
        if (option >= 0 && context.code() && context.reflexion()) {
            throw fields.wrong("option", "cannot stand for new code");
        }
        return option;
    }

    private static ParsedReply.Claim claim(ReplyFields claim) {
        return new ParsedReply.Claim(claim.text("text", REMARK), claim.texts("evidence", EVIDENCE, EVIDENCE_ID));
    }

    private ParsedReply.@Nullable Reflection reflection(ReplyFields fields) {
        if (!context.reflexion() && !fields.has("reflection")) {
            return null;
        }
        ReplyFields reflection = fields.object("reflection");
        return new ParsedReply.Reflection(
                reflection.text("root_cause", LONG_REMARK), reflection.text("change", LONG_REMARK));
    }

    private @Nullable ParsedReply critiques(ReplyFields fields) {
        List<ParsedReply.CritiqueItem> critiques = fields.objects(
                "critiques",
                0,
                CRITIQUES,
                critique -> new ParsedReply.CritiqueItem(
                        critique.option("target", context.nameable()),
                        critique.text("issue", REMARK),
                        critique.unit("severity"),
                        critique.textOrNull("suggestion", REMARK),
                        critique.textOrNull("category", ID),
                        critique.unitOrNull("expected_usefulness")));
        if (!context.position() && !(stored && fields.has("position"))) {
            return new ParsedReply.Critiques(critiques, null);
        }
        ReplyFields position = fields.object("position");
        return abstains(position, "answer", "option", "code")
                ? null
                : new ParsedReply.Critiques(critiques, position(position));
    }

    private ParsedReply reviews(ReplyFields fields) {
        List<ParsedReply.Review> reviews = fields.objects(
                "reviews",
                1,
                Options.MOST,
                review -> new ParsedReply.Review(
                        review.option("option", context.nameable()),
                        review.unit("correctness"),
                        review.unit("completeness"),
                        review.unit("safety"),
                        review.unit("clarity"),
                        review.texts("improvements", IMPROVEMENTS, REMARK)));
        fields.distinct("reviews", reviews, review -> Options.key(review.option()));
        for (int option : context.rated()) {
            if (reviews.stream().noneMatch(review -> review.option() == option)) {
                throw fields.wrong("reviews", "does not rate option " + Options.key(option));
            }
        }
        return new ParsedReply.Reviews(reviews);
    }

    private static ParsedReply attack(ReplyFields fields) {
        List<ParsedReply.Finding> findings = fields.objects(
                "findings",
                0,
                FINDINGS,
                finding -> new ParsedReply.Finding(
                        finding.text("id", ID),
                        finding.text("category", ID),
                        Severity.of(finding.word("severity", SEVERITIES)),
                        finding.text("claim", REMARK),
                        finding.textOrNull("test", CODE),
                        finding.textOrNull("example", ANSWER)));
        fields.distinct("findings", findings, ParsedReply.Finding::id);
        return new ParsedReply.Attack(findings);
    }

    private ParsedReply defence(ReplyFields fields) {
        List<ParsedReply.Answer> answers = fields.objects(
                "answers",
                0,
                FINDINGS,
                answer -> new ParsedReply.Answer(
                        answer.text("id", ID),
                        answer.word("action", ACTIONS).equals("concede"),
                        answer.text("text", LONG_REMARK)));
        fields.distinct("answers", answers, ParsedReply.Answer::id);
        return new ParsedReply.Defence(answers, position(fields.object("position")));
    }

    private ParsedReply vote(ReplyFields fields) {
        int option = fields.option("vote", context.nameable());
        List<Integer> ranking = fields.options("ranking", context.nameable());
        if (!ranking.isEmpty() && ranking.getFirst() != option) {
            throw fields.wrong("ranking", "does not begin with the vote");
        }
        return new ParsedReply.Vote(
                option,
                fields.unit("confidence"),
                ranking,
                fields.textOrNull("reason", REASONING),
                fields.objectsOrNone(
                        "concerns",
                        0,
                        CONCERNS,
                        concern -> new ParsedReply.Concern(concern.text("text", REMARK), concern.unit("severity"))),
                fields.objectsOrNone("lessons", 0, LESSONS, ParsedReplyReader::lesson));
    }

    private static ParsedReply.LessonDraft lesson(ReplyFields lesson) {
        return new ParsedReply.LessonDraft(
                lesson.word("category", LESSON_CATEGORIES),
                lesson.text("title", NAME),
                lesson.text("problem", REMARK),
                lesson.text("solution", LONG_REMARK));
    }

    private ParsedReply plan(ReplyFields fields) {
        if (stored ? fields.has("bids") : context.bids()) {
            return new ParsedReply.Plan(
                    List.of(),
                    fields.objects(
                            "bids", 1, BIDS, bid -> new ParsedReply.Bid(bid.text("focus", FOCUS), bid.unit("fit"))));
        }
        List<ParsedReply.Focus> foci = fields.objects(
                "foci",
                0,
                context.seats(),
                focus ->
                        new ParsedReply.Focus(focus.whole("seat", 0, context.seats() - 1), focus.text("focus", FOCUS)));
        fields.distinct("foci", foci, focus -> "seat " + focus.seat());
        return new ParsedReply.Plan(foci, List.of());
    }

    private static ParsedReply tests(ReplyFields fields) {
        List<ParsedReply.GeneratedTest> tests = fields.objects(
                "tests",
                1,
                TESTS,
                test -> new ParsedReply.GeneratedTest(test.text("name", NAME), test.text("code", CODE)));
        fields.distinct("tests", tests, ParsedReply.GeneratedTest::name);
        return new ParsedReply.Tests(tests);
    }
}
