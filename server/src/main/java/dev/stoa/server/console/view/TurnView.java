package dev.stoa.server.console.view;

import dev.stoa.json.Digest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One turn of a debate with all that was said. Immutable.
 *
 * @param turn without fields if none is shown
 * @param stored whether it had been stored at the event that is shown
 * @param seenBy the later turns that were shown it, as far as they are known
 * @param prompt what it was told, in its blocks; none if the reader may not see it
 * @param here the page of its debate
 */
public record TurnView(Doc turn, boolean stored, List<Doc> seenBy, List<PromptBlock> prompt, Here here) {
    /** No turn. */
    public static final TurnView NONE = new TurnView(Doc.EMPTY, false, List.of(), List.of(), new Here("/", Map.of()));

    public TurnView {
        seenBy = List.copyOf(seenBy);
        prompt = List.copyOf(prompt);
    }

    public static TurnView of(Doc turn, List<Doc> others, Moment moment, Here here) {
        long number = turn.whole("turn_seq");
        List<Doc> seenBy = new ArrayList<>();
        for (Doc other : others) {
            if (other.numbers("visible_turns").contains(number) && !moment.isLater(other.whole("turn_seq"))) {
                seenBy.add(other);
            }
        }
        seenBy.removeIf(other -> moment.asked(others).contains(other.whole("turn_seq")));
        boolean stored = !moment.isLater(number) && !moment.asked(List.of(turn)).contains(number);
        return new TurnView(turn, stored, seenBy, PromptBlock.of(turn.raw("prompt")), here);
    }

    public boolean isShown() {
        return turn.has("turn_seq");
    }

    /** What it said, of the parts that a turn of any kind may have. */
    private Doc position() {
        Doc parsed = turn.doc("parsed");
        return parsed.has("position") ? parsed.doc("position") : parsed;
    }

    /** Its answer; what was sent where nothing could be read of it; empty if it holds an option without words. */
    public String answer() {
        for (String found : List.of(turn.raw("answer"), position().raw("answer"))) {
            if (!found.isEmpty()) {
                return found;
            }
        }
        return turn.has("parsed") ? "" : turn.raw("content");
    }

    /** The hash of the reply as it came, by which a receipt names it; empty if there was none. */
    public String contentSha256() {
        return turn.has("content") ? Digest.sha256(turn.raw("content")) : "";
    }

    public String reasoning() {
        return position().raw("reasoning");
    }

    public List<Doc> claims() {
        return position().docs("claims");
    }

    public List<Doc> critiques() {
        return turn.docs("parsed.critiques");
    }

    /** Where a field of the turn is given as plain text. */
    public String text(String field) {
        String debate = here.path().substring("/debates/".length());
        String of = "debates/" + debate + "/turns?limit=1&from=" + turn.whole("turn_seq");
        return Links.text(of + (field.equals("prompt") ? "&prompts=true" : ""), "items.0." + field);
    }

    /** The page of this turn alone. */
    public String page() {
        return here.path() + "/turns/" + turn.whole("turn_seq");
    }

    /** Another turn, in the place where this one is. */
    public String other(long number) {
        return here.query().containsKey("turn")
                ? here.with("turn", number).href() + "#turn"
                : here.path() + "/turns/" + number;
    }
}
