package dev.stoa.society.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.storage.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DomainPatternTest {
    @ParameterizedTest
    @CsvSource({
        "a, a, true",
        "a, a/b, false",
        "a/*, a, true",
        "a/*, a/b, true",
        "a/*, a/b/c, true",
        "a/*, ab, false",
        "a/*, a-b, false",
        "*, a/b/c, true",
        "a/*/c, a/b/c, true",
        "a/*/c, a/c, false",
        "a/*/c, a/b/b/c, false",
        "*/c, b/c, true",
        "*/c, c, false",
        "a/*/*, a/b, true",
        "a/*/*, a/b/c/d, true",
        "a/*/*, a, false",
        "a_b, axb, false",
        "a%, ab, false"
    })
    void aStarStandsForOnePartAndAtTheEndForAllBelow(String pattern, String domain, boolean matches) {
        assertThat(DomainPattern.of(pattern).matches(domain)).isEqualTo(matches);
        assertThat(DomainPattern.of(pattern)).hasToString(pattern);
    }

    @Test
    void aPatternIsARangeOfTheIndex() {
        List<@Nullable Object> values = new ArrayList<>();
        assertThat(DomainPattern.of("a/b/*").condition("d", Dialect.SQLITE, values))
                .isEqualTo("(d = ? OR d >= ? AND d < ?)");
        assertThat(values).containsExactly("a/b", "a/b/", "a/b0");
        assertThat(DomainPattern.of("a/*/c").condition("d", Dialect.POSTGRES, values))
                .isEqualTo("(d COLLATE \"C\" >= ? AND d COLLATE \"C\" < ?)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a", "a/", "a//b", "a*", "a/b*c"})
    void aPatternThatIsNoneIsRefused(String text) {
        assertThatThrownBy(() -> DomainPattern.of(text)).isInstanceOf(InvalidException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a", "a/", "a//b", "-a", "a/é", "a b", "a/*", "a/b/c/d/e/f/g/h/i"})
    void aDomainThatIsNoneIsRefused(String text) {
        assertThatThrownBy(() -> Domain.check(text)).isInstanceOf(InvalidException.class);
    }

    @Test
    void aDomainIsInLowerCase() {
        assertThat(Domain.check("Data/Postgres_17")).isEqualTo("data/postgres_17");
        assertThat(Domain.check("a/b/c/d/e/f/g/" + "h".repeat(64))).hasSize(78);
        assertThatThrownBy(() -> Domain.check("a".repeat(65))).isInstanceOf(InvalidException.class);
    }
}
