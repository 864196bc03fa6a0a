package dev.stoa.counsel.audit;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.ConfigValues;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;
import java.nio.file.Path;
import java.util.Optional;

/** The settings of the audit log. Constants; immutable. */
public final class AuditSettings {
    /** {@code audit.key_file}. */
    public static final Setting<String> KEY_FILE = Setting.of(
            "audit.key_file",
            SettingType.text(4096),
            "keys/audit.key",
            "the file of the key that signs checkpoints of the audit log, relative to the data directory");

    /** {@code audit.anchor}. */
    public static final Setting<Optional<String>> ANCHOR = Setting.of(
            "audit.anchor",
            SettingType.optional(SettingType.text(4096)),
            Optional.empty(),
            "a file on another disk to which checkpoints of the audit log are appended too");

    private AuditSettings() {}

    /** All of them. */
    public static ConfigModule module() {
        return ConfigModule.of(KEY_FILE, ANCHOR);
    }

    /** Where a configuration says that things are. */
    public static AuditPlaces places(ConfigValues config) {
        Path directory = config.location().directory();
        AuditPlaces usual = AuditPlaces.in(directory);
        return new AuditPlaces(
                directory.resolve(config.get(KEY_FILE)),
                usual.checkpoints(),
                config.get(ANCHOR).map(directory::resolve).orElse(null));
    }
}
