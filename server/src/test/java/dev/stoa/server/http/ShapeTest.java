package dev.stoa.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeTest {
    private static final Shape INNER =
            Shape.of(Field.whole("n", 1, 3, "A number.").must());
    private static final Shape SHAPE = Shape.of(
            Field.text("name", 2, 4, "A name.").must(),
            Field.word("tier", List.of("fast", "slow"), "A word."),
            Field.real("x", 0, 1, "A number."),
            Field.flag("on", "A flag."),
            Field.texts("tags", 2, "Words."),
            Field.objects("parts", 2, INNER, "Parts."),
            Field.any("ttl", "Anything."));

    private static void refused(String object, String detail) {
        assertThatThrownBy(() -> SHAPE.check(Json.parseObject(object)))
                .as(object)
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(detail);
    }

    @Test
    void whatFitsPassesAndNullCountsAsAbsent() {
        assertThatCode(() -> SHAPE.check(Json.parseObject(
                        "{\"name\":\"ab\",\"tier\":\"slow\",\"x\":1,\"on\":false,\"tags\":[\"a\",\"b\"],"
                                + "\"parts\":[{\"n\":1},{\"n\":3}],\"ttl\":7}")))
                .doesNotThrowAnyException();
        assertThatCode(() -> SHAPE.check(Json.parseObject("{\"name\":\"𝄞𝄞𝄞𝄞\",\"x\":null,\"tags\":null}")))
                .doesNotThrowAnyException();
    }

    @Test
    void eachBoundIsHeldOnBothSidesAndNamed() {
        refused("{}", "field \"name\" is missing");
        refused("{\"name\":null}", "field \"name\" is missing");
        refused("{\"name\":\"a\"}", "has 1 characters, which is below 2");
        refused("{\"name\":\"abcde\"}", "has 5 characters, which is above 4");
        refused("{\"name\":7}", "is not text");
        refused("{\"name\":\"ab\",\"tier\":\"slwo\"}", "tier");
        refused("{\"name\":\"ab\",\"x\":-0.001}", "below 0");
        refused("{\"name\":\"ab\",\"x\":1.001}", "above 1");
        refused("{\"name\":\"ab\",\"x\":\"1\"}", "is not a number");
        refused("{\"name\":\"ab\",\"on\":1}", "is not true or false");
        refused("{\"name\":\"ab\",\"tags\":[\"a\",\"b\",\"c\"]}", "has 3 items, which is above 2");
        refused("{\"name\":\"ab\",\"tags\":[1]}", "field \"tags[0]\" is not text");
        refused("{\"name\":\"ab\",\"parts\":[{\"n\":4}]}", "field \"parts[0].n\" is 4, which is above 3");
        refused("{\"name\":\"ab\",\"parts\":[{\"n\":1.5}]}", "field \"parts[0].n\" is not a whole number");
        refused("{\"name\":\"ab\",\"parts\":[{\"m\":1}]}", "there is no field \"parts[0].m\"");
        refused("{\"nmae\":\"ab\"}", "there is no field \"nmae\"");
    }

    @Test
    void theSchemaSaysTheSame() {
        assertThat(Json.write(SHAPE.schema()))
                .contains("\"required\":[\"name\"]")
                .contains("\"minLength\":2,\"maxLength\":4")
                .contains("\"enum\":[\"fast\",\"slow\"]")
                .contains("\"additionalProperties\":false")
                .contains("\"maxItems\":2");
    }
}
