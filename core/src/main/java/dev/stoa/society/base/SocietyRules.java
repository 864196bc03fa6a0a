package dev.stoa.society.base;

import dev.stoa.config.ConfigValues;
import java.time.Duration;
import java.util.Map;

/**
 * What bounds the society, as it is configured. Immutable.
 *
 * @param mentionsRun whether a mention starts an agent
 * @param idle how long a run that was kept waits to be woken
 * @param models which provider a bare model name stands for, by how it begins
 */
public record SocietyRules(
        boolean mentionsRun,
        int maxFanOut,
        int maxDepth,
        int maxTree,
        int maxRunsPerChannelHour,
        Duration idle,
        Map<String, String> models) {
    public SocietyRules {
        models = Map.copyOf(models);
    }

    /** What holds where nothing is configured. */
    public static SocietyRules defaults() {
        return new SocietyRules(
                true,
                SocietySettings.MAX_FAN_OUT.defaultValue().orElseThrow(),
                SocietySettings.MAX_DEPTH.defaultValue().orElseThrow(),
                SocietySettings.MAX_TREE.defaultValue().orElseThrow(),
                SocietySettings.MAX_RUNS_PER_CHANNEL_HOUR.defaultValue().orElseThrow(),
                SocietySettings.IDLE_SECONDS.defaultValue().orElseThrow(),
                SocietySettings.MODELS.defaultValue().orElseThrow());
    }

    /** What a configuration says. */
    public static SocietyRules of(ConfigValues config) {
        return new SocietyRules(
                config.get(SocietySettings.MENTIONS) == SocietySettings.Mentions.RUN,
                config.get(SocietySettings.MAX_FAN_OUT),
                config.get(SocietySettings.MAX_DEPTH),
                config.get(SocietySettings.MAX_TREE),
                config.get(SocietySettings.MAX_RUNS_PER_CHANNEL_HOUR),
                config.get(SocietySettings.IDLE_SECONDS),
                config.get(SocietySettings.MODELS));
    }
}
