package dev.stoa.debate.rules.reply;

import dev.stoa.debate.rules.voting.Options;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reply may hold: its fields, each with its bounds, as {@link ParsedReplyReader} reads them. Immutable. Both what a
 * model is told and the schema it is held to come from here, so that they cannot differ.
 *
 * @param mayAbstain whether {@code abstain: true} may stand for all the rest
 */
record ReplyForm(List<Field> fields, boolean mayAbstain) {
    ReplyForm {
        fields = List.copyOf(fields);
    }

    /**
     * One field.
     *
     * @param required whether it must be there; an optional one may be left out or null
     * @param note what its type does not say; empty if that is nothing
     */
    record Field(String name, Type type, boolean required, String note) {}

    /** What stands in a field. */
    sealed interface Type {}

    /** Text of 1 to so many characters. */
    record Text(int most) implements Type {}

    /** A number from 0 to 1. */
    record Unit() implements Type {}

    /** A whole number. */
    record Whole(int least, int most) implements Type {}

    /** One of these words. */
    record Choice(List<String> words) implements Type {}

    /** An object. */
    record Part(ReplyForm form) implements Type {}

    /** So many of something. */
    record Many(Type of, int least, int most) implements Type {}

    static ReplyForm of(ReplyKind kind, ReplyContext context) {
        return switch (kind) {
            case QUESTION -> questions();
            case POSITION -> position(context, true);
            case CRITIQUE -> critiques(context);
            case REVIEW -> reviews(context);
            case ATTACK -> attack();
            case DEFENCE -> defence(context);
            case BALLOT -> ballot(context);
            case PLAN -> context.bids() ? bids() : foci(context);
            case TESTS ->
                form(some("tests", 1, ParsedReplyReader.TESTS, text("name", ParsedReplyReader.NAME), code("code")));
        };
    }

    private static ReplyForm questions() {
        Field questions = some(
                "questions",
                0,
                ParsedReplyReader.QUESTIONS,
                text("id", ParsedReplyReader.ID),
                text("text", ParsedReplyReader.REMARK),
                text("category", ParsedReplyReader.ID),
                field("priority", new Whole(1, 5), "1 is the most urgent"),
                noted(text("default", ParsedReplyReader.REMARK), "what you would assume if nobody answers"));
        return form(questions, noted(unit("confidence"), "that the topic is clear as it stands"));
    }

    private static ReplyForm position(ReplyContext context, boolean mayAbstain) {
        List<Field> fields = new ArrayList<>(choice(context));
        fields.add(unit("confidence"));
        fields.add(optional(text("reasoning", ParsedReplyReader.REASONING)));
        fields.add(optional(some(
                "claims",
                0,
                ParsedReplyReader.CLAIMS,
                text("text", ParsedReplyReader.REMARK),
                optional(texts(
                        "evidence", ParsedReplyReader.EVIDENCE, ParsedReplyReader.EVIDENCE_ID, "ids of documents")))));
        fields.add(optional(
                texts("assumes", ParsedReplyReader.FEW, ParsedReplyReader.ID, "ids of clarifications it rests on")));
        fields.add(optional(texts("risks", ParsedReplyReader.FEW, ParsedReplyReader.REMARK, "")));
        fields.add(optional(texts(
                "because",
                ParsedReplyReader.FEW,
                ParsedReplyReader.ID,
                "the critiques that moved you, by number as 7.1")));
        if (context.reflexion()) {
            ReplyForm reflection = form(
                    text("root_cause", ParsedReplyReader.LONG_REMARK), text("change", ParsedReplyReader.LONG_REMARK));
            fields.add(field("reflection", new Part(reflection), ""));
        }
        return new ReplyForm(fields, mayAbstain);
    }

    /** What a position is: the choice of an option, an answer in words, or code. */
    private static List<Field> choice(ReplyContext context) {
        Field option = field("option", keys(context), "");
        if (context.code()) {
            boolean chooses = !context.nameable().isEmpty() && !context.reflexion();
            return chooses
                    ? List.of(
                            optional(noted(code("code"), "the whole program; or choose an option instead")),
                            optional(noted(option, "only without code")))
                    : List.of(noted(code("code"), "the whole program"));
        }
        if (context.closed()) {
            return List.of(option);
        }
        Field answer = text("answer", ParsedReplyReader.ANSWER);
        return context.nameable().isEmpty()
                ? List.of(answer)
                : List.of(
                        optional(noted(answer, "in your own words; or choose an option instead")),
                        optional(noted(option, "only without answer")));
    }

