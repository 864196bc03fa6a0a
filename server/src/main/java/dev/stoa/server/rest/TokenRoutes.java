package dev.stoa.server.rest;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.counsel.Counsel;
import dev.stoa.counsel.access.AccessToken;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.counsel.access.KeyedWrite;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.access.Door;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Access tokens, and the keys that encrypt conversations and corrections. */
final class TokenRoutes {
    private static final long LONGEST_LIFE = Duration.ofDays(3_650).toSeconds();

    private final Backend backend;

    private final Door door;

    TokenRoutes(Backend backend, Door door) {
        this.backend = backend;
        this.door = door;
    }

    List<Route> routes() {
        return List.of(
                Route.post("tokens", "token create", "Create an access token.", Scope.ADMIN, Repeat.KEPT)
                        .body(
                                Field.texts(
                                                "scopes",
                                                8,
                                                "What it allows: ask, read, write, operate, admin or agent:IDENTITY.")
                                        .must(),
                                Field.text("label", 0, 200, "What it is for."),
                                Field.id("subject", "User whose conversations it opens (default: local)"),
                                Field.whole(
                                        "expires_seconds",
                                        1,
                                        LONGEST_LIFE,
                                        "Its lifetime in seconds (default: it does not expire)"))
                        .mark(Route.Mark.SECRET)
                        .errors("key_reused", "conflict")
                        .handle(
                                Example.send("tokens", "{\"scopes\":[\"read\"],\"label\":\"dashboard\"}")
                                        .status(201),
                                this::create),
                Route.get("tokens", "token list", "List all access tokens, oldest first.", Scope.ADMIN)
                        .paged()
                        .handle(Example.get("tokens"), this::list),
                Route.get(
                                "tokens/uses",
                                "token uses",
                                "List when each token was last used here, since the server began.",
                                Scope.ADMIN)
                        .handle(
                                Example.get("tokens/uses"),
                                call -> Answer.ok(door.uses().document())),
                Route.delete("tokens/{id}", "token revoke", "Revoke an access token.", Scope.ADMIN, Repeat.STATE)
                        .handle(Example.get("tokens/{token}"), this::revoke),
                Route.get("keys", "key list", "List the keys with the rows of each.", Scope.ADMIN)
                        .handle(Example.get("keys"), this::keys),
                Route.post("keys/rotate", "key rotate", "Add a key and encrypt again.", Scope.ADMIN, Repeat.NONE)
                        .body(Field.flag("index", "Whether to replace the key of the search index instead."))
                        .mark(Route.Mark.VERIFIES)
                        .handle(Example.send("keys/rotate", "{}"), this::rotate),
                Route.delete("keys/{id}", "key retire", "Remove a key that no row uses.", Scope.ADMIN, Repeat.STATE)
                        .errors("conflict")
                        .handle(Example.get("keys/{key}"), this::retire));
    }

    private Counsel counsel() {
        return backend.stoa().counsel();
    }

    private Answer create(Call call) {
        JsonFields body = call.body();
        Long seconds = body.wholeOrNull("expires_seconds");
        TokenDraft draft = new TokenDraft(
                new Scopes(body.texts("scopes")),
                body.text("label", ""),
                body.textOrNull("subject"),
                seconds == null ? null : Duration.ofSeconds(seconds));
        KeyedWrite.Replayable<CreatedToken> created = Once.write(
                call,
                counsel(),
                "POST tokens",
                counsel -> counsel.tokens().create(call.by(), draft),
                made -> made.stored().tokenId(),
                TokenRoutes::shown);
        return Answer.created(created.value().toJson());
    }

    /** A token can be read once. */
    private static CreatedToken shown(String id) {
        throw new ConflictException(
                "conflict",
                "token " + id + " was created and shown under this key",
                "revoke it and create another if the answer was lost");
    }

    private Answer list(Call call) {
        return call.list(counsel().tokens().list(call.by(), call.page()).map(AccessToken::toJson));
    }

    private Answer revoke(Call call) {
        return Answer.ok(counsel().tokens().revoke(call.by(), call.path("id")).toJson());
    }

    private Answer keys(Call call) {
        return Answer.ok(counsel().keys().list(call.by()).toJson());
    }

    private Answer rotate(Call call) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        Long id = null;
        if (call.body().flag("index", false)) {
            counsel().keys().rotateIndex(call.by());
        } else {
            id = counsel().keys().rotate(call.by());
        }
        document.putAll(counsel().keys().reseal(call.by()).toJson());
        if (id != null) {
            document.put("key_id", id);
        }
        return Answer.ok(document);
    }

    private Answer retire(Call call) {
        long id = number("key", call.path("id"));
        counsel().keys().retire(call.by(), id);
        return Answer.ok(Json.object("key_id", id, "retired", true));
    }

    /** A number in a path. */
    static long number(String what, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new InvalidException("invalid", what + " is not a whole number", "name it by its number", e);
        }
    }
}
