package dev.stoa.cli.remote;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import dev.stoa.learning.memory.MemorySource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The verbs that agents use, each as the request that carries it out. Stateless. */
final class RemoteVerbs {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private RemoteVerbs() {}

    /** The request of a verb; refused if the verb needs the data directory. */
    static RemoteRequest of(TypedVerb typed) {
        String verb = typed.verb();
        return switch (verb.substring(0, (verb + " ").indexOf(' '))) {
            case "message" -> message(verb, typed);
            case "task" -> task(verb, typed);
            case "note" -> note(verb, typed);
            case "knowledge" -> knowledge(verb, typed);
            case "memory" -> memory(verb, typed);
            case "evidence" -> evidence(verb, typed);
            case "context" ->
                get("context")
                        .with("q", typed.without("--files").argument(0))
                        .with("scopes", typed.option("--scope"))
                        .with(typed, "--agent", "--channel", "--domain", "--since", "--until", "--min-trust")
                        .with(typed, "--all-words", "--order", "--archived", "--limit");
            case "debate" -> {
                if (!verb.equals("debate show")) {
                    throw TypedVerb.needsData(verb);
                }
                yield get("debates/{}", first(typed));
            }
            default -> throw TypedVerb.needsData(verb);
        };
    }

    private static RemoteRequest message(String verb, TypedVerb typed) {
        return switch (verb) {
            case "message send" ->
                post("channels/{}/messages", first(typed))
                        .with("content", typed.text(1))
                        .with("client_key", typed.option("--key"));
            case "message recv" ->
                post("channels/{}/receive", first(typed)).with(typed, "--limit", "--own", "--peek", "--from");
            case "message history" ->
                get("channels/{}/messages", first(typed)).with(typed, "--before", "--after", "--limit");
            case "message inbox" -> get("inbox");
            case "message wait" -> {
                String channel = typed.argument(0);
                RemoteRequest wait;
                if (channel == null) {
                    wait = post("inbox/wait").with(typed, "--mentions");
                } else {
                    typed.without("--mentions");
                    wait = post("channels/{}/receive", channel);
                }
                yield wait.exactly("wait_seconds", typed.option("--timeout")).with(typed, "--peek");
            }
            case "message handoff" ->
                post("channels/{}/handoffs", first(typed))
                        .with("to", typed.argument(1))
                        .with("summary", typed.text(2).strip())
                        .with("task_id", typed.option("--task"))
                        .with("lease_token", typed.option("--token"));
            case "message delete" -> delete("messages/{}", first(typed));
            default -> throw TypedVerb.needsData(verb);
        };
    }

    private static RemoteRequest task(String verb, TypedVerb typed) {
        return switch (verb) {
            case "task add" ->
                post("tasks")
                        .with("input", typed.exactText(0))
                        .with(typed, "--channel", "--priority")
                        .with("offered_to", typed.option("--offer"))
                        .with("max_attempts", typed.option("--attempts"))
                        .with("client_key", typed.option("--key"));
            case "task claim" ->
                typed.argument(0) == null
                        ? post("tasks/claim").with(typed, "--channel", "--lease")
                        : post("tasks/{}/claim", first(typed)).with(typed, "--lease");
            case "task renew" ->
                post("tasks/{}/renew", first(typed))
                        .with("lease_token", typed.option("--token"))
                        .with(typed, "--lease");
            case "task done" ->
                post("tasks/{}/done", first(typed))
                        .with("lease_token", typed.option("--token"))
                        .with("output", typed.exactTextOf("--output"))
                        .with("error", typed.option("--failed"));
            case "task release" -> post("tasks/{}/release", first(typed)).with("lease_token", typed.option("--token"));
            case "task cancel" -> post("tasks/{}/cancel", first(typed));
            case "task list" ->
                get("tasks")
                        .with(typed, "--all", "--status", "--assignee", "--channel", "--kind", "--limit", "--cursor");
            case "task show" -> get("tasks/{}", first(typed));
            default -> throw TypedVerb.needsData(verb);
        };
    }

