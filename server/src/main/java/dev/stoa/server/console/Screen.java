package dev.stoa.server.console;

import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.server.access.ConsoleForms;
import dev.stoa.server.access.Sight;
import dev.stoa.server.console.act.Notices;
import dev.stoa.server.console.act.Prefs;
import dev.stoa.server.console.view.Frame;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Tour;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Makes pages of templates. Thread-safe. */
final class Screen {
    static final String HTML = "text/html; charset=utf-8";
    static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            "Cross-Origin-Opener-Policy",
            "same-origin");
    private static final String TEMPLATES = "dev.stoa.server.console.jte";

    private final TemplateEngine templates =
            TemplateEngine.createPrecompiled(null, ContentType.Html, Screen.class.getClassLoader(), TEMPLATES);
    private final ConsoleForms forms;
    private final boolean demo;
    private final BiFunction<Principal, String, String> lacks;

    /**
     * The pages of a console.
     *
     * @param lacks the right that a caller lacks for what an address does
     */
    Screen(ConsoleForms forms, boolean demo, BiFunction<Principal, String, String> lacks) {
        this.forms = forms;
        this.demo = demo;
        this.lacks = lacks;
    }

    boolean isDemo() {
        return demo;
    }

    Assets assets() {
        return Assets.all();
    }

    ConsoleForms forms() {
        return forms;
    }

    /** The right that a caller lacks for what an address does; empty if it may. */
    String lacks(Call call, String address) {
        return lacks.apply(call.by(), address);
    }

    /** The frame of a page that was asked for and follows nothing. */
    Frame frame(Call call, View view, @Nullable Wing wing, @Nullable String route, List<Frame.Act> acts) {
        return frame(call, view, wing, route, acts, "");
    }

    /** The frame of a page that was asked for. */
    Frame frame(Call call, View view, @Nullable Wing wing, @Nullable String route, List<Frame.Act> acts, String marks) {
        return new Frame(
                view.title(),
                path(call.visit().target()),
                id(call),
                wing,
                view.trail(),
                view.command(),
                route,
                assets().address(),
                call.by().identity(),
                scopes(call.by()),
                Sight.isWide(call.by()),
                forms.isOpen(),
                forms.proof(call),
                Prefs.of(call.header("Cookie")),
                Notices.taken(call, text -> forms.seal(call, text), forms.isSecure(call)),
                acts,
                demo,
                Tour.at(call.query().textOrNull(Tour.QUERY)),
                marks,
                address -> lacks(call, address));
    }

    /** The id in the address, under which the API and the commands know the thing too. */
    private static String id(Call call) {
        return call.hasPath("id") ? Links.id(call.path("id")) : "";
    }

    private static List<String> scopes(Principal by) {
        return by.rights().stream()
                .filter(right -> right != Right.NOTHING)
                .sorted()
                .map(right -> right.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** The frame of a page that stands for another, such as that of a problem. */
    Frame bare(String title, String target, @Nullable String cookies) {
        return new Frame(
                title,
                path(target),
                "",
                null,
                List.of(),
                null,
                null,
                assets().address(),
                "",
                List.of(),
                false,
                forms.isOpen(),
                "",
                Prefs.of(cookies),
                null,
                List.of(),
                demo,
                null,
                "",
                address -> "");
    }

    private static String path(String target) {
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }

    /** A page as text. */
    String text(String template, Frame frame, Map<String, Object> with) {
        return new String(render(template, frame, with), StandardCharsets.UTF_8);
    }

    byte[] render(String template, Frame frame, Map<String, Object> with) {
        Map<String, Object> all = new LinkedHashMap<>(with);
        all.put("frame", frame);
        Utf8ByteOutput out = new Utf8ByteOutput();
        templates.render("page/" + template + ".jte", all, out);
        return out.toByteArray();
    }

    Answer html(int status, String template, Frame frame, Map<String, Object> with) {
        return headed(Answer.bytes(HTML, render(template, frame, with)).status(status));
    }

    static Answer headed(Answer answer) {
        Answer headed = answer;
        for (Map.Entry<String, String> header : HEADERS.entrySet()) {
            headed = headed.with(header.getKey(), header.getValue());
        }
        return headed;
    }
}
