package dev.stoa.server.console.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of the tour through the demo, which a page shows as a bar. Immutable.
 *
 * @param number its place, from 1
 * @param title what is seen
 * @param words what to look at
 */
public record Tour(int number, String title, String words) {
    /** The parameter of the query that holds the step, so that the address of a page says it. */
    public static final String QUERY = "tour";

    private static final List<Tour> STEPS = List.of(
            new Tour(
                    1,
                    "What needs you",
                    "This debate waits at a gate. Read its summary and approve it: the next phase begins at once."),
            new Tour(
                    2,
                    "Who moved, having read whom",
                    "Each column is a seat. A seat that changed its side names the seats that it had read, and leads to"
                            + " their turns."),
            new Tour(
                    3,
                    "Back to the first vote",
                    "The record stands at its first count: what came later is blank. Move the slider, or step with the"
                            + " arrows."),
            new Tour(
                    4,
                    "The passage behind a claim",
                    "A turn with its claims. Each names the passage that it rests on, word for word."),
            new Tour(
                    5,
                    "Is it true to the record?",
                    "The debate was replayed here from its events, and each was compared. The receipt takes the proof"
                            + " along."),
            new Tour(
                    6,
                    "Why this memory comes back",
                    "What is recalled for a question, with the words, the meaning and the strength that brought it"
                            + " up."),
            new Tour(
                    7,
                    "How sure are the ratings?",
                    "Agents with their intervals. Where these overlap, nothing is said about who is better."));

    /** How many steps there are. */
    public static int size() {
        return STEPS.size();
    }

    /** A step by its number in an address; null if there is none. */
    public static @Nullable Tour at(@Nullable String number) {
        return STEPS.stream()
                .filter(step -> Integer.toString(step.number()).equals(number))
                .findFirst()
                .orElse(null);
    }

    public boolean isFirst() {
        return number == 1;
    }

    public boolean isLast() {
        return number == STEPS.size();
    }

    /** Where the step begins that is so many further. */
    public String other(int further) {
        return "/tour/" + (number + further);
    }

    /** An address with the step in its query; the address itself without one. */
    public static String href(String address, @Nullable String number) {
        Tour step = at(number);
        if (step == null) {
            return address;
        }
        int mark = address.indexOf('#');
        String path = mark < 0 ? address : address.substring(0, mark);
        return path + (path.indexOf('?') < 0 ? "?" : "&") + QUERY + "=" + step.number()
                + (mark < 0 ? "" : address.substring(mark));
    }
}
