package dev.stoa.server.console;

import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Filters;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Pages that list things, and pages of one thing with its fields. Stateless. */
final class Lists {
    private static final int TITLE = 120;

    /** What a list outside of the society follows, by its address of the API. */
    private static final Map<String, String> TOPICS = Map.ofEntries(
            Map.entry("memories", "continuum"),
            Map.entry("memories/transitions", "continuum"),
            Map.entry("lessons", "debate"),
            Map.entry("proofs", "consensus"),
            Map.entry("patterns", "critique"),
            Map.entry("reputations", "critique"),
            Map.entry("evidence/documents", "evidence"),
            Map.entry("breakers", "breaker"),
            Map.entry("specialists", "counsel"),
            Map.entry("tokens", "counsel"),
            Map.entry("evolutions", "evolution"),
            Map.entry("episodes", "evolution"));

    private Lists() {}

    /**
     * A list.
     *
     * @param path its address, also of its things
     * @param api the address of the API, with what the query always holds
     * @param command the command that shows the same
     * @param first what makes the first thing, for an empty list
     */
    record Listed(
            String path,
            Wing wing,
            Scope scope,
            String title,
            String about,
            String api,
            String command,
            String first,
            List<String> filters,
            List<Column> columns) {
        Listed {
            filters = List.copyOf(filters);
            columns = List.copyOf(columns);
        }
    }

    static Page page(Listed list) {
        return page(list, UnaryOperator.identity());
    }

    /** A list whose things get further fields, which follow from their own. */
    static Page page(Listed list, UnaryOperator<Doc> with) {
        return page(list, (thing, now) -> with.apply(thing));
    }

    /** The same of fields that also follow from the time. */
    static Page page(Listed list, BiFunction<Doc, Instant, Doc> with) {
        return with(list, asked -> each -> with.apply(each, asked.now()));
    }

    /** What is read once for the fields that all things of a list get. */
    @FunctionalInterface
    interface Beside {
        UnaryOperator<Doc> read(Asked asked) throws Exception;
    }

    /** A list whose things get fields from elsewhere. */
    static Page with(Listed list, Beside beside) {
        return new Page(
                list.path(),
                list.path().replace('/', '-'),
                list.wing(),
                list.scope(),
                list.filters(),
                asked -> listed(list, asked, beside));
    }

    /** A page of a list whose things get further fields. */
    static View listed(Listed list, Asked asked, Beside beside) throws Exception {
        StringBuilder address = new StringBuilder(list.api());
        for (String name : list.filters()) {
            String value = asked.query(name);
            if (value != null) {
                address.append(address.indexOf("?") < 0 ? '?' : '&')
                        .append(name)
                        .append('=')
                        .append(Links.encoded(value));
            }
        }
        Doc found = asked.read(list.path(), address.toString());
        UnaryOperator<Doc> with = beside.read(asked);
        return View.of("list", list.title())
                .command(list.command())
                .with("about", list.about())
                .with("first", list.first())
                .with("columns", list.columns())
                .with("items", found.docs("items").stream().map(with).toList())
                .with("filters", Filters.of(list.filters(), asked::query))
                .with("topic", topic(list))
                .with("next", next(asked, list, found.raw("next")));
    }

    private static String topic(Listed list) {
        int mark = list.api().indexOf('?');
        String api = mark < 0 ? list.api() : list.api().substring(0, mark);
        return list.wing() == Wing.SOCIETY ? "society" : TOPICS.getOrDefault(api, "");
    }

    private static String next(Asked asked, Listed list, String cursor) {
        if (cursor.isEmpty()) {
            return "";
        }
        StringBuilder address = new StringBuilder("/" + list.path() + "?cursor=" + Links.encoded(cursor));
        for (String name : list.filters()) {
            String value = asked.query(name);
            if (value != null && !name.equals("cursor")) {
                address.append('&').append(name).append('=').append(Links.encoded(value));
            }
        }
        return address.toString();
    }

    /**
     * A thing.
     *
     * @param list the path of its list
     * @param titled the field that is its title; its id where that is null
     * @param more addresses of the API below that of the thing, which are shown as further tables
     */
    record Thing(
            String list,
            Wing wing,
            Scope scope,
            String word,
            String api,
            String command,
            @Nullable String titled,
            List<Column> facts,
            List<Part> more) {
        Thing {
            facts = List.copyOf(facts);
            more = List.copyOf(more);
        }
    }

    /** A list inside the page of a thing. */
    record Part(String word, String api, List<Column> columns) {
        Part {
            columns = List.copyOf(columns);
        }
    }

    static Page page(Thing thing) {
        return new Page(thing.list() + "/{id}", thing.word(), thing.wing(), thing.scope(), asked -> {
            String address = thing.api() + "/" + asked.segment("id");
            Doc doc = asked.read(thing.word(), address).inner();
            List<Shown> more = new ArrayList<>();
            for (Part part : thing.more()) {
                Doc items = asked.read(part.api().isEmpty() ? part.word() : part.api(), address + "/" + part.api());
                more.add(new Shown(part.word(), part.columns(), items.docs("items")));
            }
            String title = thing.titled() == null ? "" : doc.text(Objects.requireNonNull(thing.titled()), TITLE);
            return View.titled("thing", title.isEmpty() ? id(asked) : title)
                    .below(titled(thing.list()), "/" + thing.list())
                    .command(
                            thing.command().endsWith(" list")
                                    ? thing.command()
                                    : thing.command() + " " + quoted(asked.id("id")))
                    .with("doc", doc)
                    .with("facts", thing.facts())
                    .with("more", more);
        });
    }

    private static String id(Asked asked) {
        return Plain.of(asked.id("id"), TITLE);
    }

    /** The title of a list by its address. */
    static String titled(String path) {
        String last = path.substring(path.lastIndexOf('/') + 1);
        return Character.toUpperCase(last.charAt(0)) + last.substring(1).replace('-', ' ');
    }

    /** An argument as a shell takes it. */
    static String quoted(String argument) {
        return argument.matches("[A-Za-z0-9._:/-]+")
                ? argument
                : "'" + Plain.of(argument).replace("'", "'\\''") + "'";
    }
}