    private static RemoteRequest note(String verb, TypedVerb typed) {
        return switch (verb) {
            case "note add" ->
                post("notes")
                        .with("message", typed.text(0))
                        .with(typed, "--topic", "--core", "--public", "--source", "--trust")
                        .with("share_with", typed.option("--share"))
                        .with("code_anchors", typed.option("--anchors"))
                        .with("bridge_channel", typed.option("--channel"));
            case "note journal" -> post("notes/journal").with("message", typed.text(0));
            case "note replace" -> {
                RemoteRequest replace = post("notes/replace")
                        .with("olds", typed.argument(0))
                        .with("message", typed.textOf("--message"))
                        .with(typed, "--note", "--topic");
                Boolean core = typed.option("--core");
                yield core == null ? replace : replace.exactly("core", core);
            }
            case "note list" ->
                get("notes").with(typed, "--agent", "--topic", "--core", "--days", "--archived", "--limit", "--cursor");
            case "note show" -> get("notes/{}", first(typed));
            case "note chain" -> get("notes/{}/chain", first(typed)).with(typed, "--limit");
            case "note edit" ->
                patch("notes/{}", first(typed))
                        .with("message", typed.argument(1) == null && typed.file() == null ? null : typed.text(1))
                        .with(typed, "--topic");
            case "note core" -> patch("notes/{}", first(typed)).exactly("core", !typed.has("--off"));
            case "note share" -> post("notes/{}/share", first(typed)).with(typed, "--with", "--public", "--none");
            case "note archive" -> post("notes/{}/archive", first(typed));
            case "note restore" -> post("notes/{}/restore", first(typed));
            case "note delete" -> {
                if (!typed.has("--dry-run")) {
                    typed.confirm("Delete note " + first(typed) + "?");
                }
                yield delete("notes/{}", first(typed)).with(typed, "--dry-run");
            }
            default -> throw TypedVerb.needsData(verb);
        };
    }

    private static RemoteRequest knowledge(String verb, TypedVerb typed) {
        return switch (verb) {
            case "knowledge add" ->
                post("knowledge")
                        .with("domain", first(typed))
                        .with("content", typed.text(1))
                        .with("sources", typed.option("--source"))
                        .with(typed, "--confidence", "--trust", "--replaces");
            case "knowledge query" ->
                get("knowledge")
                        .with("domain", first(typed))
                        .with(typed, "--agent", "--min-trust", "--archived", "--limit", "--cursor");
            case "knowledge tree" -> get("knowledge/tree").with("domain", first(typed));
            case "knowledge show" -> get("knowledge/{}", first(typed));
            case "knowledge review" ->
                post("knowledge/{}/review", first(typed))
                        .with("verdict", typed.argument(1))
                        .with(typed, "--reason");
            case "knowledge archive" -> post("knowledge/{}/archive", first(typed));
            case "knowledge restore" -> post("knowledge/{}/restore", first(typed));
            default -> throw TypedVerb.needsData(verb);
        };
    }

    private static RemoteRequest memory(String verb, TypedVerb typed) {
        typed.without("--jsonl");
        return switch (verb) {
            case "memory add" ->
                post("memories")
                        .with("content", typed.text(0))
                        .with(typed, "--id", "--namespace", "--tier", "--importance", "--trust", "--origin")
                        .with("sources", sources(typed.option("--source")))
                        .with("ttl", ttl(typed.option("--ttl")))
                        .with("metadata", metadata(typed))
                        .with(typed, "--replace");
            case "memory show" -> get("memories/{}", first(typed));
            case "memory list" ->
                get("memories").with(typed, "--namespace", "--tier", "--simulated", "--limit", "--cursor");
            case "memory recall" ->
                post("memories/recall")
                        .with("query", typed.argument(0) == null && typed.file() == null ? null : typed.text(0))
                        .with("namespaces", typed.option("--namespace"))
                        .with("tiers", typed.option("--tier"))
                        .with(typed, "--limit", "--min-importance", "--min-trust", "--simulated");
            case "memory outcome" -> {
                if (typed.has("--success") == typed.has("--failure")) {
                    throw Bounds.invalid("an outcome is either a success or a failure", "give --success or --failure");
                }
                yield post("memories/{}/outcomes", first(typed))
                        .exactly("success", typed.has("--success"))
                        .with("prediction_error", typed.option("--error"))
                        .with(typed, "--key");
            }
            case "memory forget" -> {
                if (typed.has("--purge") && !typed.has("--dry-run")) {
                    typed.confirm("Purge memory " + first(typed) + " with all its generations and outcomes?");
                }
                yield post("memories/{}/forget", first(typed)).with(typed, "--reason", "--purge", "--dry-run");
            }
            case "memory stats" -> get("memories/stats").with(typed, "--simulated");
            case "memory history" -> get("memories/{}/history", first(typed)).with(typed, "--limit");
            case "memory transitions" ->
                (first(typed).isEmpty() ? get("memories/transitions") : get("memories/{}/transitions", first(typed)))
                        .with(typed, "--from-tier", "--to-tier", "--limit", "--cursor");
            default -> throw TypedVerb.needsData(verb);
        };
    }

