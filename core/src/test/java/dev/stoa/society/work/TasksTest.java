package dev.stoa.society.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class TasksTest extends TownFixture {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private Tasks tasks;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        tasks = town.tasks();
        ana = town.agent("ana");
        bo = town.agent("bo");
    }

    private String add(String input) {
        return tasks.add(Town.HUMAN, WorkDraft.of(input)).value().id();
    }

    private static void refused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoaException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void workIsAddedAndShown() {
        Added<Task> added = tasks.add(Town.HUMAN, WorkDraft.of("sweep the hall").priority(7));
        Task task = added.value();
        assertThat(added.created()).isTrue();
        assertThat(task.document())
                .containsEntry("kind", "work")
                .containsEntry("identity", "human")
                .containsEntry("input", "sweep the hall")
                .containsEntry("status", "pending")
                .containsEntry("priority", 7)
                .containsEntry("attempt", 0L)
                .containsEntry("max_attempts", 3L)
                .containsEntry("lease_token", 0L)
                .containsEntry("lease_holder", null)
                .containsEntry("duration_ms", null);
        assertThat(String.join(" ", task.document().keySet()))
                .isEqualTo("task_id seq kind agent_id identity assignee_id assignee offered_to channel_id channel"
                        + " session_id input status priority attempt max_attempts lease_token lease_holder"
                        + " lease_expires_at pid exit_code error output stderr output_truncated parent_task_id depth"
                        + " trigger_message_id reply_message_id created_at started_at completed_at duration_ms");
        assertThat(tasks.get(ana, task.shortId())).isEqualTo(task);
        assertThat(town.feed()).last().isEqualTo("task.added");
        assertThat(task.seq()).isEqualTo(Long.parseLong(town.value("SELECT max(feed_seq) FROM feed")));
        assertThat(town.value("SELECT count(*) FROM search_docs WHERE kind = 'task'"))
                .isEqualTo("1");
    }

    @Test
    void whatIsOutOfBoundsIsRefused() {
        assertThatThrownBy(() -> WorkDraft.of(" ")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> WorkDraft.of("x".repeat(32_769))).hasMessageContaining("32,769 characters");
        assertThatThrownBy(() -> WorkDraft.of("x").priority(10)).hasMessageContaining("priority 10");
        assertThatThrownBy(() -> WorkDraft.of("x").attempts(21)).hasMessageContaining("max_attempts 21");
        assertThatThrownBy(() -> WorkDraft.of("x").key("é")).hasMessageContaining("printable ASCII");
        assertThatThrownBy(() -> WorkDraft.fromJson(JsonFields.of(Json.object("input", "x", "prio", 3))))
                .hasMessageContaining("there is no field \"prio\"");
        assertThat(WorkDraft.fromJson(JsonFields.of(Json.object("input", "x", "priority", 3, "client_key", "k"))))
                .isEqualTo(WorkDraft.of("x").priority(3).key("k"));
        String id = add("x");
        assertThatThrownBy(() -> tasks.claim(ana, id, Duration.ofSeconds(4))).hasMessageContaining("lease 4");
        assertThatThrownBy(() -> tasks.claimNext(ana, Duration.ofSeconds(86_401)))
                .hasMessageContaining("lease 86401");
        assertThatThrownBy(() -> tasks.get(ana, "%")).isInstanceOf(NotFoundException.class);
    }

    @Test
    void theSameKeyIsTheSameWork() {
        Task first = tasks.add(ana, WorkDraft.of("dig").key("k1")).value();
        Added<Task> again = tasks.add(ana, WorkDraft.of("dig").key("k1"));
        assertThat(again.created()).isFalse();
        assertThat(again.value()).isEqualTo(first);
        refused("key_reused", () -> tasks.add(ana, WorkDraft.of("dig deeper").key("k1")));
        assertThat(tasks.add(bo, WorkDraft.of("dig deeper").key("k1")).created())
                .isTrue();
        assertThat(town.value("SELECT count(*) FROM tasks")).isEqualTo("2");
    }

    @Test
    void theSameKeyElsewhereOrForSomebodyElseIsOtherWork() {
        town.channel("lab", false);
        town.channel("den", false);
        WorkDraft draft = WorkDraft.of("dig").in("lab").offeredTo("bo").key("k1");
        Task first = tasks.add(ana, draft).value();
        refused("key_reused", () -> tasks.add(ana, draft.in("den")));
        refused("key_reused", () -> tasks.add(ana, draft.in(null)));
        refused("key_reused", () -> tasks.add(ana, draft.offeredTo("ana")));
        refused("key_reused", () -> tasks.add(ana, draft.offeredTo(null)));
        assertThat(tasks.add(ana, draft).created()).isFalse();
        tasks.release(bo, first.id());
        assertThat(tasks.add(ana, draft).value().id()).isEqualTo(first.id());
    }

    @Test
    void aLostLeaseIsFencedOff() {
        String id = add("guard the gate");
        TaskLease first = tasks.claim(ana, id, MINUTE);
        assertThat(first.token()).isEqualTo(1);
        assertThat(first.expiresAt()).isEqualTo(town.clock().instant().plus(MINUTE));
        town.clock().advance(Duration.ofSeconds(61));
        TaskLease second = tasks.claim(bo, id, MINUTE);
        assertThat(second.token()).isEqualTo(2);
        assertThat(second.task().attempt()).isEqualTo(2);
        town.clock().advance(Duration.ofSeconds(1));
        refused("lease_lost", () -> tasks.complete(first, "mine"));
        refused("lease_lost", () -> tasks.fail(first, "mine"));
        refused("lease_lost", () -> tasks.renew(first, MINUTE));
        refused("lease_lost", () -> tasks.release(first));
        ChangeResult<Task> done = tasks.complete(second, "held");
        assertThat(done.changed()).isTrue();
        assertThat(done.value().status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(done.value().document()).containsEntry("duration_ms", 1_000L).containsEntry("output", "held");
        assertThat(tasks.complete(second, "again").changed()).isFalse();
        assertThat(tasks.get(ana, id).output()).isEqualTo("held");
        refused("finished", () -> tasks.fail(second, "no"));
        refused("finished", () -> tasks.release(second));
        refused("finished", () -> tasks.renew(second, MINUTE));
        refused("finished", () -> tasks.claim(ana, id, MINUTE));
        refused("lease_lost", () -> tasks.complete(first, "late"));
        assertThat(town.feed()).endsWith("task.added", "task.claimed", "task.expired", "task.claimed", "task.finished");
    }

    @Test
    void anExpiredLeaseThatNobodyTookIsStillGood() {
        for (String verb : List.of("complete", "renew", "release")) {
            TaskLease lease = tasks.claim(ana, add(verb), MINUTE);
            town.clock().advance(Duration.ofHours(1));
            switch (verb) {
                case "complete" ->
                    assertThat(tasks.complete(lease, null).changed()).isTrue();
                case "renew" ->
                    assertThat(tasks.renew(lease, MINUTE).expiresAt())
                            .isEqualTo(town.clock().instant().plus(MINUTE));
                default -> assertThat(tasks.release(lease).value().status()).isEqualTo(TaskStatus.PENDING);
            }
        }
    }

    @Test
    void leasesThatAreOverEndTheirWorkWhenItsAttemptsAreUsedUp() {
        String id = tasks.add(Town.HUMAN, WorkDraft.of("x").attempts(2)).value().id();
        tasks.claim(ana, id, MINUTE);
        town.clock().advance(MINUTE);
        assertThat(tasks.sweep(Principal.local())).isEqualTo(1);
        assertThat(tasks.sweep(Principal.local())).isZero();
        Task back = tasks.get(ana, id);
        assertThat(back.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(back.leaseToken()).isEqualTo(1);
        assertThat(back.assigneeId()).isNull();
        assertThat(back.startedAt()).isNull();
        assertThat(back.leaseExpiresAt()).isNull();
        refused("lease_lost", () -> tasks.complete(ana, id, 1, "late"));
        tasks.claim(bo, id, MINUTE);
        town.clock().advance(MINUTE);
        assertThat(tasks.claimNext(ana, MINUTE)).isEmpty();
        Task failed = tasks.get(ana, id);
        assertThat(failed.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(failed.error()).isEqualTo("lease expired");
        assertThat(failed.assignee()).isEqualTo("bo");
        assertThat(failed.leaseHolder()).isNull();
    }

    @Test
    void heldWorkIsItsHoldersAlone() {
        String id = add("x");
        TaskLease lease = tasks.claim(ana, id, MINUTE);
        assertThatThrownBy(() -> tasks.claim(bo, id, MINUTE))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("is held by ana until 2026-01-01T00:01:00");
        refused("held", () -> tasks.claim(ana, id, MINUTE));
        refused("forbidden", () -> tasks.complete(bo, id, lease.token(), "x"));
        refused("forbidden", () -> tasks.renew(Town.HUMAN, id, lease.token(), MINUTE));
        refused("forbidden", () -> tasks.held(bo, id));
        refused("lease_lost", () -> tasks.release(bo, id));
        assertThat(tasks.held(ana, id)).isEqualTo(lease);
        town.clock().advance(MINUTE);
        refused("lease_lost", () -> tasks.held(ana, id));
        assertThat(tasks.complete(Principal.operator("local"), id, 1, "by the operator")
                        .changed())
                .isTrue();
        refused("finished", () -> tasks.held(ana, id));
    }

    @Test
    void onlyWhoeverAddedWorkCancelsIt() {
        String id = add("x");
        tasks.claim(ana, id, MINUTE);
        assertThatThrownBy(() -> tasks.cancel(ana, id)).isInstanceOf(ForbiddenException.class);
        assertThat(tasks.cancel(Town.HUMAN, id).value().status()).isEqualTo(TaskStatus.KILLED);
        assertThat(tasks.cancel(Town.HUMAN, id).changed()).isFalse();
        refused("finished", () -> tasks.complete(ana, id, 1, "done after all"));
        refused("finished", () -> tasks.claim(bo, id, MINUTE));
        String mine = tasks.add(ana, WorkDraft.of("y")).value().id();
        assertThat(tasks.cancel(Principal.operator("local"), mine).changed()).isTrue();
        refused("finished", () -> tasks.complete(ana, mine, 0, "done after all"));
    }

    @Test
    void whatIsNextIsOfferedThenUrgentThenOld() {
        String old = add("old");
        String young = add("young");
        String urgent = tasks.add(Town.HUMAN, WorkDraft.of("urgent").priority(9))
                .value()
                .id();
        String offered = tasks.add(
                        Town.HUMAN, WorkDraft.of("for ana").priority(0).offeredTo("ana"))
                .value()
                .id();
        assertThat(listed(ana, TaskFilter.open())).containsExactly(offered, urgent, old, young);
        assertThat(listed(bo, TaskFilter.open())).containsExactly(urgent, old, young, offered);
        assertThatThrownBy(() -> tasks.claim(bo, offered, MINUTE)).hasMessageContaining("offered to ana alone");
        List<String> claimed = new ArrayList<>();
        for (Optional<TaskLease> next = tasks.claimNext(ana, MINUTE);
                next.isPresent();
                next = tasks.claimNext(ana, MINUTE)) {
            claimed.add(next.get().task().id());
        }
        assertThat(claimed).containsExactly(offered, urgent, old, young);
        assertThat(tasks.claimNext(bo, MINUTE)).isEmpty();
    }

    private List<String> listed(Principal by, TaskFilter filter) {
        List<String> ids = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            Page<Task> page = tasks.list(by, filter, new Page.Request(2, cursor));
            page.items().forEach(task -> ids.add(task.id()));
            cursor = page.next();
        } while (cursor != null);
        return ids;
    }

    @Test
    void anOfferEndsWhenItIsDeclinedOrWithdrawn() {
        for (Principal who : List.of(ana, Town.HUMAN)) {
            String id = tasks.add(Town.HUMAN, WorkDraft.of("x").offeredTo("ana"))
                    .value()
                    .id();
            refused("lease_lost", () -> tasks.release(bo, id));
            assertThat(tasks.claimNext(bo, MINUTE)).isEmpty();
            assertThat(tasks.release(who, id).value().offeredTo()).isNull();
            assertThat(tasks.release(Town.HUMAN, id).changed()).isFalse();
            assertThat(tasks.claimNext(bo, MINUTE)).isPresent();
        }
        String id = tasks.add(Town.HUMAN, WorkDraft.of("x").offeredTo("ana"))
                .value()
                .id();
        Task given = tasks.release(tasks.claim(ana, id, MINUTE)).value();
        assertThat(given.offeredTo()).isNull();
        assertThat(given.status()).isEqualTo(TaskStatus.PENDING);
        town.archive().write(tx -> tx.update("UPDATE agents SET archived_at = created_at WHERE identity = 'ana'"));
        refused("archived", () -> tasks.add(Town.HUMAN, WorkDraft.of("y").offeredTo("ana")));
        refused("archived", () -> tasks.claimNext(ana, MINUTE));
    }

    @Test
    void workOfAChannelIsSeenAndClaimedByThoseWhoSeeTheChannel() {
        town.channel("open", false);
        town.channel("closed", true, ana);
        String open = tasks.add(ana, WorkDraft.of("open").in("#open")).value().id();
        String closed =
                tasks.add(ana, WorkDraft.of("closed").in("closed")).value().id();
        assertThat(listed(bo, TaskFilter.open())).containsExactly(open);
        assertThat(listed(ana, TaskFilter.open().in("closed"))).containsExactly(closed);
        assertThatThrownBy(() -> tasks.get(bo, closed)).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> tasks.claim(bo, closed, MINUTE)).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> tasks.add(bo, WorkDraft.of("x").in("closed"))).isInstanceOf(NotFoundException.class);
        refused("conflict", () -> tasks.add(ana, WorkDraft.of("x").in("closed").offeredTo("bo")));
        assertThat(tasks.claimNext(bo, "open", MINUTE)).isPresent();
        assertThat(tasks.claimNext(bo, MINUTE)).isEmpty();
        assertThat(tasks.claimNext(ana, "closed", MINUTE)).isPresent();
        assertThat(tasks.get(Principal.operator("local"), closed).status()).isEqualTo(TaskStatus.RUNNING);
    }

    @Test
    void listsAreNarrowedByStatusAssigneeAndKind() {
        String done = add("done");
        tasks.complete(tasks.claim(ana, done, MINUTE), "ok");
        String held = add("held");
        tasks.claim(bo, held, MINUTE);
        String open = add("open");
        assertThat(listed(ana, TaskFilter.open())).containsExactly(held, open);
        assertThat(listed(ana, TaskFilter.open().all(true))).containsExactly(done, held, open);
        assertThat(listed(ana, TaskFilter.open().status(TaskStatus.COMPLETED))).containsExactly(done);
        assertThat(listed(ana, TaskFilter.open().assignee("bo"))).containsExactly(held);
        assertThat(listed(ana, TaskFilter.open().kind(TaskKind.RUN))).isEmpty();
    }

    @Test
    void anErrorLeavesEverythingAsItWas() {
        String id = tasks.add(Town.HUMAN, WorkDraft.of("x").attempts(1)).value().id();
        tasks.claim(ana, id, MINUTE);
        town.clock().advance(MINUTE);
        List<String> feed = town.feed();
        refused("finished", () -> tasks.claim(bo, id, MINUTE));
        assertThat(tasks.get(bo, id).status()).isEqualTo(TaskStatus.RUNNING);
        assertThat(town.feed()).isEqualTo(feed);
    }

    @Test
    void whatCameOfWorkIsInTheIndex() {
        TaskLease lease = tasks.claim(ana, add("find the lantern"), MINUTE);
        tasks.complete(lease, "behind the wardrobe");
        String match = dialect.pick(
                "SELECT count(*) FROM search_text WHERE search_text MATCH 'wardrobe'",
                "SELECT count(*) FROM search_docs WHERE terms @@ to_tsquery('stoa', 'wardrobe')");
        assertThat(town.value(match)).isEqualTo("1");
    }
}
