package dev.stoa.counsel.seal;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;
import java.util.Optional;

/** The settings of encryption at rest. Constants; immutable. */
public final class SealSettings {
    private static final int LONGEST = 4096;

    /** {@code encryption.keyset}. */
    public static final Setting<Optional<String>> KEYSET = Setting.of(
            "encryption.keyset",
            SettingType.optional(SettingType.text(LONGEST)),
            Optional.empty(),
            "the keys that seal texts of the counsel: file:PATH or env:NAME; without it they are stored plain");

    /** {@code encryption.index_keyset}. */
    public static final Setting<Optional<String>> INDEX_KEYSET = Setting.of(
            "encryption.index_keyset",
            SettingType.optional(SettingType.text(LONGEST)),
            Optional.empty(),
            "the key that hides the words of the index of a sealed archive: file:PATH or env:NAME");

    private SealSettings() {}

    /** All of them. */
    public static ConfigModule module() {
        return ConfigModule.of(KEYSET, INDEX_KEYSET);
    }
}
