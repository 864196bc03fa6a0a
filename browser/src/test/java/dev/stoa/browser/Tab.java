package dev.stoa.browser;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A window with one page, which keeps what a visitor should never notice: messages on the console, violations of the
 * policy, requests that failed and requests to other places, which are answered with nothing. Used by one thread.
 */
public final class Tab implements AutoCloseable {
    private static final String RULES = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']";
    private static final String AXE = axe();
    private static final String LOOKS = "['link-in-text-block', 'target-size', 'scrollable-region-focusable']";

    /** What axe finds at some places by some rules. */
    private static final String RUN = """
            const run = async (where, rules) => (await axe.run(where,
                    {...rules, resultTypes: ['violations'], preload: false, iframes: false}))
                .violations.map(rule => rule.id + ': ' + rule.help + ' at '
                    + rule.nodes.slice(0, 5).map(node => node.target.join(' ')).join(', '));
            """;

    /**
     * Looks at the contrast of texts whose kind is not known, and of no more than three of a kind. All of a kind have the
     * same colour, size and weight, and the same grounds behind them.
     */
    private static final String CONTRAST = "async known => {" + RUN + """
            const had = new Set(known), times = new Map(), left = [];
            const look = (element, ground) => {
                const style = getComputedStyle(element);
                const layer = [style.backgroundColor, style.backgroundImage, style.opacity, style.position,
                    style.clipPath].join(' ');
                const here = layer === 'rgba(0, 0, 0, 0) none 1 static none' ? ground : ground + ' / ' + layer;
                const speaks = element.matches('input, select, textarea')
                    || [...element.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.data.trim());
                if (speaks && element.checkVisibility({ visibilityProperty: true })) {
                    const kind = [here, style.color, style.fontSize, style.fontWeight, style.textShadow,
                        element.matches(':disabled')].join(' ; ');
                    times.set(kind, (times.get(kind) ?? 0) + 1);
                    if (!had.has(kind) && times.get(kind) <= 3) {
                        left.push(element);
                    }
                }
                [...element.children].forEach(child => look(child, here));
            };
            look(document.body, '');
            return {
                found: left.length ? await run({ include: left }, { runOnly: ['color-contrast'] }) : [],
                kinds: [...times.keys()],
            };
        }""";

    private static final String KEEP_VIOLATIONS = """
        window.violations = [];
        document.addEventListener('securitypolicyviolation',
                e => window.violations.push(e.violatedDirective + ' ' + e.blockedURI));
        """;

    private final BrowserContext context;
    private final Page page;
    private final List<String> messages = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private final List<String> elsewhere = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private final Set<Request> open = new HashSet<>();
    private final List<Request> loaded = new ArrayList<>();

    /** The kinds of texts with enough contrast, by theme and width. */
    private final Map<String, Set<String>> alike = new HashMap<>();

    private String origin = "";