    private static ReplyForm critiques(ReplyContext context) {
        Field critiques = some(
                "critiques",
                0,
                context.nameable().isEmpty() ? 0 : ParsedReplyReader.CRITIQUES,
                field("target", keys(context), "the option it is against"),
                text("issue", ParsedReplyReader.REMARK),
                noted(unit("severity"), "1 is the worst"),
                optional(text("suggestion", ParsedReplyReader.REMARK)),
                optional(text("category", ParsedReplyReader.ID)),
                optional(noted(unit("expected_usefulness"), "how likely it is to improve the answer")));
        return context.position()
                ? form(critiques, field("position", new Part(position(context, true)), "yours, revised or not"))
                : form(critiques);
    }

    private static ReplyForm reviews(ReplyContext context) {
        Field reviews = some(
                "reviews",
                1,
                Options.MOST,
                field("option", keys(context), ""),
                unit("correctness"),
                unit("completeness"),
                unit("safety"),
                unit("clarity"),
                optional(texts("improvements", ParsedReplyReader.IMPROVEMENTS, ParsedReplyReader.REMARK, "")));
        String all =
                String.join(", ", context.rated().stream().map(Options::key).toList());
        return form(all.isEmpty() ? reviews : noted(reviews, "each of " + all + " once"));
    }

    private static ReplyForm attack() {
        return form(some(
                "findings",
                0,
                ParsedReplyReader.FINDINGS,
                noted(text("id", ParsedReplyReader.ID), "the same as before where you repeat one"),
                text("category", ParsedReplyReader.ID),
                field("severity", new Choice(ParsedReplyReader.SEVERITIES), ""),
                text("claim", ParsedReplyReader.REMARK),
                optional(noted(code("test"), "code that fails while the weakness is there")),
                optional(text("example", ParsedReplyReader.ANSWER))));
    }

    private static ReplyForm defence(ReplyContext context) {
        Field answers = some(
                "answers",
                0,
                ParsedReplyReader.FINDINGS,
                noted(text("id", ParsedReplyReader.ID), "of the finding"),
                field("action", new Choice(ParsedReplyReader.ACTIONS), ""),
                text("text", ParsedReplyReader.LONG_REMARK));
        return form(answers, field("position", new Part(position(context, false)), "the one you now defend, whole"));
    }

    private static ReplyForm ballot(ReplyContext context) {
        Field ranking =
                field("ranking", new Many(keys(context), 0, Options.MOST), "best first, beginning with the vote");
        Field concerns = some(
                "concerns", 0, ParsedReplyReader.CONCERNS, text("text", ParsedReplyReader.REMARK), unit("severity"));
        Field lessons = some(
                "lessons",
                0,
                ParsedReplyReader.LESSONS,
                field("category", new Choice(ParsedReplyReader.LESSON_CATEGORIES), ""),
                text("title", ParsedReplyReader.NAME),
                text("problem", ParsedReplyReader.REMARK),
                text("solution", ParsedReplyReader.LONG_REMARK));
        List<Field> fields = List.of(
                field("vote", keys(context), ""),
                unit("confidence"),
                optional(ranking),
                optional(text("reason", ParsedReplyReader.REASONING)),
                optional(concerns),
                optional(noted(lessons, "what is worth remembering for other debates")));
        return new ReplyForm(fields, true);
    }

    private static ReplyForm bids() {
        return form(some(
                "bids",
                1,
                ParsedReplyReader.BIDS,
                text("focus", ParsedReplyReader.FOCUS),
                noted(unit("fit"), "1 is the fittest")));
    }

    private static ReplyForm foci(ReplyContext context) {
        Field foci = some(
                "foci",
                0,
                context.seats(),
                field("seat", new Whole(0, context.seats() - 1), ""),
                text("focus", ParsedReplyReader.FOCUS));
        return form(noted(foci, "one for each seat"));
    }

    private static Choice keys(ReplyContext context) {
        return new Choice(context.nameable().stream().map(Options::key).toList());
    }

    private static ReplyForm form(Field... fields) {
        return new ReplyForm(List.of(fields), false);
    }

    private static Field field(String name, Type type, String note) {
        return new Field(name, type, true, note);
    }

    private static Field text(String name, int most) {
        return field(name, new Text(most), "");
    }

    private static Field code(String name) {
        return text(name, ParsedReplyReader.CODE);
    }

    private static Field unit(String name) {
        return field(name, new Unit(), "");
    }

    private static Field texts(String name, int most, int mostCharacters, String note) {
        return field(name, new Many(new Text(mostCharacters), 0, most), note);
    }

    private static Field some(String name, int least, int most, Field... fields) {
        return field(name, new Many(new Part(form(fields)), least, most), "");
    }

    private static Field noted(Field field, String note) {
        return new Field(field.name(), field.type(), field.required(), note);
    }

    private static Field optional(Field field) {
        return new Field(field.name(), field.type(), false, field.note());
    }
}
