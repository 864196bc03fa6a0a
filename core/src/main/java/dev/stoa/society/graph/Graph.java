package dev.stoa.society.graph;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.FactWriter;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Named things, what was observed of them and how they relate: knowledge in the form in which the memory server of the
 * Model Context Protocol keeps it. Thread-safe. An observation is knowledge in the domain of its entity, so that all
 * that holds for knowledge holds for it. Each call is one transaction: clients that write at once lose nothing.
 */
public final class Graph {
    private static final int LONGEST_NAME = 500;
    private static final int LONGEST_TYPE = 200;
    /** What an entry of an index holds with some room; ASCII is never too long for it. */
    private static final int LARGEST_RELATION = 2_500;

    private static final int MOST = 1_000;
    private static final String KEEPER = "memory";

    private final StoreContext commons;

    private Graph(StoreContext commons) {
        this.commons = commons;
    }

    /** The graph in an archive of {@link SocietyArchive#SCHEMA}. */
    public static Graph over(Archive archive, InstantSource clock, Ids ids) {
        return new Graph(StoreContext.of(archive, clock, ids));
    }

    /** The agent that owns the graph by default; registered when it is first needed. */
    public static Principal keeper(Agents agents) {
        try {
            // It may have another name by now, or be part of another agent.
            agents.get(Principal.local(), KEEPER);
        } catch (NotFoundException first) {
            agents.register(Principal.local(), AgentDraft.of(KEEPER, "none:").ifAbsent(true));
        }
        return Principal.as(KEEPER);
    }

    /** A thing and what was observed of it, the oldest first. Immutable. */
    public record Entity(String name, String entityType, List<String> observations) {
        public Entity {
            observations = List.copyOf(observations);
        }

        private void check() {
            Bounds.text("name", name, 1, LONGEST_NAME);
            Bounds.text("entityType", entityType, 0, LONGEST_TYPE);
            observations.forEach(Graph::observation);
        }

        public static Entity fromJson(JsonFields fields) {
            Entity entity = new Entity(fields.text("name"), fields.text("entityType"), fields.texts("observations"));
            fields.end();
            return entity;
        }

        public Map<String, @Nullable Object> document() {
            return Json.object("name", name, "entityType", entityType, "observations", observations);
        }
    }

    /** How one thing relates to another; neither needs to be there. Immutable. */
    public record Relation(String from, String to, String relationType) {
        private void check() {
            Bounds.text("from", from, 1, LONGEST_NAME);
            Bounds.text("to", to, 1, LONGEST_NAME);
            Bounds.text("relationType", relationType, 1, LONGEST_TYPE);
            int bytes = (from + to + relationType).getBytes(StandardCharsets.UTF_8).length;
            if (bytes > LARGEST_RELATION) {
                throw Bounds.invalid(
                        "relation from " + Bounds.shown(from) + " has " + bytes
                                + " bytes in its names and type; at most " + LARGEST_RELATION,
                        "shorten them");
            }
        }

        public static Relation fromJson(JsonFields fields) {
            Relation relation = new Relation(fields.text("from"), fields.text("to"), fields.text("relationType"));
            fields.end();
            return relation;
        }

        public Map<String, @Nullable Object> document() {
            return Json.object("from", from, "to", to, "relationType", relationType);
        }
    }

    /** Things said of one entity. Immutable. */
    public record Observed(String entityName, List<String> contents) {
        public Observed {
            contents = List.copyOf(contents);
        }

        private void check() {
            Bounds.text("entityName", entityName, 1, LONGEST_NAME);
            contents.forEach(Graph::observation);
        }

        /** Reads an object whose texts are in a field of this name: {@code contents}, or {@code observations}. */
        public static Observed fromJson(JsonFields fields, String texts) {
            Observed observed = new Observed(fields.text("entityName"), fields.texts(texts));
            fields.end();
            return observed;
        }

        /** The same as the result of an addition. */
        public Map<String, @Nullable Object> document() {
            return Json.object("entityName", entityName, "addedObservations", contents);
        }
    }

