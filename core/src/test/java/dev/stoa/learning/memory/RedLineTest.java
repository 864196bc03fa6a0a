package dev.stoa.learning.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.storage.Dialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A protected memory stays, whoever writes. */
@ParameterizedClass
@EnumSource(Dialect.class)
class RedLineTest extends ContinuumFixture {
    private static final String TEXT = "never drop the audit log";

    private Memory marked() {
        added("other", "another memory");
        added("red", TEXT);
        return continuum.redLine("red", "asked by the owner");
    }

    private void isWhole() {
        Memory memory = continuum.show("red");
        assertThat(memory.redLine()).isTrue();
        assertThat(memory.redLineReason()).isEqualTo("asked by the owner");
        assertThat(memory.content()).isEqualTo(TEXT);
        assertThat(memory.importance()).isEqualTo(1);
        assertThat(memory.tier()).isEqualTo(MemoryTier.GLACIAL);
        assertThat(memory.expiresAt()).isNull();
        assertThat(memory.document()).containsEntry("red_line", true);
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo("red_line"));
    }

    @Test
    @DisplayName(
            "A red-lined memory must survive add, replace, cleanup, caps, forget, purge, restore; reads must show its flag")
    void itSurvivesEveryOperation() {
        marked();
        isWhole();
        refused(() -> continuum.add(MemoryDraft.of("other text").id("red")));
        refused(() -> continuum.add(MemoryDraft.of("other text").id("red").replace(true)));
        assertThat(continuum.add(MemoryDraft.of(TEXT).id("red")).created()).isFalse();
        assertThat(continuum.add(MemoryDraft.of(TEXT)).value().id()).isEqualTo("red");
        refused(() -> continuum.forget("red", "x", false));
        refused(() -> continuum.forget("red", "x", true));
        refused(() -> continuum.promote("red", "x"));
        refused(() -> continuum.demote("red", "x"));
        assertThatThrownBy(() -> continuum.restore("red", OptionalInt.empty())).isInstanceOf(ConflictException.class);
        for (int i = 0; i < 5; i++) {
            continuum.outcome("red", Outcome.failed());
        }
        isWhole();
        clock.advance(Duration.ofDays(5_000));
        continuum.tune(TuneRequest.setting("cap.glacial", 10));
        List<MemoryDraft> drafts = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            drafts.add(MemoryDraft.of("filler " + i).tier(MemoryTier.GLACIAL).importance(1));
        }
        continuum.addAll(drafts, true);
        CleanupResult cleaned = continuum.cleanup(false);
        assertThat(cleaned).isEqualTo(new CleanupResult(1, 21, 0, false));
        isWhole();
        assertThat(continuum.recall(RecallQuery.query("audit log")))
                .singleElement()
                .satisfies(hit -> assertThat(hit.memory().redLine()).isTrue());
    }

    @Test
    void markingTwiceIsOnceAndLiftingGivesAFreshLife() {
        marked();
        assertThat(continuum.redLine("red", "again").redLineReason()).isEqualTo("asked by the owner");
        assertThat(continuum.transitions("red", Page.Request.first()).items())
                .singleElement()
                .satisfies(move -> assertThat(move.reason()).isEqualTo("red_line"));
        Memory lifted = continuum.lift("red", "no longer needed");
        assertThat(lifted.redLine()).isFalse();
        assertThat(lifted.redLineReason()).isNull();
        assertThat(lifted.expiresAt()).isEqualTo(clock.instant().plus(Duration.ofDays(180)));
        assertThat(continuum.lift("red", "again")).isEqualTo(lifted);
        assertThat(value("SELECT string_agg(kind, ' ' ORDER BY seq) FROM memory_events"))
                .isEqualTo("mark lift");
        continuum.redLine("red", "asked by the owner");
        isWhole();
        continuum.lift("red", "done");
        continuum.forget("red", null, false);
        Memory endless = added(MemoryDraft.of("endless").id("endless").never());
        continuum.redLine("endless", "x");
        assertThat(continuum.lift("endless", "x").expiresAt())
                .isEqualTo(endless.expiresAt())
                .isNull();
    }

    @Test
    void onlyAPersonDrawsOrLiftsARedLine() {
        marked();
        for (Principal caller : List.of(Principal.as("ana"), Principal.agentToken("ana"), Principal.writer("token"))) {
            assertThatThrownBy(() -> continuum.as(caller).redLine("other", "x")).isInstanceOf(ForbiddenException.class);
            assertThatThrownBy(() -> continuum.as(caller).lift("red", "x")).isInstanceOf(ForbiddenException.class);
        }
        isWhole();
        continuum.as(Principal.operator("ops")).lift("red", "x");
    }

    @Test
    @DisplayName(
            "A red-lined memory must survive INSERT OR REPLACE, UPDATE OR REPLACE (by id, seq, rowid), DELETE, UPDATE by another client")
    void itSurvivesOtherPrograms() throws SQLException {
        long seq = marked().seq();
        String columns = "INTO continuum_memory (id, seq, tier, content) VALUES ";
        List<String> attacks = new ArrayList<>(List.of(
                "DELETE FROM continuum_memory",
                "DELETE FROM continuum_memory WHERE id = 'red'",
                "UPDATE continuum_memory SET content = 'x' WHERE id = 'red'",
                "UPDATE continuum_memory SET tier = 'fast' WHERE id = 'red'",
                "UPDATE continuum_memory SET importance = 0 WHERE id = 'red'",
                "UPDATE continuum_memory SET namespace = 'x' WHERE id = 'red'",
                "UPDATE continuum_memory SET id = 'x' WHERE id = 'red'",
                "UPDATE continuum_memory SET expires_at = '2020-01-01T00:00:00.000Z' WHERE id = 'red'",
                "UPDATE continuum_memory SET red_line = 0 WHERE id = 'red'",
                "UPDATE continuum_memory SET red_line = 2, content = 'x' WHERE id = 'red'",
                "UPDATE continuum_memory SET red_line = NULL WHERE id = 'red'",
                "INSERT " + columns + "('red', 900, 'fast', 'x')",
                "INSERT " + columns + "('new', " + seq + ", 'fast', 'x')",
                "INSERT " + columns + "('red', 900, 'fast', 'x') ON CONFLICT (id) DO UPDATE SET content = 'x'"));
        if (dialect == Dialect.SQLITE) {
            long rowid = Long.parseLong(value("SELECT rowid FROM continuum_memory WHERE id = 'red'"));
            attacks.addAll(List.of(
                    "INSERT OR REPLACE " + columns + "('red', 900, 'fast', 'x')",
                    "INSERT OR IGNORE " + columns + "('red', 900, 'fast', 'x')",
                    "REPLACE " + columns + "('new', " + seq + ", 'fast', 'x')",
                    "REPLACE " + columns + "('new', '" + seq + "', 'fast', 'x')",
                    "REPLACE INTO continuum_memory (rowid, id, tier, content) VALUES (" + rowid + ", 'n', 'fast', 'x')",
                    "UPDATE OR REPLACE continuum_memory SET id = 'red' WHERE id = 'other'",
                    "UPDATE OR REPLACE continuum_memory SET seq = " + seq + " WHERE id = 'other'",
                    "UPDATE OR REPLACE continuum_memory SET rowid = " + rowid + " WHERE id = 'other'"));
        } else {
            attacks.addAll(List.of(
                    "TRUNCATE continuum_memory",
                    "TRUNCATE continuum_memory CASCADE",
                    "UPDATE continuum_memory SET id = 'red' WHERE id = 'other'",
                    "UPDATE continuum_memory SET seq = " + seq + " WHERE id = 'other'",
                    "SET search_path TO public; DELETE FROM continuum.continuum_memory WHERE id = 'red'",
                    "SET search_path TO public; UPDATE continuum.continuum_memory SET red_line = 0 WHERE id = 'red'"));
        }
        for (String attack : attacks) {
            assertThatThrownBy(() -> foreign(attack)).as(attack).hasMessageContaining("red line:");
            isWhole();
            assertThat(count("continuum_memory")).as(attack).isEqualTo(2);
        }
        foreign("UPDATE continuum_memory SET importance = 0.9, log_strength = NULL WHERE id = 'other'");
        foreign("DELETE FROM continuum_memory WHERE id = 'other'");
        if (dialect == Dialect.SQLITE) {
            foreign("DELETE FROM memory_fts WHERE rowid <> " + seq);
        }
        assertThat(count("continuum_memory"))
                .as("what is not protected can be deleted")
                .isEqualTo(1);
        isWhole();
    }
}
