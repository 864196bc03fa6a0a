package dev.stoa.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("quick")
class RightsTest {
    private static final Principal EVE = Principal.as("eve");
    private static final Principal CHILD = Principal.inside("eve", "t1");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NOTHING | true  | true  | true  | true
                    READ    | true  | true  | true  | true
                    WRITE   | true  | true  | true  | true
                    ASK     | true  | false | true  | false
                    OPERATE | true  | false | false | false
                    ADMIN   | true  | false | false | false""")
    void aPersonMayAllAndAnAgentReadAndWriteAndAsk(
            Right right, boolean person, boolean writer, boolean agent, boolean child) {
        Need need = Need.of(right);
        assertThat(Rights.has(Principal.local(), need)).isEqualTo(person);
        assertThat(Rights.has(Principal.operator("ops"), need)).isEqualTo(person);
        assertThat(Rights.has(Principal.writer("ci"), need)).isEqualTo(writer);
        assertThat(Rights.has(EVE, need)).isEqualTo(agent);
        assertThat(Rights.has(Principal.agentToken("human"), need)).isEqualTo(writer);
        assertThat(Rights.has(CHILD, need)).isEqualTo(child);
    }

    @Test
    void whatIsNotForAgentsIsForThoseWhoWrite() {
        Need need = new Need(Right.WRITE, false, false);
        assertThat(Rights.has(Principal.writer("ci"), need)).isTrue();
        assertThat(Rights.has(EVE, need)).isFalse();
        assertThat(Rights.has(CHILD, need)).isFalse();
        assertThatThrownBy(() -> Rights.check(EVE, need, "rating record"))
                .hasMessage("agent eve may not use rating record, which is not for agents");
    }

    @Test
    void whatAnExecutionMayBeginAnAgentOutsideMayNot() {
        Need need = new Need(Right.OPERATE, true, true);
        assertThat(Rights.has(CHILD, need)).isTrue();
        assertThat(Rights.has(EVE, need)).isFalse();
        assertThat(Rights.has(Principal.writer("ci"), need)).isFalse();
    }

    @Test
    void aRefusalNamesWhoActsWhatIsNeededAndWhatToDo() {
        assertThatThrownBy(() -> Rights.check(EVE, Need.of(Right.OPERATE), "agent merge"))
                .isInstanceOfSatisfying(ForbiddenException.class, refused -> {
                    assertThat(refused.code()).isEqualTo("forbidden");
                    assertThat(refused.hint()).contains("act as a person");
                })
                .hasMessage("agent eve may not use agent merge, which needs the right operate");
        assertThatThrownBy(() -> Rights.need(CHILD, Right.ADMIN, "backup"))
                .isInstanceOfSatisfying(
                        ForbiddenException.class,
                        refused -> assertThat(refused.hint()).contains("ask a person to do it"))
                .hasMessage("execution t1 of agent eve may not use backup, which needs the right admin");
        assertThatThrownBy(() -> Rights.need(Principal.writer("ci"), Right.OPERATE, "prune"))
                .isInstanceOfSatisfying(
                        ForbiddenException.class,
                        refused -> assertThat(refused.hint()).contains("use a token that has the right"))
                .hasMessage("ci may not use prune, which needs the right operate");
    }

    @Test
    void anOperationIsHeldToWhatStandsBesideIt() {
        Shop shop = new Shop();
        assertThatCode(() -> shop.look(EVE)).doesNotThrowAnyException();
        assertThatThrownBy(() -> shop.close(EVE))
                .hasMessage("agent eve may not use Shop.close, which needs the right operate");
        assertThatCode(() -> shop.close(Principal.local())).doesNotThrowAnyException();
        assertThatCode(() -> shop.close(EVE, "early"))
                .as("an overload has a need of its own")
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> shop.undeclared(EVE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("declares what it needs");
    }

    @Test
    void ofOperationsOfOneNameTheLeastCounts() {
        assertThat(Rights.of(Shop.class, "close").right()).isEqualTo(Right.READ);
        assertThatThrownBy(() -> Rights.of(Shop.class, "undeclared"))
                .hasMessage("Shop has no operation undeclared that declares what it needs");
    }

    @Test
    void aPrincipalInsideAnExecutionIsAnAgentOfAgentTrust() {
        assertThat(CHILD.trust()).isEqualTo(Trust.AGENT);
        assertThat(CHILD.ceiling()).isEqualTo(Trust.AGENT);
        assertThat(CHILD.atMost(Trust.UNTRUSTED).task()).isEqualTo("t1");
        assertThatThrownBy(() -> new Principal("x", null, "t1", Set.of(), false, Trust.HUMAN))
                .hasMessage("execution \"t1\" is of no agent");
        assertThat(List.of(Principal.as("human"), Principal.local())).allMatch(one -> one.agent() == null);
        assertThat(Principal.agentToken("human").agent())
                .as("a token is never a person")
                .isEqualTo("human");
    }

    /** A store with a helper between its operations and the check. */
    public static final class Shop {
        @Needs(Right.READ)
        public void look(Principal by) {
            work(by);
        }

        @Needs(Right.OPERATE)
        public void close(Principal by) {
            work(by);
        }

        @Needs(Right.READ)
        public void close(Principal by, String why) {
            List.of(why).forEach(each -> work(by));
        }

        void undeclared(Principal by) {
            work(by);
        }

        private static void work(Principal by) {
            Rights.check(by);
        }
    }
}
