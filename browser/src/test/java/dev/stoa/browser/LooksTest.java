package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ScreenshotAnimations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Pages look as they did when their pictures were taken. There are pictures for some kinds of machine and browser, because
 * each draws letters in its own way; elsewhere nothing is compared. With {@code -Dshots=write} they are taken.
 */
@InBrowser
class LooksTest {
    private static final Path ROOT = Path.of(System.getProperty("stoa.basedir", ".."), "browser");
    private static final Path SHOTS = ROOT.resolve("src/test/resources/shots");
    private static final Path FAILED = ROOT.resolve("target/shots");
    private static final boolean WRITE = "write".equals(System.getProperty("shots"));
    private static final String DARK = "-dark";
    private static final Tab.Visitor LOOKS = Tab.Visitor.usual().wide(1_280);

    /** The letters of every machine that can run this, and no sign that a part is fetched again at the moment. */
    private static final String STEADY = """
            () => {
                const steady = new CSSStyleSheet();
                steady.replaceSync(`
                    html, .chart { font-family: 'DejaVu Sans', sans-serif !important; }
                    html { --mono: 'DejaVu Sans Mono', monospace !important; }
                    body > .bar { display: none; }
                    .htmx-request { opacity: 1 !important; transition: none !important; }`);
                document.adoptedStyleSheets.push(steady);
                // Every run has ids of its own.
                document.querySelectorAll('.id bdi').forEach(id => {
                    id.textContent = id.textContent.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
                        '00000000-0000-0000-0000-000000000000');
                });
                return document.fonts.ready.then(() => true);
            }""";

    /** What is shown, by the name of its picture. */
    private static Map<String, String> pages(DemoSite site) {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("styleguide", "/ops/styleguide");
        pages.put("styleguide" + DARK, "/ops/styleguide");
        pages.put("styleguide-charts", "/ops/styleguide?part=charts");
        pages.put("styleguide-charts" + DARK, "/ops/styleguide?part=charts");
        pages.put("debate", "/debates/release-friday");
        pages.put("debate" + DARK, "/debates/release-friday");
        pages.put("replay", "/debates/release-friday?at=12");
        pages.put("compare", "/debates/compare?a=release-friday&b=demo-paused");
        pages.put("code", "/debates/demo-code");
        pages.put("memories", "/memory");
        pages.put("memory", "/memory/demo-lineage-3");
        pages.put("ratings", "/ratings");
        pages.put("channel", "/channels/shop");
        pages.put("document", "/documents/demo-handbook");
        pages.put("evolution", Objects.requireNonNull(site.addresses().get("evolve/{id}")));
        return pages;
    }

    @Test
    void pagesLookAsTheyDid(Browser browser, DemoSite site) throws IOException {
        Path folder = SHOTS.resolve(browser.kind());
        // Another browser is no fault of the machine, whatever tools the gate requires.
        if (!WRITE && !Files.isDirectory(folder)) {
            String reason = "no pictures in browser/src/test/resources/shots/" + browser.kind()
                    + ", so how pages look is not compared; -Dshots=write takes them (see CONTRIBUTING.md)";
            System.out.println("SKIPPED: " + reason);
            Assumptions.abort(reason);
        }
        List<String> different = new ArrayList<>();
        try (Tab light = browser.open(LOOKS);
                Tab dark = browser.open(LOOKS.inTheDark())) {
            for (Map.Entry<String, String> page : pages(site).entrySet()) {
                String name = page.getKey() + ".png";
                byte[] picture =
                        take(page.getKey().endsWith(DARK) ? dark : light, site, page.getKey(), page.getValue());
                if (WRITE) {
                    Picture.writeCoarse(picture, folder.resolve(name));
                }
                Difference difference = Difference.between(Files.readAllBytes(folder.resolve(name)), picture);
                if (!difference.isSmall()) {
                    Files.createDirectories(FAILED);
                    Files.write(FAILED.resolve(name), picture);
                    difference.write(FAILED.resolve("difference-" + name));
                    different.add("%s at %s: %d points of %d, see browser/target/shots"
                            .formatted(name, page.getValue(), difference.points(), difference.of()));
                }
            }
        }
        assertThat(different).isEmpty();
    }

    private static byte[] take(Tab tab, DemoSite site, String name, String address) {
        Page page = tab.page();
        page.clock().setFixedTime(DemoSite.NOW.toEpochMilli());
        assertThat(tab.visit(site.server().url() + address).status())
                .as(address)
                .isEqualTo(200);
        tab.settle();
        page.evaluate(STEADY);
        return page.screenshot(new Page.ScreenshotOptions()
                .setAnimations(ScreenshotAnimations.DISABLED)
                .setFullPage(name.startsWith("styleguide")));
    }
}
