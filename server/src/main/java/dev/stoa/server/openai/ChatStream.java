package dev.stoa.server.openai;

import dev.stoa.json.Json;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Problem;
import dev.stoa.server.http.Refusal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer as a stream of chunks. Nothing of it is sent before the record is written, because what was shown cannot be
 * taken back by a check; until then comments keep the connection open. Used by one thread.
 */
final class ChatStream implements Answer.Body {
    private static final Logger LOG = LoggerFactory.getLogger(ChatStream.class);
    private static final int LONGEST = 160;

    private final Pending pending;
    private final ChatDocuments documents;
    private final boolean usage;
    private final Duration silence;
    private final Duration most;
    private final String requestId;

    /**
     * The stream of an answer.
     *
     * @param usage whether what the answer took has a chunk of its own
     * @param silence how long nothing is sent at most
     * @param most how long the answer is waited for
     */
    ChatStream(
            Pending pending,
            ChatDocuments documents,
            boolean usage,
            Duration silence,
            Duration most,
            String requestId) {
        this.pending = pending;
        this.documents = documents;
        this.usage = usage;
        this.silence = silence;
        this.most = most;
        this.requestId = requestId;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        data(out, documents.role());
        try {
            Completion completion = awaited(out);
            for (String piece : pieces(completion.content())) {
                data(out, documents.content(piece));
            }
            if (usage) {
                data(out, documents.finish(completion));
                data(out, documents.usage(completion));
            } else {
                data(out, documents.last(completion));
            }
            send(out, "data: [DONE]\n\n");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the server stops", e);
        } catch (RuntimeException e) {
            // The status is sent: the client learns it from the stream, which does not end as a whole one does.
            Problem problem = Problem.of(e, requestId);
            if (problem.failed()) {
                LOG.error("request {} failed", requestId, e);
            }
            data(out, OpenAiErrors.document(problem));
        }
    }

    private Completion awaited(OutputStream out) throws IOException, InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        while (true) {
            Duration left = Duration.ofNanos(end - System.nanoTime());
            if (!left.isPositive()) {
                throw Refusal.of(
                        504,
                        "timeout",
                        "the answer took longer than " + most.toSeconds() + " s",
                        "look for " + pending.id() + " later");
            }
            Optional<Completion> completion = pending.await(left.compareTo(silence) < 0 ? left : silence);
            if (completion.isPresent()) {
                return completion.get();
            }
            send(out, ": working\n\n");
        }
    }

    /** A text in pieces that are one after the other the same text, cut behind white space where there is some. */
    static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(text.length(), from + LONGEST);
            if (to < text.length()) {
                int cut = to;
                while (cut > from && !Character.isWhitespace(text.charAt(cut - 1))) {
                    cut--;
                }
                to = cut > from ? cut : Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
            }
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    private static void data(OutputStream out, Map<String, @Nullable Object> document) throws IOException {
        send(out, "data: " + Json.write(document) + "\n\n");
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
