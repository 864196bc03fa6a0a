package dev.stoa.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class JsonFieldsTest {
    @Test
    void fieldsAreTakenInTheirTypesAndNullCountsAsAbsent() {
        JsonFields fields = fields(
                "{'t':'x','r':1,'w':3,'z':3.0,'f':true,'n':null,'a':['p','q'],'o':{'k':0.5},'l':[{'i':1},{'i':2}]}");
        assertThat(fields.text("t")).isEqualTo("x");
        assertThat(fields.real("r")).isEqualTo(1.0);
        assertThat(fields.whole("w")).isEqualTo(3);
        assertThat(fields.whole("z")).isEqualTo(3);
        assertThat(fields.flag("f")).isTrue();
        assertThat(fields.text("n", "other")).isEqualTo("other");
        assertThat(fields.has("n")).isFalse();
        assertThat(fields.real("absent", 0.5)).isEqualTo(0.5);
        assertThat(fields.texts("a")).containsExactly("p", "q");
        assertThat(fields.reals("o")).isEqualTo(Map.of("k", 0.5));
        assertThat(fields.objects("l")).extracting(item -> item.whole("i")).containsExactly(1L, 2L);
        fields.end();
    }

    @Test
    void anUnknownFieldIsRefusedWithTheNearestKnownName() {
        JsonFields fields = fields("{'content':'x','importence':1}");
        fields.text("content");
        fields.real("importance", 0.5);
        assertThatThrownBy(fields::end)
                .isInstanceOf(InvalidException.class)
                .hasMessage("there is no field \"importence\"")
                .extracting(e -> ((StoaException) e).hint())
                .isEqualTo(Optional.of("did you mean importance?"));
    }

    @Test
    void aFieldOfTheWrongTypeOrMissingIsNamed() {
        refused("{'t':1}", fields -> fields.text("t"), "field \"t\" is not text");
        refused("{}", fields -> fields.text("t"), "field \"t\" is missing");
        refused("{'r':'1'}", fields -> fields.real("r"), "field \"r\" is not a number");
        refused("{'w':1.5}", fields -> fields.whole("w"), "field \"w\" is not a whole number");
        refused("{'w':99999999999999999999}", fields -> fields.whole("w"), "field \"w\" is beyond 64 bits");
        refused("{'f':0}", fields -> fields.flag("f"), "field \"f\" is not true or false");
        refused("{'a':'x'}", fields -> fields.texts("a"), "field \"a\" is not an array");
        refused("{'a':[1]}", fields -> fields.texts("a"), "field \"a\" is not an array of text");
        refused("{'o':[1]}", fields -> fields.object("o"), "field \"o\" is not an object");
        refused("{'o':{'k':'v'}}", fields -> fields.reals("o"), "field \"o.k\" is not a number");
        refused("{'l':[1]}", fields -> fields.objects("l"), "field \"l\" is not an array of objects");
        refused("{'l':[{}]}", fields -> fields.objects("l").getFirst().text("x"), "field \"l[0].x\" is missing");
    }

    private static void refused(String json, Consumer<JsonFields> use, String message) {
        JsonFields fields = fields(json);
        assertThatThrownBy(() -> use.accept(fields))
                .isInstanceOf(InvalidException.class)
                .hasMessage(message);
    }

    private static JsonFields fields(String json) {
        return JsonFields.of(Json.parseObject(json.replace('\'', '"')));
    }
}
