package dev.stoa.society.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.Domain;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.graph.Graph.Entity;
import dev.stoa.society.graph.Graph.Observed;
import dev.stoa.society.graph.Graph.Relation;
import dev.stoa.society.knowledge.Fact;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.FactFilter;
import dev.stoa.society.knowledge.Knowledge;
import dev.stoa.society.knowledge.Review;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Remains;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnBothDatabases
class GraphTest extends TownFixture {
    private Graph graph;
    private Principal keeper;

    private final Entity john = new Entity("John Smith", "person", List.of("speaks Greek", "likes otters"));
    private final Entity acme = new Entity("Acme", "company", List.of());
    private final Relation works = new Relation("John Smith", "Acme", "works at");

    @BeforeEach
    void open() {
        graph = town.graph();
        keeper = Graph.keeper(town.agents());
    }

    @Test
    void ofDeletedEntitiesAndRelationsNoBytesRemain() {
        graph.createEntities(keeper, List.of(new Entity("hunter2zyx", "hunter2zyx kind", List.of()), acme));
        graph.createRelations(
                keeper,
                List.of(new Relation("Acme", "hunter2zyx", "owns"), new Relation("Acme", "Acme", "hunter2zyx")));
        assertThat(Remains.of("hunter2zyx", dialect, folder, town.archive())).isNotEmpty();
        graph.deleteRelations(keeper, List.of(new Relation("Acme", "Acme", "hunter2zyx")));
        graph.deleteEntities(keeper, List.of("hunter2zyx"));
        assertThat(Remains.of("hunter2zyx", dialect, folder, town.archive())).isEmpty();
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        assertThat(town.violations()).isEmpty();
    }

    @Test
    void entitiesAreCreatedOnceAndReadBack() {
        assertThat(graph.createEntities(keeper, List.of(john, acme, john))).containsExactly(john, acme);
        assertThat(graph.createEntities(keeper, List.of(new Entity("Acme", "other", List.of("x")))))
                .isEmpty();
        assertThat(graph.createRelations(keeper, List.of(works, works, new Relation("a", "b", "c"))))
                .containsExactly(works, new Relation("a", "b", "c"));
        assertThat(graph.createRelations(keeper, List.of(works))).isEmpty();
        Graph.Part part = graph.read(keeper);
        assertThat(part.entities()).containsExactly(john, acme);
        assertThat(part.relations()).containsExactly(works, new Relation("a", "b", "c"));
        assertThat(Json.write(part.document()))
                .isEqualTo("{\"entities\":[{\"name\":\"John Smith\",\"entityType\":\"person\","
                        + "\"observations\":[\"speaks Greek\",\"likes otters\"]},"
                        + "{\"name\":\"Acme\",\"entityType\":\"company\",\"observations\":[]}],"
                        + "\"relations\":[{\"from\":\"John Smith\",\"to\":\"Acme\",\"relationType\":\"works at\"},"
                        + "{\"from\":\"a\",\"to\":\"b\",\"relationType\":\"c\"}]}");
        assertThat(Graph.keeper(town.agents())).isEqualTo(keeper);
        assertThat(town.agents().get(keeper, "memory").model()).isEqualTo("none:");
    }

    @Test
    void theKeeperIsWhoeverHasBecomeOfIt() {
        town.agents().rename(Town.HUMAN, "memory", "archivist");
        town.agent("ana");
        assertThat(town.agents().get(Graph.keeper(town.agents()), "memory").identity())
                .isEqualTo("archivist");
        town.agents().merge(Town.HUMAN, "archivist", "ana", false);
        graph.createEntities(Graph.keeper(town.agents()), List.of(acme));
        assertThat(town.value("SELECT a.identity FROM graph_entities g JOIN agents a ON a.agent_id = g.agent_id"))
                .isEqualTo("ana");
    }

    @Test
    void observationsAreKnowledgeInTheDomainOfTheirEntity() {
        graph.createEntities(keeper, List.of(john));
        Knowledge knowledge = town.knowledge();
        assertThat(knowledge
                        .query(keeper, DomainPattern.of("entity/*"), FactFilter.live())
                        .items())
                .extracting(Fact::domain)
                .containsOnly("entity/john-smith-ef61a579")
                .hasSize(2);
        knowledge.add(Town.HUMAN, FactDraft.of("entity/john-smith-ef61a579", "is tall"));
        assertThat(graph.open(keeper, List.of("John Smith", "nobody")).entities())
                .singleElement()
                .extracting(Entity::observations)
                .isEqualTo(List.of("speaks Greek", "likes otters", "is tall"));
        assertThat(town.context().search(keeper, ContextQuery.of("otters")).items())
                .hasSize(1);
        // What a person said is not an agent's to delete.
        assertThatThrownBy(() -> graph.deleteObservations(
                        keeper, List.of(new Observed("John Smith", List.of("likes otters", "is tall")))))
                .isInstanceOf(ForbiddenException.class);
        assertThat(graph.read(keeper).entities().getFirst().observations()).hasSize(3);
        graph.deleteEntities(Town.HUMAN, List.of("John Smith"));
        assertThat(knowledge
                        .query(keeper, DomainPattern.all(), FactFilter.live())
                        .items())
                .isEmpty();
    }

