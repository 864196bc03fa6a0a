package dev.stoa.server.console.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.console.view.Doc;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TiersTest {
    private static final Instant NOW = Instant.parse("2026-11-15T08:30:00.000Z");

    private final List<String> read = new ArrayList<>();

    /** A page of moves of these ages in days. */
    private static Doc page(boolean more, int... days) {
        return new Doc(Json.object(
                "items",
                IntStream.of(days)
                        .mapToObj(age -> Json.object(
                                "from_tier",
                                "slow",
                                "to_tier",
                                age % 2 == 0 ? "medium" : "glacial",
                                "created_at",
                                NOW.minus(Duration.ofDays(age)).toString()))
                        .toList(),
                "next",
                more ? "further" : null));
    }

    private Tiers.Moves moves(List<Doc> pages) throws Exception {
        return Tiers.moves(
                (name, address) -> {
                    read.add(name + " " + address);
                    return pages.get(Math.min(read.size(), pages.size()) - 1);
                },
                NOW);
    }

    @Test
    void movesAreReadUntilTheyAreTooOldToCount() throws Exception {
        Tiers.Moves moves = moves(List.of(page(true, 2, 3, 4), page(true, 28, 31, 32), page(true, 40)));
        assertThat(read)
                .containsExactly(
                        "moves memories/transitions?limit=500",
                        "moves-2 memories/transitions?limit=500&cursor=further");
        assertThat(moves.count("slow", "medium")).isEqualTo(3);
        assertThat(moves.count("slow", "glacial")).isEqualTo(1);
        assertThat(moves.count("medium", "slow")).isZero();
        assertThat(moves.more()).isFalse();
    }

    @Test
    void whatIsNotReadIsSaid() throws Exception {
        assertThat(moves(List.of(page(true, 2))).more()).isTrue();
        assertThat(read).hasSize(4);
        read.clear();
        assertThat(moves(List.of(page(false))).more()).isFalse();
    }
}
