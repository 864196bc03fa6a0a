package dev.stoa.server.mcp;

import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.json.Json;
import dev.stoa.server.http.Deadlines;
import dev.stoa.server.http.Problem;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The protocol over one profile: a message in, messages out. Thread-safe; it reads and writes no stream. A message is
 * answered by the thread that brings it, which may take as long as the call of a tool.
 */
final class McpProtocol {
    private static final Logger LOG = LoggerFactory.getLogger(McpProtocol.class);

    static final String LISTEN = "subscriptions/listen";
    static final String INITIALIZE = "initialize";

    private static final int PAGE = 50;
    private static final int MOST_COMPLETIONS = 100;
    private static final long KEPT_MILLIS = 300_000;

    private final Profile profile;
    private final Deadlines deadlines;
    private final Meter meter;
    private final String version;

    McpProtocol(Profile profile, Deadlines deadlines, Meter meter, String version) {
        this.profile = profile;
        this.deadlines = deadlines;
        this.meter = meter;
        this.version = version;
    }

    /**
     * The answer to a message.
     *
     * @param message null if nothing is to be sent
     * @param status the status over HTTP
     */
    record Reply(@Nullable Map<String, @Nullable Object> message, int status) {
        static final Reply NOTHING = new Reply(null, 202);
    }

    /** Says that a client does not want its answer any more. */
    private static final class Cancelled extends RuntimeException {
        private static final long serialVersionUID = 1;

        Cancelled() {
            super(null, null, false, false);
        }
    }

    /** Subscriptions to what the profile has, for a client that is remembered. */
    Subscriptions subscriptions() {
        return new Subscriptions(profile.resources());
    }

    /** The revision that is spoken with a client that begins. */
    static Revision negotiated(Map<String, @Nullable Object> message) {
        Object asked = Rpc.params(message).get("protocolVersion");
        return Revision.of(String.valueOf(asked)).filter(Revision::isLegacy).orElse(Revision.PREFERRED);
    }

    /** Expects a request that another thread will bring, so that it can be cancelled from now on. */
    static void expect(Map<String, @Nullable Object> message, InFlight inFlight) {
        // Refused before it is expected: what is never begun would be expected for good.
        Rpc.meta(message);
        Object id = Rpc.id(message);
        if (id != null && message.get("method") instanceof String method && "2.0".equals(message.get("jsonrpc"))) {
            inFlight.expect(id, method);
        }
    }

    /** Answers a message. */
    Reply answer(Map<String, @Nullable Object> message, Peer peer) {
        Object id = Rpc.id(message);
        try {
            String method = method(message);
            Map<String, @Nullable Object> params = Rpc.params(message);
            if (!message.containsKey("id")) {
                told(method, params, peer);
                return Reply.NOTHING;
            }
            if (id == null) {
                throw McpError.request("the id is neither text nor a whole number");
            }
            return answer(id, method, params, peer);
        } catch (McpError e) {
            return new Reply(Rpc.error(id, e), e.status());
        }
    }

    private static String method(Map<String, @Nullable Object> message) {
        if (!"2.0".equals(message.get("jsonrpc"))) {
            throw McpError.request("jsonrpc is not 2.0");
        }
        if (message.get("method") instanceof String method) {
            return method;
        }
        throw McpError.request("method is missing or not text");
    }

    private void told(String method, Map<String, @Nullable Object> params, Peer peer) {
        Object id = params.get("requestId");
        if (method.equals("notifications/cancelled") && id != null) {
            peer.inFlight().cancel(id);
        }
        // Other notifications tell nothing that is needed here.
    }

    private Reply answer(Object id, String method, Map<String, @Nullable Object> params, Peer peer) {
        try (InFlight.Entry entry = peer.inFlight().begin(id, method)) {
            try {
                if (entry.isCancelled()) {
                    return Reply.NOTHING;
                }
                Map<String, @Nullable Object> result =
                        method.equals(LISTEN) && !peer.revision().isLegacy()
                                ? listen(id, params, peer)
                                : dispatch(method, params, peer);
                return entry.isCancelled() ? Reply.NOTHING : new Reply(Rpc.result(id, result), 200);
            } catch (Cancelled e) {
                return Reply.NOTHING;
            } catch (StoaException e) {
                if (entry.isCancelled()) {
                    return Reply.NOTHING;
                }
                throw refused(e);
            } catch (McpError e) {
                throw e;
            } catch (RuntimeException e) {
                LOG.error("{} failed (request {})", Bounds.shown(method), request(peer.by()), e);
                throw McpError.internal("internal error; see the server's log for " + request(peer.by()));
            }
        }
    }