    @Test
    void whatIsKnownIsNotAddedAgain() {
        graph.createEntities(keeper, List.of(john, acme));
        assertThat(graph.addObservations(
                        keeper,
                        List.of(
                                new Observed("John Smith", List.of("likes otters", "is tall", "is tall")),
                                new Observed("Acme", List.of("likes otters")))))
                .containsExactly(
                        new Observed("John Smith", List.of("is tall")), new Observed("Acme", List.of("likes otters")));
        assertThat(new Observed("Acme", List.of("x")).document()).containsOnlyKeys("entityName", "addedObservations");
        assertThatThrownBy(() -> graph.addObservations(
                        keeper, List.of(new Observed("Acme", List.of("lost")), new Observed("Nobody", List.of("x")))))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("Entity with name Nobody not found");
        assertThat(graph.open(keeper, List.of("Acme")).entities().getFirst().observations())
                .containsExactly("likes otters");
    }

    @Test
    void deletingTheUnknownSucceeds() {
        graph.createEntities(keeper, List.of(john, acme));
        graph.createRelations(keeper, List.of(works));
        graph.deleteEntities(keeper, List.of("Nobody"));
        graph.deleteRelations(keeper, List.of(new Relation("x", "y", "z")));
        graph.deleteObservations(
                keeper,
                List.of(
                        new Observed("Nobody", List.of("x")),
                        new Observed("John Smith", List.of("x", "speaks Greek"))));
        assertThat(graph.read(keeper).entities().getFirst().observations()).containsExactly("likes otters");
        graph.deleteRelations(keeper, List.of(works));
        assertThat(graph.read(keeper).relations()).isEmpty();
        graph.createRelations(keeper, List.of(works));
        graph.deleteEntities(keeper, List.of("Acme"));
        assertThat(graph.read(keeper).relations()).isEmpty();
        assertThat(graph.createEntities(keeper, List.of(acme))).hasSize(1);
    }

    @Test
    void whatCannotBeThereIsDeletedLikeTheUnknown() {
        graph.createEntities(keeper, List.of(john, acme));
        graph.createRelations(keeper, List.of(works));
        for (String name : List.of("", " ", "\0", "x".repeat(501))) {
            graph.deleteEntities(keeper, List.of(name));
            graph.deleteRelations(keeper, List.of(new Relation(name, name, name)));
            graph.deleteObservations(
                    keeper, List.of(new Observed(name, List.of(name)), new Observed("Acme", List.of(name))));
            assertThat(graph.open(keeper, List.of(name)).entities()).isEmpty();
        }
        assertThat(graph.read(keeper).entities()).hasSize(2);
        assertThat(graph.read(keeper).relations()).hasSize(1);
    }

    @Test
    void anAuthorAlwaysDeletesWhatItHasObserved() {
        graph.createEntities(keeper, List.of(john));
        Fact fact = town.knowledge()
                .query(keeper, DomainPattern.of("entity/*"), FactFilter.live())
                .items()
                .getFirst();
        town.knowledge().review(Town.HUMAN, fact.id(), Review.confirm());
        Principal other = town.agent("other");
        assertThatThrownBy(() -> graph.deleteEntities(other, List.of("John Smith")))
                .isInstanceOf(ForbiddenException.class);
        graph.deleteEntities(keeper, List.of("John Smith"));
        assertThat(graph.read(keeper).entities()).isEmpty();
    }

