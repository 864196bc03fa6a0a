package dev.stoa.cli.console;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The verbs of a {@link CommandGroup} that are classes of their own; they stand before those that are methods. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Verbs {
    /** The classes, in the order of the help. */
    Class<?>[] value();
}
