package dev.stoa.society.foreign;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far the agents of an import have read. Not thread-safe. Where it is not known what somebody has seen he sees it
 * again: reading twice is better than never.
 */
final class SpaceBookmarks implements SpaceImporter.Part {
    private final SpaceImporter intake;
    private final SpaceMessages messages;
    private final List<NewBookmark> bookmarks = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    private record NewBookmark(
            SpaceRow row,
            String agent,
            String channel,
            @Nullable String last,
            @Nullable Instant updated) {}

    SpaceBookmarks(SpaceImporter intake, SpaceMessages messages) {
        this.intake = intake;
        this.messages = messages;
    }

    @Override
    public void decide() {
        intake.rows("bookmarks").forEach(this::decide);
    }

    private void decide(SpaceRow row) {
        String reader = row.word("agent_id", "reader_id");
        String agent = intake.people().agent(reader);
        String channel = intake.people().channel(row.word("channel_id"));
        String type = row.word("reader_type");
        String shown = "of " + reader + " in " + row.text("channel_id");
        boolean other = (agent == null && row.has("reader_id")) || (type != null && !type.equalsIgnoreCase("agent"));
        if (other) {
            leave(row, shown, "its reader is no agent");
        } else if (agent == null || channel == null) {
            intake.tally().broken(row, shown, (agent == null ? "its agent" : "its channel") + " is not there");
        } else if (!seen.add(agent + " " + channel) || isThere(agent, channel)) {
            intake.tally().skipped(row);
        } else {
            bookmarks.add(new NewBookmark(
                    row,
                    agent,
                    channel,
                    row.word("last_seen_id", "last_read_id"),
                    intake.timeOrNull(row, shown, "updated_at")));
        }
    }

    private boolean isThere(String agent, String channel) {
        return intake.tx()
                        .number("SELECT count(*) FROM bookmarks WHERE agent_id = ? AND channel_id = ?", agent, channel)
                > 0;
    }

    private void leave(SpaceRow row, String shown, String why) {
        intake.tally().skipped(row);
        intake.tally().remark(SpaceImportReport.Remark.BOOKMARKS_LEFT, shown + ": " + why);
    }

    @Override
    public void write() {
        for (NewBookmark mark : bookmarks) {
            String shown = "of " + mark.agent() + " in " + mark.channel();
            if (messages.hadMessages(mark.channel())) {
                leave(mark.row(), shown, "the channel had messages before, which nobody says were seen");
                continue;
            }
            long seq = messages.seq(mark.channel(), mark.last());
            if (mark.last() != null && seq == 0) {
                intake.tally()
                        .remark(
                                SpaceImportReport.Remark.POINTERS_DROPPED,
                                mark.row().shown(shown) + ": message " + mark.last() + " is not there, all is unread");
            }
            intake.tx()
                    .update(
                            """
                            INSERT INTO bookmarks (agent_id, channel_id, last_seen_id, last_seen_seq, updated_at)
                            VALUES (?, ?, ?, ?, ?)""",
                            mark.agent(),
                            mark.channel(),
                            seq == 0 ? null : mark.last(),
                            seq,
                            SpaceImporter.stored(mark.updated()));
            intake.tally().written(mark.row());
        }
    }
}
