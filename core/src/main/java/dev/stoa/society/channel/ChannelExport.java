package dev.stoa.society.channel;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;

/** Writes all messages of a channel out, oldest first, a portion at a time. Stateless. */
final class ChannelExport {
    private static final int PORTION = 500;

    private ChannelExport() {}

    static void write(Tx tx, Channel channel, Channels.Format format, Appendable out) {
        try {
            if (format == Channels.Format.JSON) {
                json(tx, channel, out);
            } else {
                markdown(tx, channel, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void markdown(Tx tx, Channel channel, Appendable out) throws IOException {
        out.append("# #").append(oneLine(channel.name())).append("\n");
        if (channel.topic() != null) {
            out.append("\n").append(quoted(channel.topic()));
        }
        each(tx, channel, message -> {
            out.append("\n### [")
                    .append(Long.toString(message.seq()))
                    .append("] ")
                    .append(oneLine(message.identity()))
                    .append(" · ")
                    .append(Times.show(message.createdAt()))
                    .append("\n\n")
                    .append(message.content() == null ? "(deleted)\n" : quoted(message.content()));
        });
    }

    /** A text of others as a quotation, so that none of its lines is a heading of the export. */
    private static String quoted(String text) {
        return text.replaceAll("\\R", "\n")
                .lines()
                .map(line -> line.isEmpty() ? ">\n" : "> " + line + "\n")
                .collect(Collectors.joining());
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cc}+", " ");
    }

    private static void json(Tx tx, Channel channel, Appendable out) throws IOException {
        out.append("{\"channel\":").append(Json.write(channel.document())).append(",\"items\":[");
        boolean[] first = {true};
        each(tx, channel, message -> {
            out.append(first[0] ? "" : ",").append(Json.write(message.document()));
            first[0] = false;
        });
        out.append("]}\n");
    }

    private interface Sink {
        void take(Message message) throws IOException;
    }

    private static void each(Tx tx, Channel channel, Sink sink) throws IOException {
        long after = 0;
        List<Message> portion;
        do {
            portion = MessageTable.after(tx, channel, after, PORTION);
            for (Message message : portion) {
                sink.take(message);
                after = message.seq();
            }
        } while (portion.size() == PORTION);
    }
}
