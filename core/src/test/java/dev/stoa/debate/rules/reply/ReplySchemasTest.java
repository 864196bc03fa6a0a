package dev.stoa.debate.rules.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("quick")
class ReplySchemasTest {
    private static final List<String> CHOICES = List.of("answer", "option", "code");
    private static final ReplyContext SOME = ReplyContext.open(List.of(1, 4));

    static Stream<Arguments> questions() {
        List<Arguments> all = new ArrayList<>();
        List<ReplyContext> contexts = List.of(
                SOME,
                ReplyContext.open(1),
                ReplyContext.closed(List.of("yes", "no")),
                SOME.withCode(),
                SOME.withReflexion(),
                SOME.withCode().withReflexion(),
                SOME.bidding(),
                SOME.withPosition(),
                SOME.withPosition().withCode(),
                SOME.rating(List.of(1)),
                ReplyContext.open(3).planning(2));
        for (ReplyKind kind : ReplyKind.values()) {
            contexts.forEach(context -> all.add(Arguments.of(kind, context)));
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("questions")
    void whatKeepsToTheSchemaIsRead(ReplyKind kind, ReplyContext context) {
        Map<String, @Nullable Object> schema = ReplySchemas.schema(kind, context);
        for (boolean full : List.of(false, true)) {
            Map<String, @Nullable Object> reply = object(schema, full, false);
            assertThat(Replies.parse(kind, Json.write(reply), context))
                    .as("%s", reply)
                    .isInstanceOf(ParseResult.Ok.class);
        }
    }

    @ParameterizedTest
    @MethodSource("questions")
    void whoMayAbstainCanSayItWithinTheSchema(ReplyKind kind, ReplyContext context) {
        Map<String, @Nullable Object> schema = ReplySchemas.schema(kind, context);
        if (kind == ReplyKind.POSITION || kind == ReplyKind.BALLOT) {
            Map<String, @Nullable Object> reply = object(schema, false, true);
            assertThat(Replies.parse(kind, Json.write(reply), context))
                    .as("%s", reply)
                    .isInstanceOf(ParseResult.Abstained.class);
        } else {
            assertThat(fields(schema)).doesNotContainKey("abstain");
        }
    }

    @ParameterizedTest
    @MethodSource("questions")
    void everyObjectIsClosedAndRequiresAllItsFields(ReplyKind kind, ReplyContext context) {
        checkClosed(ReplySchemas.schema(kind, context));
    }

    @ParameterizedTest
    @MethodSource("questions")
    void wordsAndSchemaNameTheSameFields(ReplyKind kind, ReplyContext context) {
        String words = ReplySchemas.instruction(kind, context);
        List<String> named = new ArrayList<>();
        names(ReplySchemas.schema(kind, context), named);
        assertThat(named)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(words)
                        .containsPattern(
                                name.equals("abstain") ? "abstain: true" : "- " + name + "( \\(optional\\))?: "));
        assertThat(words).isEqualTo(ReplySchemas.instruction(kind, context));
    }

    @Test
    void theWordsSayTheBounds() {
        assertThat(ReplySchemas.instruction(ReplyKind.BALLOT, SOME))
                .contains(
                        "- vote: one of \"B\", \"E\"",
                        "- confidence: number from 0 to 1",
                        "- reason (optional): text of 1 to 20,000 characters",
                        "- concerns (optional): list of 0 to 8 objects",
                        "  - severity: number from 0 to 1",
                        "abstain: true");
        assertThat(ReplySchemas.instruction(ReplyKind.PLAN, SOME.planning(5)))
                .contains("- foci: list of 0 to 5 objects; one for each seat", "- seat: whole number from 0 to 4");
        assertThat(ReplySchemas.instruction(ReplyKind.REVIEW, SOME.rating(List.of(1, 4))))
                .contains("each of B, E once");
    }

    @Test
    void aSchemaToTheLetter() {
        assertThat(Json.write(ReplySchemas.schema(ReplyKind.PLAN, SOME.planning(2))))
                .isEqualTo("""
                        {"type":"object","properties":{"foci":{"type":"array","items":{"type":"object","properties":\
                        {"seat":{"type":"integer","enum":[0,1],"description":"whole number from 0 to 1"},\
                        "focus":{"type":"string","description":"text of 1 to 200 characters"}},\
                        "required":["seat","focus"],"additionalProperties":false},\
                        "description":"list of 0 to 2 objects; one for each seat"}},\
                        "required":["foci"],"additionalProperties":false}""");
        assertThat(fields(ReplySchemas.schema(ReplyKind.BALLOT, SOME)))
                .containsEntry(
                        "abstain",
                        Map.of(
                                "type",
                                List.of("boolean", "null"),
                                "description",
                                "true if you cannot tell; then leave every choice null"))
                .containsEntry(
                        "vote",
                        Map.of(
                                "anyOf",
                                List.of(Map.of("type", "string", "enum", List.of("B", "E")), Map.of("type", "null")),
                                "description",
                                "one of \"B\", \"E\""))
                .containsEntry("confidence", Map.of("type", "number", "description", "number from 0 to 1"));
        assertThat(fields(ReplySchemas.schema(ReplyKind.BALLOT, ReplyContext.open(0)))
                        .get("vote"))
                .as("a list of words that is empty would be no schema")
                .isEqualTo(Map.of(
                        "anyOf",
                        List.of(Map.of("type", "string"), Map.of("type", "null")),
                        "description",
                        "the key of an option, of which there is none"));
    }

    @Test
    void theWordsToTheLetter() {
        assertThat(ReplySchemas.instruction(ReplyKind.QUESTION, SOME)).isEqualTo("""
                Answer with one JSON object and nothing else. Its fields:
                - questions: list of 0 to 5 objects
                  - id: text of 1 to 64 characters
                  - text: text of 1 to 2,000 characters
                  - category: text of 1 to 64 characters
                  - priority: whole number from 1 to 5; 1 is the most urgent
                  - default: text of 1 to 2,000 characters; what you would assume if nobody answers
                - confidence: number from 0 to 1; that the topic is clear as it stands
                """);
        assertThat(ReplySchemas.instruction(ReplyKind.CRITIQUE, ReplyContext.open(1)))
                .contains("- critiques: list of 0 to 20 objects\n", "  - target: \"A\"; the option it is against\n");
        assertThat(ReplySchemas.instruction(ReplyKind.POSITION, SOME.withCode()))
                .contains(
                        "- code (optional): text of 1 to 262,144 characters; the whole program; or choose an option"
                                + " instead\n",
                        "- option (optional): one of \"B\", \"E\"; only without code\n",
                        "- because (optional): list of 0 to 16 entries, each text of 1 to 64 characters; the critiques"
                                + " that moved you, by number as 7.1\n",
                        "- or, if you cannot tell, abstain: true and none of the others\n");
    }

    @Test
    void aDraftHasNoOptionToNameAndMustAnswer() {
        assertThat(fields(ReplySchemas.schema(ReplyKind.POSITION, ReplyContext.open(0))))
                .containsKey("answer")
                .doesNotContainKeys("option", "code");
        assertThat(ReplySchemas.instruction(ReplyKind.CRITIQUE, ReplyContext.open(0)))
                .contains("- critiques: empty list");
    }

    @Test
    void blueCannotAbstainButRedMayFindNothing() {
        assertThat(Json.write(ReplySchemas.schema(ReplyKind.DEFENCE, SOME))).doesNotContain("abstain");
        assertThat(Replies.parse(ReplyKind.ATTACK, "{\"findings\":[]}", SOME)).isInstanceOf(ParseResult.Ok.class);
    }

    @Test
    void onlyOptionsThatWereSeenCanBeNamed() {
        assertThat(Replies.parse(ReplyKind.BALLOT, "{\"vote\":\"E\",\"confidence\":1}", SOME))
                .isInstanceOf(ParseResult.Ok.class);
        assertThat(Replies.parse(ReplyKind.BALLOT, "{\"vote\":\"A\",\"confidence\":1}", SOME))
                .isEqualTo(new ParseResult.Unparsed("vote \"A\" is no option key; the keys are B, E"));
        assertThat(Replies.parse(
                        ReplyKind.BALLOT,
                        "{\"vote\":\"B\",\"ranking\":[\"B\",\"C\"],\"confidence\":1}",
                        ReplyContext.open(List.of(1))))
                .isEqualTo(new ParseResult.Unparsed("ranking[1] \"C\" is no option key; the only one is B"));
    }

    @SuppressWarnings("unchecked") // The schema was written by the code under test as maps of strings.
    private static Map<String, @Nullable Object> map(@Nullable Object value) {
        assertThat(value).isInstanceOf(Map.class);
        return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
    }

    private static Map<String, @Nullable Object> fields(Map<String, @Nullable Object> schema) {
        return map(schema.get("properties"));
    }

    /** An object with every field, of which the optional ones are null or filled. */
    private static Map<String, @Nullable Object> object(
            Map<String, @Nullable Object> schema, boolean full, boolean abstains) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        boolean chosen = abstains;
        for (Map.Entry<String, @Nullable Object> field : fields(schema).entrySet()) {
            String name = field.getKey();
            if (name.equals("abstain")) {
                object.put(name, abstains ? Boolean.TRUE : full ? Boolean.FALSE : null);
            } else if (name.equals("vote")) {
                object.put(name, abstains ? null : value(map(field.getValue()), true));
            } else if (CHOICES.contains(name) && !fields(schema).containsKey("correctness") && !isTest(schema)) {
                object.put(name, chosen ? null : value(map(field.getValue()), true));
                chosen = true;
            } else {
                object.put(name, value(map(field.getValue()), full));
            }
        }
        return object;
    }

