package dev.stoa.search.vector;

/** Takes the rows of a search one by one. */
@FunctionalInterface
public interface VectorVisitor {
    /**
     * Takes a row.
     *
     * @param seq the key of the row
     * @param cosine how near it is, from -1 to 1
     */
    void visit(long seq, double cosine);
}
