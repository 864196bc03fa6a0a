package dev.stoa.server.http;

import dev.stoa.base.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides who a request is from, and whether it may come in at all. */
public interface Doorkeeper {
    /** What is known of a request before its route is. */
    interface Visit {
        String method();

        /** The path and query as they were sent. */
        String target();

        @Nullable
        String header(String name);

        /** The values of all lines of a header, in order. */
        List<String> headers(String name);

        /** Whether the query has a parameter. */
        boolean asks(String parameter);

        /** The address of the client. */
        String address();

        boolean secure();

        String requestId();

        @Nullable
        String traceId();

        /** Adds a header to the answer, unless the request is refused. */
        void answerWith(String name, String value);
    }

    /** Refuses a request that names another host, or comes from a page of another origin. */
    void greet(Visit visit);

    /** Whether pages of another origin may read answers. */
    boolean allowsOrigin(String origin);

    /** The address of the client, also behind a proxy. */
    String client(Visit visit);

    /** On whose behalf the request acts. */
    Principal admit(Visit visit, Route route);

    /** The same for a request that was admitted and goes on: it does not count as a further one. */
    Principal again(Visit visit, Route route);

    /** Counts an act inside a request against the limit of its caller, beside the request itself. */
    void count(Principal by, Scope scope);

    /** Puts a refusal on record. */
    void refused(Visit visit, int status, String code);
}
