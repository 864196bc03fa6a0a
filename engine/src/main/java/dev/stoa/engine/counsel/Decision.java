package dev.stoa.engine.counsel;

import dev.stoa.counsel.assertion.PolicyResult;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.run.Arbiter;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.ParsedAnswer;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.Run;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.counsel.run.Utility;
import dev.stoa.counsel.run.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What follows from the runs of a query that are stored, and from nothing else: so it is the same after a crash.
 * Immutable.
 */
final class Decision {
    private static final double CONFLICT = .9;

    /**
     * An answer that may win. Immutable.
     *
     * @param checked how its checks went
     */
    record Option(Run run, Panel.Member member, ParsedAnswer said, PolicyResult checked) {
        String specialist() {
            return run.specialist();
        }

        double confidence() {
            return run.confidence() == null ? said.confidence() : run.confidence();
        }
    }

    private final Query query;
    private final Distribution fields;
    private final Map<String, Option> options;
    private final Arbiter arbiter;
    private final List<Run> reviews;
    private final Arbiter.@Nullable Ruling first;
    private final Arbiter.@Nullable Ruling last;

    private Decision(Query query, Fields table, Map<String, Option> options, List<Run> reviews, Arbiter arbiter) {
        this.query = query;
        this.fields = Distribution.of(table, query.distribution());
        this.options = options;
        this.reviews = reviews;
        this.arbiter = arbiter;
        this.first = decide(Arbiter.Reviews.NONE);
        this.last = first == null || reviews.isEmpty()
                ? first
                : decide(new Arbiter.Reviews(
                        first.winner(),
                        reviews.stream().collect(Collectors.toMap(Run::specialist, Decision::verdict))));
    }

    /**
     * The decision between the answers that are stored.
     *
     * @param checked how the checks of a stored answer went
     */
    static Decision of(
            Query query, Fields table, List<Run> runs, Arbiter arbiter, Function<Run, PolicyResult> checked) {
        Map<String, Panel.Member> members = query.panel().members().stream()
                .collect(Collectors.toMap(Panel.Member::specialist, Function.identity()));
        Map<String, Option> options = new LinkedHashMap<>();
        for (Run run : runs) {
            Panel.Member member = members.get(run.specialist());
            if (run.isAnswer() && run.status() == RunStatus.OK && run.raw() != null && member != null) {
                options.put(
                        run.specialist(),
                        new Option(run, member, ParsedAnswer.read(run.raw(), false), checked.apply(run)));
            }
        }
        return new Decision(
                query, table, options, runs.stream().filter(Run::isReview).toList(), arbiter);
    }

    private Arbiter.@Nullable Ruling decide(Arbiter.Reviews given) {
        return arbiter.decide(
                options.values().stream()
                        .map(option -> new Arbiter.Candidate(
                                option.specialist(),
                                option.member().weight(),
                                option.confidence(),
                                option.said().text(),
                                option.said().answer()))
                        .toList(),
                given);
    }

    private static Verdict verdict(Run review) {
        return review.status() == RunStatus.OK ? Verdict.read(review.verdict()) : Verdict.UNKNOWN;
    }

    Distribution fields() {
        return fields;
    }

    Field governing() {
        return fields.governing();
    }

    /** The answers, in the order of their runs. */
    List<Option> options() {
        return List.copyOf(options.values());
    }

    boolean isEmpty() {
        return options.isEmpty();
    }

    /** The ruling as it stands, with what reviewers said. */
    Arbiter.Ruling ruling() {
        return Objects.requireNonNull(last, "there is no answer");
    }

    Option winner() {
        return Objects.requireNonNull(options.get(ruling().winner()));
    }

    /** The answer that was the best before the reviews, which is the one that is reviewed. */
    Option reviewed() {
        return Objects.requireNonNull(
                options.get(Objects.requireNonNull(first, "there is no answer").winner()));
    }

    /** Those who can review it. */
    List<Option> reviewers() {
        return options.values().stream()
                .filter(option -> !option.specialist().equals(reviewed().specialist()))
                .toList();
    }

    List<Run> reviews() {
        return reviews;
    }

    /** Whether a reviewer holds the answer that won for incorrect. */
    boolean objected() {
        return !reviews.isEmpty()
                && reviewed().equals(winner())
                && reviews.stream().anyMatch(review -> verdict(review) == Verdict.INCORRECT);
    }

    /** Whether a reviewer says incorrect of anything. */
    boolean anyIncorrect() {
        return reviews.stream().anyMatch(review -> verdict(review) == Verdict.INCORRECT);
    }

    /** Whether the answer that won was reviewed, and all reviewers hold it for correct. */
    boolean allCorrect() {
        return !reviews.isEmpty()
                && reviewed().equals(winner())
                && reviews.stream().allMatch(review -> verdict(review) == Verdict.CORRECT);
    }

    /** The mean of what reviewers say of the answer that won, by their weight; null if none can be read. */
    @Nullable
    Double meanReview() {
        if (reviews.isEmpty() || !reviewed().equals(winner())) {
            return null;
        }
        double sum = 0;
        double weights = 0;
        for (Run review : reviews) {
            Verdict verdict = verdict(review);
            Option reviewer = options.get(review.specialist());
            if (verdict.isKnown() && reviewer != null) {
                sum += reviewer.member().weight() * verdict.outcome();
                weights += reviewer.member().weight();
            }
        }
        return weights > 0 ? (Double) (sum / weights) : null;
    }

    /** How heavily what checks found counts against an answer. */
    static double faults(PolicyResult checked) {
        return checked.severity() + (checked.violated().isEmpty() ? 0 : CONFLICT);
    }

    /** What an answer is worth. */
    Utility.Scores scores(Option option) {
        double severity = faults(option.checked());
        if (!reviews.isEmpty() && option.equals(reviewed())) {
            severity += reviews.stream()
                    .map(Decision::verdict)
                    .mapToDouble(Verdict::severity)
                    .max()
                    .orElse(0);
        }
        return scores(option.member(), option.checked().bonus(), option.confidence(), severity);
    }

    /** What a run of a member is worth. */
    Utility.Scores scores(Panel.Member member, double bonus, double confidence, double severity) {
        return Utility.of(
                fields.weights(),
                new Utility.Evidence(member.weight(), bonus, confidence, severity, member.runs(), member.fieldRuns()));
    }

    /** Whether the answers are to be debated. */
    boolean debates() {
        boolean unsure =
                governing().highStakes() && scores(winner()).c() < governing().cMin();
        return (query.panel().debate() && options.size() >= 2)
                || query.level().debates(options.size(), ruling().agreement(), anyIncorrect(), unsure);
    }

    /** The ids of all corrections that stood in a prompt of an answer. */
    List<String> corrections(List<Run> runs) {
        List<String> ids = new ArrayList<>();
        runs.stream()
                .sorted(Comparator.comparing(Run::createdAt).thenComparing(Run::runId))
                .flatMap(run -> run.corrections().stream())
                .filter(id -> !ids.contains(id))
                .forEach(ids::add);
        return ids;
    }
}
