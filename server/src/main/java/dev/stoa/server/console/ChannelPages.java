package dev.stoa.server.console;

import dev.stoa.server.console.act.Keys;
import dev.stoa.server.console.society.ChannelView;
import dev.stoa.server.console.society.Going;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Channels, what is said in one, and what is unread in all. Stateless. Looking at a page marks nothing as read. */
final class ChannelPages {
    private static final String LIST = "channels";
    private static final int TITLE = 120;
    /** How many executions that mentions started are looked up, the newest first. */
    private static final int STARTED = 40;

    private static final int LIVE = 20;
    private static final int TAILED = 5;
    private static final int TAIL = 400;

    private ChannelPages() {}

    static List<Page> pages() {
        return List.of(
                new Page(LIST, LIST, Wing.SOCIETY, Scope.READ_AGENT, List.of("archived"), ChannelPages::list),
                new Page(
                        "channels/{id}",
                        "channel",
                        Wing.SOCIETY,
                        Scope.READ_AGENT,
                        List.of("around"),
                        ChannelPages::one),
                new Page("inbox", "inbox", Wing.SOCIETY, Scope.READ_AGENT, ChannelPages::inbox));
    }

    private static View list(Asked asked) throws Exception {
        boolean archived = asked.query("archived") != null;
        Doc found = asked.all(LIST, archived ? "channels?archived=true" : LIST);
        return View.of("channels", "Channels")
                .command("channel list")
                .with("channels", found.docs("items"))
                .with("archived", archived);
    }

    private static View inbox(Asked asked) throws Exception {
        Doc found = asked.read("inbox", "inbox");
        return View.of("inbox", "Inbox")
                .command("message inbox")
                .with("channels", found.docs("items"))
                .with("offers", found.docs("offers"));
    }

    private static View one(Asked asked) throws Exception {
        String address = "channels/" + asked.segment("id");
        Doc channel = asked.read("channel", address);
        long around = asked.number("around");
        Here here = new Here(Links.to(LIST, asked.id("id")), Map.of()).with("around", around);
        long from = around == 0 ? ChannelView.around(channel) : around;
        List<Doc> onwards = asked.read(
                        "messages", address + "/messages?limit=" + ChannelView.ONWARDS + "&after=" + (from - 1))
                .docs("items");
        List<Doc> before = from == 1
                ? List.of()
                : asked.read(
                                "messages-before",
                                address + "/messages?limit=" + (ChannelView.WINDOW - onwards.size()) + "&before="
                                        + from)
                        .docs("items");
        Doc work = asked.read("tasks", "tasks?limit=20&channel=" + asked.segment("id"));
        return View.of("channel", "#" + channel.text("name", TITLE))
                .below("Channels", "/channels")
                .command("channel show " + Lists.quoted(asked.id("id")))
                .with("channel", ChannelView.of(channel, before, onwards, started(asked, before, onwards), here))
                .with("members", asked.all("members", address + "/members").docs("items"))
                .with("runs", live(asked))
                .with("work", work.docs("items"))
                .with(
                        "knowledge",
                        ChannelView.domains(
                                asked.tried(
                                        "tree", "knowledge/tree?domain=" + Links.encoded(channel.raw("name") + "/*")),
                                channel.raw("name")))
                .with("key", Keys.fresh());
    }

    private static Map<String, Doc> started(Asked asked, List<Doc> before, List<Doc> onwards) throws Exception {
        List<String> ids = new ArrayList<>();
        for (List<Doc> part : List.of(before, onwards)) {
            for (Doc message : part) {
                for (Doc mention : message.docs("mentions")) {
                    ids.add(mention.raw("task_id"));
                }
            }
        }
        Map<String, Doc> tasks = new LinkedHashMap<>();
        for (String id : ids.reversed()) {
            if (!id.isEmpty() && !tasks.containsKey(id) && tasks.size() < STARTED) {
                tasks.put(id, asked.tried("task-" + id, "tasks/" + Links.encoded(id)));
            }
        }
        return tasks;
    }

    /** The runs that have not ended, each with the last line that it wrote. */
    private static Map<Doc, String> live(Asked asked) throws Exception {
        Map<Doc, String> live = new LinkedHashMap<>();
        List<Doc> runs = asked.read("runs", "runs?live=true&limit=" + LIVE + "&channel=" + asked.segment("id"))
                .docs("items");
        for (Doc run : runs) {
            String id = run.raw("session_id");
            Doc log = live.size() < TAILED
                    ? asked.tried("log-" + id, "runs/" + Links.encoded(id) + "/logs?tail=" + TAIL)
                    : Doc.EMPTY;
            Doc going = Going.run(run, log, asked.now());
            live.put(going, going.raw("line"));
        }
        return live;
    }
}
