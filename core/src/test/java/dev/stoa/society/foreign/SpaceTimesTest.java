package dev.stoa.society.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only the form of an old time tells what it means. */
class SpaceTimesTest {
    private final SpaceTimes berlin = new SpaceTimes(ZoneId.of("Europe/Berlin"));

    @ParameterizedTest
    @CsvSource({
        // A blank: the database wrote it, in UTC.
        "2025-03-04 05:06:07, 2025-03-04T05:06:07Z",
        "2025-03-04 05:06:07.123456, 2025-03-04T05:06:07.123456Z",
        // Exactly three decimals: likewise.
        "2025-03-04T05:06:07.123, 2025-03-04T05:06:07.123Z",
        // An offset says it.
        "2025-03-04T05:06:07Z, 2025-03-04T05:06:07Z",
        "2025-03-04T05:06:07.123+02:00, 2025-03-04T03:06:07.123Z",
        "2025-03-04 05:06:07 Z, 2025-03-04T05:06:07Z",
        "2025-03-04T05:06:07.5-0330, 2025-03-04T08:36:07.5Z",
        // Everything else is the time on the wall.
        "2025-03-04T05:06:07, 2025-03-04T04:06:07Z",
        "2025-03-04T05:06:07.12, 2025-03-04T04:06:07.12Z",
        "2025-07-04T05:06:07.123456, 2025-07-04T03:06:07.123456Z",
        "2025-03-04T05:06, 2025-03-04T04:06:00Z",
        "2025-03-04, 2025-03-03T23:00:00Z",
        // An hour that there was not, and one that there was twice.
        "2025-03-30T02:30:00, 2025-03-30T01:30:00Z",
        "2025-10-26T02:30:00, 2025-10-26T00:30:00Z",
        // Seconds since 1970.
        "1741064767, 2025-03-04T05:06:07Z",
        "1741064767.5, 2025-03-04T05:06:07.5Z",
    })
    void theFormTellsTheZone(String stored, Instant instant) {
        assertThat(berlin.instant(stored)).isEqualTo(instant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2025-13-01 00:00:00", "2025-02-30T00:00:00", "12", "2025-03-04T5:6:7"})
    void whatIsNoTimeIsNone(String stored) {
        assertThat(berlin.instant(stored)).isNull();
    }

    @Test
    void theZoneIsThatOfTheMachineUnlessGiven() {
        assertThat(SpaceOptions.defaults().zone()).isEqualTo(ZoneId.systemDefault());
    }
}
