package dev.stoa.server.console.view;

/**
 * A column of a list, or a fact of a thing. Immutable.
 *
 * @param field the field of the documents
 * @param word what it is called
 */
public record Column(String field, String word, Kind kind, String target) {
    /** How a field is shown. */
    public enum Kind {
        /** Foreign text, shortened in lists. */
        TEXT,
        /** The text of an agent, in full on its own page. */
        SAID,
        /** Something that has a page, by its id. */
        LINK,
        TIME,
        COUNT,
        /** A number with decimals. */
        NUMBER,
        /** A share of one. */
        SHARE,
        /** A word for a state. */
        STATE,
        TRUST,
        FLAG,
        /** Whether a verdict came of a simulated debate. */
        SIMULATED,
        /** Something that can be done to the thing. */
        ACT,
        /** A document inside the document. */
        JSON
    }

    public static Column text(String field, String word) {
        return new Column(field, word, Kind.TEXT, "");
    }

    public static Column said(String field, String word) {
        return new Column(field, word, Kind.SAID, "");
    }

    /** The first words of a thing, which lead to its page by its id. */
    public static Column link(String field, String word, String path, String id) {
        return new Column(field, word, Kind.LINK, path + "#" + id);
    }

    /** The first words of a thing, which lead to a place of the page of another, by a number. */
    public static Column place(String field, String word, String path, String id, String name, String number) {
        return new Column(field, word, Kind.LINK, path + "#" + id + "#?" + name + "=" + number);
    }

    /** An act on the thing, by its id; its address is a verb below that of the thing. */
    public static Column act(String word, String path, String id, String verb) {
        return new Column(id, word, Kind.ACT, path + "#" + id + "#" + verb);
    }

    public static Column time(String field, String word) {
        return new Column(field, word, Kind.TIME, "");
    }

    public static Column count(String field, String word) {
        return new Column(field, word, Kind.COUNT, "");
    }

    public static Column number(String field, String word) {
        return new Column(field, word, Kind.NUMBER, "");
    }

    public static Column share(String field, String word) {
        return new Column(field, word, Kind.SHARE, "");
    }

    public static Column state(String field, String word) {
        return new Column(field, word, Kind.STATE, "");
    }

    public static Column trust(String field) {
        return new Column(field, "Trust", Kind.TRUST, "");
    }

    public static Column flag(String field, String word) {
        return new Column(field, word, Kind.FLAG, "");
    }

    /** The word that stands beside a verdict of a simulated debate. */
    public static Column simulated(String field) {
        return new Column(field, "Simulated", Kind.SIMULATED, "");
    }

    public static Column json(String field, String word) {
        return new Column(field, word, Kind.JSON, "");
    }

    /** Where a link of a document leads; empty if the document lacks the id. */
    public String href(Doc doc) {
        int mark = target.indexOf('#');
        int end = target.indexOf('#', mark + 1);
        String id = doc.raw(target.substring(mark + 1, end < 0 ? target.length() : end));
        String verb = end < 0 ? "" : target.substring(end + 1);
        return id.isEmpty() ? "" : Links.to(target.substring(0, mark), id) + below(verb, doc);
    }

    private static String below(String verb, Doc doc) {
        int equals = verb.indexOf('=');
        return verb.isEmpty()
                ? ""
                : verb.startsWith("?")
                        ? verb.substring(0, equals + 1) + Links.encoded(doc.raw(verb.substring(equals + 1)))
                        : "/" + verb;
    }

    /** Whether it shows ids or names as they are, by which a thing can be asked for elsewhere. */
    public boolean isId() {
        return kind == Kind.LINK
                ? target.substring(target.indexOf('#') + 1).equals(field)
                : kind == Kind.TEXT && (field.equals("id") || field.endsWith("_id") || field.endsWith(".id"));
    }

    /** Whether its values are aligned as figures. */
    public boolean isFigure() {
        return kind == Kind.COUNT || kind == Kind.NUMBER;
    }
}
