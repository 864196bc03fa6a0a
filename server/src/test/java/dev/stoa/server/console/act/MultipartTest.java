package dev.stoa.server.console.act;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.server.console.act.Multipart.Upload;
import dev.stoa.server.http.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartTest {
    private static final String TYPE = "multipart/form-data; boundary=b";
    private static final String FIELD = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n";

    private static Multipart read(String body) {
        return Multipart.read(TYPE, body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aFormWithFieldsAndFilesIsReadAsItWasSent() {
        Multipart form = read("before\r\n" + FIELD + "one\r\ntwo ü --b\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n"
                + "--b\r\ncontent-type: text/plain\r\nContent-Disposition: form-data; name=\"f\";"
                + " filename=\"C:\\x\\a%22b.txt\"\r\n\r\nline\r\n\r\n--B\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\r\n\r\n\r\n"
                + "--b--\r\nafter");
        assertThat(form.fields()).isEqualTo(Map.of("a", "one\r\ntwo ü --b", "empty", ""));
        assertThat(form.files()).isEqualTo(List.of(new Upload("a\"b.txt", 11, "line\r\n\r\n--B")));
    }

    @Test
    void aFileThatIsNoTextHasNone() {
        byte[] bytes = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n\u00ff\u00fe\r\n--b--"
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThat(Multipart.read(TYPE, bytes).files()).isEqualTo(List.of(new Upload("x", 2, null)));
    }

    @Test
    void theBoundaryMayStandInQuotes() {
        assertThat(Multipart.read(
                                "multipart/form-data; charset=utf-8; boundary=\"b\"",
                                (FIELD + "v\r\n--b--").getBytes(StandardCharsets.UTF_8))
                        .fields())
                .containsEntry("a", "v");
        assertThat(Multipart.is("Multipart/Form-Data; boundary=x")).isTrue();
        assertThat(Multipart.is("text/plain")).isFalse();
        assertThat(Multipart.is(null)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--b",
                "--b\r\n",
                "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nno end",
                "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n--b--",
                "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
                "--bx\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b--",
                "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n"
                        + "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\ny\r\n--b--"
            })
    void aFormThatIsNotWholeIsRefused(String body) {
        assertThatThrownBy(() -> read(body)).isInstanceOf(Refusal.class).hasMessageContaining("not whole");
    }
}
