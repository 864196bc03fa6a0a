package dev.stoa.society;

import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A town of its own for every test, on one backend. What a test checks of it at its end comes before it is closed. */
public abstract class TownFixture {
    @Parameter
    public Dialect dialect;

    @TempDir
    public Path folder;

    public Town town;

    @BeforeEach
    public void openTown() {
        town = Town.on(dialect, folder);
    }

    @AfterEach
    public void closeTown() {
        town.close();
    }
}
