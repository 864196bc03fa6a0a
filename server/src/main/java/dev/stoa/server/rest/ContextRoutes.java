package dev.stoa.server.rest;

import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.context.ContextQuery;
import java.util.List;

/** One question over everything that was written. */
final class ContextRoutes {
    private static final int SCOPES = ContextQuery.Scope.values().length;

    private final Backend backend;

    ContextRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(Route.get(
                        "context",
                        "context",
                        "Search notes, knowledge, messages, tasks and files by words.",
                        Scope.READ_AGENT)
                .query(
                        Field.text("q", 1, 256, "Words to search for; there is no query syntax.")
                                .must(),
                        Field.texts(
                                "scopes",
                                SCOPES,
                                "Where to search: notes, knowledge, messages, tasks, files (default: all but files)"),
                        Field.id("agent", "Only what this agent wrote."),
                        Field.id("channel", "Only what belongs to this channel."),
                        Field.text("domain", 1, 200, "Only knowledge of this domain or pattern."),
                        Field.text("since", 1, 64, "Only since this time: RFC 3339, or relative as 30m, 12h, 7d."),
                        Field.text("until", 1, 64, "Only until this time: RFC 3339, or relative as 30m, 12h, 7d."),
                        Fields.trust("min_trust", "Minimum trust."),
                        Field.flag("all_words", "Whether a result has every word."),
                        Field.word(
                                "order", ContextQuery.Order.values(), "By rank, or the newest first (default: rank)"),
                        Field.flag("archived", "Whether archived things are found too."),
                        Field.whole("limit", 1, 100, "Maximum number of results (default: 10)"))
                .handle(Example.get("context?q=nightly"), this::search));
    }

    private Answer search(Call call) {
        JsonFields query = call.query();
        String text = query.text("q");
        List<String> scopes = query.texts("scopes");
        String domain = query.textOrNull("domain");
        return Answer.ok(backend.stoa()
                .society()
                .context()
                .search(
                        call.by(),
                        new ContextQuery(
                                text,
                                scopes.isEmpty() ? ContextQuery.of(text).scopes() : ContextQuery.scopes(scopes),
                                query.textOrNull("agent"),
                                query.textOrNull("channel"),
                                domain == null ? null : DomainPattern.of(domain),
                                query.textOrNull("since"),
                                query.textOrNull("until"),
                                Fields.trustOrNull(query, "min_trust"),
                                query.flag("archived", false),
                                query.flag("all_words", false),
                                ContextQuery.Order.of(query.text("order", "rank")),
                                Fields.limit(query, ContextQuery.DEFAULT_LIMIT)))
                .document());
    }
}
