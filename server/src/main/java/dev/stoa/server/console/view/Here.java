package dev.stoa.server.console.view;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The address of a page with its query, from which addresses of the same page are made. Immutable. */
public record Here(String path, Map<String, String> query) {
    public Here {
        query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
    }

    /** The same with a parameter of the query; without it if the value is empty. */
    public Here with(String name, String value) {
        Map<String, String> other = new LinkedHashMap<>(query);
        if (value.isEmpty()) {
            other.remove(name);
        } else {
            other.put(name, value);
        }
        return new Here(path, other);
    }

    /** The same with a number; without it if that is 0. */
    public Here with(String name, long value) {
        return with(name, value == 0 ? "" : Long.toString(value));
    }

    /** The address. */
    public String href() {
        return query.isEmpty()
                ? path
                : query.entrySet().stream()
                        .map(each -> each.getKey() + "=" + Links.encoded(each.getValue()))
                        .collect(Collectors.joining("&", path + "?", ""));
    }
}
