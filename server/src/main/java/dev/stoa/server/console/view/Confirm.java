package dev.stoa.server.console.view;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.server.console.text.Plain;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked before an act. Immutable.
 *
 * @param word what the act is called
 * @param about what it will do
 * @param object what it is done to, as foreign text
 * @param id its id or name, which may be asked for; empty if it has none
 * @param facts what is shown of that
 * @param inputs the fields of the form
 * @param key the key under which the form acts once
 * @param version the version of the thing that is shown; empty if it has none
 * @param back the page above
 * @param does what it would do to the thing as it is now, of an act that cannot be tried
 * @param tried what it would do; null for an act that cannot tell, or has to be asked first
 * @param asks whether it has to be asked what it would do
 * @param wrong why it was refused; null before it was tried
 */
public record Confirm(
        String word,
        String about,
        boolean irreversible,
        String object,
        String id,
        Doc doc,
        List<Column> facts,
        List<Input> inputs,
        String key,
        String version,
        String back,
        List<String> does,
        @Nullable Tried tried,
        boolean asks,
        @Nullable Wrong wrong) {
    private static final int FACT = 120;

    public Confirm {
        facts = List.copyOf(facts);
        inputs = List.copyOf(inputs);
        does = List.copyOf(does);
    }

    /** What a field asks for. */
    public enum Kind {
        /** A text of several lines. */
        AREA,
        /** A text of one line. */
        LINE,
        /** One of a few words. */
        CHOICE,
        /** One of a few whole numbers. */
        AMOUNT,
        /** Some of a few words; each is a field of its own, which begins with the name. */
        MANY,
        FLAG,
        /** The id of the thing once more, so that nothing is done to another by mistake. */
        AGAIN,
        /** An id of the address, which is not shown. */
        ID,
        /** A number of the thing as it was when the form was shown, which is not shown. */
        HELD,
        /** Answers to what agents asked: a field for each question, whose name begins with that of the whole. */
        ANSWERS
    }

    /**
     * A field with what was typed, or what it holds unseen.
     *
     * @param words what can be chosen, each as {@code VALUE} or {@code VALUE=WORDS}
     * @param typed what was typed; of {@link Kind#MANY} the chosen words between blanks
     */
    public record Input(String name, String word, boolean must, Kind kind, List<String> words, String typed) {
        public Input {
            words = List.copyOf(words);
        }

        /** The value of a choice. */
        public static String value(String choice) {
            int mark = choice.indexOf('=');
            return mark < 0 ? choice : choice.substring(0, mark);
        }

        /** The words of a choice. */
        public static String words(String choice) {
            return choice.substring(choice.indexOf('=') + 1);
        }

        /** What was typed behind a word that takes text along. */
        public String behind(String value) {
            for (String each : typed.split(" ", -1)) {
                if (each.startsWith(value)) {
                    return each.substring(value.length());
                }
            }
            return "";
        }

        public boolean isChosen(String value) {
            return kind == Kind.MANY ? (" " + typed + " ").contains(" " + value + " ") : typed.equals(value);
        }
    }

    /**
     * What an act would do.
     *
     * @param to what was typed for it
     * @param does how much of what, as foreign text
     */
    public record Tried(String to, Map<String, String> does) {
        public Tried {
            does = Collections.unmodifiableMap(new LinkedHashMap<>(does));
        }
    }

    /**
     * What is wrong, and what to do; all as foreign text.
     *
     * @param former what the facts were when the form was shown, by their fields, if the thing changed meanwhile
     */
    public record Wrong(String detail, String hint, Map<String, String> former) {
        public Wrong {
            former = Map.copyOf(former);
        }
    }

    /** The facts as the form takes them along, so that a conflict can show what they were. */
    public String seen() {
        Map<String, @Nullable Object> seen = new LinkedHashMap<>();
        facts.forEach(fact -> seen.put(fact.field(), doc.text(fact.field(), FACT)));
        return Json.write(seen);
    }

    /** What a form took along; nothing if it is no such text. */
    public static Map<String, String> former(String seen) {
        Map<String, String> former = new LinkedHashMap<>();
        try {
            Json.parseObject(seen).forEach((field, value) -> former.put(field, Plain.of(String.valueOf(value), FACT)));
        } catch (StoaException e) {
            return Map.of();
        }
        return former;
    }

    /** What a fact was when the form was shown, if that is known and no longer so; empty otherwise. */
    public String was(Column fact) {
        String before = wrong == null ? null : wrong.former().get(fact.field());
        return before == null || before.equals(doc.text(fact.field(), FACT)) ? "" : before;
    }
}
