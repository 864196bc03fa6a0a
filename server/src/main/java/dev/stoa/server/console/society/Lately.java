package dev.stoa.server.console.society;

import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import java.util.List;
import java.util.Map;

/**
 * Something that happened in the society lately. Immutable.
 *
 * @param word what happened
 * @param who whose doing it was; empty if the change itself names it
 * @param text what it is about, as foreign text in one line
 * @param href its page
 */
public record Lately(Doc change, String word, String who, String text, String href) {
    private static final int NAME = 64;
    private static final int TEXT = 120;

    /** The kinds that are shown, each with what is said of it. */
    private static final Map<String, String> WORDS = Map.of(
            "message.posted", "wrote",
            "run.started", "was started",
            "run.ended", "ended",
            "knowledge.added", "noted",
            "agent.registered", "joined",
            "channel.created", "new channel");

    /** The kinds that are shown, as the API takes them. */
    public static String kinds() {
        return String.join(",", WORDS.keySet().stream().sorted().toList());
    }

    /** Changes as the API lists them, the newest first; what is gone is left out. */
    public static List<Lately> of(List<Doc> changes) {
        return changes.reversed().stream()
                .filter(change -> !change.flag("gone") && WORDS.containsKey(change.raw("kind")))
                .map(Lately::of)
                .toList();
    }

    private static Lately of(Doc change) {
        String kind = change.raw("kind");
        Doc data = change.doc("data");
        String who = data.text("identity", NAME);
        String href = switch (kind) {
            case "message.posted" -> Links.to("channels", data.raw("channel"));
            case "run.started", "run.ended" -> Links.to("runs", data.raw("session_id"));
            case "knowledge.added" -> Links.to("knowledge", data.raw("knowledge_id"));
            case "channel.created" -> Links.to("channels", data.raw("name"));
            default -> Links.to("agents", data.raw("identity"));
        };
        String text = switch (kind) {
            case "message.posted", "knowledge.added" -> data.text("content", TEXT);
            case "run.started", "run.ended" -> data.text("end_reason", TEXT);
            case "channel.created" -> "#" + data.text("name", NAME);
            default -> data.text("model", TEXT);
        };
        return new Lately(change, word(kind), who, text, href);
    }

    private static String word(String kind) {
        return WORDS.getOrDefault(kind, kind);
    }
}