    /** Put into the page as it is: the builder of the library opens a second page for each look at one. */
    private static String axe() {
        try (InputStream source = Objects.requireNonNull(AxeBuilder.class.getResourceAsStream("/axe.min.js"))) {
            return new String(source.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Tab(BrowserContext context) {
        this.context = context;
        context.addInitScript(KEEP_VIOLATIONS);
        context.route("**/*", route -> {
            String url = route.request().url();
            requests.add(route.request().method() + " " + url);
            if (origin.isEmpty() || url.equals(origin) || url.startsWith(origin + "/")) {
                route.resume();
            } else {
                elsewhere.add(url);
                route.abort();
            }
        });
        page = context.newPage();
        page.onConsoleMessage(message -> messages.add(message.type() + ": " + message.text()));
        page.onPageError(error -> messages.add("uncaught: " + error));
        page.onRequest(request -> {
            endOthers(request);
            if (!request.resourceType().equals("eventsource")) {
                open.add(request);
            }
        });
        page.onRequestFinished(request -> {
            open.remove(request);
            loaded.add(request);
        });
        page.onRequestFailed(request -> {
            // A stream ends with its page, which is no failure.
            if (open.remove(request)) {
                failed.add(request.url() + " " + request.failure());
            }
        });
        page.onResponse(response -> {
            endOthers(response.request());
            if (response.status() >= 400) {
                failed.add(response.url() + " " + response.status());
            }
        });
    }

    /** What a page asks for, until the next one has come, ends with that page. */
    private void endOthers(Request request) {
        if (request.isNavigationRequest()) {
            open.retainAll(Set.of(request));
        }
    }

    /** How a visitor looks at pages. */
    public record Visitor(boolean scripts, boolean dark, int width, int height, int sharpness, String language) {
        /** Scripts on, light, a window of 1,440 by 900. */
        public static Visitor usual() {
            return new Visitor(true, false, 1_440, 900, 1, "en-GB");
        }

        public Visitor withoutScripts() {
            return new Visitor(false, dark, width, height, sharpness, language);
        }

        public Visitor inTheDark() {
            return new Visitor(scripts, true, width, height, sharpness, language);
        }

        public Visitor wide(int pixels) {
            return new Visitor(scripts, dark, pixels, height, sharpness, language);
        }

        public Visitor speaking(String tag) {
            return new Visitor(scripts, dark, width, height, sharpness, tag);
        }

        /** On a screen that has two points where others have one. */
        public Visitor sharp() {
            return new Visitor(scripts, dark, width, height, 2, language);
        }

        com.microsoft.playwright.Browser.NewContextOptions options() {
            return new com.microsoft.playwright.Browser.NewContextOptions()
                    .setJavaScriptEnabled(scripts)
                    .setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT)
                    .setReducedMotion(ReducedMotion.REDUCE)
                    .setLocale(language)
                    .setTimezoneId("UTC")
                    .setDeviceScaleFactor(sharpness)
                    .setViewportSize(width, height);
        }
    }

    /** Opens an address; what is asked of another origin from now on is kept and answered with nothing. */
    public Response visit(String url) {
        URI address = URI.create(url);
        origin = address.getScheme() + "://" + address.getRawAuthority();
        // What the page before it waited for ends with that page.
        open.clear();
        Response response = page.navigate(url);
        if (response == null) {
            throw new IllegalStateException("no answer from " + url);
        }
        return response;
    }

    /** The page itself, to look at and to act on. */
    public Page page() {
        return page;
    }

    /** Forgets what was kept so far. Nothing is cached, so that the next visit is again like the first. */
    public void forget() {
        messages.clear();
        requests.clear();
        elsewhere.clear();
        failed.clear();
        loaded.clear();
    }

    /** Waits until scripts have begun, the page is told of changes, if any part of it wants that, and all has come. */
    public void settle() {
        page.waitForFunction("""
                () => (!document.querySelector('[data-topic]')
                        || document.querySelector('.live')?.dataset.state !== 'off')
                    && !document.querySelector('.command > code:last-child')""");
        try {
            page.waitForCondition(open::isEmpty);
        } catch (TimeoutError e) {
            throw new IllegalStateException(
                    page.url() + " still waits for "
                            + open.stream().map(Request::url).toList(),
                    e);
        }
        // A part that has come is put in its place later, and its commands get their buttons after that.
        page.waitForFunction("""
                () => !document.querySelector(
                    '.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added, .command > code:last-child')""");
    }

    /** How many bytes came as bodies, as they were sent, from all addresses but streams. */
    public long transferred() {
        return List.copyOf(loaded).stream()
                .mapToLong(request -> request.sizes().responseBodySize)
                .sum();
    }

    /** A further page of the same visitor, which shows nothing yet. */
    public Page beside() {
        return context.newPage();
    }

    /** What the console said: messages of scripts and complaints of the browser. */
    public List<String> messages() {
        return List.copyOf(messages);
    }

    /** What the page asked for, as method and address. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** What the page asked of other origins. */
    public List<String> elsewhere() {
        return List.copyOf(elsewhere);
    }

    /** What could not be had, and answers of 400 and above. */
    public List<String> failed() {
        return List.copyOf(failed);
    }

    /** What the page's policy refused; needs scripts, without which the console still says it. */
    public List<String> violations() {
        return ((List<?>) page.evaluate("() => window.violations"))
                .stream().map(String::valueOf).toList();
    }

    /**
     * What axe finds wrong by the rules of WCAG up to 2.2 AA, each with the places; needs scripts. Of elements that are
     * built alike the contrast is looked at once for each theme and width.
     */
    public List<String> barriers() {
        return barriers(RULES, false);
    }

    /** The same, and the contrast of every element. */
    public List<String> allBarriers() {
        return barriers(RULES, true);
    }

    /** The same by the rules that depend on how things look: contrast, size and scrolling. */
    public List<String> barriersOfLooks() {
        return barriers(LOOKS, false);
    }

    private List<String> barriers(String rules, boolean everyElement) {
        List<String> found = looked(rules, everyElement);
        // A part may have been fetched again while axe looked, and been pale meanwhile; what is wrong stays wrong.
        return found.isEmpty() ? found : looked(rules, everyElement);
    }

    private List<String> looked(String rules, boolean everyElement) {
        // What is fetched again is pale until it has come.
        page.waitForFunction("() => !document.querySelector('.htmx-request')");
        if (page.evaluate("() => typeof window.axe").equals("undefined")) {
            page.evaluate(AXE);
        }
        if (everyElement) {
            return texts(
                    page.evaluate("async () => {" + RUN + "return run(document, {runOnly: %s}); }".formatted(rules)));
        }
        List<String> found = new ArrayList<>(texts(page.evaluate("async () => {" + RUN
                + "return run(document, {runOnly: %s, rules: {'color-contrast': {enabled: false}}}); }"
                        .formatted(rules))));
        String look =
                (String) page.evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches + ' ' + innerWidth");
        Set<String> known = alike.computeIfAbsent(look, first -> new HashSet<>());
        Map<?, ?> contrast = (Map<?, ?>) page.evaluate(CONTRAST, List.copyOf(known));
        List<String> pale = texts(Objects.requireNonNull(contrast.get("found")));
        if (pale.isEmpty()) {
            known.addAll(texts(Objects.requireNonNull(contrast.get("kinds"))));
        }
        found.addAll(pale);
        return found;
    }

    private static List<String> texts(Object list) {
        return ((List<?>) list).stream().map(String::valueOf).toList();
    }

    /** Keeps a picture of the whole page. */
    public byte[] screenshot(Path file) {
        return page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(true));
    }

    @Override
    public void close() {
        try {
            context.close();
        } catch (PlaywrightException e) {
            // What the page asks for while it is closed cannot be answered any more; that it is closed is all that
            // counts.
            if (!String.valueOf(e.getMessage()).contains("has been closed")) {
                throw e;
            }
        }
    }
}