    private static RemoteRequest evidence(String verb, TypedVerb typed) {
        typed.without("--jsonl");
        return switch (verb) {
            case "evidence add" -> {
                if (typed.option("--document") != null && typed.option("--position") == null) {
                    throw TypedVerb.needsData("evidence add with a whole document");
                }
                yield post("evidence")
                        .with("snippet", typed.without("--file").text(0))
                        .with(typed, "--source", "--id", "--title", "--url", "--trust", "--position")
                        .with("reliability_score", typed.option("--reliability"))
                        .with("metadata", metadata(typed))
                        .with("document_id", typed.option("--document"))
                        .with("debate_id", typed.option("--debate"))
                        .with("round_number", typed.option("--round"))
                        .with("relevance_score", typed.option("--relevance"));
            }
            case "evidence search" ->
                found(post("evidence/search").with("query", typed.text(0)), typed)
                        .with(typed, "--mode", "--group");
            case "evidence show" -> get("evidence/{}", first(typed));
            case "evidence list" -> found(get("evidence"), typed).with(typed, "--cursor");
            case "evidence documents" -> get("evidence/documents").with(typed, "--limit", "--cursor");
            case "evidence link" ->
                put("evidence/{}/debates/{}", first(typed), Objects.requireNonNullElse(typed.<String>argument(1), ""))
                        .with("round_number", typed.option("--round"))
                        .with("relevance_score", typed.option("--relevance"))
                        .with("used_in_consensus", typed.option("--used"));
            default -> throw TypedVerb.needsData(verb);
        };
    }

    private static RemoteRequest found(RemoteRequest request, TypedVerb typed) {
        return request.with(typed, "--limit", "--source", "--min-reliability", "--min-trust")
                .with("debate_id", typed.option("--debate"))
                .with("document_id", typed.option("--document"));
    }

    private static List<Map<String, @Nullable Object>> sources(@Nullable List<String> typed) {
        return typed == null
                ? List.of()
                : typed.stream()
                        .map(MemorySource::parse)
                        .map(source -> Json.object("kind", source.kind(), "id", source.id()))
                        .toList();
    }

    private static @Nullable Object ttl(@Nullable String typed) {
        return typed != null && NUMBER.matcher(typed).matches() ? (Object) Long.valueOf(typed) : typed;
    }

    private static @Nullable Map<String, @Nullable Object> metadata(TypedVerb typed) {
        String text = typed.option("--metadata");
        return text == null ? null : Json.parseObject(text);
    }

    private static String first(TypedVerb typed) {
        return Objects.requireNonNullElse(typed.<String>argument(0), "");
    }

    private static RemoteRequest get(String path, Object... values) {
        return RemoteRequest.of("GET", path, values);
    }

    private static RemoteRequest post(String path, Object... values) {
        return RemoteRequest.of("POST", path, values);
    }

    private static RemoteRequest put(String path, Object... values) {
        return RemoteRequest.of("PUT", path, values);
    }

    private static RemoteRequest patch(String path, Object... values) {
        return RemoteRequest.of("PATCH", path, values);
    }

    private static RemoteRequest delete(String path, Object... values) {
        return RemoteRequest.of("DELETE", path, values);
    }
}
