package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@InBrowser
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferencePageTest {
    @SuppressWarnings("NullAway.Init")
    private RunningServer server;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.at(folder.toString(), folder);
    }

    @AfterAll
    void close() {
        server.close();
    }

    @Test
    @DisplayName("The reference page must work offline under its CSP with scripts off.")
    void theReferenceWorksWithScriptsOffAndAsksNobodyElse(Browser browser) {
        try (Tab tab = browser.open(Tab.Visitor.usual().withoutScripts())) {
            assertThat(tab.visit(server.url() + "/docs/api").status()).isEqualTo(200);
            assertThat(tab.page().title()).isEqualTo("Stoa API");
            assertThat(tab.page().locator("article").count())
                    .isEqualTo(server.routes().all().size());

            tab.page().locator("nav a[href='#memories']").click();

            assertThat(tab.page().url()).endsWith("/docs/api#memories");
            assertThat(tab.messages()).isEmpty();
            assertThat(tab.failed()).isEmpty();
            assertThat(tab.elsewhere()).isEmpty();
            assertThat(tab.requests())
                    .contains("GET " + server.url() + "/docs/api.css")
                    .allMatch(request -> request.startsWith("GET " + server.url() + "/"));
        }
    }

    @ParameterizedTest
    @CsvSource({"false,1440", "true,360"})
    void theReferenceKeepsItsPolicyAndHasNoBarriers(boolean dark, int width, Browser browser) {
        Tab.Visitor visitor = Tab.Visitor.usual().wide(width);
        try (Tab tab = browser.open(dark ? visitor.inTheDark() : visitor)) {
            tab.visit(server.url() + "/docs/api");

            assertThat(tab.violations()).isEmpty();
            assertThat(tab.barriers()).isEmpty();
            assertThat(tab.messages()).isEmpty();
            assertThat(tab.page().evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"))
                    .isEqualTo(true);
        }
    }

    /** What these tests would not notice they could not forbid. */
    @Test
    void aTabNoticesWhatAVisitorShouldNot(Browser browser, @TempDir Path pictures) throws IOException {
        try (Tab tab = browser.open()) {
            tab.visit(server.url() + "/docs/api");
            tab.page().evaluate("""
                    () => {
                        document.body.insertAdjacentHTML('beforeend', '<img src="https://example.org/a.png">');
                        document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p>');
                        console.log('hello');
                    }""");

            assertThat(tab.violations()).anyMatch(violation -> violation.startsWith("img-src"));
            assertThat(tab.violations()).anyMatch(violation -> violation.startsWith("style-src"));
            assertThat(tab.messages()).contains("log: hello");
            assertThat(tab.screenshot(pictures.resolve("page.png"))).isNotEmpty();
            assertThat(Files.size(pictures.resolve("page.png"))).isPositive();
        }
        try (Tab tab = browser.open()) {
            tab.visit(server.url() + "/api/v1/health/live");
            tab.page().evaluate("() => fetch('https://example.org/').catch(() => 0)");
            tab.page().evaluate("() => fetch('/api/v1/nowhere')");

            tab.page().evaluate("() => { document.body.innerHTML = '<img src=\"/a.png\">'; }");
            assertThat(tab.barriers()).anyMatch(barrier -> barrier.startsWith("image-alt"));
            assertThat(tab.elsewhere()).containsExactly("https://example.org/");
            assertThat(tab.failed()).anyMatch(request -> request.contains("/api/v1/nowhere 404"));
        }
    }
}
