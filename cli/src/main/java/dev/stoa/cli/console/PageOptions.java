package dev.stoa.cli.console;

import dev.stoa.base.Page;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of verbs that list page by page. Used by one thread. */
public final class PageOptions {
    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "" + Page.Request.DEFAULT_LIMIT,
            description = "Maximum number of results, 1 to 500 (default: ${DEFAULT-VALUE})")
    private int limit;

    @Option(
            names = "--cursor",
            paramLabel = "CURSOR",
            description = "Continue after the previous page: the value of its next field.")
    private @Nullable String cursor;

    /** The limit as it was given, for a verb that also searches, where no cursor applies. */
    public int limit() {
        return limit;
    }

    /** The page that is asked for. */
    public Page.Request request() {
        return new Page.Request(limit, cursor);
    }
}
