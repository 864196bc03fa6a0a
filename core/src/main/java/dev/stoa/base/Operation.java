package dev.stoa.base;

import java.util.List;

/**
 * One operation of a store and what it needs of the principal that calls it. Immutable.
 *
 * @param wing the wing that has it, such as {@code society}
 * @param store the store, as the door of the wing names it, such as {@code channels}
 * @param name the name of the method
 * @param parameters the simple names of its parameter types, which tell operations of one name apart
 * @param right the least it needs
 * @param of whose things it touches
 * @param agents whether agents may
 */
public record Operation(
        String wing, String store, String name, List<String> parameters, Right right, Needs.Whose of, boolean agents) {
    public Operation {
        parameters = List.copyOf(parameters);
    }

    /** The operation as text, such as {@code society.channels.get(Principal, String)}. */
    public String signature() {
        return wing + "." + store + "." + name + "(" + String.join(", ", parameters) + ")";
    }
}
