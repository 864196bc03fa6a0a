package dev.stoa.engine.counsel;

import dev.stoa.json.JsonFields;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What tests of asking share: a place of their own on each backend, which is sound after every test. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
abstract class AskFixture {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    AskHall hall;

    @BeforeEach
    void open() {
        hall = AskHall.on(dialect, folder);
    }

    @AfterEach
    void close() {
        try {
            hall.sound();
        } finally {
            hall.close();
        }
    }

    static JsonFields fields(AskAnswer answer) {
        return JsonFields.of(answer.document());
    }
}
