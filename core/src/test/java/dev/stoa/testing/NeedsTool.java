package dev.stoa.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What the tests of a class, or one test, need of the machine. Where it is missing they are skipped, in a line of the
 * output that says why; with {@code STOA_REQUIRE_TOOLS=1} in the environment, as in the gate, they fail instead,
 * and with {@code STOA_REQUIRE_BROWSER=1} those that need a browser.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsToolCondition.class)
public @interface NeedsTool {
    Tool[] value();
}
