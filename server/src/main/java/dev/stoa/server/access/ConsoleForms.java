package dev.stoa.server.access;

import dev.stoa.server.http.Call;
import java.util.Map;
import java.util.Optional;

/** What proves that a form was sent from a page of this server, and in the session that the page was given to. Thread-safe. */
public final class ConsoleForms {
    /** The field of every form. */
    public static final String FIELD = "csrf";

    private final Door door;
    private final Sessions sessions;

    ConsoleForms(Door door, Sessions sessions) {
        this.door = door;
        this.sessions = sessions;
    }

    /** What the forms of a page hold. A visitor without a session gets one that is good for forms alone. */
    public String proof(Call call) {
        Optional<Sessions.Session> known = session(call);
        if (known.isPresent()) {
            return sessions.csrf(known.get());
        }
        Sessions.Session begun = sessions.begin("");
        call.visit().answerWith("Set-Cookie", sessions.cookie(begun, door.isSecure(call.visit())));
        return sessions.csrf(begun);
    }

    /** Refuses a form that does not hold the proof, or comes from another site. */
    public void check(Call call, Map<String, String> form) {
        if (!door.isOwnPage(call.visit())
                || session(call)
                        .filter(session -> sessions.isCsrf(session, form.get(FIELD)))
                        .isEmpty()) {
            throw Door.noCsrf();
        }
    }

    /** What proves that this server gave a text to the session of a call; empty if it has none. */
    public String seal(Call call, String text) {
        return session(call).map(session -> sessions.seal(session, text)).orElse("");
    }

    /** Whether the client speaks under TLS, so that cookies may be kept to it. */
    public boolean isSecure(Call call) {
        return door.isSecure(call.visit());
    }

    /** Whether every program on this machine may do everything. */
    public boolean isOpen() {
        return door.isOpen();
    }

    private Optional<Sessions.Session> session(Call call) {
        return sessions.read(call.header("Cookie"), door.isSecure(call.visit()));
    }
}
