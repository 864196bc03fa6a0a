package dev.stoa.society.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.society.TownFixture;
import dev.stoa.testing.OnBothDatabases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class NoteLineageTest extends TownFixture {
    private Notes notes;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        notes = town.notes();
        ana = town.agent("ana");
        bo = town.agent("bo");
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        assertThat(town.violations()).isEmpty();
    }

    private Note note(Principal by, String message) {
        return notes.add(by, NoteDraft.of(message)).value();
    }

    @Test
    void linksToHiddenNotesAreHidden() {
        Note old = notes.add(ana, NoteDraft.of("old").publicly(true)).value();
        Note next =
                notes.replace(ana, List.of(old.id()), NoteSynthesis.of("new")).value();
        assertThat(notes.get(bo, old.id()).supersededBy()).isNull();
        assertThat(notes.chain(bo, old.id(), 10).successors()).isEmpty();
        notes.share(ana, next.id(), NoteSharing.with(List.of("bo")));
        notes.share(ana, old.id(), NoteSharing.none());
        Note seen = notes.get(bo, next.id());
        assertThat(seen.supersedes()).isNull();
        assertThat(seen.parents()).isEmpty();
        assertThat(notes.get(ana, next.id()).parents()).containsExactly(old.id());
    }

    private List<String> filtered(@Nullable String topic, boolean core, @Nullable Integer days, boolean archived) {
        return notes
                .list(ana, new NoteFilter("ana", topic, core, days, archived, Page.Request.first()))
                .items()
                .stream()
                .map(Note::message)
                .toList();
    }

    @Test
    @DisplayName("Several notes must be replaceable by one, and the chain must show all of them;"
            + " core notes must be listed first")
    void severalNotesAreReplacedByOne() {
        Note a = notes.add(ana, NoteDraft.of("a", "pg").core(true).publicly(true))
                .value();
        Note b = notes.add(ana, NoteDraft.of("b", "pg")).value();
        Note c = notes.add(ana, NoteDraft.of("c", "pg").trust(Trust.UNTRUSTED)).value();
        Note d = notes.add(ana, NoteDraft.of("d", "pg")).value();
        Note sum = notes.replace(ana, List.of(b.id(), a.id()), new NoteSynthesis("ab", null, "they agree", null))
                .value();
        assertThat(sum.document())
                .containsEntry("topic", "pg")
                .containsEntry("source", "synthesis")
                .containsEntry("synthesis_note", "they agree")
                .containsEntry("core", true)
                .containsEntry("public", false)
                .containsEntry("supersedes", null)
                .containsEntry("parents", List.of(b.id(), a.id()))
                .containsEntry("trust", "agent");
        Note all = notes.replace(ana, List.of(sum.id(), c.id()), NoteSynthesis.of("abc"))
                .value();
        assertThat(all.trust()).isEqualTo(Trust.UNTRUSTED);
        Note last =
                notes.replace(ana, List.of(all.id()), NoteSynthesis.of("ABC")).value();
        assertThat(last.supersedes()).isEqualTo(all.id());
        Note newest = notes.add(ana, NoteDraft.of("e", "pg")).value();
        assertThat(notes.list(ana, NoteFilter.mine()).items())
                .extracting(Note::id)
                .containsExactly(last.id(), newest.id(), d.id());

        NoteChain chain = notes.chain(ana, all.id(), 200);
        assertThat(chain.predecessors())
                .extracting(link -> link.note().id(), NoteChain.Link::distance)
                .containsExactly(tuple(c.id(), 1), tuple(sum.id(), 1), tuple(a.id(), 2), tuple(b.id(), 2));
        assertThat(chain.successors())
                .extracting(link -> link.note().id(), NoteChain.Link::distance)
                .containsExactly(tuple(last.id(), 1));
        assertThat(chain.truncated()).isFalse();
        assertThat(chain.document()).containsOnlyKeys("start", "predecessors", "successors", "truncated");
        NoteChain cut = notes.chain(ana, all.id(), 3);
        assertThat(cut.predecessors()).hasSize(3);
        assertThat(cut.successors()).isEmpty();
        assertThat(cut.truncated()).isTrue();
        assertThat(notes.chain(ana, all.id(), 4).truncated()).isTrue();
        assertThat(notes.chain(ana, all.id(), 5).truncated()).isFalse();
    }

    @Test
    void whatCannotBeReplacedIsNamed() {
        Note a = notes.add(ana, NoteDraft.of("a", "x")).value();
        Note b = notes.add(ana, NoteDraft.of("b", "y")).value();
        assertThatThrownBy(() -> notes.replace(ana, List.of(a.id(), b.id()), NoteSynthesis.of("ab")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("2 topics: x, y");
        assertThatThrownBy(() -> notes.replace(ana, List.of(a.id(), a.id().substring(20)), NoteSynthesis.of("ab")))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("given twice");
        Note ab = notes.replace(ana, List.of(a.id(), b.id()), new NoteSynthesis("ab", "z", null, false))
                .value();
        assertThatThrownBy(() -> notes.replace(ana, List.of(ab.id(), a.id()), NoteSynthesis.of("again")))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("note " + a.id() + " was replaced by " + ab.id());
        assertThatThrownBy(() -> notes.restore(ana, a.id()))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("was replaced by " + ab.id());
        assertThat(town.value("SELECT count(*) FROM memories")).isEqualTo("3");
        assertThatThrownBy(() -> notes.replace(ana, List.of(), NoteSynthesis.of("x")))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> notes.chain(ana, a.id(), 1_001)).isInstanceOf(InvalidException.class);

        notes.delete(ana, ab.id());
        assertThat(notes.get(ana, a.id()).supersededBy()).isNull();
        assertThat(notes.restore(ana, a.id()).changed()).isTrue();
    }

    @Test
    void anAgentHasOneLiveJournalWhoseChainIsItsHistory() {
        Note first = notes.journal(ana, "life 1").value();
        Note second = notes.add(ana, NoteDraft.of("life 2", "journal")).value();
        Note third = notes.journal(ana, "life 3").value();
        assertThat(notes.journal(ana, "life 3").created()).isFalse();
        notes.journal(bo, "mine");
        assertThat(second.supersedes()).isEqualTo(first.id());
        assertThat(notes.chain(ana, third.id(), 10).predecessors())
                .extracting(link -> link.note().message())
                .containsExactly("life 2", "life 1");
        assertThat(filtered("journal", false, null, false)).containsExactly("life 3");
        assertThatThrownBy(() -> notes.edit(ana, third.id(), null, "other")).isInstanceOf(ConflictException.class);
        Note other = note(ana, "other");
        assertThatThrownBy(() -> notes.replace(ana, List.of(other.id()), new NoteSynthesis("x", "journal", null, null)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("live journal already, note " + third.id());
        notes.archive(ana, third.id());
        Note fourth = notes.journal(ana, "life 4").value();
        assertThat(fourth.supersedes()).isNull();
        assertThatThrownBy(() -> notes.restore(ana, third.id()))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("note " + fourth.id());
    }

    @Test
    void aJournalHonoursOrRefusesWhatItIsGiven() {
        NoteDraft first = NoteDraft.of("life 1", "journal");
        String channel = town.channel("lab", false);
        for (boolean again : List.of(false, true)) {
            Map.of(
                            "public", first.publicly(true),
                            "share_with", first.sharedWith(List.of("bo")),
                            "code_anchors", first.anchors("a.c:1"),
                            "bridge_channel", first.channel(channel),
                            "source", first.source("tool"))
                    .forEach((field, draft) -> assertThatThrownBy(() -> notes.add(ana, draft))
                            .isInstanceOf(InvalidException.class)
                            .hasMessageContaining("a journal has no " + field));
            if (!again) {
                assertThat(notes.add(ana, first).value().trust()).isEqualTo(Trust.AGENT);
            }
        }
        Note second = notes.add(ana, NoteDraft.of("life 2", "journal").trust(Trust.UNTRUSTED))
                .value();
        assertThat(second.trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(notes.journal(ana, "life 3").value().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(notes.add(bo, NoteDraft.of("mine", "journal").trust(Trust.HUMAN))
                        .trustCapped())
                .isTrue();
    }

    @Test
    void lineageIsAForestWhateverIsReplaced() {
        SplittableRandom random = new SplittableRandom(11);
        List<String> live = new ArrayList<>();
        Map<String, Set<String>> ancestors = new HashMap<>();
        for (int step = 0; step < 60; step++) {
            if (live.size() < 3 || random.nextInt(3) == 0) {
                String id = note(ana, "n" + step).id();
                live.add(id);
                ancestors.put(id, Set.of());
                continue;
            }
            List<String> olds = new ArrayList<>();
            for (int i = random.nextInt(1, Math.min(4, live.size() + 1)); i > 0; i--) {
                olds.add(live.remove(random.nextInt(live.size())));
            }
            Note sum = notes.replace(ana, olds, NoteSynthesis.of("s" + step)).value();
            Set<String> all = new HashSet<>(olds);
            olds.forEach(old -> all.addAll(ancestors.getOrDefault(old, Set.of())));
            ancestors.put(sum.id(), all);
            live.add(sum.id());
        }
        // No note has two successors, and nothing is its own ancestor.
        assertThat(town.value("SELECT count(*) - count(DISTINCT old_id) FROM note_lineage"))
                .isEqualTo("0");
        ancestors.forEach((id, expected) -> {
            NoteChain chain = notes.chain(ana, id, 1_000);
            assertThat(chain.predecessors())
                    .extracting(link -> link.note().id())
                    .containsExactlyInAnyOrderElementsOf(expected)
                    .doesNotContain(id);
            assertThat(chain.successors()).extracting(NoteChain.Link::distance).doesNotHaveDuplicates();
            chain.successors()
                    .forEach(link -> assertThat(
                                    ancestors.getOrDefault(link.note().id(), Set.of()))
                            .contains(id));
        });
        assertThat(notes.list(ana, NoteFilter.mine()).items())
                .extracting(Note::id)
                .containsExactlyInAnyOrderElementsOf(live);
    }
}
