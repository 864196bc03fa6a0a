package dev.stoa.engine;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.NamedTables;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;
import java.util.List;

/** The settings of debates and of what they teach. Constants; immutable. */
public final class DebateSettings {
    /** What happens to a running debate whose runner is gone. */
    public enum Recovery {
        /** It continues. */
        RESUME,
        /** It waits for {@code debate resume}. */
        LEAVE,
        /** It has failed. */
        FAIL
    }

    /** Whose judgement makes a match count for the ratings. */
    public enum RatedBy {
        /** That of the panel too. */
        PANEL,
        /** Only that of something outside the debate. */
        TRUTH
    }

    /** {@code debate.recover}. */
    public static final Setting<Recovery> RECOVER = Setting.of(
            "debate.recover",
            SettingType.choice(Recovery.class),
            Recovery.RESUME,
            "what the server does with a running debate whose runner is gone");

    /** {@code debate.keep_prompts_days}. */
    public static final Setting<Integer> KEEP_PROMPTS_DAYS = Setting.of(
            "debate.keep_prompts_days",
            SettingType.integer(0, 36_500),
            0,
            "after how many days prune drops the text of prompts, whose hash stays; 0 never");

    /** {@code debate.retention_days}. */
    public static final Setting<Integer> RETENTION_DAYS = Setting.of(
            "debate.retention_days",
            SettingType.integer(0, 36_500),
            0,
            "after how many days prune deletes finished debates; 0 never");

    /** {@code learning.rate}. */
    public static final Setting<RatedBy> RATE = Setting.of(
            "learning.rate",
            SettingType.choice(RatedBy.class),
            RatedBy.PANEL,
            "which debates count for ratings: panel all, truth only those that were checked");

    /** {@code learning.holdout}. */
    public static final Setting<Double> HOLDOUT = Setting.of(
            "learning.holdout",
            SettingType.real(0, 1),
            0.1,
            "the share of debates that are not shown the lessons found for them, to measure what lessons do");

    /** {@code code.enabled}. */
    public static final Setting<Boolean> CODE_ENABLED =
            Setting.of("code.enabled", SettingType.flag(), false, "whether code debates may be started over REST");

    /** {@code code.require_no_network}. */
    public static final Setting<Boolean> REQUIRE_NO_NETWORK = Setting.of(
            "code.require_no_network",
            SettingType.flag(),
            false,
            "whether code must not run where it cannot be kept from the network");

    /** {@code argv} of a check. */
    public static final Setting<List<String>> CHECK_ARGV = Setting.required(
            "argv",
            SettingType.texts(),
            "the program that reads an answer and exits with 0 if it is right, 1 if wrong");

    /** {@code [check.NAME]}: the checks that a debate over REST may name. */
    public static final NamedTables CHECKS = NamedTables.of("check", CHECK_ARGV);

    private DebateSettings() {}

    /** All of them. */
    public static ConfigModule module() {
        return ConfigModule.of(
                        RECOVER, KEEP_PROMPTS_DAYS, RETENTION_DAYS, RATE, HOLDOUT, CODE_ENABLED, REQUIRE_NO_NETWORK)
                .with(CHECKS);
    }
}
