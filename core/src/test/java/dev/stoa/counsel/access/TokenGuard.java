package dev.stoa.counsel.access;

import dev.stoa.Stoa;
import dev.stoa.base.StoaException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;

/** A process that says of every token it reads a line of whether it opens anything. */
final class TokenGuard {
    private TokenGuard() {}

    public static void main(String[] args) throws IOException {
        try (Stoa stoa = AccessFixture.open(Path.of(args[0]), args[1], InstantSource.system());
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String token = in.readLine(); token != null; token = in.readLine()) {
                System.out.println("says " + answer(stoa, token));
            }
        }
    }

    private static String answer(Stoa stoa, String token) {
        try {
            return stoa.counsel().tokens().authenticate(token, null, null).name();
        } catch (StoaException e) {
            return e.code();
        }
    }
}
