package dev.stoa.engine.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Bulk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class BulkTargetTest {
    private static final List<Map<String, @Nullable Object>> PAYLOADS =
            List.of(Map.of("name", "a"), Map.of("other", "b"), Map.of("name", "c"), Map.of("name", "d"));

    private final List<String> single = new ArrayList<>();

    private BulkTarget<String> target(Function<List<String>, List<? extends Bulk.Result<?>>> many) {
        return new BulkTarget<>(
                (JsonFields payload) -> payload.text("name"),
                name -> {
                    single.add(name);
                    if (name.equals("c")) {
                        throw new IllegalStateException("a defect");
                    }
                },
                many);
    }

    @Test
    void whatIsRefusedAndWhatCannotBeReadAreToldByTheirPlaces() {
        ConflictException refusal = new ConflictException("conflict", "there is another", "rename it");
        BulkTarget<String> target = target(names -> names.stream()
                .map(name -> name.equals("c") ? new Bulk.Result.Refused<>(refusal) : new Bulk.Result.Done<>(name))
                .toList());
        Map<Integer, RuntimeException> failures = target.learnAll(PAYLOADS);
        assertThat(failures).containsOnlyKeys(1, 2);
        assertThat(failures.get(1)).hasMessageContaining("name");
        assertThat(failures.get(2)).isSameAs(refusal);
        assertThat(single).isEmpty();
    }

    @Test
    void anArchiveThatDoesNotAnswerFailsThemAllAndIsAskedOnce() {
        UnavailableException silence = new UnavailableException("unreachable", "the server is gone", null);
        BulkTarget<String> target = target(names -> {
            throw silence;
        });
        Map<Integer, RuntimeException> failures = target.learnAll(PAYLOADS);
        assertThat(failures).containsOnlyKeys(0, 1, 2, 3);
        assertThat(List.of(failures.get(0), failures.get(2), failures.get(3))).allMatch(e -> e == silence);
        assertThat(single).isEmpty();
    }

    @Test
    void whatNoRefusalForeseesFailsItsOwnRow() {
        BulkTarget<String> target = target(names -> {
            throw new IllegalStateException("a defect");
        });
        assertThat(target.learnAll(PAYLOADS)).containsOnlyKeys(1, 2);
        assertThat(single).containsExactly("a", "c", "d");
    }
}
