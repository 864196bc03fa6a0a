package dev.stoa.engine.tunnel;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment showed. Immutable.
 *
 * @param rows one for each way of debating, in the order of the experiment
 */
public record TunnelReport(List<TunnelRow> rows) {
    public TunnelReport {
        rows = List.copyOf(rows);
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object("rows", rows.stream().map(TunnelRow::document).toList());
    }
}
