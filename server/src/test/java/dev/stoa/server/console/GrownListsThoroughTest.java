package dev.stoa.server.console;

import org.junit.jupiter.api.Tag;

/** The same of lists that have grown further. */
@Tag("soak")
class GrownListsThoroughTest extends GrownListsTest {
    @Override
    int many() {
        return 100_000;
    }
}
