package dev.stoa.server.console.act;

import dev.stoa.base.Bounds;
import dev.stoa.server.console.view.Confirm;
import dev.stoa.server.console.view.Confirm.Kind;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.OpenGate;
import dev.stoa.server.console.view.States;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the form of an act shows, and what is sent of it. Stateless. */
public final class Forms {
    private static final Pattern DIGITS = Pattern.compile("[1-9][0-9]{0,8}");
    private static final Set<String> BARE = Set.of("true", "false");
    private static final String ON = "on";

    private Forms() {}

    /** A whole number from 1 on, as it is typed. */
    public static long number(String name, String text) {
        if (!DIGITS.matcher(text).matches()) {
            throw Bounds.invalid(name + " is no number from 1 to 999999999", "leave it out or correct it");
        }
        return Long.parseLong(text);
    }

    /** The fields that a form shows, with what was typed before, but those of answers: who asked knows them. */
    public static List<Confirm.Input> shown(Act act, Doc thing, Map<String, String> typed) {
        List<Confirm.Input> shown = new ArrayList<>();
        for (Act.Input input : act.inputs()) {
            if (input.kind() != Kind.ID && input.kind() != Kind.ANSWERS) {
                String first = input.kind() == Kind.HELD
                        ? thing.raw(input.field())
                        : input.kind() == Kind.CHOICE || input.kind() == Kind.AMOUNT
                                ? Confirm.Input.value(input.words().getFirst())
                                : "";
                shown.add(new Confirm.Input(
                        input.name(),
                        input.word(),
                        input.must(),
                        input.kind(),
                        input.words(),
                        input.kind() == Kind.MANY
                                ? String.join(" ", chosen(input.name(), typed))
                                : typed.getOrDefault(input.name(), first)));
            }
        }
        return shown;
    }

    /** The words of a field of which several can be chosen; a word with text behind it takes that along. */
    private static List<String> chosen(String name, Map<String, String> form) {
        List<String> chosen = new ArrayList<>();
        form.forEach((field, value) -> {
            if (field.startsWith(name + "-") && !value.isBlank()) {
                chosen.add(field.substring(name.length() + 1) + (value.equals(ON) ? "" : value.strip()));
            }
        });
        return chosen;
    }

    /** What a dry run told, by name: of what has parts the counts that are not none. */
    public static Map<String, String> told(Doc tried, Map<String, String> ids) {
        Map<String, String> told = new LinkedHashMap<>();
        tried.shown().forEach((name, text) -> {
            Map<String, String> parts = new LinkedHashMap<>(tried.doc(name).shown());
            boolean hasParts = !parts.isEmpty();
            parts.values().removeIf(part -> !DIGITS.matcher(part).matches());
            if (hasParts) {
                List<String> counts = new ArrayList<>();
                parts.forEach((part, count) -> counts.add(count + " " + States.word(part)));
                if (!counts.isEmpty()) {
                    told.put(name, String.join(", ", counts));
                }
            } else if (!text.isEmpty() && !ids.containsValue(tried.raw(name)) && !BARE.contains(text)) {
                told.put(name, text.equals("[]") || text.equals("{}") ? "none" : text);
            }
        });
        return told;
    }

    /** The body of the call. */
    public static Map<String, @Nullable Object> body(Act act, Map<String, String> form, Map<String, String> ids) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>(act.request().fixed());
        for (Act.Input input : act.inputs()) {
            String name = input.name();
            // Browsers end lines with both characters.
            String typed = form.getOrDefault(name, "").replace("\r\n", "\n");
            switch (input.kind()) {
                case ID -> body.put(name, ids.get(input.field()));
                case AGAIN -> {}
                case ANSWERS -> {
                    Map<String, @Nullable Object> answers = OpenGate.answers(form);
                    if (!answers.isEmpty()) {
                        body.put(name, answers);
                    }
                }
                case MANY -> body.put(name, chosen(name, form));
                case FLAG -> {
                    if (typed.equals(ON)) {
                        body.put(name, true);
                    }
                }
                case AMOUNT, HELD -> {
                    if (!typed.isBlank()) {
                        body.put(name, number(name, typed));
                    }
                }
                case LINE, AREA, CHOICE -> {
                    if (!typed.isBlank()) {
                        body.put(name, typed);
                    }
                }
            }
        }
        return body;
    }
}
