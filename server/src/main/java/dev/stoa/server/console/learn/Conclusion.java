package dev.stoa.server.console.learn;

import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Doc;
import java.util.ArrayList;
import java.util.List;

/**
 * A consensus with what belongs to it. Immutable.
 *
 * @param debate the page of the debate that came to it; empty if there is none
 * @param before what it replaced, the nearest first
 * @param after what replaced it, the nearest first
 */
public record Conclusion(Doc consensus, String debate, List<Doc> before, List<Doc> after) {
    public Conclusion {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** A consensus of a list, with how many agreed and how many dissents nobody answered. */
    public static Doc listed(Doc consensus) {
        return consensus.and("agreed", agreed(consensus)).and("warnings", open(consensus));
    }

    static String agreed(Doc consensus) {
        return consensus.has("agree_count") && consensus.has("participant_count")
                ? Language.t("{0} of {1}", consensus.count("agree_count"), consensus.count("participant_count"))
                : "unknown";
    }

    private static long open(Doc consensus) {
        return consensus.docs("dissents").stream()
                .filter(dissent -> !dissent.flag("acknowledged"))
                .count();
    }

    /** How many agreed, in words. */
    public String agreed() {
        return agreed(consensus);
    }

    public boolean isSuperseded() {
        return consensus.has("superseded_by");
    }

    /** The participants who neither agreed nor abstained. */
    public List<Doc> against() {
        List<Doc> rest = new ArrayList<>(consensus.docs("participants"));
        List<String> others = new ArrayList<>();
        for (String field : List.of("agreeing", "abstaining")) {
            consensus.docs(field).forEach(each -> others.add(each.raw("value")));
        }
        rest.removeIf(each -> others.contains(each.raw("value")));
        return rest;
    }

    /** Its dissents by their kinds, the weightiest kind first. */
    public List<Dissents> dissents() {
        return Dissents.byKind(consensus.docs("dissents"));
    }

    /** All of one question, from the first conclusion to the last; this one is the one without a link. */
    public List<Doc> chain() {
        List<Doc> chain = new ArrayList<>(before.reversed());
        chain.add(consensus.and("here", true));
        chain.addAll(after);
        return chain;
    }
}
