package dev.stoa.server.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@SuppressWarnings("NullAway") // a field that a request lacks fails the test that reads it
class SpanExporterTest {
    private static final Duration LONG = Duration.ofHours(1);

    private static Span span(int n) {
        return new Span(
                "0af7651916cd43dd8448eb211c80319c",
                "b7ad6b7169203331",
                n == 0 ? null : "00f067aa0ba902b7",
                "GET x",
                Span.Kind.SERVER,
                1_700_000_000_000_000_001L,
                1_700_000_000_000_000_002L,
                Json.object("http.route", "x", "http.response.status_code", 500, "left.out", null),
                n == 0);
    }

    @Test
    void spansHaveTheFormOfTheProtocol() throws IOException {
        try (Collector collector = Collector.answering()) {
            SpanExporter exporter = SpanExporter.to(collector.endpoint() + "/", "1.2", LONG, LONG);
            exporter.add(span(0));
            exporter.add(span(1));
            // Also sends what has not waited long enough.
            exporter.close();
            Map<?, ?> first = collector.spans().getFirst();
            assertThat(Json.write(collector.requests().getFirst())).isEqualTo("""
                    {"resourceSpans":[{"resource":{"attributes":[\
                    {"key":"service.name","value":{"stringValue":"stoa"}},\
                    {"key":"service.version","value":{"stringValue":"1.2"}}]},\
                    "scopeSpans":[{"scope":{"name":"dev.stoa.server","version":"1.2"},"spans":[%s,%s]}]}]}""".formatted(
                            Json.write(first), Json.write(collector.spans().getLast())));
            assertThat(Json.write(first)).isEqualTo("""
                    {"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331","name":"GET x","kind":2,\
                    "startTimeUnixNano":"1700000000000000001","endTimeUnixNano":"1700000000000000002",\
                    "attributes":[{"key":"http.route","value":{"stringValue":"x"}},\
                    {"key":"http.response.status_code","value":{"intValue":"500"}}],"status":{"code":2}}""");
            assertThat(collector.spans().getLast().get("parentSpanId")).isEqualTo("00f067aa0ba902b7");
            assertThat(collector.spans().getLast().get("status")).isEqualTo(Map.of());
            assertThat(exporter.sent()).isEqualTo(2);
            assertThat(exporter.dropped()).isZero();
        }
    }

    @Test
    void aWholeBatchDoesNotWait() throws Exception {
        try (Collector collector = Collector.answering();
                SpanExporter exporter = SpanExporter.to(collector.endpoint(), "1", LONG, LONG)) {
            for (int i = 0; i < SpanExporter.BATCH; i++) {
                exporter.add(span(i));
            }
            collector.awaitRequest();
        }
    }

    @Test
    void aCollectorThatNeverAnswersLetsNobodyWaitAndWhatIsTooMuchIsDroppedAndCounted() throws Exception {
        int many = 3 * SpanExporter.QUEUE;
        try (Collector collector = Collector.silent()) {
            SpanExporter exporter = SpanExporter.to(collector.endpoint(), "1", Duration.ZERO, Duration.ofMillis(100));
            exporter.add(span(1));
            collector.awaitRequest();
            // Nothing is taken from the queue any more: if handing over waited for a place, this would not end.
            for (int i = 0; i < many; i++) {
                exporter.add(span(i));
            }
            assertThat(exporter.dropped()).isEqualTo(many - SpanExporter.QUEUE);
            exporter.close();
            assertThat(exporter.sent()).isZero();
            assertThat(exporter.dropped()).isGreaterThanOrEqualTo(many);
        }
    }

    @Test
    void anAddressThatIsNoneIsRefused() {
        for (String endpoint : List.of("127.0.0.1:4318", "file:///tmp/x", "http://", "http://a b")) {
            assertThatThrownBy(() -> SpanExporter.to(endpoint, "1"))
                    .as(endpoint)
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("server.otlp.endpoint");
        }
    }
}
