package dev.stoa.server.console;

import dev.stoa.server.access.LoginPages;
import dev.stoa.server.access.Sight;
import dev.stoa.server.console.act.Prefs;
import dev.stoa.server.console.view.Frame;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Cookies;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Pages about the reader: the session and the preferences. Thread-safe. */
final class OwnPages implements LoginPages {
    private static final String HOME = "/";
    private static final int LONGEST = 2_048;

    private final Screen screen;
    private final Predicate<String> isPage;

    /**
     * The pages.
     *
     * @param isPage whether a path is that of a page
     */
    OwnPages(Screen screen, Predicate<String> isPage) {
        this.screen = screen;
        this.isPage = isPage;
    }

    List<Route> routes() {
        return List.of(
                Route.get("prefs", "page prefs", "Show how pages are shown.", Scope.READ_AGENT)
                        .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                        .handle(Example.get("prefs"), this::prefs),
                Route.post("prefs", "act prefs", "Choose how pages are shown.", Scope.READ_AGENT, Repeat.STATE)
                        .bytes()
                        .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                        .errors("csrf")
                        .handle(Example.get("prefs").status(415), this::choose));
    }

    private Answer prefs(Call call) {
        View view = View.of("prefs", "Preferences");
        return screen.html(200, view.template(), screen.frame(call, view, null, null, List.of()), Map.of());
    }

    private Answer choose(Call call) {
        Map<String, String> form = call.form();
        screen.forms().check(call, form);
        call.visit()
                .answerWith(
                        "Set-Cookie",
                        Sight.cookie(
                                form.getOrDefault("sight", ""), screen.forms().isSecure(call)));
        return Answer.seeOther("/prefs")
                .with(
                        "Set-Cookie",
                        Cookies.set(
                                Prefs.COOKIE,
                                Prefs.text(form),
                                Prefs.SECONDS,
                                screen.forms().isSecure(call)));
    }

    @Override
    public Answer form(Call call, String proof, String token, String next, boolean wrong) {
        return page(call, Map.of("proof", proof, "token", token, "next", next, "over", false, "wrong", wrong));
    }

    @Override
    public Answer over(Call call) {
        return page(call, Map.of("proof", "", "token", "", "next", HOME, "over", true, "wrong", false));
    }

    private Answer page(Call call, Map<String, Object> with) {
        Frame frame = screen.bare("Stoa", call.visit().target(), call.header("Cookie"));
        return screen.html(200, "login", frame, with);
    }

    @Override
    public String next(@Nullable String asked) {
        return asked != null && isOfThisServer(asked) && leads(asked) ? asked : HOME;
    }

    /** Whether a link to it stays here. Two slashes, or one that leans back, would be another host to a browser. */
    static boolean isOfThisServer(String asked) {
        return asked.length() <= LONGEST
                && asked.startsWith("/")
                && !asked.startsWith("//")
                && asked.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '\\');
    }

    private boolean leads(String asked) {
        try {
            return isPage.test(asked.split("[?#]", 2)[0]);
        } catch (Refusal e) {
            return false;
        }
    }

    /** Where one logs in, to come back to what was asked for. */
    static String login(String target) {
        return "/login?next=" + Links.encoded(target);
    }
}
