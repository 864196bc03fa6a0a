package dev.stoa.society.message;

import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.ReadingTask;
import java.util.List;

/**
 * What deleting a message led to. Immutable.
 *
 * @param message the message as it now is
 * @param changed whether it was deleted now; otherwise it was before
 * @param readers the tasks that had read it, and whose words may repeat it
 */
public record ErasedMessage(Message message, boolean changed, List<ReadingTask> readers) {}
