package dev.stoa.base;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What an operation of a store needs of the principal that calls it. It stands beside the operation, so that the
 * command line, REST and MCP read one declaration instead of keeping a list each.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Needs {
    Right value();

    /** Whose things it touches; for {@link Whose#OWN}, touching another's needs {@link Right#OPERATE}. */
    Whose of() default Whose.ANYONES;

    /** Whose things an operation touches. */
    enum Whose {
        /** Only what belongs to the principal or is shared with it. */
        OWN,
        /** Anyone's. */
        ANYONES
    }
}
