package example.embed;

import dev.stoa.Stoa;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.RecallQuery;
import java.nio.file.Path;

/** Opens a data directory, adds a memory and recalls it. */
public final class Main {
    private Main() {}

    /** Runs it with the data directory as its argument. */
    public static void main(String[] args) {
        try (Stoa stoa = Stoa.open(Path.of(args.length == 0 ? "stoa-data" : args[0]))) {
            var memories = stoa.learning().memories();
            memories.add(MemoryDraft.of("The harbour is closed in winter").id("harbour"));
            var answer = memories.recollect(RecallQuery.query("is the harbour open?"));
            answer.items().forEach(hit -> System.out.println(hit.memory().content()));
            if (answer.note() != null) {
                System.out.println("note: " + answer.note());
            }
        }
    }
}