    /** Entities and the relations that touch them, in the order in which they came. Immutable. */
    public record Part(List<Entity> entities, List<Relation> relations) {
        public Part {
            entities = List.copyOf(entities);
            relations = List.copyOf(relations);
        }

        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "entities",
                    entities.stream().map(Entity::document).toList(),
                    "relations",
                    relations.stream().map(Relation::document).toList());
        }
    }

    private static String observation(String text) {
        return Bounds.text("observation", text, 1, FactDraft.LONGEST);
    }

    /** Adds the entities whose names are new, and returns those. */
    @Needs(Right.WRITE)
    public List<Entity> createEntities(Principal by, List<Entity> entities) {
        Bounds.size("entities", entities, 0, MOST);
        entities.forEach(Entity::check);
        return commons.write(by, (tx, me, now) -> {
            List<Entity> created = new ArrayList<>();
            for (Entity entity : entities) {
                if (GraphTable.domain(tx, entity.name()) == null) {
                    String domain = GraphTable.insert(tx, me, entity.name(), entity.entityType(), now);
                    List<String> added = observe(tx, me, domain, entity.observations(), now);
                    created.add(new Entity(entity.name(), entity.entityType(), added));
                }
            }
            return created;
        });
    }

    /** Adds the relations that are new, and returns those. */
    @Needs(Right.WRITE)
    public List<Relation> createRelations(Principal by, List<Relation> relations) {
        Bounds.size("relations", relations, 0, MOST);
        relations.forEach(Relation::check);
        return commons.write(
                by,
                (tx, me, now) -> relations.stream()
                        .filter(relation -> GraphTable.insert(tx, me, relation, now))
                        .toList());
    }

    /**
     * Adds what was not observed before to entities that are there, and returns that; one that is not fails them all.
     */
    @Needs(Right.WRITE)
    public List<Observed> addObservations(Principal by, List<Observed> observations) {
        Bounds.size("observations", observations, 0, MOST);
        observations.forEach(Observed::check);
        return commons.write(by, (tx, me, now) -> {
            List<Observed> added = new ArrayList<>();
            for (Observed observed : observations) {
                String domain = GraphTable.domain(tx, observed.entityName());
                if (domain == null) {
                    throw new NotFoundException(
                            "not_found", "Entity with name " + observed.entityName() + " not found", "create it first");
                }
                added.add(new Observed(observed.entityName(), observe(tx, me, domain, observed.contents(), now)));
            }
            return added;
        });
    }

    private List<String> observe(Tx tx, ResolvedPrincipal me, String domain, List<String> contents, Instant now) {
        List<String> added = new ArrayList<>();
        for (String content : contents) {
            if (FactWriter.add(
                            tx, me, FactDraft.of(domain, content), commons.ids().next(), now)
                    .get()
                    .created()) {
                added.add(content);
            }
        }
        return added;
    }

    /**
     * Erases entities with their relations; their observations are archived. Those that are not there are no fault.
     */
    @Needs(Right.WRITE)
    public void deleteEntities(Principal by, List<String> names) {
        Bounds.size("entityNames", names, 0, MOST);
        commons.erase(by, (tx, me, now) -> {
            names.forEach(name -> GraphTable.delete(tx, me, name, now));
            return true;
        });
    }

    /** Archives observations. Those that are not there are no fault. */
    @Needs(Right.WRITE)
    public void deleteObservations(Principal by, List<Observed> deletions) {
        Bounds.size("deletions", deletions, 0, MOST);
        commons.erase(by, (tx, me, now) -> {
            for (Observed observed : deletions) {
                String domain = GraphTable.domain(tx, observed.entityName());
                Set<String> texts = new LinkedHashSet<>(observed.contents());
                if (domain != null) {
                    GraphTable.forget(tx, me, domain, texts::contains, now);
                }
            }
            return true;
        });
    }

    /** Erases relations. Those that are not there are no fault. */
    @Needs(Right.WRITE)
    public void deleteRelations(Principal by, List<Relation> relations) {
        Bounds.size("relations", relations, 0, MOST);
        commons.erase(by, (tx, me, now) -> {
            relations.forEach(relation -> GraphTable.delete(tx, me, relation, now));
            return true;
        });
    }

    /** Everything. */
    @Needs(Right.READ)
    public Part read(Principal by) {
        return commons.read(by, (tx, me) -> new Part(GraphTable.entities(tx), GraphTable.relations(tx)));
    }

    /** The entities whose name, type or observations contain a text, ignoring case, and their relations. */
    @Needs(Right.READ)
    public Part search(Principal by, String query) {
        String sought = query.toLowerCase(Locale.ROOT);
        return commons.read(by, (tx, me) -> {
            List<Entity> found = GraphTable.entities(tx).stream()
                    .filter(entity -> has(entity.name(), sought)
                            || has(entity.entityType(), sought)
                            || entity.observations().stream().anyMatch(text -> has(text, sought)))
                    .toList();
            Set<String> names = new HashSet<>();
            found.forEach(entity -> names.add(entity.name()));
            List<Relation> relations = GraphTable.relations(tx).stream()
                    .filter(relation -> names.contains(relation.from()) || names.contains(relation.to()))
                    .toList();
            return new Part(found, relations);
        });
    }

    private static boolean has(String text, String sought) {
        return text.toLowerCase(Locale.ROOT).contains(sought);
    }

    /** The existing entities of these names, and their relations. */
    @Needs(Right.READ)
    public Part open(Principal by, List<String> names) {
        Bounds.size("names", names, 0, MOST);
        Set<String> sought = Set.copyOf(names);
        return commons.read(by, (tx, me) -> {
            List<Entity> found = GraphTable.entities(tx, sought);
            return new Part(found, GraphTable.relations(tx, found));
        });
    }

    /** What became of a graph that was taken in; each count is of what was read and of what was new. */
    public record Taken(
            long entities,
            long newEntities,
            long observations,
            long newObservations,
            long relations,
            long newRelations) {
        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "entities",
                    counts(entities, newEntities),
                    "observations",
                    counts(observations, newObservations),
                    "relations",
                    counts(relations, newRelations));
        }

        private static Map<String, @Nullable Object> counts(long read, long written) {
            return Json.object("read", read, "written", written, "skipped", read - written);
        }
    }

    /** Takes in another graph, all of it or nothing; what is known of an entity that is there is added to it. */
    @Needs(Right.WRITE)
    public Taken take(Principal by, Part part, boolean dryRun) {
        part.entities().forEach(Entity::check);
        part.relations().forEach(Relation::check);
        return dryRun
                ? commons.rehearse(by, (tx, me, now) -> take(tx, me, part, now))
                : commons.write(by, (tx, me, now) -> take(tx, me, part, now));
    }

    private Taken take(Tx tx, ResolvedPrincipal me, Part part, Instant now) {
        long newEntities = 0;
        long read = 0;
        long newObservations = 0;
        for (Entity entity : part.entities()) {
            String domain = GraphTable.domain(tx, entity.name());
            if (domain == null) {
                domain = GraphTable.insert(tx, me, entity.name(), entity.entityType(), now);
                newEntities++;
            }
            read += entity.observations().size();
            newObservations +=
                    observe(tx, me, domain, entity.observations(), now).size();
        }
        long newRelations = part.relations().stream()
                .filter(relation -> GraphTable.insert(tx, me, relation, now))
                .count();
        return new Taken(
                part.entities().size(),
                newEntities,
                read,
                newObservations,
                part.relations().size(),
                newRelations);
    }
}
