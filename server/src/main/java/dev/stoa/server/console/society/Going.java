package dev.stoa.server.console.society;

import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Doc;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;

/** How far what goes on has come. Stateless. */
public final class Going {
    private static final int LINE = 120;
    private static final double MEGABYTE = 1e6;

    private Going() {}

    /** A debate with its {@code round}, {@code phase} and {@code consensus}, as far as its last events tell them. */
    public static Doc debate(Doc debate, List<Doc> events) {
        Doc shown = debate;
        for (Doc event : events) {
            if (event.has("data.phase")) {
                shown = shown.and("phase", event.raw("data.phase"));
            }
            if (event.has("data.round")) {
                shown = shown.and("round", event.whole("data.round"));
            }
            if (event.has("data.consensus")) {
                shown = shown.and("consensus", event.real("data.consensus"));
            }
        }
        return shown;
    }

    /** A run with how long it goes on as {@code since}, and the last {@code line} of its output. */
    public static Doc run(Doc run, Doc log, Instant now) {
        String output = log.raw("output").isBlank() ? log.raw("stderr") : log.raw("output");
        String line = output.lines()
                .filter(each -> !each.isBlank())
                .reduce("", (before, each) -> each)
                .strip();
        return run.and("since", ago(run.raw("started_at"), now)).and("line", Plain.of(line, LINE));
    }

    /** How long ago a time was, such as {@code 14 s} or {@code 4 min}; empty if it is none. */
    public static String ago(String time, Instant now) {
        try {
            long seconds =
                    Math.max(0, Duration.between(Instant.parse(time), now).toSeconds());
            return seconds < 120
                    ? seconds + " s"
                    : seconds < 7_200
                            ? seconds / 60 + " min"
                            : seconds < 172_800 ? seconds / 3_600 + " h" : seconds / 86_400 + " d";
        } catch (DateTimeParseException e) {
            return "";
        }
    }

    /** What the archives that are open take together; empty if none of them says it. */
    public static String size(Doc health) {
        List<Doc> known = health.docs("archives").stream()
                .filter(each -> each.has("bytes"))
                .toList();
        String size = String.format(
                Locale.ROOT,
                "%.1f MB",
                known.stream().mapToDouble(each -> each.real("bytes")).sum() / MEGABYTE);
        return known.isEmpty()
                ? ""
                : known.size() == health.docs("archives").size()
                        ? size
                        : Language.t("{0} in {1} that are open", size, known.size());
    }
}
