package dev.stoa.server.rest;

import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.PromptParts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a fresh thing for each name in braces in an example, so that the example can be played. Used by one test. */
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
final class Seeds {
    private static final Pattern NAME = Pattern.compile("\\{([a-z_]+)}");

    private static final Execution.Plan PLAN = new Execution.Plan() {
        @Override
        public int retries(String model) {
            return 0;
        }

        @Override
        public String prompt(PromptParts parts) {
            return "prompt";
        }
    };

    private final RunningServer server;
    private int count;

    Seeds(RunningServer server) {
        this.server = server;
    }

    /** A text of an example, in which each name has become the id of something new. */
    String filled(String text) {
        return NAME.matcher(text).replaceAll(found -> Matcher.quoteReplacement(one(found.group(1))));
    }

    private Reply post(String path, String body, String... headers) {
        Reply reply = server.post(path, body, headers);
        if (reply.status() >= 300) {
            throw new IllegalStateException(
                    path + ": " + reply.status() + " " + reply.raw().body());
        }
        return reply;
    }

    private String id(String path, String body, String field, String... headers) {
        return String.valueOf(post(path, body, headers).body().get(field));
    }

    private String inner(String path, String body, String field) {
        return inner(post(path, body), field, "id");
    }

    private static String inner(Reply reply, String field, String name) {
        return String.valueOf(((Map<?, ?>) reply.body().get(field)).get(name));
    }

    private String one(String name) {
        int n = ++count;
        return switch (name) {
            case "memory" -> memory(n);
            case "archived_memory" -> {
                String id = memory(n);
                post("memories/" + id + "/forget", "{}");
                yield id;
            }
            case "consensus", "older_consensus" -> consensus(n);
            case "archived_consensus" -> {
                String id = consensus(n);
                post("consensus/" + id + "/archive", "{}");
                yield id;
            }
            case "dissent" -> dissent(n);
            case "proof" ->
                inner(
                        "proofs",
                        "{\"language\":\"z3_smt\",\"formal_statement\":\"(assert false)\",\"timeout_ms\":1000}",
                        "proof");
            case "rated" -> match(n, "ana");
            case "rival" -> match(n, "ben");
            case "judge" -> match(n, "judy");
            case "event" -> {
                post(
                        "predictions",
                        "{\"tournament_id\":\"seed-%d\",\"predictor_agent\":\"ana\",\"predicted_winner\":\"ben\",\"confidence\":0.5}"
                                .formatted(n));
                yield "seed-" + n;
            }
            case "critique" -> inner(critique(n), "critique", "critique_key");
            case "critic" -> {
                critique(n);
                yield "cleo";
            }
            case "evidence" ->
                inner("evidence", "{\"snippet\":\"seed %d of WAL\",\"source\":\"docs\"}".formatted(n), "evidence");
            case "breaker" -> breaker(n);
            case "conversation" -> id("conversations", "{\"title\":\"Seed %d\"}".formatted(n), "conversation_id");
            case "correction" ->
                id("corrections", "{\"subject\":\"seed %d\",\"claim\":\"It is %d.\"}".formatted(n, n), "id");
            case "specialist" -> id("specialists", "{\"name\":\"seed-%d\",\"model\":\"sim:\"}".formatted(n), "name");
            default -> ofSociety(name, n);
        };
    }

    private String memory(int n) {
        return inner("memories", "{\"content\":\"seed %d of memory\"}".formatted(n), "memory");
    }

    private String consensus(int n) {
        return inner(
                "consensus",
                "{\"id\":\"seed-%d\",\"topic\":\"Seed %d?\",\"confidence\":0.8,\"participants\":[\"ana\",\"ben\"]}"
                        .formatted(n, n),
                "consensus");
    }

    private String dissent(int n) {
        Reply reply = post("consensus", """
                {"id":"seed-%d","topic":"Seed %d?","confidence":0.8,"participants":["ana","ben"],
                "dissents":[{"agent_id":"ben","dissent_type":"risk_warning","content":"It is slow.","confidence":0.5}]}""".formatted(n, n));
        List<?> dissents = (List<?>) ((Map<?, ?>) reply.body().get("consensus")).get("dissents");
        return String.valueOf(((Map<?, ?>) dissents.getFirst()).get("id"));
    }

