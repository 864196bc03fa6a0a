package dev.stoa.learning.critique;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;

/**
 * What became of a critique. Immutable.
 *
 * @param key that of the critique
 * @param improved whether the answer got better by it
 * @param usefulness how useful it was after all, 0 to 1
 */
public record CritiqueResolution(String key, boolean improved, double usefulness) {
    public CritiqueResolution {
        Bounds.given("key", key);
        key = Bounds.id("critique_key", key);
        usefulness = Bounds.unit("actual_usefulness", usefulness);
    }

    /** Usefulness 1 if it improved something, else 0. */
    public static CritiqueResolution of(String key, boolean improved) {
        return new CritiqueResolution(key, improved, improved ? 1 : 0);
    }

    /** The resolution that an object of a request describes. */
    public static CritiqueResolution fromJson(JsonFields fields) {
        boolean improved = fields.flag("led_to_improvement");
        CritiqueResolution resolution = new CritiqueResolution(
                fields.text("critique_key"), improved, fields.real("actual_usefulness", improved ? 1 : 0));
        fields.end();
        return resolution;
    }
}
