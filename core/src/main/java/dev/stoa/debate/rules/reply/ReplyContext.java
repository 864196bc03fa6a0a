package dev.stoa.debate.rules.reply;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.voting.Options;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What a reply is read against: the options it may name and what the phase demands of it. Immutable.
 *
 * @param labels the labels of a closed question, which alone may be answered; empty if the question is open
 * @param nameable the options that may be named, ascending: of an open question those that the seat has seen
 * @param position whether a critique must carry the revised position
 * @param code whether a position must bring code, or choose an option
 * @param reflexion whether a position must say why the last one failed; then it cannot only choose
 * @param seats how many seats a plan may name
 * @param bids whether a plan is asked for as bids of one seat, not as foci for all
 * @param rated the options that a review must all rate
 */
public record ReplyContext(
        List<String> labels,
        List<Integer> nameable,
        boolean position,
        boolean code,
        boolean reflexion,
        int seats,
        boolean bids,
        List<Integer> rated) {
    /** More seats than this has no debate. */
    static final int MOST_SEATS = 16;

    public ReplyContext {
        labels = List.copyOf(labels);
        rated = List.copyOf(rated);
        nameable = nameable.stream().distinct().sorted().toList();
        nameable.forEach(option -> Objects.checkIndex(option, Options.MOST));
        Bounds.whole("seats", seats, 1, MOST_SEATS);
    }

    /** An open question of which so many options are known so far, all of which may be named. */
    public static ReplyContext open(int options) {
        return open(first(options));
    }

    /** An open question of which these options may be named. */
    public static ReplyContext open(List<Integer> nameable) {
        return new ReplyContext(List.of(), nameable, false, false, false, MOST_SEATS, false, List.of());
    }

    /** A closed question with these labels. */
    public static ReplyContext closed(List<String> labels) {
        return new ReplyContext(labels, first(labels.size()), false, false, false, MOST_SEATS, false, List.of());
    }

    public ReplyContext withPosition() {
        return new ReplyContext(labels, nameable, true, code, reflexion, seats, bids, rated);
    }

    public ReplyContext withCode() {
        return new ReplyContext(labels, nameable, position, true, reflexion, seats, bids, rated);
    }

    public ReplyContext withReflexion() {
        return new ReplyContext(labels, nameable, position, code, true, seats, bids, rated);
    }

    /** For a plan of foci for so many seats. */
    public ReplyContext planning(int seats) {
        return new ReplyContext(labels, nameable, position, code, reflexion, seats, false, rated);
    }

    /** For a plan by bids. */
    public ReplyContext bidding() {
        return new ReplyContext(labels, nameable, position, code, reflexion, seats, true, rated);
    }

    /** For reviews that must rate all these options. */
    public ReplyContext rating(List<Integer> options) {
        return new ReplyContext(labels, nameable, position, code, reflexion, seats, bids, options);
    }

    private static List<Integer> first(int options) {
        return IntStream.range(0, (int) Bounds.whole("options", options, 0, Options.MOST))
                .boxed()
                .toList();
    }

    /** Which options may be named, in words. */
    String keys() {
        return switch (nameable.size()) {
            case 0 -> "there is no option yet";
            case 1 -> "the only one is " + Options.key(nameable.getFirst());
            default ->
                nameable.getLast() == nameable.size() - 1
                        ? "the keys are A to " + Options.key(nameable.getLast())
                        : "the keys are "
                                + String.join(
                                        ", ",
                                        nameable.stream().map(Options::key).toList());
        };
    }

    boolean closed() {
        return !labels.isEmpty();
    }
}
