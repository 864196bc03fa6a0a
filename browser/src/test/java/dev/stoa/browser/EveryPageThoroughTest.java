package dev.stoa.browser;

import org.junit.jupiter.api.Tag;

/** The same of every page with all rules in both themes. */
@Tag("soak")
class EveryPageThoroughTest extends EveryPageTest {
    @Override
    boolean thorough() {
        return true;
    }
}
