package dev.stoa.engine.code;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a harness has written so far. Used by one thread. Only lines with the nonce, one for each test in order, are
 * believed; anything else makes it {@link #forged}. The file was opened before the child began, so a child that puts
 * another in its place changes nothing here.
 */
final class Report implements AutoCloseable {
    private static final long MOST_BYTES = 8 << 20;

    private final FileChannel file;
    private final String nonce;
    private final List<String> expected;
    private final List<TestResult> results = new ArrayList<>();
    private final ByteArrayOutputStream part = new ByteArrayOutputStream();
    private long position;
    private long progress = System.nanoTime();
    private boolean fresh = true;
    private long progressCpu;
    private boolean exhausted;
    private boolean ready;
    private boolean stopped;
    private boolean forged;
    private int warnings;
    private long compileMs;
    private @Nullable String compileError;

    private Report(FileChannel file, String nonce, List<String> expected) {
        this.file = file;
        this.nonce = nonce;
        this.expected = expected;
    }

    static Report create(Path path, String nonce, List<String> expected) throws IOException {
        return new Report(
                FileChannel.open(
                        path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                nonce,
                expected);
    }

    /** Reads what is new. */
    void refresh() {
        try {
            if (file.size() < position || file.size() > MOST_BYTES) {
                forged = true;
                return;
            }
            ByteBuffer buffer = ByteBuffer.allocate(8_192);
            for (int n = file.read(buffer, position); n > 0; n = file.read(buffer.clear(), position)) {
                position += n;
                buffer.flip();
                while (buffer.hasRemaining()) {
                    byte b = buffer.get();
                    if (b == '\n') {
                        line(part.toString(UTF_8));
                        part.reset();
                    } else {
                        part.write(b);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void line(String line) {
        if (forged) {
            return;
        }
        try {
            JsonFields fields = JsonFields.of(Json.parseObject(line));
            String test = fields.text("test");
            String status = fields.text("status");
            long ms = fields.whole("ms");
            String message = fields.textOrNull("message");
            long found = fields.whole("warnings", 0);
            forged = !nonce.equals(fields.text("nonce")) || !take(test, status, ms, message);
            fields.end();
            warnings += (int) found;
            progress = System.nanoTime();
            fresh = true;
        } catch (InvalidException e) {
            forged = true;
        }
    }

    private boolean take(String test, String status, long ms, @Nullable String message) {
        if (test.isEmpty()) {
            switch (status) {
                case "ready" -> {
                    ready = true;
                    compileMs = ms;
                }
                case "stopped" -> stopped = true;
                default -> compileError = message == null ? status : message;
            }
            return true;
        }
        if (!ready
                || results.size() >= expected.size()
                || !expected.get(results.size()).equals(test)) {
            return false;
        }
        results.add(new TestResult(test, TestStatus.of(status), ms, message));
        return true;
    }

    /** Which time of the test that is running is over; before the first one, none is. */
    Sandbox.@Nullable Late late(RunLimits limits, long cpuNanos) {
        refresh();
        if (fresh) {
            fresh = false;
            progressCpu = cpuNanos;
        }
        if (forged) {
            return Sandbox.Late.CPU;
        }
        if (ready && cpuNanos - progressCpu > limits.test().toNanos()) {
            exhausted = true;
            return Sandbox.Late.CPU;
        }
        return ready && System.nanoTime() - progress > limits.testClock().toNanos() ? Sandbox.Late.CLOCK : null;
    }

    /** Whether the test that was running used up its processor time. */
    boolean exhausted() {
        return exhausted;
    }

    /** The results so far, in the order of the plan. */
    List<TestResult> results() {
        return results;
    }

    /** Whether something is in it that the harness did not write. */
    boolean forged() {
        return forged || part.size() > 0;
    }

    /** Whether the harness began no further test because time was short. */
    boolean stopped() {
        return stopped;
    }

    int warnings() {
        return warnings;
    }

    long compileMs() {
        return compileMs;
    }

    @Nullable
    String compileError() {
        return compileError;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            // It was only read from.
        }
    }
}
