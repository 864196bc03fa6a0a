package dev.stoa.server.console.text;

import static org.assertj.core.api.Assertions.assertThat;

import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of the texts of agents. */
class AgentTextTest {
    private static final String REL = "rel=\"nofollow noopener noreferrer ugc\" target=\"_blank\"";

    private static String html(String text) {
        StringOutput output = new StringOutput();
        new OwaspHtmlTemplateOutput(output).writeUserContent(AgentText.of(text));
        return output.toString();
    }

    @Test
    void markdownBecomesTheClosedSet() {
        assertThat(html("a *b* **c** `d`\ne\\\nf"))
                .isEqualTo("<p>a <em>b</em> <strong>c</strong> <code>d</code>\ne<br>f</p>");
        assertThat(html("- a\n- b\n\n---\n\n3. c\n\n   d\n4. e"))
                .isEqualTo("<ul><li>a</li><li>b</li></ul><hr>"
                        + "<ol start=\"3\"><li><p>c</p><p>d</p></li><li><p>e</p></li></ol>");
        assertThat(html("> q\n\n    if (a < b)\n"))
                .isEqualTo("<blockquote><p>q</p></blockquote><pre><code>if (a &lt; b)\n</code></pre>");
        assertThat(html("|a|b|\n|-|-|\n|1|*2*|"))
                .isEqualTo("<table><thead><tr><th>a</th><th>b</th></tr></thead>"
                        + "<tbody><tr><td>1</td><td><em>2</em></td></tr></tbody></table>");
    }

    @Test
    void headingsStandBelowThoseOfThePage() {
        assertThat(html("# a\n\nb\n-\n\n### c\n\n###### d")).isEqualTo("<h5>a</h5><h5>b</h5><h6>c</h6><h6>d</h6>");
    }

    @Test
    void htmlIsText() {
        assertThat(html("a <b onclick=x>&lt;i&gt;</b>")).isEqualTo("<p>a &lt;b onclick=x&gt;&lt;i&gt;&lt;/b&gt;</p>");
        assertThat(html("<script>\nalert(1)\n</script>")).isEqualTo("<p>&lt;script&gt;\nalert(1)\n&lt;/script&gt;</p>");
        assertThat(html("<!-- hidden -->")).isEqualTo("<p>&lt;!-- hidden --&gt;</p>");
    }

    @Test
    void anImageIsItsWordsAndItsHost() {
        assertThat(html("![a *b* `c`\n<i>](https://Evil.example:8443/p.png \"t\")"))
                .isEqualTo("<p>[image: a b c &lt;i&gt; → evil.example:8443] &#34;t&#34;</p>");
        assertThat(html("![x](/debates/1/cancel)")).isEqualTo("<p>[image: x → /debates/1/cancel]</p>");
        assertThat(html("![x](data:image/svg+xml," + "y".repeat(100) + ")"))
                .isEqualTo("<p>[image: x → data:image/svg+xml," + "y".repeat(40) + "…]</p>");
    }

    @Test
    void anAbsoluteLinkIsShownWithItsHost() {
        assertThat(html("[good.example](HTTPS://Evil.Example/a(b)?c=\"d\"&e='ü')"))
                .isEqualTo("<p><a href=\"https://evil.example/a%28b%29?c=%22d%22&amp;e=&#39;%C3%BC&#39;\" " + REL
                        + ">good.example → evil.example</a></p>");
        assertThat(html("<http://a.example/x>"))
                .isEqualTo("<p><a href=\"http://a.example/x\" " + REL + ">http://a.example/x → a.example</a></p>");
        assertThat(html("[](http://[::1]:80)"))
                .isEqualTo("<p><a href=\"http://[::1]:80\" " + REL + "> → [::1]:80</a></p>");
    }

    @Test
    void everyOtherLinkIsText() {
        for (String address : List.of(
                "/debates/1/cancel",
                "//evil.example",
                "javascript:alert(1)",
                "JaVaScRiPt:alert`1`",
                "data:text/html,x",
                "vbscript:x",
                "http:/evil.example",
                "http:evil.example",
                "http:\\\\\\\\evil.example",
                "http://good.example@evil.example",
                "http://good.example\\\\@evil.example/",
                "http://g%6fod.example",
                "http://gооd.example",
                "http://",
                "http:///x",
                "ftp://x.example",
                "#top",
                "?q=1",
                "http://a.example/" + "x".repeat(Target.LONGEST))) {
            String html = html("[*x*](" + address + ")");
            assertThat(html).doesNotContain("<a").startsWith("<p>[<em>x</em>](").endsWith(")</p>");
        }
        assertThat(html("[x]()")).isEqualTo("<p>[x]()</p>");
        assertThat(html("<javascript:alert(1)> <a@b.example>")).isEqualTo("<p>javascript:alert(1) a@b.example</p>");
    }

    @Test
    void aLinkWithinALinkIsText() {
        assertThat(html("[a <http://b.example> c](http://d.example)"))
                .isEqualTo("<p><a href=\"http://d.example\" " + REL + ">a http://b.example c → d.example</a></p>");
    }

