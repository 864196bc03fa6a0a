package dev.stoa.learning.evidence;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kind of source of a text, which gives its authority before it is reviewed. */
public enum SourceType {
    ACADEMIC(0.90, "arxiv pubmed doi", "arxiv.org doi.org *.edu"),
    DOCUMENTATION(0.85, "docs", "docs.* developer.* *.readthedocs.io"),
    CODE(0.75, "github gitlab code", "github.com gitlab.com"),
    SOCIAL(0.40, "twitter reddit social", "reddit.com x.com twitter.com"),
    LOCAL(0.70, "local file", ""),
    NEWS(0.65, "news", ""),
    WEB(0.50, "", ""),
    UNKNOWN(0.30, "", "");

    private final double authority;
    private final String labels;
    private final String hosts;

    SourceType(double authority, String labels, String hosts) {
        this.authority = authority;
        this.labels = labels;
        this.hosts = hosts;
    }

    /** The kind by the label of the source, else by the host of its URL; with any other URL it is the web. */
    public static SourceType of(String source, @Nullable String url) {
        String label = source.toLowerCase(Locale.ROOT);
        for (SourceType type : values()) {
            if (words(type.labels).contains(label)) {
                return type;
            }
        }
        if (url == null || url.isBlank()) {
            return UNKNOWN;
        }
        String host = host(url);
        return Arrays.stream(values())
                .filter(type -> words(type.hosts).stream().anyMatch(pattern -> matches(pattern, host)))
                .findFirst()
                .orElse(WEB);
    }

    /** From 0 to 1. */
    public double authority() {
        return authority;
    }

    /** The word under which it is stored. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of a stored word; one that this program does not know is {@link #UNKNOWN}. */
    static SourceType ofText(@Nullable Object text) {
        return Arrays.stream(values())
                .filter(type -> type.text().equals(text))
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static List<String> words(String list) {
        return List.of(list.split(" ", -1));
    }

    private static boolean matches(String pattern, String host) {
        if (pattern.isEmpty()) {
            return false;
        }
        if (pattern.startsWith("*.")) {
            return host.endsWith(pattern.substring(1));
        }
        if (pattern.endsWith(".*")) {
            return host.startsWith(pattern.substring(0, pattern.length() - 1));
        }
        return host.equals(pattern) || host.endsWith("." + pattern);
    }

    private static String host(String url) {
        try {
            String host = new URI(url.strip()).getHost();
            return host == null ? "" : host.toLowerCase(Locale.ROOT);
        } catch (URISyntaxException e) {
            return "";
        }
    }
}
