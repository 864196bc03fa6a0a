package dev.stoa.society.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Trust;
import dev.stoa.society.TownFixture;
import dev.stoa.testing.OnBothDatabases;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Who sees what, with four parties: ana owns things, bo gets some of them, cal has left the restricted channel and dan
 * is a member of it.
 */
@Tag("quick")
@OnBothDatabases
class VisibilityTest extends TownFixture {
    private ResolvedPrincipal ana;
    private ResolvedPrincipal bo;
    private ResolvedPrincipal cal;
    private ResolvedPrincipal dan;
    private ResolvedPrincipal operator;
    private String lab;
    private String den;

    @BeforeEach
    void open() {
        Principal member = town.agent("dan");
        Principal former = town.agent("cal");
        ana = resolved(town.agent("ana"));
        bo = resolved(town.agent("bo"));
        cal = resolved(former);
        dan = resolved(member);
        operator = bo.seeingAll();
        lab = town.channel("lab", false);
        den = town.channel("den", true, member, former);
        town.archive().write(tx -> tx.update("UPDATE channel_members SET role = 'left' WHERE agent_id = ?", cal.id()));
    }

    @Needs(Right.READ)
    private ResolvedPrincipal resolved(Principal by) {
        return StoreContext.of(town.archive(), town.clock(), town.ids()).read(by, (tx, me) -> me);
    }

    private void insert(String sql, @Nullable Object... values) {
        town.archive().write(tx -> tx.update(sql, values));
    }

    /** The rows of a table that a condition leaves, with the alias x. */
    private List<String> seen(RowKind kind, ResolvedPrincipal me) {
        return seen(kind, kind.visible("x", me));
    }

    private List<String> seen(RowKind kind, String condition) {
        String name = kind == RowKind.CHANNEL ? "name" : kind.key();
        return town.values("SELECT x." + name + " FROM " + kind.table() + " x WHERE " + condition
                + (kind == RowKind.CHANNEL ? " AND x.name IN ('lab', 'den')" : "") + " ORDER BY x." + name);
    }

    private void message(String id, String channel) {
        insert(
                "INSERT INTO messages (message_id, channel_id, agent_id, content, created_at) VALUES (?, ?, ?, 'x', ?)",
                id,
                channel,
                ana.id(),
                town.clock().instant());
    }

    private void run(String id, @Nullable String channel) {
        insert(
                "INSERT INTO sessions (session_id, agent_id, channel_id, spawn_number, started_at, ended_at)"
                        + " VALUES (?, ?, ?, (SELECT count(*) + 1 FROM sessions), ?, ?)",
                id,
                ana.id(),
                channel,
                town.clock().instant(),
                town.clock().instant());
    }

    private void task(
            String id,
            String kind,
            ResolvedPrincipal owner,
            @Nullable ResolvedPrincipal assignee,
            @Nullable String channel,
            boolean hidden,
            @Nullable String run) {
        insert(
                "INSERT INTO tasks (task_id, kind, agent_id, assignee_id, channel_id, private, session_id, input,"
                        + " created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'x', ?)",
                id,
                kind,
                owner.id(),
                assignee == null ? null : assignee.id(),
                channel,
                hidden ? 1 : 0,
                run,
                town.clock().instant());
    }

    private void note(String id, boolean open) {
        insert(
                "INSERT INTO memories (memory_id, agent_id, topic, message, timestamp, created_at, public)"
                        + " VALUES (?, ?, 't', 'x', ?, ?, ?)",
                id,
                ana.id(),
                town.clock().instant(),
                town.clock().instant(),
                open ? 1 : 0);
    }

    @Test
    void aRestrictedChannelIsSeenByItsMembersAndByNoFormerOne() {
        assertThat(seen(RowKind.CHANNEL, dan)).containsExactly("den", "lab");
        assertThat(seen(RowKind.CHANNEL, operator)).containsExactly("den", "lab");
        for (ResolvedPrincipal other : List.of(ana, bo, cal)) {
            assertThat(seen(RowKind.CHANNEL, other)).as(other.identity()).containsExactly("lab");
        }
    }

    @Test
    void aMessageIsSeenWhereItsChannelIs() {
        message("m-den", den);
        message("m-lab", lab);
        assertThat(seen(RowKind.MESSAGE, dan)).containsExactly("m-den", "m-lab");
        assertThat(seen(RowKind.MESSAGE, operator)).containsExactly("m-den", "m-lab");
        assertThat(seen(RowKind.MESSAGE, ana))
                .as("who wrote it but is no member")
                .containsExactly("m-lab");
        assertThat(seen(RowKind.MESSAGE, cal)).containsExactly("m-lab");
    }

