package dev.stoa.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.HostSpec;

@Tag("quick")
class PostgresAddressTest {
    private static final Duration TEN = Duration.ofSeconds(10);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://h/d | false",
                "jdbc:postgresql:d | false",
                "jdbc:postgresql://h1,h2/d?user=ana | true",
                "jdbc:postgresql://ana:p,w@h/d?options=a,b | false",
                "jdbc:postgresql://ana:pw@[::1]:5432,[fe80::1]/d | true",
            })
    void hostsAreCounted(String url, boolean several) {
        assertThat(PostgresAddress.of(url).isOfSeveral()).isEqualTo(several);
    }

    @Test
    void ofSeveralHostsThePrimaryIsAskedFor() {
        assertThat(PostgresAddress.of("jdbc:postgresql://h1,h2/d").with(new Properties()))
                .containsEntry("targetServerType", "primary");
        assertThat(PostgresAddress.of("jdbc:postgresql://h1/d").with(new Properties()))
                .doesNotContainKey("targetServerType");
    }

    @Test
    void hostsShareTheTimeToConnectAndTheLastOneIsAskedToo() {
        Properties one = PostgresAddress.of("jdbc:postgresql://h/d").within(TEN, new Properties());
        assertThat(one).containsEntry("connectTimeout", "10").containsEntry("loginTimeout", "10");
        Properties two = PostgresAddress.of("jdbc:postgresql://h1,h2/d").within(TEN, new Properties());
        assertThat(two)
                .containsEntry("connectTimeout", "5")
                .containsEntry("sslResponseTimeout", "2000")
                .containsEntry("socketTimeout", "3")
                .containsEntry("loginTimeout", "15");
        Properties many =
                PostgresAddress.of("jdbc:postgresql://a,b,c/d").within(Duration.ofSeconds(1), new Properties());
        assertThat(many).containsEntry("connectTimeout", "1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://h1:1,h2:2/d?user=ana | h1 | 1 | jdbc:postgresql://h2:2/d?user=ana",
                "jdbc:postgresql://h1:1,h1:2,h1:3/d | h1 | 2 | jdbc:postgresql://h1:1,h1:3/d",
                "jdbc:postgresql://h1,h2/d | h2 | 5432 | jdbc:postgresql://h1/d",
                "jdbc:postgresql://h1,h2/d | h3 | 5432 | jdbc:postgresql://h1,h2/d",
                "jdbc:postgresql://[::1]:1,[::1]:2/d | [::1] | 2 | jdbc:postgresql://[::1]:1/d",
            })
    void aHostCanBeLeftOut(String url, String host, int port, String others) {
        assertThat(PostgresAddress.of(url).without(new HostSpec(host, port)).url())
                .isEqualTo(others);
    }
}
