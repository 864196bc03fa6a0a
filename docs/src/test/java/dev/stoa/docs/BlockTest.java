package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BlockTest {
    @Test
    void blocksHaveTheirInfoTheirLinesAndTheirPlace() {
        List<Block> blocks = Block.of("""
                # Title

                ```sh no-run
                mvn verify

                ```
                text
                ~~~json
                {}
                ~~~
                """);

        assertThat(blocks)
                .containsExactly(
                        new Block("sh no-run", List.of("mvn verify", ""), 4), new Block("json", List.of("{}"), 9));
    }

    @Test
    void aBlockInAListLosesItsIndentation() {
        assertThat(Block.of("- item\n\n  ```sh\n  a\n    b\n  ```\n"))
                .containsExactly(new Block("sh", List.of("a", "  b"), 4));
    }

    @Test
    void aLongerFenceHoldsAShorterOne() {
        assertThat(Block.of("````text\n```sh\nx\n```\n````\n"))
                .containsExactly(new Block("text", List.of("```sh", "x", "```"), 2));
    }

    @Test
    void aFenceWithoutAnEndRunsToTheEndOfTheDocument() {
        assertThat(Block.of("```sh\nx")).containsExactly(new Block("sh", List.of("x"), 2));
    }

    @Test
    void codeInALineIsNoFence() {
        assertThat(Block.of("``` is how a fence looks, and `x` is code\n```x``` too\n"))
                .hasSizeLessThan(2);
    }
}
