package dev.stoa.server.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.UnavailableException;
import dev.stoa.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChatStreamTest {
    private static final Duration SILENCE = Duration.ofSeconds(15);
    private static final Completion DONE =
            new Completion("It is\nso.", Completion.Finish.STOP, 3, 4, Map.of("message_id", "m"));

    /** An answer of which it is looked for so often before it is there. */
    private record Slow(Deque<Optional<Completion>> looks) implements Pending {
        @Override
        public String id() {
            return "q";
        }

        @Override
        public Optional<Completion> await(Duration most) {
            assertThat(most).isLessThanOrEqualTo(SILENCE);
            if (looks.isEmpty()) {
                throw new UnavailableException("no_answer", "nobody answered", "ask again");
            }
            return looks.removeFirst();
        }
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the list is only read
    private static Slow looks(Optional<Completion>... looks) {
        return new Slow(new ArrayDeque<>(List.of(looks)));
    }

    private static void write(Pending pending, boolean usage, Duration most, OutputStream out) throws IOException {
        new ChatStream(pending, new ChatDocuments("q", "stoa/fast", 1, List.of("top_p")), usage, SILENCE, most, "r")
                .writeTo(out);
    }

    private static List<String> lines(Pending pending, boolean usage, Duration most) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(pending, usage, most, out);
        return Stream.of(out.toString(StandardCharsets.UTF_8).split("\n\n", -1))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static Map<String, @Nullable Object> chunk(String line) {
        return Json.parseObject(line.substring("data: ".length()));
    }

    @Test
    void aStreamIsTheRoleCommentsTheTextTheEndAndDone() throws IOException {
        List<String> lines =
                lines(looks(Optional.empty(), Optional.empty(), Optional.of(DONE)), false, Duration.ofMinutes(5));
        assertThat(lines.get(0)).contains("\"role\":\"assistant\"");
        assertThat(lines.subList(1, 3)).allMatch(line -> line.startsWith(":"));
        assertThat(lines.get(3)).contains("It is\\nso.").contains("\"finish_reason\":null");
        assertThat(lines.get(4))
                .contains("\"finish_reason\":\"stop\"")
                .contains("\"total_tokens\":7")
                .contains("\"stoa\":{\"message_id\":\"m\",\"ignored\":[\"top_p\"]}");
        assertThat(lines.get(5)).isEqualTo("data: [DONE]");
        assertThat(lines).hasSize(6);
    }

    @Test
    void theUsageHasAChunkOfItsOwnIfItIsAskedFor() throws IOException {
        List<String> lines = lines(looks(Optional.of(DONE)), true, Duration.ofMinutes(5));
        assertThat(chunk(lines.get(2))).doesNotContainKey("usage").doesNotContainKey("stoa");
        assertThat(chunk(lines.get(3))).containsKey("usage").containsKey("stoa").containsEntry("choices", List.of());
        assertThat(lines.getLast()).isEqualTo("data: [DONE]");
    }

    @Test
    void aFailureAfterTheFirstByteIsOneErrorAndNoDone() throws IOException {
        List<String> lines = lines(looks(Optional.empty()), false, Duration.ofMinutes(5));
        assertThat(lines.getLast()).startsWith("data: {\"error\":{\"message\":\"nobody answered; ask again\"");
        assertThat(String.join("", lines)).doesNotContain("[DONE]");
        List<String> late = lines(looks(Optional.of(DONE)), false, Duration.ZERO);
        assertThat(late.getLast()).contains("\"code\":\"timeout\"").contains("server_error");
    }

    @Test
    void aClientThatIsGoneEndsTheStreamAtOnce() {
        OutputStream gone = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("gone");
            }
        };
        Slow pending = looks(Optional.of(DONE));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> write(pending, false, Duration.ofMinutes(5), gone));
        assertThat(pending.looks()).hasSize(1);
    }

    @Test
    void piecesAreShortWholeAndCutAtWhiteSpace() {
        assertThat(ChatStream.pieces("")).isEmpty();
        assertThat(ChatStream.pieces("a".repeat(159) + " bc")).containsExactly("a".repeat(159) + " ", "bc");
        assertThat(ChatStream.pieces("word ".repeat(100))).allMatch(piece -> piece.endsWith(" "));
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            for (int at = random.nextInt(900); at > 0; at--) {
                text.appendCodePoint(
                        switch (random.nextInt(random.nextBoolean() ? 60 : 3)) {
                            case 0 -> ' ';
                            case 1 -> '\n';
                            case 2 -> 0x1F600;
                            default -> 'x';
                        });
            }
            List<String> pieces = ChatStream.pieces(text.toString());
            assertThat(String.join("", pieces)).isEqualTo(text.toString());
            assertThat(pieces)
                    .allMatch(piece -> !piece.isEmpty() && piece.length() <= 160)
                    .noneMatch(piece -> Character.isLowSurrogate(piece.charAt(0)));
        }
    }
}
