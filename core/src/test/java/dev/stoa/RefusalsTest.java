package dev.stoa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Needs;
import dev.stoa.base.Operation;
import dev.stoa.base.Operations;
import dev.stoa.base.Principal;
import dev.stoa.counsel.Counsel;
import dev.stoa.debate.Debate;
import dev.stoa.evolution.Evolution;
import dev.stoa.learning.Learning;
import dev.stoa.society.Society;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Calls every operation that agents may not use, as an agent and without arguments: the refusal comes first. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalsTest {
    private static final Principal EVE = Principal.agentToken("eve");

    @SuppressWarnings("NullAway.Init") // set before all tests
    private Stoa stoa;

    @BeforeAll
    void open(@TempDir Path folder) {
        stoa = Stoa.open(folder);
    }

    @AfterAll
    void close() {
        stoa.close();
    }

    @TestFactory
    Stream<DynamicTest> anAgentIsRefusedByEveryOperationThatIsNotForAgents() {
        Map<Class<?>, Object> doors = Map.of(
                Learning.class,
                stoa.learning(),
                Debate.class,
                stoa.debate(),
                Society.class,
                stoa.society(),
                Counsel.class,
                stoa.counsel(),
                Evolution.class,
                stoa.evolution());
        return NeedsTest.DOORS.stream()
                .flatMap(door -> Operations.of(door).stream()
                        .filter(operation -> !operation.agents())
                        .map(operation -> DynamicTest.dynamicTest(
                                operation.signature(),
                                () -> refused(Objects.requireNonNull(doors.get(door)), operation))));
    }

    private static void refused(Object door, Operation operation) throws ReflectiveOperationException {
        Object store = door.getClass().getMethod(operation.store()).invoke(door);
        Method method = Arrays.stream(store.getClass().getMethods())
                .filter(each -> each.isAnnotationPresent(Needs.class))
                .filter(each -> each.getName().equals(operation.name()))
                .filter(each -> Arrays.stream(each.getParameterTypes())
                        .map(Class::getSimpleName)
                        .toList()
                        .equals(operation.parameters()))
                .findFirst()
                .orElseThrow();
        boolean takes = List.of(method.getParameterTypes()).contains(Principal.class);
        Object asked = takes
                ? store
                : store.getClass().getMethod("as", Principal.class).invoke(store, EVE);
        @Nullable
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(RefusalsTest::argument)
                .toArray();
        Throwable thrown = catchThrowable(() -> method.invoke(asked, arguments));
        assertThat(thrown).isInstanceOf(InvocationTargetException.class);
        assertThat(thrown.getCause())
                .isInstanceOf(ForbiddenException.class)
                .hasMessageStartingWith(
                        "agent eve may not use " + store.getClass().getSimpleName() + "." + operation.name());
    }

    private static @Nullable Object argument(Class<?> type) {
        if (type == Principal.class) {
            return EVE;
        }
        return type == boolean.class
                ? (Object) true
                : type == int.class
                        ? (Object) 1
                        : type == long.class ? (Object) 1L : type == double.class ? (Object) 1.0 : null;
    }
}
