package dev.stoa.learning.evidence;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the addition of a document led to. Immutable.
 *
 * @param created whether the document is new
 * @param added passages whose text was not known
 * @param kept passages whose text was known, in this document or elsewhere
 * @param removed texts that are gone with the passages that are no more
 */
public record DocumentAdded(Document document, boolean created, boolean trustCapped, int added, int kept, int removed) {
    /** The JSON object of it. */
    public Map<String, @Nullable Object> json() {
        return Json.object(
                "document", document.document(),
                "created", created,
                "trust_capped", trustCapped,
                "added", added,
                "kept", kept,
                "removed", removed);
    }
}
