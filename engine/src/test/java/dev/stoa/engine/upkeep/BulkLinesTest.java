package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Added;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceFilter;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class BulkLinesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private UpkeepFixture place;

    @BeforeEach
    void open() {
        place = UpkeepFixture.on(dialect, folder);
    }

    @AfterEach
    void close() {
        place.close();
    }

    private static final String MIXED = """
            {"snippet":"one","source":"web"}

            {"snippet":"two","source":"web","trust":"sure"}
            {"snippet":"one","source":"web"}
            no json
            {"snippet":"three","source":"web"}
            """;

    @Test
    void badLinesAreRefusedByTheirNumbersAndTheOthersAreTaken() {
        LinesReport report = add(MIXED, false);

        assertThat(report.lines()).isEqualTo(5);
        assertThat(report.created()).isEqualTo(2);
        assertThat(report.known()).isEqualTo(1);
        assertThat(report.refusals()).extracting(LinesReport.Refusal::line).containsExactly(3L, 5L);
        assertThat(report.complete()).isFalse();
        assertThat(snippets()).containsExactlyInAnyOrder("one", "three");
        assertThat(report.document())
                .containsEntry("lines", 5L)
                .containsEntry("created", 2L)
                .containsEntry("known", 1L)
                .containsEntry("refused", 2);
        assertThat(Json.write(report.document().get("errors"))).contains("\"line\":3,\"code\":\"invalid\"");
    }

    @Test
    void errorsStandInTheOrderOfTheLinesWhicheverStepRefusedThem() {
        LinesReport report = add("""
                {"snippet":"one","source":"web","id":"e"}
                {"snippet":"two","source":"web","id":"e"}
                no json
                {"snippet":"three","source":"web","id":"e"}
                """, false);
        assertThat(report.refusals()).extracting(LinesReport.Refusal::line).containsExactly(2L, 3L, 4L);
        assertThat(report.refusals().get(1).error()).hasMessageStartingWith("JSON, column ");
    }

    @Test
    void ofALineThatIsNotUtf8TheByteIsNamedAndTheRestGoesOn() {
        byte[] lines =
                "{\"snippet\":\"one\",\"source\":\"web\"}\n{\"snippet\":\"?\",\"source\":\"web\"}\n{\"snippet\":\"three\",\"source\":\"web\"}"
                        .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < lines.length; i++) {
            lines[i] = lines[i] == '?' ? (byte) 0xe9 : lines[i];
        }
        LinesReport report = take(new ByteArrayInputStream(lines), false, UpkeepListener.NONE);
        assertThat(report.refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.line()).isEqualTo(2);
            assertThat(refusal.error()).hasMessage("not UTF-8 at byte 13");
        });
        assertThat(snippets()).containsExactlyInAnyOrder("one", "three");
    }

    @Test
    void ofAllOrNoneOneBadLineLeavesNone() {
        LinesReport refused = add(MIXED, true);

        assertThat(refused.refusals()).hasSize(2);
        assertThat(refused.created() + refused.known()).isZero();
        assertThat(snippets()).isEmpty();
        assertThat(add(
                                MIXED.lines()
                                        .filter(line -> line.contains("\"}") && !line.contains("sure"))
                                        .collect(Collectors.joining("\n")),
                                true)
                        .created())
                .isEqualTo(2);
    }

    @Test
    void portionsAreToldAndWhatWasWrittenBeforeAFailureStays() {
        List<String> told = new ArrayList<>();
        String lines = IntStream.range(0, 1_001)
                .mapToObj(number -> "{\"snippet\":\"piece " + number + "\",\"source\":\"web\"}\n")
                .collect(Collectors.joining());

        assertThatThrownBy(() -> take(new Breaking(lines), false, (name, done) -> told.add(name + " " + done)))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("the lines cannot be read (the disk is gone)");

        assertThat(told).containsExactly("the lines 500", "the lines 1000");
        assertThat(count()).isEqualTo(1_000);
    }

    @Test
    void queriesAreAnsweredInOrderAndABadOneWithItsError() {
        List<String> answers = new ArrayList<>();

        boolean good = BulkLines.of(stream("{\"n\":1}\n{\n{\"n\":2}\n"), "q", UpkeepListener.NONE)
                .answer(
                        query -> Json.object("twice", query.get("n")),
                        answer -> answers.add(Json.write(answer)),
                        refusal -> answers.add(Json.write(refusal.document(hint -> "do: " + hint))));

        assertThat(good).isFalse();
        assertThat(answers).hasSize(3).first().isEqualTo("{\"twice\":1}");
        assertThat(answers.get(1))
                .startsWith("{\"line\":2,\"code\":\"invalid\"")
                .contains("\"hint\":\"do: ");
        assertThat(answers.get(2)).isEqualTo("{\"twice\":2}");
        assertThat(BulkLines.of(stream("{}\n"), "q", UpkeepListener.NONE)
                        .answer(query -> query, answer -> {}, refusal -> {}))
                .isTrue();
    }

    private LinesReport add(String lines, boolean allOrNone) {
        return take(stream(lines), allOrNone, UpkeepListener.NONE);
    }

    private LinesReport take(InputStream lines, boolean allOrNone, UpkeepListener listener) {
        return BulkLines.of(lines, "the lines", listener)
                .add(
                        allOrNone,
                        object -> EvidenceDraft.fromJson(JsonFields.of(object)),
                        place.stoa().learning().evidence()::addAll,
                        Added::created);
    }

    private List<String> snippets() {
        return place.stoa().learning().evidence().list(EvidenceFilter.NONE, Page.Request.first()).items().stream()
                .map(evidence -> evidence.snippet())
                .toList();
    }

    private int count() {
        int count = 0;
        String cursor = null;
        do {
            var page = place.stoa().learning().evidence().list(EvidenceFilter.NONE, new Page.Request(500, cursor));
            count += page.items().size();
            cursor = page.next();
        } while (cursor != null);
        return count;
    }

    /** A text whose end cannot be read. */
    private static final class Breaking extends InputStream {
        private final InputStream text;

        Breaking(String text) {
            this.text = stream(text);
        }

        @Override
        public int read() throws IOException {
            int read = text.read();
            if (read < 0) {
                throw new IOException("the disk is gone");
            }
            return read;
        }

        @Override
        public int read(byte[] into, int from, int most) throws IOException {
            int read = text.read(into, from, most);
            if (read < 0) {
                throw new IOException("the disk is gone");
            }
            return read;
        }
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
