package dev.stoa.engine;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;
import java.time.Duration;

/** The settings of asking. Constants; immutable. */
public final class AskSettings {
    /** {@code ask.timeout}. */
    public static final Setting<Duration> TIMEOUT = Setting.of(
            "ask.timeout",
            // Below the age at which a query that is not over counts as interrupted.
            SettingType.seconds(1, 570),
            Duration.ofMinutes(5),
            "after how long the answers that are there decide");

    /** {@code ask.call_timeout}. */
    public static final Setting<Duration> CALL_TIMEOUT = Setting.of(
            "ask.call_timeout", SettingType.seconds(1, 570), Duration.ofSeconds(60), "how long one call may take");

    private AskSettings() {}

    /** All of them. */
    public static ConfigModule module() {
        return ConfigModule.of(TIMEOUT, CALL_TIMEOUT);
    }
}
