package dev.stoa.society.context;

import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.search.text.TextQuery;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One question over notes, knowledge, messages, tasks and files. Thread-safe. Every hit has a word that was asked for,
 * is visible to who asks, and says why it stands where it stands.
 */
public final class ContextSearch {
    private static final int RELATED_TERMS = 12;
    private static final int RELATED = 5;

    private static final Comparator<ContextHit> TIES = Comparator.comparingLong(
                    (ContextHit hit) -> hit.seq() == null ? 0 : hit.seq())
            .reversed()
            .thenComparing(ContextHit::ref);
    private static final Comparator<ContextHit> BY_RANK =
            Comparator.comparingDouble(ContextHit::score).reversed().thenComparing(TIES);
    private static final Comparator<ContextHit> BY_TIME = Comparator.comparing(
                    (ContextHit hit) -> hit.at() == null ? Instant.MIN : hit.at())
            .reversed()
            .thenComparing(TIES);

    private final StoreContext commons;

    private ContextSearch(StoreContext commons) {
        this.commons = commons;
    }

    /** The search over an archive of {@link SocietyArchive#SCHEMA}. */
    public static ContextSearch over(Archive archive, InstantSource clock, Ids ids) {
        return new ContextSearch(StoreContext.of(archive, clock, ids));
    }

    /** Answers a question. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public ContextHits search(Principal by, ContextQuery query) {
        Instant now = commons.now();
        return commons.read(by, (tx, me) -> search(tx, me, query, now, FileScan::text));
    }

    /** Answers a question with the text files below a folder in place of the scanned ones; they are forgotten afterwards. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public ContextHits search(Principal by, ContextQuery query, Path folder) {
        Map<String, FileScan.Stamp> files = FileScan.below(folder);
        Map<String, String> texts = SearchFiles.texts(files);
        return commons.rehearse(by, (tx, me, now) -> {
            SearchFiles.replace(tx, files, texts);
            return search(tx, me, query, now, path -> Optional.ofNullable(texts.get(path)));
        });
    }

    /** Brings the files in the index up to date with the disk; globs are absolute or start from a folder. */
    @Needs(Right.OPERATE)
    public Scanned scan(Principal by, Path base, List<String> globs) {
        Rights.check(by);
        Map<String, FileScan.Stamp> files = FileScan.of(base, globs);
        return SearchFiles.write(commons.archive(), files);
    }

    /**
     * What a scan led to. Immutable.
     *
     * @param files how many there are
     * @param written how many were new or had changed
     * @param removed how many were gone
     */
    public record Scanned(int files, int written, int removed) {}

    private static ContextHits search(
            Tx tx, ResolvedPrincipal me, ContextQuery query, Instant now, Function<String, Optional<String>> files) {
        TextQuery words = query.allWords() ? TextQuery.all(query.text()) : TextQuery.any(query.text());
        return new ContextHits(query.text(), words.terms(), words.dropped(), hits(tx, me, query, words, now, files));
    }

    /** The notes that have most in common with one. */
    public static List<ContextHit> related(Tx tx, ResolvedPrincipal me, String noteId, String text, Instant now) {
        List<String> terms = TextQuery.any(text).terms();
        TextQuery words = TextQuery.any(String.join(" ", terms.subList(0, Math.min(RELATED_TERMS, terms.size()))));
        ContextQuery query =
                ContextQuery.of("related").in(ContextQuery.Scope.NOTES).limit(RELATED + 1);
        return hits(tx, me, query, words, now, FileScan::text).stream()
                .filter(hit -> !hit.id().equals(noteId))
                .limit(RELATED)
                .toList();
    }

    private static List<ContextHit> hits(
            Tx tx,
            ResolvedPrincipal me,
            ContextQuery query,
            TextQuery words,
            Instant now,
            Function<String, Optional<String>> files) {
        if (words.isEmpty()) {
            return List.of();
        }
        List<ContextStatement.Candidate> candidates = ContextStatement.run(tx, me, query, words, now);
        double best = candidates.stream()
                .mapToDouble(ContextStatement.Candidate::lexical)
                .max()
                .orElse(0);
        record Ranked(ContextStatement.Candidate candidate, ContextHit hit) {}
        List<Ranked> kept = candidates.stream()
                .map(candidate -> new Ranked(candidate, hit(candidate, best, now)))
                .sorted(Comparator.comparing(Ranked::hit, BY_RANK))
                .limit(query.limit())
                .toList();
        Map<String, String> texts =
                ContextTexts.of(tx, kept.stream().map(Ranked::candidate).toList(), files);
        return kept.stream()
                .map(ranked -> ranked.hit()
                        .showing(Snippet.of(
                                texts.getOrDefault(
                                        ContextTexts.key(
                                                ranked.candidate().kind(),
                                                ranked.candidate().ref()),
                                        ""),
                                words.terms())))
                .sorted(query.order() == ContextQuery.Order.TIME ? BY_TIME : BY_RANK)
                .toList();
    }

    private static ContextHit hit(ContextStatement.Candidate found, double best, Instant now) {
        ContextHit.Why why = ContextRank.why(
                found.lexical(), best, found.at(), now, found.core(), found.trust(), found.confidence());
        boolean file = found.kind() == SearchIndex.Kind.FILE;
        String place = found.kind() == SearchIndex.Kind.MESSAGE ? found.channelId() + ":" + found.seq() : found.ref();
        return new ContextHit(
                found.kind().text(),
                found.kind().text() + ":" + place,
                found.ref(),
                ContextRank.score(why),
                "",
                found.at(),
                found.agentId(),
                found.identity(),
                found.channel(),
                file ? null : found.seq(),
                found.topic(),
                found.domain(),
                found.trust(),
                why);
    }
}
