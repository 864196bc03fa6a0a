package dev.stoa.browser;

import org.junit.jupiter.api.Tag;

/** The same of every page in both themes and up to the widest screens. */
@Tag("soak")
class EveryPageThoroughTest extends EveryPageTest {
    @Override
    boolean thorough() {
        return true;
    }
}
