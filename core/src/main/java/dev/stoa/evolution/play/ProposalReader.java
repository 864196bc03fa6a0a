package dev.stoa.evolution.play;

import dev.stoa.base.Bounds;
import dev.stoa.base.Nearest;
import dev.stoa.base.StoaException;
import dev.stoa.evolution.brain.Proposal;
import dev.stoa.evolution.brain.Reply;
import dev.stoa.evolution.brain.StateMutation;
import dev.stoa.json.Json;
import dev.stoa.json.JsonLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the text of a brain as a proposal. Stateless, safe from any thread. */
final class ProposalReader {
    private static final Set<String> FIELDS =
            Set.of("internal_monologue", "public_dialogue", "state_mutations", "propose_resolution", "abort_episode");
    private static final Set<String> MUTATION_FIELDS = Set.of("action", "path", "value");
    private static final JsonLimits LIMITS = new JsonLimits(32, 1 << 20);

    private ProposalReader() {}

    /** What a reply proposes, within the bounds that hold for every party. */
    static Proposal checked(Reply reply) {
        Proposal proposal = switch (reply) {
            case Reply.Text text -> read(text.text());
            case Reply.Ready ready -> ready.proposal();
        };
        longest("internal_monologue", proposal.monologue(), Proposal.MOST_MONOLOGUE);
        longest("public_dialogue", proposal.dialogue(), Proposal.MOST_DIALOGUE);
        if (proposal.mutations().size() > Proposal.MOST_MUTATIONS) {
            throw new ViolationException("state_mutations has "
                    + proposal.mutations().size() + " entries; at most " + Proposal.MOST_MUTATIONS + " are allowed");
        }
        return proposal;
    }

    private static void longest(String field, String text, int most) {
        if (text.length() > most && text.codePointCount(0, text.length()) > most) {
            throw new ViolationException(field + " has more than " + most + " characters");
        }
    }

    static Proposal read(String text) {
        Map<String, @Nullable Object> fields;
        try {
            fields = Json.parseObject(text, LIMITS);
        } catch (StoaException e) {
            throw new ViolationException("the reply is not a JSON object: " + e.getMessage());
        }
        known(fields, FIELDS, "");
        return new Proposal(
                text(fields, "internal_monologue"),
                text(fields, "public_dialogue"),
                mutations(fields.get("state_mutations")),
                flag(fields, "propose_resolution"),
                flag(fields, "abort_episode"));
    }

    private static void known(Map<String, ?> fields, Set<String> known, String prefix) {
        for (String field : fields.keySet()) {
            if (!known.contains(field)) {
                throw new ViolationException(prefix + "field " + Bounds.shown(field) + " is not known"
                        + Nearest.of(field, known.stream().sorted().toList())
                                .map(near -> "; did you mean " + near + "?")
                                .orElse(""));
            }
        }
    }

    private static String text(Map<String, @Nullable Object> fields, String name) {
        Object value = fields.get(name);
        if (value == null) {
            return "";
        }
        if (!(value instanceof String text)) {
            throw new ViolationException(name + " must be text");
        }
        return storable(name, text);
    }

    private static boolean flag(Map<String, @Nullable Object> fields, String name) {
        Object value = fields.get(name);
        if (value == null) {
            return false;
        }
        if (!(value instanceof Boolean flag)) {
            throw new ViolationException(name + " must be true or false");
        }
        return flag;
    }

    private static List<StateMutation> mutations(@Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw new ViolationException("state_mutations must be a list");
        }
        List<StateMutation> mutations = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            String where = "state_mutations[" + i + "]";
            if (!(list.get(i) instanceof Map<?, ?> map)) {
                throw new ViolationException(where + " must be an object");
            }
            // Keys of JSON are text.
            @SuppressWarnings("unchecked")
            Map<String, @Nullable Object> fields = (Map<String, @Nullable Object>) map;
            known(fields, MUTATION_FIELDS, where + ": ");
            if (!(fields.get("path") instanceof String path)) {
                throw new ViolationException(where + ".path must be text");
            }
            if (!fields.containsKey("value")) {
                throw new ViolationException(where + ".value is missing");
            }
            StateMutation.Action action = switch (String.valueOf(fields.get("action"))) {
                case "modify" -> StateMutation.Action.MODIFY;
                case "add" -> StateMutation.Action.ADD;
                default -> throw new ViolationException(where + ".action must be \"modify\" or \"add\"");
            };
            storable(where + ".value", fields.get("value"));
            mutations.add(new StateMutation(action, path, fields.get("value")));
        }
        return mutations;
    }

    private static String storable(String where, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new ViolationException(where + " has a NUL in a text, which no archive keeps");
        }
        return text;
    }

    /** Refuses a value with a text that could be said and not be stored. */
    private static void storable(String where, @Nullable Object value) {
        switch (value) {
            case String text -> storable(where, text);
            case List<?> list -> list.forEach(each -> storable(where, each));
            case Map<?, ?> map ->
                map.forEach((key, each) -> {
                    storable(where, String.valueOf(key));
                    storable(where, each);
                });
            case null, default -> {
                // Numbers and flags have no text.
            }
        }
    }
}
