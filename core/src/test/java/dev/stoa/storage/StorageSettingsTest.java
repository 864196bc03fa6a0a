package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.InvalidException;
import dev.stoa.storage.postgres.PostgresSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StorageSettingsTest {
    @Test
    void defaultsAreThoseOfTheDesign() {
        assertThat(StorageSettings.defaults())
                .isEqualTo(new StorageSettings(Durability.NORMAL, Duration.ofSeconds(30), 64, 4));
        assertThat(PostgresSettings.defaults()).isEqualTo(new PostgresSettings(4, Duration.ofSeconds(10)));
    }

    @Test
    void whatCouldNotWorkIsRefused() {
        refused(() -> new StorageSettings(Durability.FULL, Duration.ofMillis(-1), 1, 1), "busyTimeout PT-0.001S");
        refused(() -> new StorageSettings(Durability.FULL, Duration.ZERO, 0, 1), "cacheMegabytes 0 is below 1");
        refused(() -> new StorageSettings(Durability.FULL, Duration.ZERO, 1, 0), "readers 0 is below 1");
        refused(() -> new PostgresSettings(1, Duration.ofSeconds(1)), "poolSize 1 is below 2");
        refused(() -> new PostgresSettings(2, Duration.ZERO), "connectTimeout PT0S is not above 0");
    }

    private static void refused(Runnable creation, String message) {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(creation::run)
                .withMessageStartingWith(message);
    }
}
