package dev.stoa.society.run;

import dev.stoa.society.base.Agent;
import dev.stoa.society.work.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent may be told when it is run, as it is in the archive at that moment. Immutable.
 *
 * @param constitution what its run has pinned; null if nothing
 * @param coreNotes the newest first
 * @param recentNotes the newest first
 * @param openWork what it holds or is offered
 * @param channel null if it runs in none
 * @param messages the last of the channel, the oldest first
 * @param covered the messages that it is to answer, if it was mentioned
 */
public record PromptParts(
        Agent agent,
        Run run,
        Task task,
        @Nullable String constitution,
        List<String> coreNotes,
        @Nullable String journal,
        List<String> recentNotes,
        List<Task> openWork,
        @Nullable String channel,
        @Nullable String topic,
        List<Said> messages,
        List<Said> covered) {
    public PromptParts {
        coreNotes = List.copyOf(coreNotes);
        recentNotes = List.copyOf(recentNotes);
        openWork = List.copyOf(openWork);
        messages = List.copyOf(messages);
        covered = List.copyOf(covered);
    }

    /** A message of a channel. */
    public record Said(long seq, String identity, String kind, String content) {}
}
