package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Page;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Documents;
import dev.stoa.cli.console.PageOptions;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code knowledge}: what the society holds to be so. Used by one thread. */
@Command(
        name = "knowledge",
        description = "Record knowledge by domain, look it up, and confirm or dispute it.",
        addMethodSubcommands = false)
public final class KnowledgeCommand extends CommandGroup {
    private static final String KNOWLEDGE = "Id of the knowledge, or at least 8 characters of its end.";

    @Command(
            name = "add",
            description = "Add knowledge; adding the same text to the same domain again changes nothing.")
    void add(
            @Parameters(paramLabel = "DOMAIN", description = "Domain of the knowledge, such as database/postgres.")
                    String domain,
            @Parameters(paramLabel = "TEXT", arity = "0..1", description = "Statement; - reads it from standard input.")
                    @Nullable
                    String text,
            @Option(names = "--file", paramLabel = "PATH", description = "Read the text from a file.") @Nullable
                    Path file,
            @Option(names = "--confidence", paramLabel = "X", description = "Confidence, 0 to 1.") @Nullable
                    Double confidence,
            @Option(
                            names = "--source",
                            paramLabel = "KIND:REF",
                            description =
                                    "Source, as message:, note:, knowledge:, task:, run:, url:, file: or debate: and its"
                                            + " reference; may be repeated.")
                    @Nullable
                    List<String> sources,
            @Option(
                            names = "--trust",
                            paramLabel = "LEVEL",
                            description = "Upper limit of the trust level: untrusted, agent, confirmed or human.")
                    @Nullable
                    String trust,
            @Option(names = "--replaces", paramLabel = "ID", description = "Id of the knowledge that this replaces.")
                    @Nullable
                    String replaces) {
        FactDraft draft = FactDraft.of(domain, main.text("the text", text, file))
                .confidence(confidence)
                .sources(sources == null ? new String[0] : sources.toArray(String[]::new))
                .trust(trust == null ? null : Trust.of(trust))
                .replacing(replaces);
        try (Stoa stoa = main.open()) {
            Added<Fact> added = stoa.society().knowledge().add(main.principal(), draft);
            Fact fact = added.value();
            main.print(
                    Documents.with(fact.document(), "created", added.created()),
                    List.of((added.created() ? "added knowledge " : "already exists: knowledge ")
                            + SocietyText.shortId(fact.id()) + ", trust "
                            + fact.trust().text()));
        }
    }

    @Command(name = "query", description = "List knowledge of a domain, newest first.")
    void query(
            @Parameters(
                            paramLabel = "PATTERN",
                            description = "Domain, 'domain/*' for a domain with all below it, or '*'.")
                    String pattern,
            @Option(names = "--agent", paramLabel = "AGENT", description = "Only knowledge of this agent.") @Nullable
                    String agent,
            @Option(
                            names = "--min-trust",
                            paramLabel = "LEVEL",
                            description = "Minimum trust: untrusted, agent, confirmed or human.")
                    @Nullable
                    String minTrust,
            @Option(names = "--archived", description = "Only archived knowledge.") boolean archived,
            @Mixin PageOptions paging) {
        FactFilter filter =
                new FactFilter(agent, minTrust == null ? null : Trust.of(minTrust), archived, paging.request());
        try (Stoa stoa = main.open()) {
            Page<Fact> page = stoa.society().knowledge().query(main.principal(), DomainPattern.of(pattern), filter);
            main.print(Documents.page(page, Fact::document), SocietyText.facts(page));
        }
    }

    @Command(name = "tree", description = "Show the domains with the amount of knowledge in each.")
    void tree(
            @Parameters(
                            paramLabel = "PATTERN",
                            arity = "0..1",
                            defaultValue = "*",
                            description = "Domain to start from, with all below it (default: ${DEFAULT-VALUE})")
                    String pattern) {
        try (Stoa stoa = main.open()) {
            DomainTree tree = stoa.society().knowledge().tree(main.principal(), DomainPattern.of(pattern));
            main.print(tree.document(), SocietyText.tree(tree));
        }
    }

    @Command(name = "show", description = "Show knowledge with its sources and reviews.")
    void show(@Parameters(paramLabel = "ID", description = KNOWLEDGE) String ref) {
        try (Stoa stoa = main.open()) {
            FactDetail detail = stoa.society().knowledge().get(main.principal(), ref);
            main.print(detail.document(), SocietyText.fact(detail));
        }
    }

    @Command(name = "review", description = "Confirm or dispute the knowledge of another agent.")
    void review(
            @Parameters(paramLabel = "ID", description = KNOWLEDGE) String ref,
            @Parameters(paramLabel = "VERDICT", description = "Verdict: confirm or dispute.") String verdict,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Reason for the verdict.") @Nullable
                    String reason) {
        Review review = new Review(ReviewVerdict.of(verdict), reason);
        try (Stoa stoa = main.open()) {
            Fact fact = stoa.society().knowledge().review(main.principal(), ref, review);
            main.print(
                    fact.document(),
                    List.of("knowledge " + SocietyText.shortId(fact.id()) + " now has trust "
                            + fact.trust().text()));
        }
    }

    @Command(name = "archive", description = "Archive knowledge; it is no longer used.")
    void archive(@Parameters(paramLabel = "ID", description = KNOWLEDGE) String ref) {
        try (Stoa stoa = main.open()) {
            changed(stoa.society().knowledge().archive(main.principal(), ref), "archived", "is already archived");
        }
    }

    @Command(name = "restore", description = "Restore archived knowledge.")
    void restore(@Parameters(paramLabel = "ID", description = KNOWLEDGE) String ref) {
        try (Stoa stoa = main.open()) {
            changed(stoa.society().knowledge().restore(main.principal(), ref), "restored", "counts already");
        }
    }

    private void changed(ChangeResult<Fact> changed, String done, String already) {
        Fact fact = changed.value();
        main.print(
                Documents.with(fact.document(), "changed", changed.changed()),
                List.of("knowledge " + SocietyText.shortId(fact.id()) + " " + (changed.changed() ? done : already)));
    }
}
