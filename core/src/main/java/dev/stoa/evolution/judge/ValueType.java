package dev.stoa.evolution.judge;

/** What kind of value a part of an expression has, as far as it is known before an episode. */
public enum ValueType {
    NUMBER("a number"),
    TEXT("a text"),
    TRUTH("true or false"),
    NULL("null"),
    /** Known only when the episode has ended: whatever the state holds. */
    ANY("any value");

    private final String shown;

    ValueType(String shown) {
        this.shown = shown;
    }

    /** Whether a value of this type may stand where another is wanted. */
    boolean fits(ValueType wanted) {
        return this == wanted || this == ANY || wanted == ANY;
    }

    @Override
    public String toString() {
        return shown;
    }
}
