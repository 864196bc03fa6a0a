package dev.stoa.debate.rules.reply;

import dev.stoa.debate.rules.voting.Options;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Says what a reply must look like: in words for every model, as JSON Schema for providers that can hold one to it.
 * Stateless; the same question gives the same bytes.
 *
 * <p>The schema uses only what all such providers know: every field is required, an optional one may be null, and
 * bounds stand in descriptions. A reply that keeps to it can still be refused for a bound.
 */
public final class ReplySchemas {
    private ReplySchemas() {}

    /** What to answer, in words. */
    public static String instruction(ReplyKind kind, ReplyContext context) {
        StringBuilder text = new StringBuilder("Answer with one JSON object and nothing else. Its fields:\n");
        lines(ReplyQuestion.form(kind, context), context, "", text);
        return text.toString();
    }

    /** What to answer, as JSON Schema. */
    public static Map<String, @Nullable Object> schema(ReplyKind kind, ReplyContext context) {
        return object(ReplyQuestion.form(kind, context), context);
    }

    private static void lines(ReplyForm<?> form, ReplyContext context, String indent, StringBuilder text) {
        for (ReplyForm.Field field : form.fields()) {
            text.append(indent)
                    .append("- ")
                    .append(field.name())
                    .append(field.required() ? ": " : " (optional): ")
                    .append(described(field, context))
                    .append('\n');
            ReplyForm<?> inner = inner(field.type());
            if (inner != null) {
                lines(inner, context, indent + "  ", text);
            }
        }
        if (form.mayAbstain()) {
            text.append(indent).append("- or, if you cannot tell, abstain: true and none of the others\n");
        }
    }

    private static @Nullable ReplyForm<?> inner(ReplyForm.Type type) {
        return switch (type) {
            case ReplyForm.Part part -> part.form();
            case ReplyForm.Many many -> many.most() == 0 ? null : inner(many.of());
            default -> null;
        };
    }

    private static String described(ReplyForm.Field field, ReplyContext context) {
        return words(field.type(), context) + (field.note().isEmpty() ? "" : "; " + field.note());
    }

    private static String words(ReplyForm.Type type, ReplyContext context) {
        return switch (type) {
            case ReplyForm.Text text -> "text of 1 to " + number(text.most()) + " characters";
            case ReplyForm.Unit unit -> "number from 0 to 1";
            case ReplyForm.Whole whole -> "whole number from " + whole.least() + " to " + whole.most();
            case ReplyForm.Seat seat -> "whole number from 0 to " + (context.seats() - 1);
            case ReplyForm.Key key -> choice(keys(context));
            case ReplyForm.Choice choice -> choice(choice.words());
            case ReplyForm.Part part -> "object";
            case ReplyForm.Many many -> list(many, context);
        };
    }

    private static String choice(List<String> words) {
        return switch (words.size()) {
            case 0 -> "the key of an option, of which there is none";
            case 1 -> "\"" + words.getFirst() + "\"";
            default -> "one of \"" + String.join("\", \"", words) + "\"";
        };
    }

    private static String list(ReplyForm.Many many, ReplyContext context) {
        int most = many.most(context);
        if (most == 0) {
            return "empty list";
        }
        String what = many.of() instanceof ReplyForm.Part ? "objects" : "entries, each " + words(many.of(), context);
        return "list of " + many.least() + " to " + number(most) + " " + what;
    }

    private static String number(int value) {
        return value < 1_000
                ? String.valueOf(value)
                : value / 1_000 + "," + String.valueOf(1_000 + value % 1_000).substring(1);
    }

    private static Map<String, @Nullable Object> object(ReplyForm<?> form, ReplyContext context) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        if (form.mayAbstain()) {
            Map<String, @Nullable Object> abstain = new LinkedHashMap<>();
            abstain.put("type", List.of("boolean", "null"));
            abstain.put("description", "true if you cannot tell; then leave every choice null");
            properties.put("abstain", abstain);
        }
        for (ReplyForm.Field field : form.fields()) {
            // Who abstains leaves open what the others must give.
            boolean required = field.required() && !(form.mayAbstain() && isChoice(field));
            Map<String, @Nullable Object> schema =
                    new LinkedHashMap<>(required ? type(field.type(), context) : orNull(field.type(), context));
            schema.put("description", described(field, context));
            properties.put(field.name(), schema);
        }
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("type", "object");
        object.put("properties", properties);
        object.put("required", List.copyOf(properties.keySet()));
        object.put("additionalProperties", false);
        return object;
    }

    private static boolean isChoice(ReplyForm.Field field) {
        return List.of("answer", "option", "code", "vote").contains(field.name());
    }

    private static Map<String, @Nullable Object> orNull(ReplyForm.Type type, ReplyContext context) {
        return Map.of("anyOf", List.of(type(type, context), Map.of("type", "null")));
    }

    private static Map<String, @Nullable Object> type(ReplyForm.Type type, ReplyContext context) {
        return switch (type) {
            case ReplyForm.Text text -> Map.of("type", "string");
            case ReplyForm.Unit unit -> Map.of("type", "number");
            case ReplyForm.Whole whole -> range(whole.least(), whole.most());
            case ReplyForm.Seat seat -> range(0, context.seats() - 1);
            case ReplyForm.Key key -> words("string", keys(context));
            case ReplyForm.Choice choice -> words("string", choice.words());
            case ReplyForm.Part part -> object(part.form(), context);
            case ReplyForm.Many many -> {
                Map<String, @Nullable Object> list = new LinkedHashMap<>();
                list.put("type", "array");
                list.put("items", type(many.of(), context));
                yield list;
            }
        };
    }

    private static Map<String, @Nullable Object> range(int least, int most) {
        return words("integer", IntStream.rangeClosed(least, most).boxed().toList());
    }

    private static List<String> keys(ReplyContext context) {
        return context.nameable().stream().map(Options::key).toList();
    }

    /** A list of words that is empty would be no schema. */
    private static Map<String, @Nullable Object> words(String type, List<?> words) {
        Map<String, @Nullable Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        if (!words.isEmpty()) {
            schema.put("enum", new ArrayList<>(words));
        }
        return schema;
    }
}