    private Map<String, @Nullable Object> dispatch(String method, Map<String, @Nullable Object> params, Peer peer) {
        Map<String, @Nullable Object> result = peer.revision().isLegacy()
                ? switch (method) {
                    case INITIALIZE -> initialized(peer.revision());
                    case "ping" -> Json.object();
                    case "resources/subscribe" -> subscribe(params, peer);
                    case "resources/unsubscribe" -> {
                        peer.subscriptions().remove(Rpc.text(params, "uri"));
                        yield Json.object();
                    }
                    default -> shared(method, params, peer);
                }
                : method.equals("server/discover") ? discovered() : shared(method, params, peer);
        return peer.revision().isLegacy() ? result : signed(method, result, peer.by());
    }

    private Map<String, @Nullable Object> shared(String method, Map<String, @Nullable Object> params, Peer peer) {
        if (profile.prompts().isEmpty() && (method.startsWith("prompts/") || method.startsWith("completion/"))) {
            throw McpError.method(method);
        }
        return switch (method) {
            case "tools/list" -> listed(params, "tools", tools(peer.by()));
            case "tools/call" -> call(params, peer);
            case "resources/list" ->
                listed(params, "resources", profile.resources().list(reading(peer.by())));
            case "resources/templates/list" ->
                listed(params, "resourceTemplates", profile.resources().templates());
            case "resources/read" -> read(params, peer);
            case "prompts/list" ->
                listed(
                        params,
                        "prompts",
                        profile.prompts().stream().map(Prompt::definition).toList());
            case "prompts/get" -> prompt(params, peer.by());
            case "completion/complete" -> complete(params, peer.by());
            default -> throw McpError.method(method);
        };
    }

    private static Principal reading(Principal by) {
        Rights.need(by, Right.READ, "resources");
        return by;
    }

