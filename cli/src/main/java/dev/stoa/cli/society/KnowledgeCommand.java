package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Page;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Documents;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.knowledge.DomainTree;
import dev.stoa.society.knowledge.Fact;
import dev.stoa.society.knowledge.FactDetail;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.FactFilter;
import dev.stoa.society.knowledge.Review;
import dev.stoa.society.knowledge.ReviewVerdict;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code knowledge}: what the society holds to be so. Used by one thread. */
@Command(name = "knowledge", description = "Say what is so, look it up, and confirm or dispute it.")
public final class KnowledgeCommand extends CommandGroup {
    private static final String KNOWLEDGE = "Knowledge, by its id or at least 8 characters of its end.";

    @Command(name = "add", description = "Add knowledge; the same domain and text again changes nothing.")
    void add(
            @Parameters(paramLabel = "DOMAIN", description = "Where it belongs, such as database/postgres.")
                    String domain,
            @Parameters(paramLabel = "TEXT", arity = "0..1", description = "What is so; - for standard input.")
                    @Nullable
                    String text,
            @Option(names = "--file", paramLabel = "PATH", description = "Read the text from a file.") @Nullable
                    Path file,
            @Option(names = "--confidence", paramLabel = "X", description = "How sure you are, 0 to 1.") @Nullable
                    Double confidence,
            @Option(
                            names = "--source",
                            paramLabel = "K:R",
                            description = "What it rests on: message:, note:, knowledge:, task:, run:, url:, file: or"
                                    + " debate: and what it is; may be repeated.")
                    @Nullable
                    List<String> sources,
            @Option(names = "--trust", paramLabel = "T", description = "At most so much of it is to be believed.")
                    @Nullable
                    String trust,
            @Option(names = "--replaces", paramLabel = "K", description = "What it takes the place of.") @Nullable
                    String replaces) {
        FactDraft draft = FactDraft.of(domain, main.text("the text", text, file))
                .confidence(confidence)
                .sources(sources == null ? new String[0] : sources.toArray(String[]::new))
                .trust(trust == null ? null : Trust.of(trust))
                .replacing(replaces);
        try (Stoa stoa = main.open()) {
            Added<Fact> added = stoa.society().knowledge().add(main.actor(), draft);
            Fact fact = added.value();
            main.print(
                    Documents.with(fact.document(), "created", added.created()),
                    List.of((added.created() ? "added knowledge " : "there already is knowledge ")
                            + SocietyText.shortId(fact.id()) + ", trust "
                            + fact.trust().text()));
        }
    }

    @Command(name = "query", description = "Show what is known in a domain, the newest first.")
    void query(
            @Parameters(paramLabel = "PATTERN", description = "A domain, 'domain/*' with all below, or '*'.")
                    String pattern,
            @Option(names = "--agent", paramLabel = "A", description = "By this agent alone.") @Nullable String agent,
            @Option(names = "--min-trust", paramLabel = "T", description = "untrusted, agent, confirmed or human.")
                    @Nullable
                    String minTrust,
            @Option(names = "--archived", description = "What was put away.") boolean archived,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "At most so many, 1 to 500; default 50.")
                    int limit,
            @Option(names = "--cursor", paramLabel = "C", description = "The next of the page before.") @Nullable
                    String cursor) {
        FactFilter filter = new FactFilter(
                agent, minTrust == null ? null : Trust.of(minTrust), archived, new Page.Request(limit, cursor));
        try (Stoa stoa = main.open()) {
            Page<Fact> page = stoa.society().knowledge().query(main.actor(), DomainPattern.of(pattern), filter);
            main.print(Documents.page(page, Fact::document), SocietyText.facts(page));
        }
    }

    @Command(name = "tree", description = "Show how much is known where.")
    void tree(
            @Parameters(
                            paramLabel = "PATTERN",
                            arity = "0..1",
                            defaultValue = "*",
                            description = "A domain and all below; default: all.")
                    String pattern) {
        try (Stoa stoa = main.open()) {
            DomainTree tree = stoa.society().knowledge().tree(main.actor(), DomainPattern.of(pattern));
            main.print(tree.document(), SocietyText.tree(tree));
        }
    }

    @Command(name = "show", description = "Show knowledge with its sources and what was said of it.")
    void show(@Parameters(paramLabel = "K", description = KNOWLEDGE) String ref) {
        try (Stoa stoa = main.open()) {
            FactDetail detail = stoa.society().knowledge().get(main.actor(), ref);
            main.print(detail.document(), SocietyText.fact(detail));
        }
    }

    @Command(name = "review", description = "Say of another's knowledge whether it is so.")
    void review(
            @Parameters(paramLabel = "K", description = KNOWLEDGE) String ref,
            @Parameters(paramLabel = "VERDICT", description = "confirm or dispute.") String verdict,
            @Option(names = "--reason", paramLabel = "T", description = "Why.") @Nullable String reason) {
        Review review = new Review(ReviewVerdict.of(verdict), reason);
        try (Stoa stoa = main.open()) {
            Fact fact = stoa.society().knowledge().review(main.actor(), ref, review);
            main.print(
                    fact.document(),
                    List.of("knowledge " + SocietyText.shortId(fact.id()) + " now has trust "
                            + fact.trust().text()));
        }
    }

    @Command(name = "archive", description = "Put knowledge away; it no longer counts.")
    void archive(@Parameters(paramLabel = "K", description = KNOWLEDGE) String ref) {
        try (Stoa stoa = main.open()) {
            changed(stoa.society().knowledge().archive(main.actor(), ref), "archived", "was archived already");
        }
    }

    @Command(name = "restore", description = "Let archived knowledge count again.")
    void restore(@Parameters(paramLabel = "K", description = KNOWLEDGE) String ref) {
        try (Stoa stoa = main.open()) {
            changed(stoa.society().knowledge().restore(main.actor(), ref), "restored", "counts already");
        }
    }

    private void changed(ChangeResult<Fact> changed, String done, String already) {
        Fact fact = changed.value();
        main.print(
                Documents.with(fact.document(), "changed", changed.changed()),
                List.of("knowledge " + SocietyText.shortId(fact.id()) + " " + (changed.changed() ? done : already)));
    }
}
