package dev.stoa.engine.learn;

import dev.stoa.base.UnavailableException;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Bulk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An archive that learns many rows in one transaction, which is one commit and not one for each. Thread-safe if its parts
 * are.
 *
 * @param reader what a payload says
 * @param one writes what one payload says
 * @param many writes what several say; a refusal is one of its row alone
 */
record BulkTarget<D>(
        Function<JsonFields, D> reader, Consumer<D> one, Function<List<D>, List<? extends Bulk.Result<?>>> many)
        implements LearningTarget {
    @Override
    public void learn(JsonFields payload) {
        one.accept(reader.apply(payload));
    }

    /**
     * Learns what some rows hold, in their order.
     *
     * @return why those failed that did, by their place
     */
    Map<Integer, RuntimeException> learnAll(List<Map<String, @Nullable Object>> payloads) {
        Map<Integer, RuntimeException> failures = new HashMap<>();
        List<Integer> places = new ArrayList<>();
        List<D> drafts = new ArrayList<>();
        for (int i = 0; i < payloads.size(); i++) {
            try {
                drafts.add(reader.apply(JsonFields.of(payloads.get(i))));
                places.add(i);
            } catch (RuntimeException e) {
                failures.put(i, e);
            }
        }
        List<@Nullable RuntimeException> ends = write(drafts);
        for (int i = 0; i < ends.size(); i++) {
            RuntimeException end = ends.get(i);
            if (end != null) {
                failures.put(places.get(i), end);
            }
        }
        return failures;
    }

    private List<@Nullable RuntimeException> write(List<D> drafts) {
        List<@Nullable RuntimeException> ends = new ArrayList<>();
        try {
            for (Bulk.Result<?> result : many.apply(drafts)) {
                ends.add(result instanceof Bulk.Result.Refused<?> refused ? refused.error() : null);
            }
        } catch (UnavailableException e) {
            drafts.forEach(draft -> ends.add(e));
        } catch (RuntimeException e) {
            // One of them did what no refusal foresees; it must not hold up the others.
            drafts.forEach(draft -> ends.add(alone(draft)));
        }
        return ends;
    }

    private @Nullable RuntimeException alone(D draft) {
        try {
            one.accept(draft);
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }
}
