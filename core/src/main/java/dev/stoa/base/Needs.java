package dev.stoa.base;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What an operation of a store needs of the principal that calls it. It stands beside the operation, so that the
 * command line, REST and MCP read one declaration instead of keeping a list each; {@link Operations} lists them and
 * {@link Rights} enforces them.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Needs {
    /** The least it needs; where an argument makes it need more, its Javadoc says so. */
    Right value();

    /**
     * Whose things it touches; for {@link Whose#OWN}, touching another's needs {@link Right#OPERATE}. That an
     * {@linkplain Principal#agent agent} sees less than others belongs to the principal and is not declared here.
     */
    Whose of() default Whose.ANYONES;

    /**
     * Whether agents may, if they have the right. Agents write memories, evidence and the society; what is recorded
     * about them, and what raises or hides the word of others, is for people and programs.
     */
    boolean agents() default true;

    /**
     * Whether an agent may from inside its execution although it lacks the right, because the limits of depth and number
     * hold for what an execution begins.
     */
    boolean inside() default false;

    /** Whose things an operation touches. */
    enum Whose {
        /** Only what belongs to the principal or is shared with it. */
        OWN,
        /** Anyone's. */
        ANYONES
    }
}
