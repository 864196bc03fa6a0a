package dev.stoa.debate.rules.reply;

import dev.stoa.debate.rules.voting.Options;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The reading of a reply's object, or of a stored one: its declared fields, and what they demand of each other.
 * Immutable, safe from any thread. Anything that does not match the form is refused; nothing is clamped or guessed.
 */
final class ParsedReplyReader {
    static final ReplyForm<ParsedReply.Position> POSITION = ReplyForm.of(ParsedReply.Position.class);
    static final ReplyForm<ParsedReply.Critiques> CRITIQUES = ReplyForm.of(ParsedReply.Critiques.class);
    static final ReplyForm<ParsedReply.Reviews> REVIEWS = ReplyForm.of(ParsedReply.Reviews.class);
    static final ReplyForm<ParsedReply.Defence> DEFENCE = ReplyForm.of(ParsedReply.Defence.class);
    private static final ReplyForm<ParsedReply.Questions> QUESTIONS = ReplyForm.of(ParsedReply.Questions.class);
    private static final ReplyForm<ParsedReply.Attack> ATTACK = ReplyForm.of(ParsedReply.Attack.class);
    private static final ReplyForm<ParsedReply.Vote> VOTE = ReplyForm.of(ParsedReply.Vote.class);
    private static final ReplyForm<ParsedReply.Plan> PLAN = ReplyForm.of(ParsedReply.Plan.class);
    private static final ReplyForm<ParsedReply.Tests> TESTS = ReplyForm.of(ParsedReply.Tests.class);

    private static final Pattern CRITIQUE_ID = Pattern.compile("[1-9][0-9]{0,8}\\.[1-9][0-9]{0,1}");
    private static final ParsedReplyReader STORED = new ParsedReplyReader(ReplyContext.open(Options.MOST), true);

    private final ReplyContext context;
    // A stored object was demanded and checked when it came; what was demanded then is not known any more.
    private final boolean stored;

    private ParsedReplyReader(ReplyContext context, boolean stored) {
        this.context = context;
        this.stored = stored;
    }

    /** What a reply of a kind declares. */
    static ReplyForm<? extends ParsedReply> form(ReplyKind kind) {
        return switch (kind) {
            case QUESTION -> QUESTIONS;
            case POSITION -> POSITION;
            case CRITIQUE -> CRITIQUES;
            case REVIEW -> REVIEWS;
            case ATTACK -> ATTACK;
            case DEFENCE -> DEFENCE;
            case BALLOT -> VOTE;
            case PLAN -> PLAN;
            case TESTS -> TESTS;
        };
    }

    /** The half of a plan that is asked for. */
    static ReplyForm<ParsedReply.Plan> plan(boolean bids) {
        return PLAN.asking(false, List.of(PLAN.field(bids ? "bids" : "foci")));
    }

    static ParsedReply stored(ReplyKind kind, Map<String, @Nullable Object> document) {
        ReplyFields fields = new ReplyFields(document, "", STORED.context);
        ParsedReply said = STORED.read(kind, fields);
        if (said == null) {
            throw fields.wrong("abstain", "is not stored");
        }
        return said;
    }

    /** What a reply says, or null if its author abstains. */
    static @Nullable ParsedReply reply(ReplyKind kind, Map<?, ?> object, ReplyContext context) {
        return new ParsedReplyReader(context, false).read(kind, new ReplyFields(object, "", context));
    }

