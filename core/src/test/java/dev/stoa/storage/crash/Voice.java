package dev.stoa.storage.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** How a child process and its test speak to each other: in lines. Thread-safe. */
public final class Voice {
    private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

    private Voice() {}

    /** Says one line in one call of the system: its reader sees it whole or, when death comes first, not at all. */
    public static void say(String line) {
        byte[] bytes = (line + "\n").getBytes(UTF_8);
        synchronized (OUT) {
            try {
                OUT.write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException("nobody reads what this process says", e);
            }
        }
    }

    /** Waits for a line from the test; a child whose test is gone ends. */
    public static void awaitWord() throws IOException {
        hear();
    }

    /** The next line from the test; a child whose test is gone ends. */
    public static String hear() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = System.in.read(); b != '\n'; b = System.in.read()) {
            if (b == -1) {
                Runtime.getRuntime().halt(1);
            }
            line.write(b);
        }
        return line.toString(UTF_8);
    }
}
