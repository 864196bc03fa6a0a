package dev.stoa.society.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.society.TownFixture;
import dev.stoa.society.context.ContextHit;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.context.ContextSearch;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.Knowledge;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.Notes;
import dev.stoa.testing.OnBothDatabases;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class SearchIndexTest extends TownFixture {
    private Notes notes;
    private Knowledge knowledge;
    private ContextSearch context;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        notes = town.notes();
        knowledge = town.knowledge();
        context = town.context();
        ana = town.agent("ana");
        bo = town.agent("bo");
    }

    private String note(Principal by, String text) {
        return notes.add(by, NoteDraft.of(text)).value().id();
    }

    private List<String> found(Principal by, ContextQuery query) {
        return context.search(by, query).items().stream().map(ContextHit::ref).toList();
    }

    private List<String> found(Principal by, String text) {
        return found(by, ContextQuery.of(text));
    }

    @Test
    @DisplayName("After an edit the old words must not match, after a delete nothing must match,"
            + " and the health check must notice a damaged text index")
    void theIndexFollowsItsSources() {
        String id = note(ana, "otter");
        notes.edit(ana, id, "heron", null);
        assertThat(found(ana, "otter")).isEmpty();
        assertThat(found(ana, "heron")).containsExactly("note:" + id);
        String kept = note(ana, "kept heron");
        assertThat(town.violations()).isEmpty();
        notes.delete(ana, id);
        assertThat(found(ana, ContextQuery.of("heron otter").archived(true))).containsExactly("note:" + kept);
        assertThat(town.violations()).isEmpty();

        String damage = dialect.pick(
                "DELETE FROM search_text WHERE rowid IN (SELECT doc_id FROM search_docs)",
                "UPDATE search_docs SET terms = NULL");
        town.archive().write(tx -> tx.update(damage));
        assertThat(town.violations()).containsExactly("S10 words of note " + kept);
        town.archive().write(tx -> {
            SearchIndex.rebuild(tx);
            return true;
        });
        assertThat(town.violations()).isEmpty();
        assertThat(found(ana, "heron")).containsExactly("note:" + kept);
    }

    @Test
    void anIndexWithOtherWordsIsDamaged() {
        note(ana, "otter");
        knowledge.add(ana, FactDraft.of("a/b", "One two two. ".repeat(100)));
        assertThat(town.violations()).isEmpty();
        for (String sql : List.of(
                "UPDATE memories SET message = 'heron' WHERE message = 'otter'",
                "UPDATE memories SET message = 'otter otter' WHERE message = 'heron'",
                "UPDATE search_docs SET live = 0 WHERE kind = 'note'",
                "DELETE FROM memories")) {
            town.archive().write(tx -> tx.update(sql));
            assertThat(town.violations()).as(sql).hasSize(1).first().asString().startsWith("S10 ");
        }
    }

    @Test
    @DisplayName("Quotes, hyphens, %, _, *, AND, NEAR( and lone operators in a query must be plain text:"
            + " no error, and the rows that contain the words are found")
    void nothingInAQueryIsSyntax() {
        String id = note(ana, "a near-miss \"at\" 100% AND snake_case(x)");
        for (String query : List.of(
                "near-miss",
                "\"miss",
                "miss\"",
                "'miss'",
                "NEAR(miss",
                "miss*",
                "*miss",
                "100%",
                "snake_case",
                "case_",
                "miss AND",
                "AND OR NOT miss",
                "miss:x",
                "{miss}",
                "(miss",
                "^miss",
                "miss & | ! <->",
                "\\miss",
                "miss;--")) {
            assertThat(found(ana, query)).as(query).containsExactly("note:" + id);
        }
        for (String query : List.of("\"", "*", "%", "_", "-", "()", "AND", "the", "OR", "!", "\u0301", "&|")) {
            assertThat(found(ana, query)).as(query).isEmpty();
        }
        assertThat(context.search(ana, ContextQuery.of("the and")).terms()).isEmpty();
    }

    /** The rows that hit are those that a look at every row finds. */
    @Test
    void searchEqualsALookAtEveryRow() {
        SplittableRandom random = new SplittableRandom(3);
        List<String> vocabulary = List.of("bag", "kit", "öl", "zug", "x7", "9b", "hut", "мир", "rok", "vim");
        Map<String, List<String>> texts = new LinkedHashMap<>();
        Map<String, Set<String>> readers = new LinkedHashMap<>();
        for (int i = 0; i < 80; i++) {
            List<String> words = new ArrayList<>();
            for (int n = random.nextInt(1, 5); n > 0; n--) {
                words.add(vocabulary.get(random.nextInt(vocabulary.size())));
            }
            String text = String.join(random.nextBoolean() ? " " : "_", words) + " n" + i;
            Principal by = random.nextBoolean() ? ana : bo;
            String ref;
            Set<String> seen = new HashSet<>(List.of(by.identity()));
            if (random.nextBoolean()) {
                ref = "knowledge:"
                        + knowledge.add(by, FactDraft.of("d", text)).value().id();
                seen.addAll(List.of("ana", "bo"));
            } else {
                boolean open = random.nextInt(4) == 0;
                ref = "note:"
                        + notes.add(by, NoteDraft.of(text, "d").publicly(open))
                                .value()
                                .id();
                seen.addAll(open ? List.of("ana", "bo") : List.of());
            }
            texts.put(ref, Tokenizer.words(text));
            readers.put(ref, seen);
        }
        for (int i = 0; i < 40; i++) {
            List<String> asked = new ArrayList<>();
            for (int n = random.nextInt(1, 4); n > 0; n--) {
                asked.add(vocabulary.get(random.nextInt(vocabulary.size())));
            }
            boolean all = random.nextBoolean();
            Principal by = random.nextBoolean() ? ana : bo;
            Set<String> expected = new HashSet<>();
            texts.forEach((ref, words) -> {
                boolean hit = all ? words.containsAll(asked) : asked.stream().anyMatch(words::contains);
                if (hit && readers.getOrDefault(ref, Set.of()).contains(by.identity())) {
                    expected.add(ref);
                }
            });
            assertThat(found(
                            by,
                            ContextQuery.of(String.join(" ", asked))
                                    .allWords(all)
                                    .limit(100)))
                    .as("%s %s %s", by.identity(), asked, all)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }
}
