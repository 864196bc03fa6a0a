package dev.stoa.learning.memory;

import dev.stoa.storage.Tx;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The hyper-parameters in force, as the archive has them at this moment. Thread-safe. The newest row is looked at by
 * every unit of work; only the parsing of a text that has not changed is spared.
 */
final class Parameters {
    private static final String NEWEST = "SELECT id, hyperparams FROM meta_learning_state ORDER BY id DESC LIMIT 1";

    private final AtomicReference<Parsed> last = new AtomicReference<>(new Parsed("", Hyperparams.DEFAULTS));

    private record Parsed(String text, Hyperparams values) {}

    /** A row of the table: its number and the values it stands for. */
    record InForce(@Nullable Long row, Hyperparams values) {}

    Hyperparams of(Tx tx) {
        return inForce(tx).values();
    }

    InForce inForce(Tx tx) {
        Optional<InForce> newest = tx.one(NEWEST, row -> new InForce(row.number(1), parsed(row.textOrNull(2))));
        return newest.orElse(new InForce(null, Hyperparams.DEFAULTS));
    }

    private Hyperparams parsed(@Nullable String text) {
        if (text == null) {
            return Hyperparams.DEFAULTS;
        }
        Parsed known = last.get();
        if (known.text().equals(text)) {
            return known.values();
        }
        Hyperparams values = Hyperparams.ofStored(text);
        last.set(new Parsed(text, values));
        return values;
    }
}
