package dev.stoa.counsel.run;

/**
 * What counts in the fields of a question. Immutable.
 *
 * @param we the weight of how reliable the author was
 * @param wc the weight of how sure it is
 * @param wk the weight of what asking it teaches
 * @param mu how heavily a fault counts
 * @param alpha how fast curiosity grows with the number of runs
 */
public record FieldWeights(double we, double wc, double wk, double mu, double alpha) {}
