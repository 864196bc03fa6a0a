package dev.stoa.server.console.act;

import dev.stoa.server.console.view.Frame.Preferences;
import dev.stoa.server.http.Cookies;
import dev.stoa.server.http.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a person likes to see pages, kept in a cookie. Stateless. */
public final class Prefs {
    public static final String COOKIE = "stoa_prefs";
    public static final long SECONDS = 31_536_000;

    /** What can be chosen, by name; the empty word is what the system or the server says. */
    private static final Map<String, List<String>> CHOICES = Map.of(
            "theme", List.of("", "light", "dark"),
            "density", List.of("", "compact"),
            "time", List.of("", "local", "relative"),
            "keys", List.of("", "off"));

    private static final List<String> NAMES = List.of("theme", "density", "time", "keys");

    private Prefs() {}

    /** What the cookies say; what they say wrongly counts as not said. */
    public static Preferences of(@Nullable String cookies) {
        String[] words = Cookies.read(cookies, COOKIE).orElse("").split("\\|", -1);
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < NAMES.size(); i++) {
            String word = i < words.length ? words[i] : "";
            chosen.add(choices(NAMES.get(i)).contains(word) ? word : "");
        }
        return new Preferences(chosen.get(0), chosen.get(1), chosen.get(2), chosen.get(3));
    }

    private static List<String> choices(String name) {
        return Objects.requireNonNull(CHOICES.get(name), name);
    }

    /** The text of the cookie for what a form says. */
    public static String text(Map<String, String> form) {
        List<String> chosen = new ArrayList<>();
        for (String name : NAMES) {
            String word = form.getOrDefault(name, "");
            if (!choices(name).contains(word)) {
                throw Refusal.field(name, "is no choice of the page", "choose one that the page offers");
            }
            chosen.add(word);
        }
        return String.join("|", chosen);
    }
}
