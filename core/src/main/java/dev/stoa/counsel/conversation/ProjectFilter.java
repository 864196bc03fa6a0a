package dev.stoa.counsel.conversation;

import dev.stoa.base.Bounds;
import org.jspecify.annotations.Nullable;

/** Of which projects conversations are wanted. */
public sealed interface ProjectFilter {
    /** Of all, and of none. */
    record All() implements ProjectFilter {}

    /** Without a project. */
    record None() implements ProjectFilter {}

    /** Of one project. */
    record Of(String projectId) implements ProjectFilter {}

    /** The word that stands for conversations without a project. */
    String NONE = "none";

    /** What a caller's word means: an id, {@code none}, or null for all. */
    static ProjectFilter of(@Nullable String word) {
        return word == null ? new All() : word.equals(NONE) ? new None() : new Of(Bounds.id("project", word));
    }

    /** What stands in a statement for conversations of an alias, with one parameter for {@link Of}. */
    default String condition(String alias) {
        return switch (this) {
            case All all -> "";
            case None none -> " AND " + alias + ".project_id IS NULL";
            case Of one -> " AND " + alias + ".project_id = ?";
        };
    }
}
