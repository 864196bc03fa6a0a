package dev.stoa.engine.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class CodeMetricsTest {
    @Test
    void qualityIsThePassRateLessWhatIsUnclean() {
        assertThat(CodeMetrics.quality(0.75, 1, 20)).isCloseTo(0.675, within(1e-9));
        assertThat(CodeMetrics.quality(1.0, 0, 10)).isCloseTo(1, within(1e-9));
        assertThat(CodeMetrics.quality(0.0, 0, 1)).isZero();
        assertThat(CodeMetrics.quality(null, 0, 1)).isNull();
    }

    @Test
    void linesAreCountedUnlessBlank() {
        assertThat(CodeMetrics.of(Language.PYTHON, "a = 1\n\n  \nb = 2", 2, 3, 4))
                .isEqualTo(new CodeMetrics(2, 2, 1, 3, 4));
    }

    @Test
    void decisionsAreThoseOfTheLargestJavaMethod() {
        assertThat(Decisions.most(Language.JAVA, """
                import java.util.*;
                public class A {
                    /* if if if */ String s = "if && ||"; // while
                    int a(int x) { return x > 0 ? 1 : 2; }
                    List<?> b(Map<String, ? extends A> m) throws Exception {
                        for (int i = 0; i < 3; i++) { if (i > 1 && m != null) { try { a(i); } catch (Exception e) {} } }
                        return List.of();
                    }
                }
                """)).isEqualTo(5);
    }

    @Test
    void decisionsAreThoseOfTheLargestPythonFunction() {
        assertThat(Decisions.most(Language.PYTHON, """
                def a(x):
                    "if and or"
                    return 1 if x else 2  # if if if

                def b(x,
                y=2):
                    for i in x:
                        if i and y or x:
                            pass
                    '''
                while while while
                    '''
                    while x:
                        pass
                if a and b and a: pass
                """)).isEqualTo(6);
        assertThat(Decisions.most(Language.PYTHON, "if a or b: pass")).isEqualTo(3);
    }

    @Test
    void aScriptIsOneFunction() {
        assertThat(Decisions.most(Language.COMMAND, """
                #!/bin/sh
                # if if
                if [ "$#" = 1 ] && [ -n 'while' ]; then echo "${1#for}"; fi
                """)).isEqualTo(3);
    }
}
