package dev.stoa.society.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.society.foreign.SpaceLineage.Claim;
import dev.stoa.society.foreign.SpaceLineage.Link;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What old pointers between notes come to. */
class SpaceLineageTest {
    private final Map<String, String> here = new HashMap<>();
    private final SpaceLineage lineage = new SpaceLineage(id -> !id.startsWith("x"), here::get);

    private static Claim claim(String id, @Nullable String by, @Nullable String of) {
        return new Claim(id, by, of);
    }

    @Test
    void eitherPointerIsEnough() {
        assertThat(lineage.links(List.of(claim("a", "b", null), claim("b", null, null), claim("c", null, "b"))))
                .containsExactlyInAnyOrder(new Link("b", "a"), new Link("c", "b"));
        assertThat(lineage.dropped()).isEmpty();
    }

    @Test
    void severalAreNamedWithCommasAndKeepTheirOrder() {
        assertThat(lineage.links(List.of(
                        claim("a", "d", null),
                        claim("b", null, null),
                        claim("c", "d", null),
                        claim("d", null, " c ,, b,c"))))
                .containsExactly(new Link("d", "c"), new Link("d", "b"), new Link("d", "a"));
    }

    @Test
    void theOldNoteIsRightAboutItsSuccessor() {
        assertThat(lineage.links(List.of(claim("a", "b", null), claim("b", null, null), claim("c", null, "a"))))
                .containsExactly(new Link("b", "a"));
        assertThat(lineage.dropped()).containsExactly("note a to c: it says that b replaced it");
    }

    @Test
    void whatIsNotThereOrGoesRoundIsDropped() {
        here.put("old", "newer");
        assertThat(lineage.links(List.of(
                        claim("a", "b", null),
                        claim("b", "a", null),
                        claim("c", "c", null),
                        claim("d", "x1", "x2"),
                        claim("newer", "old", null))))
                .containsExactly(new Link("b", "a"));
        assertThat(lineage.dropped())
                .containsExactly(
                        "note b to a: they would go round in a circle",
                        "note c to c: they would go round in a circle",
                        "note d to x1: x1 is not there",
                        "note newer to old: they would go round in a circle",
                        "note x2 to d: x2 is not there");
    }

    @Test
    void whateverIsClaimedTheResultIsAForest() {
        SplittableRandom random = new SplittableRandom(11);
        for (int round = 0; round < 200; round++) {
            List<Claim> claims = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String by = random.nextInt(3) == 0 ? "n" + random.nextInt(8) : null;
                String of = random.nextInt(2) == 0 ? "n" + random.nextInt(8) + ",n" + random.nextInt(8) : null;
                claims.add(claim("n" + i, by, of));
            }
            List<Link> links = new SpaceLineage(id -> true, id -> null).links(claims);
            assertThat(links).extracting(Link::oldId).doesNotHaveDuplicates();
            Map<String, String> successors = new HashMap<>();
            links.forEach(link -> successors.put(link.oldId(), link.newId()));
            IntStream.range(0, 8).forEach(i -> {
                String at = "n" + i;
                for (int steps = 0; at != null; steps++) {
                    assertThat(steps).isLessThan(9);
                    at = successors.get(at);
                }
            });
        }
    }
}
