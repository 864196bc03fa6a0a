package dev.stoa.engine.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

@Tag("quick")
class SvgTest {
    @Test
    void anyTextIsWellFormed() throws Exception {
        String hostile = "a <b> & \"c\" \u0000\u001b[31m\ud800 é 😀";

        String svg = Svg.text(1, 2.25, "soft", "end", hostile);

        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(svg)))
                        .getDocumentElement()
                        .getTextContent())
                .isEqualTo("a <b> & \"c\" \ufffd\ufffd[31m\ufffd é 😀");
    }

    @Test
    void aTextHasItsPlaceAndItsStyle() {
        assertThat(Svg.text(1, 2.25, "", "end", "x"))
                .isEqualTo("  <text x=\"1.0\" y=\"2.3\" text-anchor=\"end\">x</text>");
    }
}
