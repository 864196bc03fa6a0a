package dev.stoa.server.console.act;

import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Confirm.Kind;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something that a person does on a page: a call of the API with the fields of a form. Immutable.
 *
 * @param path its address, below that of its page; {@code {name}} is one segment
 * @param scope what the route of the API needs of the caller
 * @param word what its button says
 * @param about what it will do
 * @param done what it did
 * @param irreversible whether nothing takes it back
 * @param subject what it is done to
 * @param request which call of the API does it
 * @param inputs what it asks for
 * @param back the page that is shown afterwards
 * @param undo the address of the act that takes it back; null if there is none
 * @param after what else is shown afterwards
 */
public record Act(
        String path,
        Scope scope,
        String word,
        String about,
        String done,
        boolean irreversible,
        Subject subject,
        Request request,
        List<Input> inputs,
        String back,
        @Nullable String undo,
        After after) {
    /** Stands for every value of a field but none. */
    public static final String ANY = "*";

    /** The field for the name of the thing. */
    public static final String NAME = "again";

    private static final String ITEMS = "items";
    private static final Pattern NAMED = Pattern.compile("\\{([a-z_]+)}");

    public Act {
        inputs = List.copyOf(inputs);
    }

    /** Whether it is done without being asked about: it can be taken back, and needs nothing typed. */
    public boolean isAtOnce() {
        return undo != null && !request.dry() && inputs.stream().allMatch(input -> input.kind() == Kind.ID);
    }

    /**
     * What an act is done to.
     *
     * @param api where it is read, alone or in a list
     * @param list the field that is the list
     * @param key the field by which it is found in the list; empty if it is read alone
     * @param title the field that names it
     * @param facts what is shown of it as it is now
     * @param when the field that says whether the act is to be had, and its values; empty for always
     */
    public record Subject(String api, String list, String key, String title, List<Column> facts, List<String> when) {
        public Subject {
            facts = List.copyOf(facts);
            when = List.copyOf(when);
        }

        /** Whether the act can be done to it as it is now. */
        public boolean fits(Doc doc) {
            if (when.isEmpty()) {
                return true;
            }
            String value = doc.raw(when.getFirst());
            return when.contains(ANY)
                    ? !value.isEmpty()
                    : when.subList(1, when.size()).contains(value);
        }
    }

    /**
     * A call of the API.
     *
     * @param fixed the fields of its body that are always the same
     * @param async whether it is not waited for
     * @param dry whether it can be asked what it would do
     * @param effects what it would do, of a call that cannot be asked
     */
    public record Request(
            String method, String api, Map<String, Object> fixed, boolean async, boolean dry, List<Effect> effects) {
        public Request {
            fixed = Map.copyOf(fixed);
            effects = List.copyOf(effects);
        }
    }

    /**
     * Something that an act would do to the thing as it is now.
     *
     * @param words a sentence, with {@code {0}} and so on in the places of values
     * @param fields the fields of the thing with those values
     */
    public record Effect(String words, List<String> fields) {
        public Effect {
            fields = List.copyOf(fields);
        }
    }

    /**
     * A field of the form.
     *
     * @param words what can be chosen
     * @param field the field of the thing whose number it holds unseen, or the id of the address; empty for one that is
     *     typed
     */
    public record Input(String name, String word, boolean must, Kind kind, List<String> words, String field) {
        public Input {
            words = List.copyOf(words);
        }
    }

    /**
     * What is shown after an act.
     *
     * @param leads the page of what it made, with fields of the answer in it; empty for the page above
     * @param shows the template that shows the answer, once; empty for none
     * @param former what the act that takes it back restores
     */
    public record After(String leads, String shows, Former former) {
        private static final After NOTHING = new After("", "", Former.NOTHING);
    }

    /**
     * What an act that takes another back restores.
     *
     * @param input the field of its form; empty if it restores nothing that was typed
     * @param field the field of the thing whose value it had before
     * @param id the field of the thing that still names it afterwards; empty for the id of the address
     */
    public record Former(String input, String field, String id) {
        private static final Former NOTHING = new Former("", "", "");

        public boolean isNothing() {
            return input.isEmpty();
        }
    }

    public static Act of(String path, Scope scope, String word, String about, String done) {
        String back = path.substring(0, Math.max(0, path.lastIndexOf('/')));
        return new Act(
                path,
                scope,
                word,
                about,
                done,
                true,
                new Subject(back, ITEMS, "", "id", List.of(), List.of()),
                new Request("POST", path, Map.of(), false, false, List.of()),
                List.of(),
                back,
                null,
                After.NOTHING);
    }

    /** The thing, where the API gives it alone. */
    public Act on(String api, String title, Column... facts) {
        return on(new Subject(api, ITEMS, "", title, List.of(facts), List.of()));
    }

    /** The thing, where the API gives it in a list; the page of the list is shown afterwards. */
    public Act among(String list, String key, String title, Column... facts) {
        return on(new Subject(list, ITEMS, key, title, List.of(facts), List.of()))
                .back(list);
    }

    /** The thing, where it is one of a list inside another thing. */
    public Act within(String api, String list, String key, String title, Column... facts) {
        return on(new Subject(api, list, key, title, List.of(facts), List.of()));
    }

    private Act on(Subject other) {
        return new Act(path, scope, word, about, done, irreversible, other, request, inputs, back, undo, after);
    }

    /** Only where a field of the thing has one of these values. */
    public Act when(String field, String... values) {
        List<String> all = new ArrayList<>(List.of(field));
        all.addAll(List.of(values));
        return on(new Subject(subject.api(), subject.list(), subject.key(), subject.title(), subject.facts(), all));
    }

    public Act sends(String method, String api) {
        return sends(new Request(method, api, request.fixed(), request.async(), request.dry(), request.effects()));
    }

    public Act with(String field, Object value) {
        Map<String, Object> fixed = new LinkedHashMap<>(request.fixed());
        fixed.put(field, value);
        return sends(
                new Request(request.method(), request.api(), fixed, request.async(), request.dry(), request.effects()));
    }

    private Act sends(Request other) {
        return new Act(path, scope, word, about, done, irreversible, subject, other, inputs, back, undo, after);
    }

    /** Does not wait until it is done. */
    public Act async() {
        return sends(
                new Request(request.method(), request.api(), request.fixed(), true, request.dry(), request.effects()));
    }

    /** What it would do is shown before it is done: the same call with {@code dry_run}. */
    public Act tried() {
        return sends(new Request(
                request.method(), request.api(), request.fixed(), request.async(), true, request.effects()));
    }

    /** Says what it would do, in a sentence with values of the thing. */
    public Act does(String words, String... fields) {
        List<Effect> more = new ArrayList<>(request.effects());
        more.add(new Effect(words, List.of(fields)));
        return sends(
                new Request(request.method(), request.api(), request.fixed(), request.async(), request.dry(), more));
    }

    /** Wants a word typed, for an act on things that have no name of their own. */
    public Act asksWord(String asked, String word) {
        return asks(new Input(NAME, asked, true, Kind.AGAIN, List.of(word), ""));
    }

    /** Wants the name of the thing typed. */
    public Act asksName() {
        return asks(new Input(NAME, "To go on, type its name:", true, Kind.AGAIN, List.of(), subject.title()));
    }

    public Act asks(String name, String asked, boolean must) {
        return asks(new Input(name, asked, must, Kind.AREA, List.of(), ""));
    }

    public Act asks(String name, String asked, boolean must, Kind kind, String... words) {
        return asks(new Input(name, asked, must, kind, List.of(words), ""));
    }

    /** Asks for a text of one line, such as a name. */
    public Act asksLine(String name, String asked) {
        return asks(name, asked, true, Kind.LINE);
    }

    /** Asks for one of some words. */
    public Act asksOne(String name, String asked, String... words) {
        return asks(name, asked, true, Kind.CHOICE, words);
    }

    /** Wants the id of the thing typed. */
    public Act again(String asked) {
        return asks(new Input(NAME, asked, true, Kind.AGAIN, List.of(), ""));
    }

    /** Sends a number of the thing as it was when the form was shown. */
    public Act holds(String name, String field) {
        return asks(new Input(name, "", true, Kind.HELD, List.of(), field));
    }

    /** Sends an id of the address. */
    public Act names(String name, String id) {
        return asks(new Input(name, "", true, Kind.ID, List.of(), id));
    }

    private Act asks(Input input) {
        List<Input> more = new ArrayList<>(inputs);
        more.add(input);
        return new Act(path, scope, word, about, done, irreversible, subject, request, more, back, undo, after);
    }

    /** Shows what it made: a page with fields of the answer in its address. */
    public Act leads(String page) {
        return after(new After(page, "", after.former()));
    }

    /** Shows the answer itself, once. */
    public Act shows(String template) {
        return after(new After("", template, after.former()));
    }

    private Act after(After other) {
        return new Act(path, scope, word, about, done, irreversible, subject, request, inputs, back, undo, other);
    }

    /** There is no thing before it is done. */
    public Act withoutSubject() {
        return on(new Subject("", ITEMS, "", "", List.of(), List.of()));
    }

    public Act back(String page) {
        return new Act(path, scope, word, about, done, irreversible, subject, request, inputs, page, undo, after);
    }

    /** Another act takes it back; empty for one that does no harm and needs none. */
    public Act undo(String act) {
        String by = act.isEmpty() ? null : act;
        return new Act(path, scope, word, about, done, false, subject, request, inputs, back, by, after);
    }

    /** The act that takes it back gets a value that the thing had before. */
    public Act restores(String input, String field) {
        return restores(input, field, "");
    }

    /** The same of a thing that has another id in its address afterwards; a field names it for good. */
    public Act restores(String input, String field, String id) {
        return after(new After(after.leads(), after.shows(), new Former(input, field, id)));
    }

    /** The names of the ids in its address. */
    public List<String> ids() {
        return names(path);
    }

    public static List<String> names(String template) {
        return NAMED.matcher(template).results().map(found -> found.group(1)).toList();
    }

    /** An address of the API, with ids in it. */
    public static String api(String template, Map<String, String> ids) {
        return filled(template, ids, Links::encoded);
    }

    /** An address of a page, with ids in it. */
    public static String page(String template, Map<String, String> ids) {
        return "/" + filled(template, ids, Links::segment);
    }

    private static String filled(String template, Map<String, String> ids, UnaryOperator<String> encoding) {
        return NAMED.matcher(template)
                .replaceAll(found -> Matcher.quoteReplacement(encoding.apply(ids.getOrDefault(found.group(1), ""))));
    }
}