    @Test
    void whatMarkdownHidesIsShown() {
        assertThat(html("[//]: # (obey me)\n\n[a]: http://a.example 'sly'\n\n[a]"))
                .contains("<p>[//]: # &#34;obey me&#34;</p>")
                .contains("<p>[a]: http://a.example &#34;sly&#34;</p>")
                .contains("a → a.example</a> &#34;sly&#34;");
        assertThat(html("```java obey me\nx\n```"))
                .isEqualTo("<p><code>java obey me</code></p><pre><code>x\n</code></pre>");
    }

    @Test
    void aRightToLeftOverrideIsABoxAndReordersNothing() {
        assertThat(html("a\u202Eb")).isEqualTo("<p>a⟦RLO⟧b</p>");
        // Also where Markdown would decode it only after reading.
        assertThat(html("a&#x202E;b&#8238;c")).isEqualTo("<p>a⟦RLO⟧b⟦RLO⟧c</p>");
        assertThat(html("`\u2066` [\u2069](http://a.example/&#x202e;) ![\u200f](\u061c)"))
                .isEqualTo("<p><code>⟦LRI⟧</code> <a href=\"http://a.example/%E2%9F%A6RLO%E2%9F%A7\" " + REL
                        + ">⟦PDI⟧ → a.example</a> [image: ⟦RLM⟧ → ⟦ALM⟧]</p>");
    }

    @Test
    void controlsAndHalvesOfCharactersAreBoxes() {
        assertThat(html("\0\u0007\u001b[31m\r\u007f\u0085")).isEqualTo("<p>⟦NUL⟧⟦BEL⟧⟦ESC⟧[31m⟦CR⟧⟦DEL⟧⟦U+0085⟧</p>");
        assertThat(html("\uD83D x \uDE00 \uD83D\uDE00 &#13;")).isEqualTo("<p>⟦U+D83D⟧ x ⟦U+DE00⟧ 😀 ⟦CR⟧</p>");
        assertThat(html("a\tb\r\nc")).isEqualTo("<p>a\tb\nc</p>");
    }

    @Test
    void aTextAbove64KibibytesIsShownAsItIs() {
        String most = "*a*" + "é".repeat((AgentText.MOST_BYTES - 3) / 2);
        assertThat(html(most)).startsWith("<p><em>a</em>é");
        assertThat(html(most + "é")).startsWith("<pre>*a*é").endsWith("é</pre>");
        assertThat(html("<b>".repeat(AgentText.MOST_BYTES) + "\u202e"))
                .startsWith("<pre>&lt;b&gt;")
                .endsWith("⟦RLO⟧</pre>")
                .doesNotContain("<b>");
    }

    @Test
    void aTextNestedDeeperThan64IsShownAsItIs() {
        assertThat(html(">".repeat(63) + "a")).startsWith("<blockquote>").contains("<p>a</p>");
        assertThat(html(">".repeat(64) + "a")).startsWith("<pre>&gt;");
        // Quote, paragraph and emphasis count alike.
        assertThat(html("> ".repeat(40) + "*a ".repeat(30) + "a*".repeat(30))).startsWith("<pre>");
    }

    @Test
    void aSmallTextCannotGrowWithoutBound() {
        assertThat(html("[a]: http://a.example/" + "x".repeat(2_000) + "\n\n" + "[a]".repeat(10_000)))
                .startsWith("<pre>[a]: ");
        assertThat(html("[a]: /a '" + "x".repeat(20_000) + "'\n\n" + "[a]".repeat(10_000)))
                .startsWith("<pre>[a]: ");
        assertThat(html("|a".repeat(200) + "|\n" + "|-".repeat(200) + "|\n" + "b\n".repeat(200)))
                .startsWith("<pre>|a");
    }

    /** Each of them costs a careless reader the square of its length, or its stack. */
    @Test
    void noTextOf64KibibytesIsTooHardToRead() {
        for (String hard : List.of(
                "[",
                "![",
                "]",
                "[a](",
                "[a](<b",
                "*a_",
                "*a **b ",
                "**",
                "> ",
                "- ",
                "1. ",
                "`a``",
                "<",
                "<!--",
                "<?",
                "<a b=",
                "&",
                "\\",
                "|",
                "|a|\n|-|\n",
                "|-",
                "#",
                "\n",
                " \t",
                "a\n---\n",
                "[a]: b\n",
                "[a]:",
                "~~~\n",
                "_a*",
                "\"",
                "![a](b)",
                "*".repeat(50) + "a ",
                "> - ",
                "(",
                "[]()",
                "http://",
                "x\0",
                "\ud800")) {
            String text = hard.repeat(AgentText.MOST_BYTES / hard.length() + 1).substring(0, AgentText.MOST_BYTES);
            assertThat(html(text).length()).isLessThanOrEqualTo(2 * ClosedSet.MOST_WRITTEN);
        }
    }
}
