package dev.stoa.server.mcp;

import dev.stoa.server.http.LiveAnswer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** An answer that stays open, as a stream of bytes that waits until the client has taken them. Used by one thread. */
final class LiveOutput extends OutputStream {
    private final LiveAnswer answer;

    LiveOutput(LiveAnswer answer) {
        this.answer = answer;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        CompletableFuture<Boolean> taken = new CompletableFuture<>();
        answer.write(Arrays.copyOfRange(bytes, from, from + length), failure -> {
            if (failure == null) {
                taken.complete(true);
            } else {
                taken.completeExceptionally(failure);
            }
        });
        try {
            taken.get();
        } catch (ExecutionException e) {
            throw new IOException("the client is gone or does not read", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the stream was interrupted");
        }
    }
}
