package dev.stoa.debate.rules.reply;

import dev.stoa.debate.rules.voting.Options;
import java.util.ArrayList;
import java.util.List;

/** What a reply is asked for: the declared fields, as far as one question wants them and in its words. Stateless. */
final class ReplyQuestion {
    private ReplyQuestion() {}

    static ReplyForm<?> form(ReplyKind kind, ReplyContext context) {
        ReplyForm<?> declared = ParsedReplyReader.form(kind);
        return switch (kind) {
            case QUESTION, ATTACK, TESTS -> declared;
            case POSITION -> position(context, true);
            case CRITIQUE -> critiques(context);
            case REVIEW -> reviews(context);
            case DEFENCE -> declared.with(declared.field("position").of(new ReplyForm.Part(position(context, false))));
            case BALLOT -> declared.asking(true, declared.fields());
            case PLAN -> ParsedReplyReader.plan(context.bids());
        };
    }

    private static ReplyForm<?> position(ReplyContext context, boolean mayAbstain) {
        List<ReplyForm.Field> fields = new ArrayList<>(choice(context));
        for (ReplyForm.Field field : ParsedReplyReader.POSITION.fields()) {
            switch (field.name()) {
                case "answer", "option", "code" -> {
                    // Asked for above.
                }
                case "reflection" -> {
                    if (context.reflexion()) {
                        fields.add(field.mandatory());
                    }
                }
                default -> fields.add(field);
            }
        }
        return ParsedReplyReader.POSITION.asking(mayAbstain, fields);
    }

    /** What a position is: the choice of an option, an answer in words, or code. */
    private static List<ReplyForm.Field> choice(ReplyContext context) {
        ReplyForm.Field option = ParsedReplyReader.POSITION.field("option");
        ReplyForm.Field code = ParsedReplyReader.POSITION.field("code");
        ReplyForm.Field answer = ParsedReplyReader.POSITION.field("answer");
        if (context.code()) {
            boolean chooses = !context.nameable().isEmpty() && !context.reflexion();
            return chooses
                    ? List.of(
                            code.noted("the whole program; or choose an option instead"),
                            option.noted("only without code"))
                    : List.of(code.mandatory().noted("the whole program"));
        }
        if (context.closed()) {
            return List.of(option.mandatory());
        }
        return context.nameable().isEmpty()
                ? List.of(answer.mandatory())
                : List.of(
                        answer.noted("in your own words; or choose an option instead"),
                        option.noted("only without answer"));
    }

    private static ReplyForm<?> critiques(ReplyContext context) {
        ReplyForm<?> declared = ParsedReplyReader.CRITIQUES;
        ReplyForm.Field critiques = declared.field("critiques");
        if (context.nameable().isEmpty() && critiques.type() instanceof ReplyForm.Many many) {
            critiques = critiques.of(new ReplyForm.Many(many.of(), 0, 0));
        }
        ReplyForm.Field position =
                declared.field("position").mandatory().of(new ReplyForm.Part(position(context, true)));
        return declared.asking(false, context.position() ? List.of(critiques, position) : List.of(critiques));
    }

    private static ReplyForm<?> reviews(ReplyContext context) {
        ReplyForm<?> declared = ParsedReplyReader.REVIEWS;
        String all =
                String.join(", ", context.rated().stream().map(Options::key).toList());
        return all.isEmpty()
                ? declared
                : declared.with(declared.field("reviews").noted("each of " + all + " once"));
    }
}
