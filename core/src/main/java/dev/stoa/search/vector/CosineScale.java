package dev.stoa.search.vector;

import dev.stoa.base.Bounds;

/**
 * Puts the cosines of a model on the scale that the rest of the program expects: 1 for equal meanings, about 0 for texts
 * that have nothing in common. Immutable. Some models keep all their cosines in a narrow band near 1; unscaled, every
 * text would seem to be like every other, and a threshold or a weight would hold for one model alone.
 *
 * @param unlike the cosine that becomes 0, from 0 to less than 1
 */
public record CosineScale(double unlike) {
    /** The scale of a model whose cosines need no change. */
    public static final CosineScale PLAIN = new CosineScale(0);

    public CosineScale {
        if (!(unlike >= 0 && unlike < 1)) {
            throw Bounds.invalid("unlike " + unlike + " is not within 0 to less than 1", "choose one that is");
        }
    }

    /** The likeness that a cosine of the model means, at least -1. */
    public double likeness(double cosine) {
        return Math.max(-1, (cosine - unlike) / (1 - unlike));
    }

    /** The cosine from which on the likeness is at least this one. */
    double cosine(double likeness) {
        return likeness <= -1 ? -1 : unlike + likeness * (1 - unlike);
    }
}
