package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Texts that are too long to be shown at once. */
@OnBothDatabases
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class LongTextPageTest {
    private static final String LONG = "The <b>tills</b> open. ".repeat(200) + "At last they close.";
    private static final String HUGE = "Ä<script>alert(1)</script>\n".repeat(3_000);
    private static final String DEBATE =
            "{\"topic\":\"Is 91 prime?\",\"preset\":\"external\",\"options\":[\"yes\",\"no\"],"
                    + "\"start\":false,\"agents\":[{\"name\":\"a\",\"provider\":\"other\"},{\"name\":\"b\",\"provider\":\"other\"}]}";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Site site;

    @BeforeEach
    void open() {
        site = Site.on(dialect, folder);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static void unfolds(Element shown) {
        assertThat(shown.child(0).text()).startsWith("The <b>tills</b> open.").doesNotContain("At last");
        assertThat(shown.select("details:not([open]) > summary").text())
                .isEqualTo("Show all: " + String.format("%,d", LONG.length()) + " characters");
        assertThat(shown.select("details").text()).endsWith("At last they close.");
        assertThat(shown.select("b, script")).isEmpty();
    }

    @Test
    void aLongTextShowsItsBeginningAndUnfoldsWithoutScript() {
        site.made("memories", Json.object("id", "long", "content", LONG));
        unfolds(site.page("/memory/long").selectFirst("main .long"));
        Object note = site.made("notes", Json.object("message", LONG)).get("memory_id");
        unfolds(site.page("/notes/" + note).selectFirst("main .long"));
        site.made("memories", Json.object("id", "short", "content", "The tills open at nine."));
        assertThat(site.page("/memory/short").select("main .long, main .said + details"))
                .isEmpty();
    }

    @Test
    void whatATurnSaidUnfoldsAndWhatIsTooMuchIsALinkToPlainText() {
        Object id = site.made("debates", Json.parseObject(DEBATE)).get("id");
        site.made("debates/" + id + "/start", Json.object());
        site.made(
                "debates/" + id + "/turns",
                Json.object(
                        "runner_epoch",
                        1,
                        "turns",
                        List.of(
                                Json.object(
                                        "phase",
                                        "proposal",
                                        "agent_id",
                                        "a",
                                        "content",
                                        LONG,
                                        "option",
                                        "B",
                                        "confidence",
                                        0.9),
                                Json.object(
                                        "phase",
                                        "proposal",
                                        "agent_id",
                                        "b",
                                        "content",
                                        HUGE,
                                        "option",
                                        "A",
                                        "confidence",
                                        0.8))));
        Document first = site.page("/debates/" + id + "/turns/1");
        unfolds(first.select("main .long:has(pre.log)").last());

        Document second = site.page("/debates/" + id + "/turns/2");
        Element huge = second.select("main .long:has(pre.log)").last();
        assertThat(huge.select("details")).isEmpty();
        assertThat(huge.select("pre").text()).hasSizeLessThan(2_100);
        Reply text = site.server().sendRaw("GET", huge.selectFirst("a").attr("href"), null, "Accept", "text/html");
        assertThat(text.status()).isEqualTo(200);
        assertThat(text.header("Content-Type")).isEqualToIgnoringCase("text/plain; charset=utf-8");
        assertThat(text.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(text.header("Content-Security-Policy")).contains("default-src 'none'");
        assertThat(text.raw().body()).isEqualTo(HUGE);
    }

    @Test
    void aTextIsGivenOutOnlyToWhoMayReadWhatItIsAPartOf() {
        site.made("memories", Json.object("id", "m", "content", "The tills open at nine."));
        site.server().token("admin");
        String[] reader = {
            "Authorization", "Bearer " + site.server().token("read").token()
        };
        assertThat(site.server()
                        .sendRaw("GET", "/text?of=memories%2Fm&field=memory.content", null, reader)
                        .raw()
                        .body())
                .isEqualTo("The tills open at nine.");
        assertThat(site.server()
                        .sendRaw("GET", "/text?of=memories%2Fm&field=memory.nothing", null, reader)
                        .status())
                .isEqualTo(404);
        assertThat(site.server()
                        .sendRaw("GET", "/text?of=nothing&field=x", null, reader)
                        .status())
                .isEqualTo(404);
        assertThat(site.server()
                        .sendRaw("GET", "/text?of=tokens&field=items.0.label", null, reader)
                        .status())
                .isEqualTo(403);
        assertThat(site.server()
                        .sendRaw("GET", "/text?of=memories%2Fm&field=memory.content", null)
                        .status())
                .as("no token")
                .isIn(303, 401);
    }
}
