package dev.stoa.server.console.view;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Addresses of pages. Stateless. An id is one segment, whatever it consists of. */
public final class Links {
    static final String TWIN = ".json";
    private static final Set<String> RESERVED = Set.of(
            "new",
            "compare",
            "stats",
            "outbox",
            "recall",
            "newest",
            "transitions",
            "graph",
            "matrix",
            "documents",
            "events",
            "laws",
            "checkpoints",
            "checkpoint",
            "export",
            "rotate");

    private static final Set<String> LEARNT_OF_MATCHES = Set.of("/ratings", "/lessons", "/debates/stats");

    private Links() {}

    /** The address of a page as the demo links to it: almost all that it knows is simulated. */
    public static String ofDemo(String path) {
        return LEARNT_OF_MATCHES.contains(path) ? path + "?simulated=include" : path;
    }

    /** The address of a page, of its fixed first segments and an id. */
    public static String to(String path, String id) {
        return "/" + path + "/" + segment(id);
    }

    /** An id as a segment of an address: one that would be read as another page gets a mark in front. */
    public static String segment(String id) {
        boolean marked = id.startsWith("~") || id.equals(".") || id.equals("..") || RESERVED.contains(id);
        String encoded = (marked ? "~" : "") + encoded(id);
        return encoded.endsWith(TWIN) ? encoded.substring(0, encoded.length() - TWIN.length()) + "%2Ejson" : encoded;
    }

    /** The id that a segment stands for. */
    public static String id(String segment) {
        return segment.startsWith("~") ? segment.substring(1) : segment;
    }

    /**
     * Where a field of an answer of the API is given as plain text.
     *
     * @param of an address of the API
     * @param field its name; one with dots leads into what is inside, and a number into a list
     */
    public static String text(String of, String field) {
        return "/text?of=" + encoded(of) + "&field=" + encoded(field);
    }

    /** A text as a part of an address. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
