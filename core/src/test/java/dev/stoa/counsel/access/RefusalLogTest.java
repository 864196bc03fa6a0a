package dev.stoa.counsel.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Trace;
import dev.stoa.counsel.access.RefusalLog.Kind;
import dev.stoa.counsel.audit.VerifyReport;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class RefusalLogTest {
    private static final Principal ME = Principal.local();

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private AccessFixture fixture;
    private Stoa stoa;

    @BeforeEach
    void open() {
        fixture = new AccessFixture(dialect, folder);
        stoa = fixture.open();
    }

    @AfterEach
    void close() {
        stoa.close();
        fixture.close();
    }

    private void refuse(int times, Kind kind, String client) {
        for (int i = 0; i < times; i++) {
            stoa.counsel().refusals().refused(kind, client, "unauthorized", new Trace(null, "r" + i, null));
        }
    }

    private List<String> details(String type) {
        return stoa.counsel().audit().list(ME, type, Page.Request.first()).items().stream()
                .map(entry -> String.valueOf(entry.details()))
                .toList();
    }

    @Test
    void tenRefusalsAMinuteAreRecordedSinglyAndTheRestAsOneWithTheirNumber() {
        refuse(25, Kind.AUTH_FAILURE, "10.0.0.1");
        refuse(10, Kind.RATE_LIMITED, "10.0.0.1");
        refuse(3, Kind.AUTH_FAILURE, "10.0.0.2");
        assertThat(details("auth_failure")).hasSize(13);
        assertThat(details("rate_limited")).hasSize(10);

        fixture.clock.advance(Duration.ofMinutes(1));
        stoa.counsel().refusals().flush();
        assertThat(details("auth_failure"))
                .hasSize(14)
                .last()
                .isEqualTo("{\"client\":\"10.0.0.1\",\"reason\":\"unauthorized\",\"count\":15}");
        assertThat(details("rate_limited")).as("none was left over").hasSize(10);
        stoa.counsel().refusals().flush();
        assertThat(details("auth_failure")).as("each is counted once").hasSize(14);

        refuse(1, Kind.AUTH_FAILURE, "10.0.0.1");
        assertThat(details("auth_failure"))
                .as("a new minute begins with single ones")
                .hasSize(15);
    }

    @Test
    void whatWasCountedLastIsRecordedAndSignedWhenTheProcessEnds() {
        refuse(12, Kind.AUTH_FAILURE, "10.0.0.1");
        stoa.close();
        stoa = fixture.open();
        assertThat(details("auth_failure")).hasSize(11).last().asString().contains("\"count\":2");
        VerifyReport report = stoa.counsel().audit().verify(ME, List.of(), List.of());
        assertThat(report.largest()).isEqualTo(report.size());
    }
}
