package dev.stoa.server.console.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;

/**
 * A second opinion on the markup of agents' texts: the OWASP sanitizer, told the closed set, must find nothing to
 * change. All 100,000 texts are tried with {@code -Dstoa.test.agentTexts=100000}.
 */
class AgentTextOracleTest {
    private static final int TEXTS = Integer.getInteger("stoa.test.agentTexts", 4_000);

    private static final Set<String> CLOSED = Set.of(
            "p",
            "br",
            "em",
            "strong",
            "code",
            "pre",
            "ul",
            "ol",
            "li",
            "blockquote",
            "hr",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "h5",
            "h6",
            "a");

    private static final Pattern TAG = Pattern.compile("</?[a-z0-9]+");

    private static final PolicyFactory ORACLE = new HtmlPolicyBuilder()
            .allowElements(CLOSED.toArray(String[]::new))
            .allowUrlProtocols("http", "https")
            .allowAttributes("href", "rel", "target")
            .onElements("a")
            .allowAttributes("start")
            .matching(Pattern.compile("[0-9]+"))
            .onElements("ol")
            .toFactory();

    private static final List<String> HOSTILE = List.of(
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "<svg/onload=alert(1)>",
            "<svg><style><img src=x onerror=alert(1)></style></svg>",
            "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
            "<a href=\"javascript:alert(1)\">x</a>",
            "<a href=\"\">x</a>",
            "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
            "<form action=/debates/1/cancel method=post><button>",
            "<input autofocus onfocus=alert(1)>",
            "<meta http-equiv=refresh content=\"0;url=//evil.example\">",
            "<base href=//evil.example>",
            "<div hx-get=/x hx-trigger=load>",
            "</div></p></main><h1>Gate approved</h1>",
            "<!--><img src=x onerror=alert(1)>-->",
            "<![CDATA[<script>alert(1)</script>]]>",
            "<textarea></textarea><title></title><noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
            "<plaintext>",
            "[x](javascript:alert(1))",
            "[x](java\nscript:alert(1))",
            "[x](&#106;avascript:alert(1))",
            "[x](\u0001javascript:alert(1))",
            "[x](<javascript:alert(1)>)",
            "[x](vbscript:msgbox)",
            "[x](data:text/html;base64,PHNjcmlwdD4=)",
            "[x](/debates/1/cancel)",
            "[x](//evil.example)",
            "[x](http://a.example/\"onmouseover=alert(1))",
            "[x](http://a.example/'><script>alert(1)</script>)",
            "[x](<http://a.example/\" onclick=\"alert(1)>)",
            "[x](http://a.example \"t\\\" onclick=alert(1)\")",
            "![x](javascript:alert(1))",
            "![x\" onerror=\"alert(1)](http://a.example/x)",
            "![a ![b [c](http://d.example)](http://e.example)](http://f.example)",
            "[![a](http://b.example)](http://c.example)",
            "[a <http://b.example> c](http://d.example)",
            "<http://a.example/\"onclick=\"alert(1)>",
            "<javascript:alert(1)>",
            "[x]: javascript:alert(1)\n\n[x]",
            "[x]: http://a.example '\" onclick=\"alert(1)'\n\n[x]",
            "```\"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```",
            "`</code><script>alert(1)</script>`",
            "|<script>|</td>|\n|-|-|\n|`</table>`|<http://a.example>|",
            "# </h5><script>alert(1)</script>",
            "- </li></ul><script>alert(1)</script>",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
            "&#60;script&#62;alert(1)&#60;/script&#62;",
            "\\<script>alert(1)\\</script>",
            "{{constructor.constructor('alert(1)')()}} ${7*7} #{7*7}",
            "\u202Etxt.exe \u2066x\u2069 \u200F",
            "\uD800 \uDC00 \uFFFE \uFDD0 \uDBFF\uDFFF \u0000 \u0085 \u2028",
            "\uDB40\uDC41\uDB40\uDC42",
            "＜script＞alert(1)＜/script＞",
            "+ADw-script+AD4-");

