package dev.stoa.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.TextEnum;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Records by their components: as documents, read back, copied. */
class RecordFieldsTest {
    enum Colour implements TextEnum {
        DARK_RED,
        BLUE
    }

    record Wheel(int spokes, @Nullable Double wear) {}

    record Cart(
            String madeBy,
            Colour colour,
            boolean sold,
            long rowSha256,
            @Nullable String note,
            List<Wheel> wheels,
            List<String> marks,
            List<Integer> counts) {
        Cart {
            if (rowSha256 < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    private static final Cart CART = new Cart(
            "Ada",
            Colour.DARK_RED,
            true,
            7,
            null,
            List.of(new Wheel(8, 0.5), new Wheel(6, null)),
            List.of("x"),
            List.of(3));

    @Test
    void aDocumentHasEveryComponentInOrderUnderItsName() {
        assertThat(Json.write(RecordFields.document(CART)))
                .isEqualTo("{\"made_by\":\"Ada\",\"colour\":\"dark_red\",\"sold\":true,\"row_sha256\":7,\"note\":null,"
                        + "\"wheels\":[{\"spokes\":8,\"wear\":0.5},{\"spokes\":6,\"wear\":null}],"
                        + "\"marks\":[\"x\"],\"counts\":[3]}");
        assertThat(RecordFields.document(new Wheel(8, null), Map.of("spokes", "count")))
                .containsOnlyKeys("count", "wear");
    }

    @Test
    void whatWasWrittenIsReadBackEqual() {
        JsonFields stored = JsonFields.of(Json.parseObject(Json.canonical(RecordFields.document(CART))));

        assertThat(RecordFields.of(Cart.class).read(stored)).isEqualTo(CART);
    }

    @Test
    void whatIsMissingOrNoChoiceIsRefusedByItsName() {
        RecordFields<Cart> carts = RecordFields.of(Cart.class);

        assertThatThrownBy(() -> carts.read(JsonFields.of(Map.of())))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("made_by");
        assertThatThrownBy(() -> carts.read(JsonFields.of(Map.of("made_by", "Ada", "colour", "green"))))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("colour");
    }

    @Test
    void aCopyDiffersInOneComponentAndPassesTheConstructor() {
        RecordFields<Cart> carts = RecordFields.of(Cart.class);

        assertThat(carts.with(CART, "madeBy", "Bo").madeBy()).isEqualTo("Bo");
        assertThat(carts.with(CART, "madeBy", "Ada")).isEqualTo(CART);
        assertThatThrownBy(() -> carts.with(CART, "rowSha256", -1L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("negative");
    }
}
