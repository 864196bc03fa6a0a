package dev.stoa.society;

import dev.stoa.search.TextQuery;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * One question over notes, knowledge, messages, tasks and files. Thread-safe. Every hit has a word that was asked for,
 * is visible to who asks, and says why it stands where it stands.
 */
public final class ContextSearch {
    private static final int RELATED_TERMS = 12;
    private static final int RELATED = 5;

    private static final Comparator<Hit> TIES = Comparator.comparingLong((Hit hit) -> hit.seq() == null ? 0 : hit.seq())
            .reversed()
            .thenComparing(Hit::ref);
    private static final Comparator<Hit> BY_RANK =
            Comparator.comparingDouble(Hit::score).reversed().thenComparing(TIES);
    private static final Comparator<Hit> BY_TIME = Comparator.comparing(
                    (Hit hit) -> hit.at() == null ? Instant.MIN : hit.at())
            .reversed()
            .thenComparing(TIES);

    private final Commons commons;

    private ContextSearch(Commons commons) {
        this.commons = commons;
    }

    /** The search over an archive of {@link SocietyArchive#SCHEMA}. */
    public static ContextSearch over(Archive archive, InstantSource clock, Ids ids) {
        return new ContextSearch(Commons.of(archive, clock, ids));
    }

    /** Answers a question. */
    public Hits search(Actor by, ContextQuery query) {
        Instant now = commons.now();
        return commons.read(by, (tx, me) -> search(tx, me, query, now));
    }

    /** Answers a question with the text files below a folder in place of the scanned ones; they are forgotten afterwards. */
    public Hits search(Actor by, ContextQuery query, Path folder) {
        Map<String, FileScan.Stamp> files = FileScan.below(folder);
        return commons.rehearse(by, (tx, me, now) -> {
            SearchFiles.write(tx, files);
            return search(tx, me, query, now);
        });
    }

    /** Brings the files in the index up to date with the disk; globs are absolute or below a folder. */
    public Scanned scan(Path base, List<String> globs) {
        Map<String, FileScan.Stamp> files = FileScan.of(base, globs);
        if (files.equals(commons.archive().read(SearchFiles::known))) {
            // A unit that writes nothing would still wake everybody who waits for a change.
            return new Scanned(files.size(), 0, 0);
        }
        return commons.archive().write(tx -> SearchFiles.write(tx, files));
    }

    /**
     * What a scan led to. Immutable.
     *
     * @param files how many there are
     * @param written how many were new or had changed
     * @param removed how many were gone
     */
    public record Scanned(int files, int written, int removed) {}

    static Hits search(Tx tx, Me me, ContextQuery query, Instant now) {
        TextQuery words = query.allWords() ? TextQuery.all(query.text()) : TextQuery.any(query.text());
        return new Hits(query.text(), words.terms(), words.dropped(), hits(tx, me, query, words, now));
    }

    /** The notes that have most in common with one. */
    static List<Hit> related(Tx tx, Me me, Note note, Instant now) {
        List<String> terms = TextQuery.any(note.message()).terms();
        TextQuery words = TextQuery.any(String.join(" ", terms.subList(0, Math.min(RELATED_TERMS, terms.size()))));
        ContextQuery query =
                ContextQuery.of("related").in(ContextQuery.Scope.NOTES).limit(RELATED + 1);
        return hits(tx, me, query, words, now).stream()
                .filter(hit -> !hit.id().equals(note.id()))
                .limit(RELATED)
                .toList();
    }

    private static List<Hit> hits(Tx tx, Me me, ContextQuery query, TextQuery words, Instant now) {
        if (words.isEmpty()) {
            return List.of();
        }
        List<ContextStatement.Candidate> candidates = ContextStatement.run(tx, me, query, words, now);
        double best = candidates.stream()
                .mapToDouble(ContextStatement.Candidate::lexical)
                .max()
                .orElse(0);
        record Ranked(ContextStatement.Candidate candidate, Hit hit) {}
        List<Ranked> kept = candidates.stream()
                .map(candidate -> new Ranked(candidate, hit(candidate, best, now)))
                .sorted(Comparator.comparing(Ranked::hit, BY_RANK))
                .limit(query.limit())
                .toList();
        Map<String, String> texts =
                ContextTexts.of(tx, kept.stream().map(Ranked::candidate).toList());
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

    private static Hit hit(ContextStatement.Candidate found, double best, Instant now) {
        Hit.Why why = ContextRank.why(
                found.lexical(), best, found.at(), now, found.core(), found.trust(), found.confidence());
        boolean file = found.kind() == SearchIndex.Kind.FILE;
        String place = found.kind() == SearchIndex.Kind.MESSAGE ? found.channelId() + ":" + found.seq() : found.ref();
        return new Hit(
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
