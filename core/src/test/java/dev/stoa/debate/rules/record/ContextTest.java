package dev.stoa.debate.rules.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Trust;
import dev.stoa.debate.rules.record.Context.Block;
import dev.stoa.debate.rules.record.Context.Standing;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class ContextTest {
    private static final List<Integer> TEN = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    private static final List<Integer> NONE = Collections.nCopies(10, 0);

    @Test
    void whatAnEventHoldsIsTheContextThatWasAttached() {
        Context context = new Context(
                List.of(new Standing(1612.5, 1.25, TEN, NONE), Standing.unknown()),
                List.of(
                        new Block("lesson", "l-1", Trust.HUMAN, "a file", "be brief", false, 0.75),
                        new Block("conclusion", "c-1", Trust.UNTRUSTED, null, "it was so", true, null)),
                List.of("l-1", "l-2"),
                true,
                List.of("memory"));
        assertThat(Context.of(context.document())).isEqualTo(context);
        assertThat(Context.of(Json.parseObject(Json.write(context.document())))).isEqualTo(context);
        assertThat(context.document())
                .containsOnlyKeys("standings", "blocks", "lessons", "holdout", "missing")
                .containsEntry("holdout", true)
                .containsEntry("missing", List.of("memory"));
    }

    @Test
    void aBlankContextKnowsNothingOfItsSeats() {
        Context blank = Context.blank(3);
        assertThat(blank.standings()).containsExactly(Standing.unknown(), Standing.unknown(), Standing.unknown());
        assertThat(Standing.unknown()).isEqualTo(new Standing(1500, 1, NONE, NONE));
        assertThat(blank.blocks()).isEmpty();
        assertThat(blank.holdout()).isFalse();
    }

    @Test
    void aConfidenceBelongsToItsTenthAndFullConfidenceToTheLast() {
        assertThat(Standing.tenth(0)).isZero();
        assertThat(Standing.tenth(0.0999)).isZero();
        assertThat(Standing.tenth(0.1)).isEqualTo(1);
        assertThat(Standing.tenth(0.95)).isEqualTo(9);
        assertThat(Standing.tenth(1)).isEqualTo(9);
    }

    @Test
    void aStandingHasTenTenthsOfBoth() {
        assertThatThrownBy(() -> new Standing(1500, 1, TEN.subList(0, 9), NONE))
                .hasMessage("a standing has ten tenths");
        assertThatThrownBy(() -> new Standing(1500, 1, TEN, NONE.subList(0, 9)))
                .hasMessage("a standing has ten tenths");
    }

    @Test
    void blocksAreFoundByTheirKindInTheirOrder() {
        List<Block> blocks = new ArrayList<>();
        for (String id : List.of("lesson-1", "memory-1", "lesson-2")) {
            blocks.add(new Block(id.substring(0, 6), id, Trust.AGENT, null, "text", false, null));
        }
        Context context = new Context(List.of(), blocks, List.of(), false, List.of());
        blocks.clear();
        assertThat(context.blocks("lesson")).extracting(Block::id).containsExactly("lesson-1", "lesson-2");
        assertThat(context.blocks("evidence")).isEmpty();
        assertThat(context.blocks("memory").getFirst().quoted().id()).isEqualTo("memory-1");
    }
}
