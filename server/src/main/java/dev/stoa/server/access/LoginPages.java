package dev.stoa.server.access;

import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import org.jspecify.annotations.Nullable;

/** The pages of the beginning and the end of a session. Thread-safe. */
public interface LoginPages {
    /**
     * The form to log in, or to log out.
     *
     * @param proof what the form holds
     * @param token the id of the token of the session; empty if nobody is logged in
     * @param next where it leads afterwards
     * @param wrong whether a token was tried that is none
     */
    Answer form(Call call, String proof, String token, String next, boolean wrong);

    /** That the session is over. */
    Answer over(Call call);

    /** An address that was asked for, if it is one of this console; else where the console begins. */
    String next(@Nullable String asked);
}
