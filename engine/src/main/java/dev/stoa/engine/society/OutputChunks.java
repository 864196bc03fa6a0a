package dev.stoa.engine.society;

import dev.stoa.base.UnavailableException;
import dev.stoa.process.ChildProcess;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Lets others see what a process writes while it runs. Thread-safe: the readers of its pipes add, its runner writes to
 * the archive now and then.
 */
final class OutputChunks implements ChildProcess.Tap {
    private static final int FULL = 16_384;

    private final ExecutionQueue queue;
    private final Execution execution;
    private final String secret;
    private final Stream output;
    private final Stream error;

    /**
     * The output of an execution.
     *
     * @param secret what others must not read while it goes on, such as its token; empty if there is nothing
     */
    OutputChunks(ExecutionQueue queue, Execution execution, int mostOutput, int mostError, String secret) {
        this.queue = queue;
        this.execution = execution;
        this.secret = secret;
        this.output = new Stream(mostOutput);
        this.error = new Stream(mostError);
    }

    @Override
    public void written(boolean toError, byte[] bytes, int length) {
        (toError ? error : output).add(bytes, length);
    }

    /** Whether enough output is new to write it now. */
    boolean isFull() {
        return output.isFull() || error.isFull();
    }

    /** Writes what is new to the archive; if that cannot be used just now, the next time. */
    void flush() throws InterruptedException {
        try {
            flush(output, false);
            flush(error, true);
        } catch (UnavailableException e) {
            Supervision.bear(e);
        }
    }

    private void flush(Stream stream, boolean toError) {
        String text = stream.fresh();
        text = text.substring(0, text.length() - begun(text));
        String shown = (secret.isEmpty() ? text : text.replace(secret, "***")).replace("\0", "");
        if (!shown.isEmpty()) {
            queue.chunk(execution, toError, stream.ordinal, shown);
            stream.ordinal++;
        }
        stream.drop(text.length());
    }

    /** How many characters at the end of a text may be the beginning of the secret; they wait for the rest. */
    private int begun(String text) {
        int most = Math.min(secret.length() - 1, text.length());
        for (int length = most; length > 0; length--) {
            if (secret.startsWith(text.substring(text.length() - length))) {
                return length;
            }
        }
        return 0;
    }

    /** One stream, decoded piece by piece: a character may begin in one and end in the next. */
    private static final class Stream {
        private final CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        private final StringBuilder text = new StringBuilder();
        private ByteBuffer rest = ByteBuffer.allocate(0);
        private int left;
        private int ordinal;

        Stream(int most) {
            this.left = most;
        }

        synchronized void add(byte[] bytes, int length) {
            int taken = Math.min(left, length);
            left -= taken;
            ByteBuffer in = ByteBuffer.allocate(rest.remaining() + taken);
            in.put(rest).put(bytes, 0, taken).flip();
            CharBuffer out = CharBuffer.allocate(in.remaining() + 1);
            decoder.decode(in, out, false);
            rest = in.slice();
            text.append(out.flip());
        }

        synchronized boolean isFull() {
            return text.length() >= FULL;
        }

        synchronized String fresh() {
            return text.toString();
        }

        synchronized void drop(int length) {
            text.delete(0, length);
        }
    }
}
