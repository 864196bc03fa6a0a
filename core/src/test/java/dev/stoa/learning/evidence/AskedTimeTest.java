package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.learning.evidence.AskedTime.Date;
import java.time.LocalDate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("quick")
class AskedTimeTest {
    /** A Wednesday. */
    private static final LocalDate TODAY = LocalDate.of(2023, 6, 14);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        What happened on 8 May 2023?         | 2023-05-08 | 2023-05-09
        What happened on May 8th, 2023?      | 2023-05-08 | 2022-05-08
        What happened on the 8th of May?     | 2021-05-08 | 2021-05-07
        What happened on 2023-05-08?         | 2023-05-08 | 2023-05-01
        What happened in May 2023?           | 2023-05-31 | 2022-05-31
        Where was Ana in May?                | 2022-05-01 | 2022-06-01
        Where was Ana in 2023?               | 2023-12-31 | 2022-12-31
        What did Ana say yesterday?          | 2023-06-13 | 2023-06-14
        What did Ana say last week?          | 2023-06-05 | 2023-06-12
        What did Ana say this week?          | 2023-06-12 | 2023-06-11
        What did Ana say Last Month?         | 2023-05-31 | 2023-06-01
        What did Ana say last year?          | 2022-01-01 | 2023-01-01
        """)
    void aTimeIsAskedFor(String question, LocalDate in, LocalDate out) {
        AskedTime asked = AskedTime.of(question, TODAY);
        assertThat(asked.holds(date(in))).isTrue();
        assertThat(asked.holds(date(out))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "May I come in?",
                "How long is the march of many men?",
                "Who has 2023 stamps?",
                "What was on 31 February?",
                "What is 2023-13-01?",
                ""
            })
    void noTimeIsAskedFor(String question) {
        assertThat(AskedTime.of(question, TODAY).isEmpty()).isTrue();
    }

    @Test
    void theDateOfATextIsTheOneWithAYear() {
        assertThat(AskedTime.dateIn("1:56 pm on 8 May, 2023")).contains(new Date(2023, 5, 8));
        assertThat(AskedTime.dateIn("2023-05-08T13:56:00Z")).contains(new Date(2023, 5, 8));
        assertThat(AskedTime.dateIn("Notes of May 2023")).contains(new Date(2023, 5, 0));
        assertThat(AskedTime.dateIn("8 May 2023, revised 2024-01-02")).contains(new Date(2023, 5, 8));
        assertThat(AskedTime.dateIn("We met on May 8.")).isEmpty();
        assertThat(AskedTime.dateIn(null)).isEmpty();
    }

    @Test
    void aDateWithoutADayIsOfNoWeek() {
        assertThat(AskedTime.of("last week", TODAY).holds(new Date(2023, 6, 0))).isFalse();
        assertThat(AskedTime.of("in June 2023", TODAY).holds(new Date(2023, 6, 0)))
                .isTrue();
        assertThat(AskedTime.of("on 5 June 2023", TODAY).holds(new Date(2023, 6, 0)))
                .isFalse();
    }

    private static Date date(LocalDate day) {
        return new Date(day.getYear(), day.getMonthValue(), day.getDayOfMonth());
    }
}
