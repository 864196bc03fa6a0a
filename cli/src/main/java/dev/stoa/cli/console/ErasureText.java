package dev.stoa.cli.console;

import dev.stoa.engine.upkeep.Deletions;
import dev.stoa.engine.upkeep.ErasureReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reply to a command that deleted text: what it did, and where the text may still be. Stateless. */
public final class ErasureText {
    private ErasureText() {}

    /** Says what was deleted, with where it may still be if it was. */
    public static void print(Invocation main, Deletions.Deletion<?> deletion, List<String> lines) {
        if (deletion.left() == null) {
            main.print(deletion.deleted(), lines);
        } else {
            print(main, deletion.deleted(), lines, deletion.left());
        }
    }

    public static void print(
            Invocation main, Map<String, @Nullable Object> document, List<String> lines, ErasureReport left) {
        Map<String, @Nullable Object> whole = new LinkedHashMap<>(document);
        whole.put("erasure", left.document());
        List<String> all = new ArrayList<>(lines);
        left.lines().forEach(line -> all.add(CommandHints.of(line)));
        main.print(whole, all);
    }
}