    private static final List<String> PIECES = List.of(
            "a",
            "word",
            " ",
            " ",
            "  ",
            "\n",
            "\n",
            "\n\n",
            "\t",
            "*",
            "**",
            "_",
            "`",
            "```",
            "~~~",
            "> ",
            "- ",
            "1. ",
            "7) ",
            "# ",
            "### ",
            "---\n",
            "===\n",
            "|",
            "|-|-|\n",
            "|a|b|\n",
            "[",
            "]",
            "(",
            ")",
            "![",
            "](",
            "[x]",
            "[x]: ",
            "<",
            ">",
            "</",
            "/>",
            "<!--",
            "-->",
            "<a href=",
            "<http://",
            "http://",
            "https://a.example/",
            "javascript:",
            "//",
            "/",
            "\\",
            "\"",
            "'",
            "=",
            "&",
            "&#",
            "&#x202e;",
            "&lt;",
            "&amp;",
            "&#0;",
            ";",
            "x",
            "#",
            "?",
            "%",
            "%zz",
            "{",
            "{{",
            "}",
            "@",
            ":",
            "\0",
            "\u001b",
            "\r",
            "\r\n",
            "\u0085",
            "\u202e",
            "\u2066",
            "\ud800",
            "\udc00",
            "\ufffe",
            "\u2028",
            "😀",
            "é",
            "ש",
            "<script>",
            "</script>",
            "<img src=x onerror=y>",
            "onclick=",
            "    ",
            "⟦",
            "`<`",
            "<br>",
            "<p>",
            "<table>",
            "<li>",
            "\uFEFF",
            "\u00A0");

    private static void agrees(String text) {
        String ours = AgentText.of(text).toString();
        String theirs = ORACLE.sanitize(ours);
        assertThat(Dom.of(ours)).as(text).isEqualTo(Dom.of(theirs));
        // A browser repairs what is badly nested, which would hide it from a comparison of what it reads.
        assertThat(tags(ours)).as(text).isEqualTo(tags(theirs));
        Dom.elements(ours, (name, attributes) -> {
            assertThat(name).as(text).isIn(CLOSED);
            assertThat(attributes).as(text).satisfies(given -> permitted(name, given));
        });
        assertThat(Dom.text(ours)
                        .codePoints()
                        .filter(AgentTextOracleTest::unseen)
                        .count())
                .as(text)
                .isZero();
    }

    private static List<String> tags(String html) {
        return TAG.matcher(html).results().map(MatchResult::group).toList();
    }

    private static void permitted(String name, Map<String, String> attributes) {
        switch (name) {
            case "a" -> {
                assertThat(attributes).containsOnlyKeys("href", "rel", "target");
                assertThat(attributes.get("href")).matches("https?://[a-z0-9_\\[][!-~]*");
                assertThat(attributes.get("rel")).isEqualTo("nofollow noopener noreferrer ugc");
                assertThat(attributes.get("target")).isEqualTo("_blank");
            }
            case "ol" -> assertThat(attributes.keySet()).isSubsetOf("start");
            default -> assertThat(attributes).isEmpty();
        }
    }

    private static boolean unseen(int c) {
        return (Character.isISOControl(c) && c != '\n' && c != '\t')
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0x061C
                || c == 0x200E
                || c == 0x200F
                || Character.getType(c) == Character.SURROGATE;
    }

    @Test
    void noTextOfAnAgentBecomesAnythingButTextAndTheClosedSet() {
        for (String text : HOSTILE) {
            agrees(text);
            agrees("> - " + text + "\n\n1. *" + text + "*");
            agrees("|" + text + "|b|\n|-|-|\n|[" + text + "](http://a.example/" + text + ")|" + text + "|");
            agrees("[" + text + "](" + text + ") ![" + text + "](" + text + " '" + text + "')");
            agrees("```" + text + "\n" + text + "\n```\n# " + text);
        }
    }

    @Test
    void theSanitizerFindsNothingToChangeInRandomTexts() {
        for (int seed = 0; seed < TEXTS; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i >= 0; i--) {
                text.append(
                        random.nextInt(20) == 0
                                ? HOSTILE.get(random.nextInt(HOSTILE.size()))
                                : PIECES.get(random.nextInt(PIECES.size())));
            }
            agrees(text.toString());
        }
    }
}
