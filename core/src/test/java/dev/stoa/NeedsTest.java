package dev.stoa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.base.Needs;
import dev.stoa.base.Operation;
import dev.stoa.base.Operations;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.UnitOfWork;
import dev.stoa.counsel.Counsel;
import dev.stoa.debate.Debate;
import dev.stoa.evolution.Evolution;
import dev.stoa.learning.Learning;
import dev.stoa.society.Society;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class NeedsTest {
    /** The doors whose stores declare what their operations need. */
    static final List<Class<?>> DOORS =
            List.of(Learning.class, Debate.class, Society.class, Counsel.class, Evolution.class);

    @ParameterizedTest
    @FieldSource("DOORS")
    void everyOperationDeclaresWhatItNeeds(Class<?> door) {
        assertThat(Operations.undeclared(door))
                .as("operations of %s without @Needs", door.getSimpleName())
                .isEmpty();
    }

    @ParameterizedTest
    @FieldSource("DOORS")
    void everyStoreOfADoorIsListedOnceForEachOperation(Class<?> door) {
        List<Operation> operations = Operations.of(door);
        assertThat(operations).map(Operation::signature).isSorted().doesNotHaveDuplicates();
        assertThat(operations.stream().map(Operation::store).distinct())
                .containsExactly(Arrays.stream(door.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .filter(method -> method.getParameterCount() == 0)
                        .map(Method::getName)
                        .sorted()
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    learning | memories   | recall   | READ    | ANYONES
                    learning | memories   | add      | WRITE   | ANYONES
                    learning | memories   | redLine  | OPERATE | ANYONES
                    learning | memories   | lift     | OPERATE | ANYONES
                    learning | memories   | prune    | OPERATE | ANYONES
                    learning | consensus  | archive  | OPERATE | ANYONES
                    learning | breakers   | acquire  | ASK     | ANYONES
                    learning | breakers   | reset    | OPERATE | ANYONES
                    society  | agents     | list     | READ    | ANYONES
                    society  | agents     | describe | WRITE   | OWN
                    society  | agents     | merge    | OPERATE | ANYONES
                    society  | channels   | delete   | OPERATE | ANYONES
                    society  | messages   | send     | WRITE   | OWN
                    society  | notes      | show     | READ    | OWN
                    society  | notes      | edit     | WRITE   | OWN
                    society  | runs       | start    | OPERATE | ANYONES
                    society  | tasks      | cancel   | WRITE   | OWN
                    society  | retention  | forgetFeed | OPERATE | ANYONES
                    counsel  | queries    | receive  | ASK     | OWN
                    counsel  | queries    | answer   | ASK     | OWN
                    counsel  | messages   | page     | READ    | OWN
                    counsel  | conversations | erase | ADMIN   | OWN
                    counsel  | corrections | add     | WRITE   | OWN
                    counsel  | corrections | find    | READ    | OWN
                    counsel  | corrections | capture | ASK     | OWN
                    counsel  | specialists | promote | OPERATE | ANYONES
                    counsel  | tokens     | create   | ADMIN   | ANYONES""")
    void anOperationNeedsWhatTheSpecificationSays(
            String wing, String store, String name, Right right, Needs.Whose whose) {
        assertThat(DOORS.stream()
                        .flatMap(door -> Operations.of(door).stream())
                        .filter(operation -> operation.wing().equals(wing))
                        .filter(operation -> operation.store().equals(store))
                        .filter(operation -> operation.name().equals(name)))
                .isNotEmpty()
                .allSatisfy(operation -> {
                    assertThat(operation.right()).isEqualTo(right);
                    assertThat(operation.of()).isEqualTo(whose);
                });
    }

    @Test
    void operationsOfOneNameAreToldApartByTheirParameters() {
        assertThat(Operations.of(Society.class))
                .filteredOn(operation -> operation.signature().startsWith("society.channels.members("))
                .extracting(Operation::signature, Operation::right)
                .containsExactly(
                        tuple("society.channels.members(Principal, String)", Right.READ),
                        tuple("society.channels.members(Principal, String, List, List)", Right.WRITE));
    }

    @Test
    void anOperationWithoutADeclarationIsReportedByName() {
        assertThat(Operations.undeclared(Broken.class))
                .containsExactly("broken.store.erase()", "broken.store.erase(String, int)");
        assertThatThrownBy(() -> Operations.of(Broken.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("nothing declares what these operations need: broken.store.erase(),"
                        + " broken.store.erase(String, int); add @Needs");
    }

    /** A door to a store that says only of one operation what it needs. */
    public static final class Broken {
        public BrokenStore store() {
            return BrokenStore.over();
        }
    }

    /** A store with methods that are operations and methods that are none. */
    public static final class BrokenStore {
        public static BrokenStore over() {
            return new BrokenStore();
        }

        public BrokenStore as(Principal other) {
            return this;
        }

        public void erase(UnitOfWork part, String id) {}

        @Needs(Right.READ)
        public String show(String id) {
            return id;
        }

        public void erase() {
            hidden();
        }

        public int erase(String id, int most) {
            return most;
        }

        void hidden() {}

        @Override
        public String toString() {
            return "broken";
        }
    }
}
