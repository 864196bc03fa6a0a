package dev.stoa.server.console.learn;

import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.States;
import java.util.ArrayList;
import java.util.List;

/**
 * Dissents of one kind or state. Immutable.
 *
 * @param word what they have in common
 * @param all where all of them are; empty if these are all
 */
public record Dissents(String word, List<Doc> items, String all) {
    /** The kind that is heard first. */
    public static final String RISK = "risk_warning";

    private static final List<String> KINDS = List.of(
            RISK,
            "fundamental_disagreement",
            "edge_case_concern",
            "alternative_approach",
            "minor_quibble",
            "abstention");
    private static final String KIND = "dissent_type";

    public Dissents {
        items = List.copyOf(items);
    }

    /** The first of a list; its address leads to the next of them. */
    public static Dissents of(String word, Doc found, Here here) {
        return new Dissents(
                word,
                found.docs("items"),
                found.has("next") ? here.with("cursor", found.raw("next")).href() : "");
    }

    /** The same without warnings of risks, which stand above. */
    public Dissents butRisks() {
        return new Dissents(
                word,
                items.stream().filter(each -> !each.raw(KIND).equals(RISK)).toList(),
                all);
    }

    static List<Dissents> byKind(List<Doc> dissents) {
        List<Dissents> groups = new ArrayList<>();
        for (String kind : KINDS) {
            List<Doc> these = dissents.stream()
                    .filter(each -> each.raw(KIND).equals(kind))
                    .toList();
            if (!these.isEmpty()) {
                groups.add(new Dissents(States.word(kind), these, ""));
            }
        }
        return groups;
    }

    /** The page on which a dissent is answered. */
    public static String answer(Doc dissent) {
        return Links.to("consensus", dissent.raw("debate_id")) + "/dissents/" + Links.segment(dissent.raw("id"))
                + "/rebut";
    }
}