    private String match(int n, String name) {
        post("matches", "{\"debate_id\":\"seed-%d\",\"scores\":{\"ana\":1,\"ben\":0},\"judge\":\"judy\"}".formatted(n));
        return name;
    }

    private Reply critique(int n) {
        return post(
                "critiques",
                "{\"debate_id\":\"seed-%d\",\"agent\":\"cleo\",\"severity\":0.5,\"issues\":[\"slow\"]}".formatted(n));
    }

    private String breaker(int n) {
        String name = "seed:org/m" + n;
        var breakers = server.stoa().learning().breakers();
        while (breakers.acquire(name, Duration.ofSeconds(10)) instanceof Permit.Granted permit) {
            breakers.report(permit, CallResult.failure("timeout"));
        }
        return name.replace("/", "%2F");
    }

    private String ofSociety(String name, int n) {
        return switch (name) {
            case "agent", "other_agent" -> agent(n);
            case "archived_agent" -> {
                String id = agent(n);
                post("agents/" + id + "/archive", "{}");
                yield id;
            }
            case "run" -> run(n, false);
            case "waiting_run" -> {
                String id = run(n, true);
                ExecutionQueue queue = server.stoa().society().executions();
                boolean done = false;
                while (!done) {
                    Execution claimed = queue.claim("seeds/1/0", Duration.ofMinutes(1), PLAN)
                            .orElseThrow();
                    queue.finish(claimed, Execution.Outcome.completed("done", true));
                    done = id.equals(claimed.run().id());
                }
                yield id;
            }
            case "stopped_run" -> {
                String id = run(n, false);
                post("runs/" + id + "/stop", "{}");
                yield id;
            }
            case "task" -> task(n);
            case "claimed_task" -> {
                String id = task(n);
                post("tasks/" + id + "/claim", "{}");
                yield id;
            }
            case "channel" -> channel(n);
            case "archived_channel" -> {
                String id = channel(n);
                post("channels/" + id + "/archive", "{}");
                yield id;
            }
            case "message" -> id("channels/" + channel(n) + "/messages", "{\"content\":\"hello\"}", "message_id");
            case "note" -> note(n);
            case "archived_note" -> {
                String id = note(n);
                post("notes/" + id + "/archive", "{}");
                yield id;
            }
            case "knowledge" -> knowledge(n);
            case "foreign_knowledge" -> {
                agent(n);
                yield knowledge(n, "Stoa-Agent", "seed-" + n);
            }
            case "archived_knowledge" -> {
                String id = knowledge(n);
                post("knowledge/" + id + "/archive", "{}");
                yield id;
            }
            case "entity" -> {
                post(
                        "graph/entities",
                        "{\"entities\":[{\"name\":\"Seed %d\",\"entityType\":\"x\",\"observations\":[]}]}"
                                .formatted(n));
                yield "Seed " + n;
            }
            default -> throw new IllegalArgumentException("no seed is named " + name);
        };
    }

    private String agent(int n) {
        return id("agents", "{\"identity\":\"seed-%d\",\"model\":\"sim:\"}".formatted(n), "agent_id");
    }

    private String run(int n, boolean keep) {
        agent(n);
        return id("runs", "{\"agent\":\"seed-%d\",\"input\":\"go\",\"keep\":%b}".formatted(n, keep), "session_id");
    }

    private String task(int n) {
        return id("tasks", "{\"input\":\"seed %d\"}".formatted(n), "task_id");
    }

    private String channel(int n) {
        return id("channels", "{\"name\":\"seed-%d\"}".formatted(n), "channel_id");
    }

    private String note(int n) {
        return id("notes", "{\"message\":\"seed %d\"}".formatted(n), "memory_id");
    }

    private String knowledge(int n, String... headers) {
        return id("knowledge", "{\"domain\":\"seed\",\"content\":\"seed %d\"}".formatted(n), "knowledge_id", headers);
    }
}
