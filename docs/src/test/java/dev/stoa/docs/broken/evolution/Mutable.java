package dev.stoa.docs.broken.evolution;

@SuppressWarnings({"MutablePublicArray", "NonFinalStaticField"}) // this is what the rule must find
final class Mutable {
    public static final String[] NAMES = {"first"};

    private static int count;

    static int next() {
        return ++count;
    }

    private Mutable() {}
}
