package dev.stoa.counsel.run;

import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who is asked a question, and what was wished for. Immutable. It is stored with the query, so that one that was
 * interrupted goes on with the same people, weights and documents.
 *
 * @param members in the order in which they are asked; empty before the question is routed
 * @param agents the descriptions of agents that were asked for; empty if those configured are to be asked
 * @param field the field that was said; null if it is to be found out
 * @param documents the ids of the documents that readers among the members are given
 * @param debate whether a debate is to be held in any case
 * @param json whether an answer must be one JSON object
 * @param manner how models shall answer, by the names of the parameters; empty for the usual manner
 * @param skipped how many would have been asked if their services were not known to be down
 */
public record Panel(
        List<Member> members,
        List<String> agents,
        @Nullable String field,
        List<String> documents,
        boolean debate,
        boolean json,
        Map<String, @Nullable Object> manner,
        int skipped) {
    public Panel {
        members = List.copyOf(members);
        agents = List.copyOf(agents);
        documents = List.copyOf(documents);
        manner = Collections.unmodifiableMap(new LinkedHashMap<>(manner));
    }

    /**
     * One who is asked. Immutable.
     *
     * @param specialist its name
     * @param model the description of its model, under which its results are kept
     * @param weight how reliable it is in the fields of the question
     * @param runs how often it was asked before in the domain
     * @param fieldRuns how often anyone was
     * @param spare whether it is asked only if the others do not agree
     * @param window the context window of its model in tokens; null if it is not known
     */
    public record Member(
            String specialist,
            String model,
            double weight,
            long runs,
            long fieldRuns,
            boolean spare,
            @Nullable Long window) {
        Map<String, @Nullable Object> document() {
            return Json.object(
                    "specialist",
                    specialist,
                    "model",
                    model,
                    "weight",
                    weight,
                    "runs",
                    runs,
                    "field_runs",
                    fieldRuns,
                    "spare",
                    spare,
                    "window",
                    window);
        }

        static Member of(JsonFields fields) {
            return new Member(
                    fields.text("specialist"),
                    fields.text("model"),
                    fields.real("weight", 0),
                    fields.whole("runs", 0),
                    fields.whole("field_runs", 0),
                    fields.flag("spare", false),
                    fields.wholeOrNull("window"));
        }
    }

    /** What was wished for, before the members are chosen. */
    public static Panel wanted(List<String> agents, @Nullable String field, List<String> documents, boolean debate) {
        return new Panel(List.of(), agents, field, documents, debate, false, Map.of(), 0);
    }

    /** The same wishes for an answer that is one JSON object, or for any answer. */
    public Panel json(boolean only) {
        return new Panel(members, agents, field, documents, debate, only, manner, skipped);
    }

    /** The same wishes for answers in a manner. */
    public Panel manner(Map<String, @Nullable Object> wanted) {
        return new Panel(members, agents, field, documents, debate, json, wanted, skipped);
    }

    /** The same wishes with those who are asked, who read these documents. */
    public Panel of(List<Member> chosen, List<String> read, int down) {
        return new Panel(chosen, agents, field, read, debate, json, manner, down);
    }

    /** As it is stored. */
    String text() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("members", members.stream().map(Member::document).toList());
        document.put("agents", agents);
        document.put("field", field);
        document.put("documents", documents);
        document.put("debate", debate);
        if (json) {
            document.put("json", true);
        }
        if (!manner.isEmpty()) {
            document.put("manner", manner);
        }
        document.put("skipped", skipped);
        return Json.write(document);
    }

    static Panel read(@Nullable String stored) {
        if (stored == null) {
            return wanted(List.of(), null, List.of(), false);
        }
        JsonFields fields = JsonFields.of(Json.parseObject(stored));
        return new Panel(
                fields.objects("members").stream().map(Member::of).toList(),
                fields.texts("agents"),
                fields.textOrNull("field"),
                fields.texts("documents"),
                fields.flag("debate", false),
                fields.flag("json", false),
                fields.object("manner"),
                Math.toIntExact(fields.whole("skipped", 0)));
    }
}
