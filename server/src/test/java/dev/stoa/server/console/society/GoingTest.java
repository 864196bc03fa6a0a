package dev.stoa.server.console.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.console.view.Doc;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoingTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static Doc event(Map<String, Object> data) {
        return new Doc(Map.of("data", data));
    }

    @Test
    void aDebateIsAsFarAsItsLastEventsTell() {
        Doc debate = Going.debate(
                new Doc(Map.of("id", "d")),
                List.of(
                        event(Map.of("round", 1, "phase", "draft")),
                        event(Map.of("consensus", 0.4)),
                        event(Map.of("round", 2, "phase", "critique")),
                        event(Map.of("turn_seq", 7))));
        assertThat(debate.raw("round")).isEqualTo("2");
        assertThat(debate.raw("phase")).isEqualTo("critique");
        assertThat(debate.number("consensus", 2)).isEqualTo("0.40");
        assertThat(Going.debate(new Doc(Map.of("id", "d")), List.of()).has("consensus"))
                .isFalse();
    }

    @Test
    void aRunShowsItsSecondsAndItsLastLineWithoutWhatWouldDoSomething() {
        Doc run = new Doc(Map.of("started_at", "2026-03-01T11:59:46Z"));
        Doc shown = Going.run(
                run, new Doc(Map.of("output", "reading\n\u001B[31mtill 3 is closed\n\n", "stderr", "no")), NOW);
        assertThat(shown.raw("since")).isEqualTo("14 s");
        assertThat(shown.raw("line")).endsWith("till 3 is closed").doesNotContain("\u001B");
        assertThat(Going.run(run, new Doc(Map.of("output", "", "stderr", "only this")), NOW)
                        .raw("line"))
                .isEqualTo("only this");
        assertThat(Going.run(run, Doc.EMPTY, NOW).raw("line")).isEmpty();
    }

    @Test
    void aTimeIsSaidInItsLargestUnitAndNoneIsNotSaid() {
        assertThat(Going.ago("2026-03-01T11:56:00Z", NOW)).isEqualTo("4 min");
        assertThat(Going.ago("2026-03-01T07:00:00Z", NOW)).isEqualTo("5 h");
        assertThat(Going.ago("2026-02-20T12:00:00Z", NOW)).isEqualTo("9 d");
        assertThat(Going.ago("2026-03-01T12:00:05Z", NOW)).isEqualTo("0 s");
        assertThat(Going.ago("", NOW)).isEmpty();
    }

    @Test
    void aSizeSaysOfHowManyArchivesItIsUnlessOfAll() {
        Doc known = new Doc(Map.of("archives", List.of(Map.of("bytes", 4_000_000), Map.of("bytes", 800_000))));
        assertThat(Going.size(known)).isEqualTo("4.8 MB");
        assertThat(Going.size(new Doc(Map.of("archives", List.of(Map.of("bytes", 2_000_000), Map.of("name", "x"))))))
                .isEqualTo("2.0 MB in 1 that are open");
        assertThat(Going.size(new Doc(Map.of("archives", List.of(Map.of("name", "x"))))))
                .isEmpty();
        assertThat(Going.size(Doc.EMPTY)).isEmpty();
    }
}
