package dev.stoa.browser;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import dev.stoa.testing.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The installed Chromium, started once for a JVM. Used by the thread that runs the tests alone, because Playwright
 * answers the thread that started it.
 */
public final class Browser implements AutoCloseable {
    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    private Browser(Playwright playwright, com.microsoft.playwright.Browser chromium) {
        this.playwright = playwright;
        this.chromium = chromium;
    }

    static Browser start() {
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        try {
            // Containers and root have no sandbox of their own; the pages are ours.
            return new Browser(
                    playwright,
                    playwright
                            .chromium()
                            .launch(new BrowserType.LaunchOptions()
                                    .setExecutablePath(executable())
                                    .setArgs(List.of("--no-sandbox", "--disable-gpu"))));
        } catch (RuntimeException e) {
            playwright.close();
            throw e;
        }
    }

    private static Path executable() {
        try {
            Process shell = new ProcessBuilder("sh", "-c", Tool.CHROMIUM_COMMAND + "; printf %s \"$found\"").start();
            shell.getOutputStream().close();
            return Path.of(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("the browser of this machine cannot be looked for", e);
        }
    }

    /** A window of a visitor who has never been there. */
    public Tab open(Tab.Visitor visitor) {
        return new Tab(chromium.newContext(visitor.options()));
    }

    /** A window of a visitor with scripts on and nothing else of note. */
    public Tab open() {
        return open(Tab.Visitor.usual());
    }

    /** The machine's kind and the browser's main version, on which depends how letters look. */
    String kind() {
        String machine = System.getProperty("os.arch").replace("amd64", "x86_64");
        return machine + "-chromium" + chromium.version().replaceFirst("\\..*", "");
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
    }
}
