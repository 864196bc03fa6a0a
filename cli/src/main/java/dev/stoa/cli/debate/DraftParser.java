package dev.stoa.cli.debate;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers that agents begin with, as they are typed: {@code NAME=TEXT} or {@code NAME@CONFIDENCE=TEXT}. Stateless. */
final class DraftParser {
    // No name of an agent has an @ or a =, so the first = ends the name, and the answer may hold both.
    private static final Pattern FORM = Pattern.compile("([^=@]+)(?:@([^=]*))?=(.*)", Pattern.DOTALL);

    private DraftParser() {}

    /** The drafts as a request has them. */
    static List<Map<String, @Nullable Object>> all(List<String> typed) {
        return typed.stream().map(DraftParser::draft).toList();
    }

    private static Map<String, @Nullable Object> draft(String typed) {
        Matcher form = FORM.matcher(typed);
        if (!form.matches()) {
            throw Bounds.invalid(
                    "--draft " + Bounds.shown(typed) + " names no agent",
                    "write NAME=TEXT, or NAME@CONFIDENCE=TEXT with a confidence from 0 to 1");
        }
        String confidence = form.group(2);
        return confidence == null
                ? Json.object("agent", form.group(1), "answer", form.group(3))
                : Json.object("agent", form.group(1), "answer", form.group(3), "confidence", number(confidence));
    }

    private static double number(String confidence) {
        try {
            return Double.parseDouble(confidence);
        } catch (NumberFormatException e) {
            throw Bounds.invalid(
                    "drafts.confidence " + Bounds.shown(confidence) + " is not within 0 to 1", "choose one that is");
        }
    }
}
