package dev.stoa.server.access;

import dev.stoa.base.ForbiddenException;
import dev.stoa.engine.provider.Pause;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where a person begins and ends a session of the console. Thread-safe. */
public final class LoginRoutes {
    private static final String NEXT = "next";
    private static final int LONGEST_NEXT = 2_048;
    private static final int TRIES = 10;
    private static final int UNKNOWN = 401;
    private static final Duration FAILURE = Duration.ofMillis(250);

    private final Door door;
    private final Sessions sessions;
    private final InstantSource clock;
    private final Supplier<LoginPages> pages;
    private final FailedTries tries = new FailedTries(TRIES);

    LoginRoutes(Door door, Sessions sessions, InstantSource clock, Supplier<LoginPages> pages) {
        this.door = door;
        this.sessions = sessions;
        this.clock = clock;
        this.pages = pages;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("login", "login page", "Show the form to log in to the console.", Scope.NONE)
                        .query(Field.text(NEXT, 0, LONGEST_NEXT, "The page that is shown afterwards."))
                        .mark(Route.Mark.ROOT, Route.Mark.EXPORTS, Route.Mark.LINKED)
                        .handle(Example.get("login"), this::form),
                Route.post("login", "login", "Begin a session of the console with a token.", Scope.NONE, Repeat.NONE)
                        .bytes()
                        .mark(Route.Mark.ROOT, Route.Mark.EXPORTS, Route.Mark.SECRET)
                        .errors("csrf", "unauthorized", "rate_limited")
                        .handle(Example.get("login").status(415), this::login),
                Route.post("logout", "logout", "End a session of the console.", Scope.NONE, Repeat.STATE)
                        .bytes()
                        .mark(Route.Mark.ROOT, Route.Mark.EXPORTS)
                        .errors("csrf")
                        .handle(Example.get("logout").status(415), this::logout));
    }

    private Optional<Sessions.Session> session(Call call) {
        return sessions.read(call.header("Cookie"), door.isSecure(call.visit()));
    }

    private Answer form(Call call) {
        // A form needs a session to hold the token of, also before there is anyone to be known.
        Sessions.Session session = session(call).orElseGet(() -> sessions.begin(""));
        return page(call, session, call.query().textOrNull(NEXT), false);
    }

    private Answer page(Call call, Sessions.Session session, @Nullable String next, boolean wrong) {
        LoginPages shown = pages.get();
        return shown.form(call, sessions.csrf(session), session.token(), shown.next(next), wrong)
                .with("Set-Cookie", sessions.cookie(session, door.isSecure(call.visit())));
    }

    /** The session whose form was sent; refuses what is no form of one. */
    private Sessions.Session sent(Call call, Map<String, String> form) {
        return session(call)
                .filter(session -> sessions.isCsrf(session, form.get("csrf")))
                .orElseThrow(Door::noCsrf);
    }

    private Answer login(Call call) throws InterruptedException {
        long begun = System.nanoTime();
        Map<String, String> form = call.form();
        String client = door.client(call.visit());
        if (tries.tooMany(client, clock.instant())) {
            throw Refusal.of(429, "rate_limited", "there were too many tries to log in", "try again after a minute")
                    .with("Retry-After", "60")
                    .with(Door.POLICY, tries.policy());
        }
        tries.count(client, clock.instant());
        Sessions.Session before = sent(call, form);
        try {
            String token = door.tokenId(call.visit(), form.get("token"));
            Sessions.Session session = sessions.begin(token);
            return Answer.seeOther(pages.get().next(form.get(NEXT)))
                    .with("Set-Cookie", sessions.cookie(session, door.isSecure(call.visit())));
        } catch (ForbiddenException e) {
            // A guess must cost time, and not tell by it how close it was.
            Pause.real().of(FAILURE.minusNanos(System.nanoTime() - begun));
            if (!call.accepts("text/html")) {
                throw e;
            }
            door.refused(call.visit(), UNKNOWN, e.code());
            return page(call, before, form.get(NEXT), true).status(UNKNOWN);
        }
    }

    private Answer logout(Call call) {
        sent(call, call.form());
        return pages.get().over(call).with("Set-Cookie", Sessions.none(door.isSecure(call.visit())));
    }
}