    private @Nullable ParsedReply read(ReplyKind kind, ReplyFields fields) {
        return switch (kind) {
            case QUESTION, ATTACK, TESTS -> fields.read(form(kind));
            case POSITION -> positionOrNull(fields);
            case CRITIQUE -> critiques(fields);
            case REVIEW -> reviews(fields);
            case DEFENCE ->
                DEFENCE.make(field ->
                        field.name().equals("position") ? position(fields.object("position")) : fields.read(field));
            case BALLOT -> abstains(fields, "vote") ? null : vote(fields);
            case PLAN -> plan(fields);
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

    private ParsedReply.@Nullable Position positionOrNull(ReplyFields fields) {
        return abstains(fields, "answer", "option", "code") ? null : position(fields);
    }

    private ParsedReply.Position position(ReplyFields fields) {
        Object code = fields.read(POSITION.field("code"));
        int option = option(fields, code != null);
        Object answer = context.closed() ? null : fields.read(POSITION.field("answer"));
        if (option < 0 && code == null && context.code()) {
            throw fields.wrong("code", "is missing");
        }
        if (option < 0 && answer == null && !(code != null && (stored || context.code()))) {
            throw fields.wrong("answer", context.closed() ? "and option are missing" : "is missing");
        }
        // What moved the author is looked at before the rest is read.
        fields.read(POSITION.field("reasoning"));
        checkCritiques(fields);
        return POSITION.make(field -> switch (field.name()) {
            case "answer" -> answer;
            case "option" -> option;
            case "reflection" -> fields.read(context.reflexion() ? field.mandatory() : field);
            default -> fields.read(field);
        });
    }

    private static void checkCritiques(ReplyFields fields) {
        if (fields.read(POSITION.field("because")) instanceof List<?> because) {
            for (Object id : because) {
                if (!CRITIQUE_ID.matcher(String.valueOf(id)).matches()) {
                    throw fields.wrong(
                            "because", "names \"" + id + "\"; a critique is named by turn and index, as 7.1");
                }
            }
        }
    }

    /** The option that a position chooses, by its key or, where the question is closed, by its label; else -1. */
    private int option(ReplyFields fields, boolean code) {
        int option = fields.read(POSITION.field("option")) instanceof Integer chosen ? chosen : -1;
        String answer = fields.read(POSITION.field("answer")) instanceof String words ? words : null;
        if (context.closed() && answer != null) {
            int named = Options.chosen(context.labels(), answer);
            if (named < 0) {
                throw fields.wrong("answer", "is none of the options; " + context.keys());
            }
            if (option >= 0 && option != named) {
                throw fields.wrong("answer", "and option name different options");
            }
            return named;
        }
        if (option >= 0 && (answer != null || (code && !context.closed()))) {
            throw fields.wrong("option", "and " + (answer == null ? "code" : "answer") + " are both given; send one");
        }
        if (option >= 0 && context.code() && context.reflexion()) {
            throw fields.wrong("option", "cannot stand for new code");
        }
        return option;
    }

    private @Nullable ParsedReply critiques(ReplyFields fields) {
        boolean revised = context.position() || (stored && fields.has("position"));
        ParsedReply.Critiques said = CRITIQUES.make(field -> {
            if (field.name().equals("position")) {
                return revised ? positionOrNull(fields.object("position")) : null;
            }
            return fields.read(field);
        });
        return revised && said.position() == null ? null : said;
    }

    private ParsedReply reviews(ReplyFields fields) {
        ParsedReply.Reviews said = fields.read(REVIEWS);
        for (int option : context.rated()) {
            if (said.reviews().stream().noneMatch(review -> review.option() == option)) {
                throw fields.wrong("reviews", "does not rate option " + Options.key(option));
            }
        }
        return said;
    }

    private static ParsedReply vote(ReplyFields fields) {
        Object option = fields.read(VOTE.field("vote"));
        if (fields.read(VOTE.field("ranking")) instanceof List<?> ranking
                && !ranking.isEmpty()
                && !ranking.getFirst().equals(option)) {
            throw fields.wrong("ranking", "does not begin with the vote");
        }
        return fields.read(VOTE);
    }

    private ParsedReply plan(ReplyFields fields) {
        String asked = (stored ? fields.has("bids") : context.bids()) ? "bids" : "foci";
        return PLAN.make(field -> field.name().equals(asked) ? fields.read(field) : List.of());
    }
}