    private static boolean isTest(Map<String, @Nullable Object> schema) {
        return fields(schema).containsKey("name");
    }

    private static @Nullable Object value(Map<String, @Nullable Object> schema, boolean full) {
        if (schema.get("anyOf") instanceof List<?> either) {
            assertThat(map(either.getLast())).containsEntry("type", "null");
            return full ? value(map(either.getFirst()), true) : null;
        }
        if (schema.get("enum") instanceof List<?> words) {
            return words.getFirst();
        }
        return switch (String.valueOf(schema.get("type"))) {
            case "string" -> "7.1";
            case "number" -> 0.5;
            case "array" -> List.of(Objects.requireNonNull(value(map(schema.get("items")), full)));
            case "object" -> object(schema, full, false);
            default -> throw new AssertionError(schema.toString());
        };
    }

    private static void checkClosed(@Nullable Object schema) {
        if (schema instanceof Map<?, ?> map) {
            if ("object".equals(map.get("type"))) {
                assertThat(map.get("additionalProperties")).isEqualTo(false);
                assertThat(map.get("required"))
                        .isEqualTo(List.copyOf(map(map.get("properties")).keySet()));
            }
            map.values().forEach(ReplySchemasTest::checkClosed);
        } else if (schema instanceof List<?> list) {
            list.forEach(ReplySchemasTest::checkClosed);
        }
    }

    private static void names(@Nullable Object schema, List<String> names) {
        if (schema instanceof Map<?, ?> map) {
            if (map.get("properties") instanceof Map<?, ?> fields) {
                fields.keySet().forEach(name -> names.add(String.valueOf(name)));
            }
            map.values().forEach(value -> names(value, names));
        } else if (schema instanceof List<?> list) {
            list.forEach(value -> names(value, names));
        }
    }
}