    private Map<String, @Nullable Object> initialized(Revision revision) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("protocolVersion", revision.text());
        result.put("capabilities", capabilities());
        result.put("serverInfo", server());
        result.put("instructions", profile.about());
        return result;
    }

    private Map<String, @Nullable Object> discovered() {
        return Json.object(
                "supportedVersions", Revision.names(), "capabilities", capabilities(), "instructions", profile.about());
    }

    private Map<String, @Nullable Object> capabilities() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("tools", Json.object());
        all.put("resources", Json.object("subscribe", true));
        if (!profile.prompts().isEmpty()) {
            all.put("prompts", Json.object());
            all.put("completions", Json.object());
        }
        return all;
    }

    private Map<String, @Nullable Object> server() {
        return Json.object("name", "stoa", "title", "Stoa", "version", version);
    }

    /** The result as a client gets it that knows nothing of what was before. */
    private Map<String, @Nullable Object> signed(String method, Map<String, @Nullable Object> result, Principal by) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(result);
        all.putIfAbsent("resultType", "complete");
        Map<String, @Nullable Object> meta = new LinkedHashMap<>(Rpc.object(result, Rpc.META));
        meta.put(Rpc.SERVER_KEY, server());
        all.put(Rpc.META, meta);
        switch (method) {
            case "server/discover", "prompts/list", "resources/templates/list" -> kept(all, KEPT_MILLIS, "public");
            // A caller who may call less is shown less: only a whole list is the same for all.
            case "tools/list" ->
                kept(all, KEPT_MILLIS, tools(by).size() == profile.tools().size() ? "public" : "private");
            // What is listed depends on who asks, and what is read on the moment too.
            case "resources/list", "resources/read" -> kept(all, 0, "private");
            default -> {}
        }
        return all;
    }

    private static void kept(Map<String, @Nullable Object> result, long millis, String whose) {
        result.put("ttlMs", millis);
        result.put("cacheScope", whose);
    }

    private List<Map<String, @Nullable Object>> tools(Principal by) {
        return profile.tools().stream()
                .filter(tool -> Rights.has(by, tool.least().need()))
                .map(Tool::definition)
                .toList();
    }

    private static Map<String, @Nullable Object> listed(
            Map<String, @Nullable Object> params, String name, List<Map<String, @Nullable Object>> all) {
        int from = place(params.get("cursor"), all.size());
        int end = Math.min(all.size(), from + PAGE);
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put(name, all.subList(from, end));
        if (end < all.size()) {
            result.put("nextCursor", "from-" + end);
        }
        return result;
    }

    private static int place(@Nullable Object cursor, int size) {
        if (cursor == null) {
            return 0;
        }
        if (cursor instanceof String text && text.matches("from-[0-9]{1,9}")) {
            int from = Integer.parseInt(text.substring("from-".length()));
            if (from > 0 && from <= size) {
                return from;
            }
        }
        throw McpError.params("the cursor is not one of this list; begin without one");
    }

    private Map<String, @Nullable Object> call(Map<String, @Nullable Object> params, Peer peer) {
        String name = Rpc.text(params, "name");
        Tool tool = profile.tool(name).orElseThrow(() -> McpError.params("there is no tool " + Bounds.shown(name)));
        Map<String, @Nullable Object> arguments = Rpc.object(params, "arguments");
        if (!peer.capabilities().keySet().containsAll(tool.capabilities().keySet())) {
            throw McpError.capability(tool.capabilities());
        }
        tool.check().accept(arguments);
        ToolCall call = new ToolCall(
                peer.by(), peer.again(), arguments, params, Progress.of(Rpc.object(params, Rpc.META), peer.sink()));
        Runnable over = meter.called(tool.name());
        try {
            return run(tool, call).fields();
        } finally {
            over.run();
        }
    }

    private ToolResult run(Tool tool, ToolCall call) {
        try (Deadlines.Deadline deadline = deadlines.start(tool.time())) {
            try {
                Scope scope = tool.scope(call.arguments());
                Rights.check(call.by(), scope.need(), tool.named(call.arguments()));
                if (scope.need().right() != Right.READ) {
                    // The message itself was counted as a read.
                    meter.count(call.by(), scope);
                }
                return tool.handler().run(call);
            } catch (InterruptedException e) {
                return late(tool, deadline);
            } catch (UnavailableException e) {
                return e.isInterruption() ? late(tool, deadline) : failed(e, call.by());
            } catch (StoaException | Refusal e) {
                return failed(e, call.by());
            } catch (McpError e) {
                throw e;
            } catch (RuntimeException e) {
                LOG.error("the call of {} failed (request {})", tool.name(), request(call.by()), e);
                return failed(e, call.by());
            }
        }
    }

    private static ToolResult late(Tool tool, Deadlines.Deadline deadline) {
        if (!deadline.passed()) {
            throw new Cancelled();
        }
        return ToolResult.failed(
                "timeout", "the call took longer than " + tool.time().toSeconds() + " s", "ask for less");
    }

    private ToolResult failed(RuntimeException e, Principal by) {
        Problem problem = Problem.of(e, request(by));
        if (problem.status() == 403 || problem.status() == 429) {
            try {
                meter.refused(by, problem.status(), problem.code());
            } catch (RuntimeException unrecorded) {
                // It stays refused, also when that cannot be recorded.
                LOG.warn("the refusal of request {} could not be recorded", request(by), unrecorded);
            }
        }
        return ToolResult.failed(problem.code(), problem.detail(), problem.hint());
    }

    private static String request(Principal by) {
        return String.valueOf(by.trace().request());
    }

    private Map<String, @Nullable Object> read(Map<String, @Nullable Object> params, Peer peer) {
        String uri = Rpc.text(params, "uri");
        try {
            Map<String, @Nullable Object> contents = profile.resources().read(reading(peer.by()), uri);
            if (contents == null) {
                throw McpError.resource(peer.revision(), uri);
            }
            return Json.object("contents", List.of(contents));
        } catch (NotFoundException e) {
            throw McpError.resource(peer.revision(), uri);
        } catch (StoaException e) {
            throw refused(e);
        }
    }

    private static McpError refused(StoaException e) {
        return e instanceof UnavailableException
                ? McpError.internal(String.valueOf(e.getMessage()))
                : McpError.params(String.valueOf(e.getMessage()));
    }

    private static Map<String, @Nullable Object> subscribe(Map<String, @Nullable Object> params, Peer peer) {
        String uri = Rpc.text(params, "uri");
        if (!peer.subscriptions().add(reading(peer.by()), uri)) {
            throw McpError.resource(peer.revision(), uri);
        }
        return Json.object();
    }

    /** Says what is listened to, then tells of it until the client has enough. */
    private Map<String, @Nullable Object> listen(Object id, Map<String, @Nullable Object> params, Peer peer) {
        Map<String, @Nullable Object> wanted = Rpc.object(params, "notifications");
        Subscriptions subscriptions = subscriptions();
        List<String> taken = new ArrayList<>();
        if (wanted.get("resourceSubscriptions") instanceof List<?> uris) {
            for (Object uri : uris) {
                if (uri instanceof String text && subscriptions.add(reading(peer.by()), text)) {
                    taken.add(text);
                }
            }
        }
        Map<String, @Nullable Object> honoured = new LinkedHashMap<>();
        if (!taken.isEmpty()) {
            honoured.put("resourceSubscriptions", taken);
        }
        Map<String, @Nullable Object> mark = Json.object(Rpc.SUBSCRIPTION_KEY, id);
        peer.sink()
                .send(Rpc.notification(
                        "notifications/subscriptions/acknowledged",
                        Json.object(Rpc.META, mark, "notifications", honoured)));
        try {
            subscriptions.follow(peer.by(), uri -> peer.sink().send(updated(uri, mark)));
        } catch (InterruptedException | UnavailableException e) {
            throw new Cancelled();
        }
        throw new Cancelled();
    }

    /** Says that a resource changed. */
    static Map<String, @Nullable Object> updated(String uri, @Nullable Map<String, @Nullable Object> mark) {
        Map<String, @Nullable Object> params = new LinkedHashMap<>();
        if (mark != null) {
            params.put(Rpc.META, mark);
        }
        params.put("uri", uri);
        return Rpc.notification("notifications/resources/updated", params);
    }

    private Map<String, @Nullable Object> prompt(Map<String, @Nullable Object> params, Principal by) {
        String name = Rpc.text(params, "name");
        Prompt prompt =
                profile.prompt(name).orElseThrow(() -> McpError.params("there is no prompt " + Bounds.shown(name)));
        Map<String, String> values = new LinkedHashMap<>();
        Rpc.object(params, "arguments").forEach((key, value) -> {
            if (prompt.arguments().stream().noneMatch(each -> each.name().equals(key))) {
                throw McpError.params("prompt " + name + " has no argument " + Bounds.shown(key));
            }
            if (!(value instanceof String text)) {
                throw McpError.params("argument " + key + " is not text");
            }
            values.put(key, text);
        });
        for (Prompt.Argument argument : prompt.arguments()) {
            if (argument.required() && !values.containsKey(argument.name())) {
                throw McpError.params("argument " + argument.name() + " is missing");
            }
        }
        try {
            return Json.object(
                    "description",
                    prompt.description(),
                    "messages",
                    prompt.author().write(reading(by), values));
        } catch (StoaException e) {
            throw refused(e);
        }
    }

    private Map<String, @Nullable Object> complete(Map<String, @Nullable Object> params, Principal by) {
        Map<String, @Nullable Object> ref = Rpc.object(params, "ref");
        Map<String, @Nullable Object> argument = Rpc.object(params, "argument");
        String name = Rpc.text(argument, "name");
        String prefix = Rpc.text(argument, "value");
        try {
            List<String> found = switch (Rpc.text(ref, "type")) {
                case "ref/prompt" -> {
                    String of = Rpc.text(ref, "name");
                    Prompt prompt = profile.prompt(of)
                            .orElseThrow(() -> McpError.params("there is no prompt " + Bounds.shown(of)));
                    yield prompt.author().complete(reading(by), name, prefix);
                }
                case "ref/resource" -> profile.resources().complete(reading(by), Rpc.text(ref, "uri"), name, prefix);
                default -> throw McpError.params("the type of ref is neither ref/prompt nor ref/resource");
            };
            return Json.object(
                    "completion",
                    Json.object(
                            "values",
                            found.stream().limit(MOST_COMPLETIONS).toList(),
                            "total",
                            found.size(),
                            "hasMore",
                            found.size() > MOST_COMPLETIONS));
        } catch (StoaException e) {
            throw refused(e);
        }
    }
}