    @Test
    void aRunIsSeenByItsAgentAndWhereItsChannelIsAndNotIfWhatItDidIsPrivate() {
        run("r-den", den);
        run("r-den-private", den);
        task("t-1", "run", ana, ana, den, true, "r-den-private");
        run("r-lab", lab);
        run("r-none", null);
        task("t-2", "run", ana, ana, null, false, "r-none");
        run("r-none-private", null);
        task("t-3", "run", ana, ana, null, true, "r-none-private");
        String[] all = {"r-den", "r-den-private", "r-lab", "r-none", "r-none-private"};
        assertThat(seen(RowKind.RUN, ana)).containsExactly(all);
        assertThat(seen(RowKind.RUN, operator)).containsExactly(all);
        assertThat(seen(RowKind.RUN, dan)).containsExactly("r-den", "r-den-private", "r-lab", "r-none");
        assertThat(seen(RowKind.RUN, bo)).containsExactly("r-lab", "r-none");
        assertThat(seen(RowKind.RUN, cal)).containsExactly("r-lab", "r-none");
    }

    @Test
    void aTaskIsSeenByWhomItIsAssignedToAPrivateOneByItsOwnerAndTheRestWhereItsChannelIs() {
        task("t-den", "work", ana, null, den, false, null);
        task("t-den-for-bo", "work", ana, bo, den, false, null);
        task("t-lab", "work", ana, null, lab, false, null);
        task("t-none", "work", ana, null, null, false, null);
        task("t-private", "work", ana, null, null, true, null);
        task("t-private-for-bo", "work", ana, bo, den, true, null);
        assertThat(seen(RowKind.TASK, ana))
                .as("its own in a channel that it does not see is hidden from it as from others")
                .containsExactly("t-lab", "t-none", "t-private", "t-private-for-bo");
        assertThat(seen(RowKind.TASK, bo)).containsExactly("t-den-for-bo", "t-lab", "t-none", "t-private-for-bo");
        assertThat(seen(RowKind.TASK, cal)).containsExactly("t-lab", "t-none");
        assertThat(seen(RowKind.TASK, dan))
                .as("a member sees no private one")
                .containsExactly("t-den", "t-den-for-bo", "t-lab", "t-none");
        assertThat(seen(RowKind.TASK, operator)).hasSize(6);
    }

    @Test
    void onlyItsOwnAgentFindsAnExecutionBesideItsChannelAndNoOperatorDoes() {
        task("t-run", "run", ana, ana, den, true, null);
        task("t-work", "work", ana, ana, den, true, null);
        assertThat(seen(RowKind.TASK, Visibility.execution("x", ana))).containsExactly("t-run");
        assertThat(seen(RowKind.TASK, Visibility.execution("x", bo))).isEmpty();
        assertThat(seen(RowKind.TASK, Visibility.execution("x", operator))).isEmpty();
    }

    @Test
    void aNoteIsSeenByItsOwnerByThoseItIsSharedWithAndByAllIfPublic() {
        note("n-private", false);
        note("n-public", true);
        note("n-shared", false);
        insert("INSERT INTO note_shares (memory_id, agent_id) VALUES ('n-shared', ?)", bo.id());
        assertThat(seen(RowKind.NOTE, ana)).containsExactly("n-private", "n-public", "n-shared");
        assertThat(seen(RowKind.NOTE, operator)).containsExactly("n-private", "n-public", "n-shared");
        assertThat(seen(RowKind.NOTE, bo)).containsExactly("n-public", "n-shared");
        assertThat(seen(RowKind.NOTE, cal)).containsExactly("n-public");
    }

    @Test
    void agentsAndKnowledgeAreSeenByAll() {
        for (RowKind kind : List.of(RowKind.AGENT, RowKind.KNOWLEDGE)) {
            assertThat(kind.visible("x", cal)).isEqualTo(Visibility.ALL);
        }
        assertThat(seen(RowKind.AGENT, cal)).contains(ana.id(), bo.id(), cal.id(), dan.id());
    }

    @Test
    void aQuoteInAnIdEndsNoCondition() {
        ResolvedPrincipal odd = new ResolvedPrincipal("x' OR '1'='1", "odd", AgentKind.AGENT, false, Trust.UNTRUSTED);
        note("n-private", false);
        assertThat(Visibility.quoted(odd)).isEqualTo("'x'' OR ''1''=''1'");
        assertThat(seen(RowKind.NOTE, odd)).isEmpty();
    }

    @Test
    void anAgentSeesTheChannelsItIsInTheOpenOnesAndNone() {
        assertThat(sees(dan, den)).isTrue();
        assertThat(sees(cal, den)).as("it has left").isFalse();
        assertThat(sees(bo, den)).isFalse();
        assertThat(sees(bo, lab)).isTrue();
        assertThat(sees(bo, null)).isTrue();
        assertThat(sees(bo, "no such channel")).isFalse();
    }

    private boolean sees(ResolvedPrincipal who, @Nullable String channel) {
        return town.archive().read(tx -> VisibleChannels.sees(tx, who.id(), channel));
    }

    @Test
    void onlyAnArchivedChannelIsArchived() {
        insert(
                "UPDATE channels SET archived_at = ? WHERE channel_id = ?",
                town.clock().instant(),
                den);
        assertThat(archived(den)).isTrue();
        assertThat(archived(lab)).isFalse();
        assertThat(archived(null)).isFalse();
    }

    private boolean archived(@Nullable String channel) {
        return town.archive().read(tx -> VisibleChannels.archived(tx, channel));
    }
}
