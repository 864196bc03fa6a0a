package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.Invocation;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.base.SocietySettings;
import dev.stoa.society.context.ContextHits;
import dev.stoa.society.context.ContextQuery;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command {@code context}: one question over everything that was written. Used by one thread. */
@Command(name = "context", description = "Search notes, knowledge, messages, tasks and files by words.")
public final class ContextCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Parameters(paramLabel = "QUERY", description = "Words to search for; there is no query syntax.")
    @SuppressWarnings("NullAway.Init") // required, so picocli has set it
    private String query;

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            split = ",",
            description = "Where to search: notes, knowledge, messages, tasks, files; separated by commas (default:"
                    + " all but files)")
    private @Nullable List<String> scopes;

    @Option(names = "--agent", paramLabel = "AGENT", description = "Only results written by this agent.")
    private @Nullable String agent;

    @Option(names = "--channel", paramLabel = "CHANNEL", description = "Only results that belong to this channel.")
    private @Nullable String channel;

    @Option(
            names = "--domain",
            paramLabel = "DOMAIN",
            description = "Only knowledge of this domain or pattern, such as 'database/*'.")
    private @Nullable String domain;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Only results since this time: RFC 3339, or relative as 30m, 12h, 7d.")
    private @Nullable String since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Only results until this time: RFC 3339, or relative as 30m, 12h, 7d.")
    private @Nullable String until;

    @Option(
            names = "--min-trust",
            paramLabel = "LEVEL",
            description = "Minimum trust: untrusted, agent, confirmed or human.")
    private @Nullable String minTrust;

    @Option(names = "--all-words", description = "Only results that contain every word.")
    private boolean allWords;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            defaultValue = "rank",
            description = "Order of the results: rank, or time for newest first (default: ${DEFAULT-VALUE})")
    private String order = "rank";

    @Option(names = "--archived", description = "Include archived items.")
    private boolean archived;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "10",
            description = "Maximum number of results, 1 to 100 (default: ${DEFAULT-VALUE})")
    private int limit = ContextQuery.DEFAULT_LIMIT;

    @Option(names = "--files", paramLabel = "DIR", description = "Also search the text files below this folder.")
    private @Nullable Path files;

    @Override
    public void run() {
        ContextQuery asked = new ContextQuery(
                query,
                scopes(),
                agent,
                channel,
                domain == null ? null : DomainPattern.of(domain),
                since,
                until,
                minTrust == null ? null : Trust.of(minTrust),
                archived,
                allWords,
                ContextQuery.Order.of(order),
                limit);
        try (Stoa stoa = main.open()) {
            ContextHits hits = answer(stoa, asked);
            main.print(hits.document(), SocietyText.hits(hits));
        }
    }

    private Set<ContextQuery.Scope> scopes() {
        Set<ContextQuery.Scope> chosen =
                EnumSet.copyOf(scopes == null ? ContextQuery.of("any").scopes() : ContextQuery.scopes(scopes));
        if (files != null) {
            chosen.add(ContextQuery.Scope.FILES);
        }
        return chosen;
    }

    private ContextHits answer(Stoa stoa, ContextQuery asked) {
        if (files != null) {
            return stoa.society().context().search(main.principal(), asked, main.resolve(files));
        }
        List<String> globs = stoa.config().get(SocietySettings.FILES);
        if (asked.scopes().contains(ContextQuery.Scope.FILES)) {
            // From wherever it is called, it is the same files.
            stoa.society()
                    .context()
                    .scan(Principal.local(), stoa.config().location().directory(), globs);
        }
        return stoa.society().context().search(main.principal(), asked);
    }
}
