package dev.stoa.server.mcp;

import dev.stoa.base.Principal;
import dev.stoa.server.backend.Commits;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client may read by its URI. Thread-safe. */
interface ResourceTable {
    /** The resources that are listed, as the protocol describes them. */
    List<Map<String, @Nullable Object>> list(Principal by);

    /** The forms of URIs that can be read, as the protocol describes them. */
    List<Map<String, @Nullable Object>> templates();

    /**
     * The contents of a resource; null if the URI names none.
     *
     * @throws dev.stoa.base.NotFoundException if what it names is not there
     */
    @Nullable
    Map<String, @Nullable Object> read(Principal by, String uri);

    /** What changes when the resource does; null if it does not tell of changes. */
    @Nullable
    String version(Principal by, String uri);

    /** The commits after which versions may be others; to be closed. */
    Commits commits();

    /** The values of a parameter of a template that begin with a text. */
    List<String> complete(Principal by, String template, String parameter, String prefix);
}