    /** Text that no database can make shorter, of characters of three bytes. */
    private static String wide(int length, int seed) {
        return new SplittableRandom(seed)
                .ints(length, 0x4e00, 0x9fff)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void longNamesOfOtherScriptsAreKeptOrRefusedClearly() {
        Entity entity = new Entity(wide(500, 1), "t", List.of("x"));
        graph.createEntities(keeper, List.of(entity));
        assertThat(graph.open(keeper, List.of(entity.name())).entities()).containsExactly(entity);
        Relation fits = new Relation(entity.name(), wide(300, 2), wide(30, 3));
        assertThat(graph.createRelations(keeper, List.of(fits))).containsExactly(fits);
        assertThat(graph.open(keeper, List.of(entity.name())).relations()).containsExactly(fits);
        Relation large = new Relation(entity.name(), wide(500, 4), wide(200, 5));
        assertThatThrownBy(() -> graph.createRelations(keeper, List.of(large)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("3600 bytes in its names and type; at most 2500");
        graph.deleteRelations(keeper, List.of(large, fits));
        assertThat(graph.read(keeper).relations()).isEmpty();
    }

    @Test
    void searchLooksIntoNamesTypesAndObservations() {
        graph.createEntities(keeper, List.of(john, acme, new Entity("Zoë", "person", List.of("100% sure_thing"))));
        graph.createRelations(keeper, List.of(works, new Relation("Zoë", "Elsewhere", "knows")));
        assertThat(graph.search(keeper, "SMITH").entities()).containsExactly(john);
        assertThat(graph.search(keeper, "SMITH").relations()).containsExactly(works);
        assertThat(graph.search(keeper, "person").entities()).hasSize(2);
        assertThat(graph.search(keeper, "0% s").entities())
                .extracting(Entity::name)
                .containsExactly("Zoë");
        assertThat(graph.search(keeper, "_").entities()).hasSize(1);
        assertThat(graph.search(keeper, "nothing such").relations()).isEmpty();
        assertThat(graph.open(keeper, List.of("Acme")).relations()).containsExactly(works);
        assertThat(graph.open(keeper, List.of("Zoë", "Nobody", "Acme")).entities())
                .extracting(Entity::name)
                .containsExactly("Acme", "Zoë");
    }

    @Test
    void aDomainIsReadableAndItsOwn() {
        assertThat(GraphTable.domain("John Smith", 8)).isEqualTo("entity/john-smith-ef61a579");
        assertThat(GraphTable.domain("...", 8)).matches("entity/x-[0-9a-f]{8}");
        assertThat(GraphTable.domain("Zoë", 8)).matches("entity/zoe-[0-9a-f]{8}");
        assertThat(Domain.check(GraphTable.domain("w".repeat(39) + " " + "w".repeat(400), 16)))
                .hasSize(7 + 39 + 1 + 16);
        town.archive().write(tx -> tx.update("""
                INSERT INTO graph_entities (name, entity_type, domain, agent_id, seq)
                SELECT 'Other', 't', 'entity/john-smith-ef61a579', agent_id, 0 FROM agents
                WHERE identity = 'memory'"""));
        graph.createEntities(keeper, List.of(john));
        assertThat(town.value("SELECT domain FROM graph_entities WHERE name = 'John Smith'"))
                .startsWith("entity/john-smith-ef61a579")
                .hasSize("entity/john-smith-".length() + 16);
    }

    @Test
    void whatIsOutOfBoundsIsRefused() {
        assertThatThrownBy(() -> graph.createEntities(keeper, List.of(new Entity("", "t", List.of()))))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> graph.createEntities(keeper, List.of(new Entity("x".repeat(501), "t", List.of()))))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> graph.createEntities(keeper, List.of(new Entity("x", "t".repeat(201), List.of()))))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> graph.createEntities(keeper, Collections.nCopies(1_001, john)))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> graph.createRelations(keeper, List.of(new Relation("", "b", "c"))))
                .isInstanceOf(InvalidException.class);
        graph.createEntities(keeper, List.of(acme));
        assertThatThrownBy(() -> graph.addObservations(keeper, List.of(new Observed("Acme", List.of(" ")))))
                .isInstanceOf(InvalidException.class);
        assertThat(Observed.fromJson(
                        JsonFields.of(Json.object("entityName", "a", "contents", List.of("b"))), "contents"))
                .isEqualTo(new Observed("a", List.of("b")));
    }

    @Test
    void aFileOfAMemoryServerIsTakenInOnce() throws IOException {
        Path file = folder.resolve("memory.json");
        Files.writeString(file, """
                {"type":"entity","name":"John Smith","entityType":"person","observations":["speaks Greek"]}

                {"type":"entity","name":"Acme","entityType":"company","observations":["x","x"]}
                {"type":"relation","from":"John Smith","to":"Acme","relationType":"works at"}
                """);
        assertThat(GraphFile.is(file)).isTrue();
        Graph.Part part = GraphFile.read(file, line -> {});
        assertThat(graph.take(keeper, part, true)).isEqualTo(new Graph.Taken(2, 2, 3, 2, 1, 1));
        assertThat(graph.read(keeper).entities()).isEmpty();
        graph.createEntities(keeper, List.of(john));
        assertThat(graph.take(keeper, part, false)).isEqualTo(new Graph.Taken(2, 1, 3, 1, 1, 1));
        assertThat(graph.take(keeper, part, false)).isEqualTo(new Graph.Taken(2, 0, 3, 0, 1, 0));
        assertThat(graph.read(keeper).entities().getFirst()).isEqualTo(john);

        Files.writeString(file, "{\"type\":\"entity\",\"name\":\"a\",\"entityType\":\"b\"}\n{\"type\":\"thing\"}\n");
        List<String> bad = new ArrayList<>();
        GraphFile.read(file, line -> bad.add(line.toString()));
        assertThat(bad).singleElement().asString().contains("line 2: type \"thing\"");
        Files.writeString(file, "\ufeff{\"type\":\"relation\",\"from\":\"a\",\"to\":\"b\",\"relationType\":\"c\"}");
        assertThat(GraphFile.is(file)).isTrue();
        assertThat(GraphFile.read(file, line -> {}).relations()).containsExactly(new Relation("a", "b", "c"));
        Path empty = Files.writeString(folder.resolve("empty.jsonl"), "\n");
        assertThat(GraphFile.is(empty)).isTrue();
        assertThat(graph.take(keeper, GraphFile.read(empty, line -> {}), false))
                .isEqualTo(new Graph.Taken(0, 0, 0, 0, 0, 0));
        Files.writeString(file, "SQLite format 3");
        assertThat(GraphFile.is(file)).isFalse();
        assertThat(GraphFile.is(folder)).isFalse();
    }
}
