package dev.stoa.society.base;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;
import dev.stoa.society.channel.Mentions;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The settings of the society. Constants; immutable. */
public final class SocietySettings {
    /** What a mention does. */
    public enum Mentions {
        /** It starts the agent. */
        RUN,
        /** It is only noted. */
        NOTE
    }

    /** {@code society.mentions}. */
    public static final Setting<Mentions> MENTIONS = Setting.of(
            "society.mentions",
            SettingType.choice(Mentions.class),
            Mentions.RUN,
            "what a mention of an agent does: run starts it, note only tells it");

    /** {@code society.max_fan_out}. */
    public static final Setting<Integer> MAX_FAN_OUT =
            Setting.of("society.max_fan_out", SettingType.integer(1, 50), 8, "how many agents one message may start");

    /** {@code society.max_depth}. */
    public static final Setting<Integer> MAX_DEPTH = Setting.of(
            "society.max_depth",
            SettingType.integer(0, 16),
            3,
            "how many times agents may start agents after the first");

    /** {@code society.max_tree}. */
    public static final Setting<Integer> MAX_TREE = Setting.of(
            "society.max_tree", SettingType.integer(1, 1_000), 32, "how many executions may come of one message");

    /** {@code society.max_runs_per_channel_hour}. */
    public static final Setting<Integer> MAX_RUNS_PER_CHANNEL_HOUR = Setting.of(
            "society.max_runs_per_channel_hour",
            SettingType.integer(1, 10_000),
            60,
            "how many executions mentions may start in a channel within an hour");

    /** {@code society.idle_seconds}. */
    public static final Setting<Duration> IDLE_SECONDS = Setting.of(
            "society.idle_seconds",
            SettingType.seconds(0, 86_400),
            Duration.ofMinutes(15),
            "how long a run that was kept waits to be woken");

    /** {@code society.models}. */
    public static final Setting<Map<String, String>> MODELS = Setting.of(
            "society.models",
            SettingType.textTable(),
            Collections.unmodifiableMap(new TreeMap<>(Map.of(
                    "claude", "command:claude",
                    "gpt", "command:codex",
                    "codex", "command:codex",
                    "gemini", "command:gemini"))),
            "which provider a bare model name stands for, by how it begins");

    /** {@code society.worker}. */
    public static final Setting<Boolean> WORKER =
            Setting.of("society.worker", SettingType.flag(), true, "whether the server runs agents");

    /** {@code society.parallel}. */
    public static final Setting<Integer> PARALLEL = Setting.of(
            "society.parallel", SettingType.integer(1, 64), 4, "how many executions a worker runs at a time");

    /** {@code society.workdirs}. */
    public static final Setting<List<String>> WORKDIRS = Setting.of(
            "society.workdirs",
            SettingType.texts(),
            List.of(),
            "folders below which an agent may be given a working directory");

    /** {@code society.files}. */
    public static final Setting<List<String>> FILES = Setting.of(
            "society.files",
            SettingType.texts(),
            List.of(),
            "which text files the context search finds, as globs, absolute or from the data directory");

    /** {@code society.retention}. */
    public static final Setting<Boolean> RETENTION =
            Setting.of("society.retention", SettingType.flag(), false, "whether workers prune once a day");

    /** {@code society.keep_output_days}. */
    public static final Setting<Integer> KEEP_OUTPUT_DAYS = Setting.of(
            "society.keep_output_days",
            SettingType.integer(1, 36_500),
            90,
            "after how many days prune cuts what executions wrote");

    private SocietySettings() {}

    /** All of them. */
    public static ConfigModule module() {
        return ConfigModule.of(
                MENTIONS,
                MAX_FAN_OUT,
                MAX_DEPTH,
                MAX_TREE,
                MAX_RUNS_PER_CHANNEL_HOUR,
                IDLE_SECONDS,
                MODELS,
                WORKER,
                PARALLEL,
                WORKDIRS,
                FILES,
                RETENTION,
                KEEP_OUTPUT_DAYS);
    }
}
