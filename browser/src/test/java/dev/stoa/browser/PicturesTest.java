package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Renews the pictures of README and of the documents: {@code mvn verify -Pscreenshots -pl browser -am}. */
@InBrowser
@EnabledIfSystemProperty(named = "stoa.pictures", matches = ".+", disabledReason = "the pictures are kept as they are")
class PicturesTest {
    static final long LARGEST = 250_000;
    private static final int PHONE = 390;
    private static final int HEIGHT = 900;
    static final List<String> PHONES = List.of("home", "debate", "channel");
    static final int FRAMES = 12;
    private static final String DEBATE = "/debates/release-friday";
    private static final Path FOLDER = Path.of(System.getProperty("stoa.pictures", "."));

    /** What the wide pictures show, each light and dark. */
    static Map<String, String> wide() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("home", "/");
        pages.put("debate", DEBATE);
        pages.put("turn", DEBATE + "/turns/6");
        pages.put("memory", "/memory");
        pages.put("ratings", "/ratings");
        pages.put("channel", "/channels/shop");
        pages.put("search", "/search?q=till");
        return pages;
    }

    @Test
    void thePagesThatTheDocumentsShow(Browser browser, DemoSite site) throws IOException {
        Tab.Visitor sharp = Tab.Visitor.usual().sharp();
        for (Map.Entry<String, String> page : wide().entrySet()) {
            take(browser, sharp, site, page.getValue(), page.getKey() + "-light");
            take(browser, sharp.inTheDark(), site, page.getValue(), page.getKey() + "-dark");
        }
        for (String name : PHONES) {
            take(browser, sharp.wide(PHONE), site, Objects.requireNonNull(wide().get(name)), name + "-phone");
        }
    }

    @Test
    void theFridayDebateEventByEvent(Browser browser, DemoSite site) throws IOException {
        int events;
        try (Tab tab = browser.open()) {
            tab.visit(site.server().url() + DEBATE);
            events = Integer.parseInt(tab.page().locator("input[type=range]").getAttribute("max"));
        }
        for (int frame = 1; frame <= FRAMES; frame++) {
            take(
                    browser,
                    Tab.Visitor.usual(),
                    site,
                    DEBATE + "?at=" + events * frame / FRAMES,
                    "scrub-%02d".formatted(frame));
        }
    }

    private static void take(Browser browser, Tab.Visitor visitor, DemoSite site, String address, String name)
            throws IOException {
        try (Tab tab = browser.open(visitor)) {
            assertThat(tab.visit(site.server().url() + address).status())
                    .as(address)
                    .isEqualTo(200);
            tab.settle();
            Path file = FOLDER.resolve("console-" + name + ".png");
            Picture.write(
                    tab.page().screenshot(new Page.ScreenshotOptions().setClip(0, 0, visitor.width(), HEIGHT)), file);
            assertThat(Files.size(file)).as("bytes of %s", file).isLessThanOrEqualTo(LARGEST);
        }
    }
}
