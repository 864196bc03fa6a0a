package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Right;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.console.act.Act;
import dev.stoa.server.console.act.Acts;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people see in the place of controls that they may not use. */
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class ForbiddenControlTest {
    private static final int PAGES = 400;
    private static final int OF_A_KIND = 3;

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static CreatedToken reader;
    private static CreatedToken admin;

    @BeforeAll
    static void start() {
        server = RunningServer.demo(folder.toString(), folder);
        admin = server.token("admin");
        reader = server.token("read");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply get(CreatedToken as, String path) {
        return server.sendRaw("GET", path, null, "Authorization", "Bearer " + as.token(), "Accept", "text/html");
    }

    /** The act that an address does; null if it does none. */
    private static @Nullable Act act(String address) {
        return Acts.all().stream()
                .filter(act -> fits(act.path(), address.split("[?#]", 2)[0]))
                .findFirst()
                .orElse(null);
    }

    private static boolean fits(String template, String address) {
        String[] wanted = ("/" + template).split("/", -1);
        String[] found = address.split("/", -1);
        boolean fits = wanted.length == found.length;
        for (int i = 0; fits && i < wanted.length; i++) {
            fits = wanted[i].startsWith("{") ? !found[i].isEmpty() : wanted[i].equals(found[i]);
        }
        return fits;
    }

    /** The acts that the content of a page offers: as a link that asks, or as a form. */
    private static Set<Act> offered(Document page) {
        Set<Act> offered = new HashSet<>();
        for (Element control : page.select("main a[data-dialog], main form[method=post]")) {
            Act act = act(control.hasAttr("href") ? control.attr("href") : control.attr("action"));
            if (act != null) {
                offered.add(act);
            }
        }
        return offered;
    }

    /** The page that a link leads to, as its path in the table; empty if it leads to none. */
    private static String kind(String link) {
        return Console.paths().stream()
                .filter(path -> fits(path, link))
                .findFirst()
                .orElse("");
    }

    private static String right(Act act) {
        return act.scope().need().right().name().toLowerCase(Locale.ROOT);
    }

    @Test
    void aControlThatTheViewerMayNotUseSaysWhichScopeItNeeds() {
        Deque<String> next = new ArrayDeque<>();
        Console.paths().stream()
                .filter(path -> path.indexOf('{') < 0)
                .map(path -> "/" + path)
                .forEach(next::add);
        Set<String> seen = new HashSet<>(next);
        Map<String, Integer> kinds = new HashMap<>();
        Set<String> met = new TreeSet<>();
        for (int i = 0; i < PAGES && !next.isEmpty(); i++) {
            String address = next.remove();
            Reply all = get(admin, address);
            Reply some = get(reader, address);
            if (all.status() != 200 || some.status() != 200) {
                continue;
            }
            Document full = Jsoup.parse(all.raw().body());
            Document shown = Jsoup.parse(some.raw().body());
            Set<Act> usable = offered(shown);
            for (Act act : offered(full)) {
                if (act.scope().need().right() == Right.READ) {
                    continue;
                }
                met.add(act.path());
                assertThat(usable).as(address + " offers " + act.path()).doesNotContain(act);
                assertThat(shown.select("main .needs").eachText())
                        .as(address + " says what " + act.path() + " needs")
                        .anySatisfy(text -> assertThat(text).contains("needs scope " + right(act)));
            }
            for (Element link : full.select("main a[href^=/]")) {
                String found = link.attr("href").split("[?#]", 2)[0];
                String kind = kind(found);
                boolean isNew = !kind.isEmpty() && act(found) == null && seen.add(found);
                if (isNew && kinds.merge(kind, 1, Integer::sum) <= OF_A_KIND) {
                    next.add(found);
                }
            }
        }
        assertThat(met)
                .contains(
                        "debates/{id}/gates/{gate}/approve",
                        "debates/{id}/grade/right",
                        "tasks/{id}/claim",
                        "created-agents/{id}/approve",
                        "corrections/{id}/confirm",
                        "consensus/{id}/dissents/{dissent}/rebut",
                        "breakers/{id}/reset",
                        "channels/{id}/send",
                        "memory/{id}/promote");
    }

    @Test
    void everyActIsRefusedToWhoLacksItsScopeAndThePaletteDoesNotOfferIt() {
        String offered = get(reader, "/palette?q=%3E").raw().body();
        for (Act act : Acts.all()) {
            if (act.scope().need().right() != Right.READ) {
                Map<String, String> ids = new HashMap<>();
                act.ids().forEach(id -> ids.put(id, "any"));
                String address = Act.page(act.path(), ids);
                Reply refused = server.sendRaw(
                        "POST",
                        address,
                        "key=x",
                        "Authorization",
                        "Bearer " + reader.token(),
                        "Content-Type",
                        "application/x-www-form-urlencoded");
                assertThat(refused.status()).as(address).isEqualTo(403);
                assertThat(Jsoup.parse(offered).select("[role=option]").eachText())
                        .as(act.path())
                        .noneSatisfy(word -> assertThat(word).isEqualTo(act.word()));
            }
        }
        assertThat(offered).doesNotContain("/debates/new", "/evolve/new", "/tokens/new");
    }
}
