package dev.stoa.counsel.base;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;

/** The settings of the counsel as a whole. Constants; immutable. */
public final class CounselSettings {
    /** {@code counsel.raw_response_days}. */
    public static final Setting<Integer> RAW_RESPONSE_DAYS = Setting.of(
            "counsel.raw_response_days",
            SettingType.integer(1, 36_500),
            90,
            "after how many days prune clears what models replied word for word");

    private CounselSettings() {}

    /** All of them. */
    public static ConfigModule module() {
        return ConfigModule.of(RAW_RESPONSE_DAYS);
    }
}
