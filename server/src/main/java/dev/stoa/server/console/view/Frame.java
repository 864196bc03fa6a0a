package dev.stoa.server.console.view;

import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.text.Plain;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What stands around the content of a page. Immutable.
 *
 * @param title what the page is, as foreign text
 * @param path its address without its query
 * @param id the id of the thing that it shows; empty for a page of none
 * @param wing null for a page of none
 * @param trail the pages above it
 * @param command the command that shows the same; null if there is none
 * @param route the address of the API that gives its data; null if there is none
 * @param assets where scripts and styles are
 * @param who on whose behalf the page is shown
 * @param scopes the scopes that the caller has
 * @param operator whether it shows what belongs to others too
 * @param open whether every program on this machine may do everything
 * @param proof what forms hold
 * @param notice what was done before; null if nothing was
 * @param acts what can be done here
 * @param demo whether the server was filled with examples
 * @param tour the step of the tour that the page is; null for none
 * @param marks how far all was that it follows before it was made, in words of which only can be told whether they change
 * @param lacks the right that the caller lacks for what an address does; empty if it may
 */
public record Frame(
        String title,
        String path,
        String id,
        @Nullable Wing wing,
        List<Wing.Entry> trail,
        @Nullable String command,
        @Nullable String route,
        String assets,
        String who,
        List<String> scopes,
        boolean operator,
        boolean open,
        String proof,
        Preferences preferences,
        @Nullable Notice notice,
        List<Act> acts,
        boolean demo,
        @Nullable Tour tour,
        String marks,
        UnaryOperator<String> lacks) {
    /** Single keys and what they do. */
    public static final List<Map.Entry<String, String>> KEYS = List.of(
            Map.entry("Ctrl K", "find a page, a thing or a verb; > verbs, # channels, @ agents"),
            Map.entry("g h d m c e o", "go to home, debates, memory, channels, evolution, operations"),
            Map.entry("/", "filter"),
            Map.entry("j k", "move down and up a list"),
            Map.entry("Enter", "open"),
            Map.entry("x", "select"),
            Map.entry("c", "make a new one"),
            Map.entry("[ ]", "one event back or on"),
            Map.entry("{ }", "one round back or on"),
            Map.entry("Space", "play or stop"),
            Map.entry(".", "follow what is live"),
            Map.entry("y", "copy the link"),
            Map.entry("?", "this list"),
            Map.entry("Esc", "close"));

    private static final int FEW = 4;

    public Frame {
        trail = List.copyOf(trail);
        scopes = List.copyOf(scopes);
        acts = List.copyOf(acts);
    }

    /**
     * Something that can be done.
     *
     * @param key what makes it be done once, where it is done at once; empty if its page asks first
     */
    public record Act(String word, String path, boolean irreversible, String key) {}

    /** How a person likes to see pages; empty for what the system says. */
    public record Preferences(String theme, String density, String time, String keys) {
        public static final Preferences NONE = new Preferences("", "", "", "");
    }

    /** The acts that stand beside the title; more than a few stand in a menu. */
    public List<Act> firstActs() {
        List<Act> all = headActs();
        return all.size() <= FEW ? all : all.subList(0, FEW - 1);
    }

    /** The acts in the menu. */
    public List<Act> moreActs() {
        List<Act> all = headActs();
        return all.subList(firstActs().size(), all.size());
    }

    /** The form to write stands on its page, and so does the decision at a gate. */
    private List<Act> headActs() {
        return acts.stream()
                .filter(act -> !act.path().endsWith("/send") && !act.path().contains("/gates/"))
                .toList();
    }

    /** Whether a word of the title is the id already. */
    public boolean isTitled() {
        String shown = Plain.of(id);
        return title.equals(shown) || List.of(title.split(" ")).contains(shown) || title.equals("#" + shown);
    }

    /** Whether the caller may do what an address does. */
    public boolean may(String address) {
        return needs(address).isEmpty();
    }

    /** The right that the caller lacks for what an address does; empty if it may. */
    public String needs(String address) {
        return lacks.apply(address);
    }

    /** Words of the console in the language of the visitor. */
    public String t(String words) {
        return Language.t(words);
    }

    /** A sentence of the console with values in the places {@code {0}}, {@code {1}} and so on. */
    public String t(String pattern, Object... values) {
        return Language.t(pattern, values);
    }

    /** The tag of the language of the words. */
    public String language() {
        return Language.here().tag();
    }

    /** The language of sentences that are in English everywhere, as an attribute; null on an English page. */
    public @Nullable String foreign() {
        return Language.here() == Language.ENGLISH ? null : Language.ENGLISH.tag();
    }

    /** A number of things, such as {@code 1 message} and {@code 1,204 messages}. */
    public String count(long number, String one, String several) {
        return String.format(Locale.ROOT, "%,d %s", number, t(number == 1 ? one : several));
    }

    /** The address of a page as this server links to it. */
    public String link(String path) {
        return demo ? Links.ofDemo(path) : path;
    }

    /** An address that keeps the step of the tour. */
    public String toured(String address) {
        return tour == null ? address : Tour.href(address, Integer.toString(tour.number()));
    }

    /** The address of an icon. */
    public String icon(String name) {
        return assets + "icons.svg#" + name;
    }
}
