package dev.stoa.docs.broken.evolution;

final class Prints {
    void print() {
        System.err.println("printed");
    }
}
