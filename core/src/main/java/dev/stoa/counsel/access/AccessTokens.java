package dev.stoa.counsel.access;

import dev.stoa.base.Bounds;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Trace;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that open Stoa to programs and people elsewhere. Thread-safe. Of a token only a hash is stored, and every
 * look-up reads the archive: what is revoked is refused from the commit on, in every process. Rows are never deleted but
 * those of single executions, a day after they ended.
 */
public final class AccessTokens {
    private static final String COLUMNS =
            "token_id, created_at, label, subject, scopes, expires_at, revoked_at FROM access_tokens";
    private static final Pattern FORM = Pattern.compile("stoa_([a-z2-7]{12})_[A-Za-z0-9_-]{43}");
    private static final String BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int ID_LENGTH = 12;
    private static final int SECRET_BYTES = 32;
    // The hash of no token: a token has another form.
    private static final String NONE = Digest.sha256("");

    private final CounselContext context;
    private final RandomGenerator chance;

    private AccessTokens(CounselContext context, RandomGenerator chance) {
        this.context = context;
        this.chance = chance;
    }

    /** The tokens of a counsel archive. */
    public static AccessTokens over(CounselContext context) {
        return over(context, new SecureRandom());
    }

    /** The same, with chance from elsewhere. */
    static AccessTokens over(CounselContext context, RandomGenerator chance) {
        return new AccessTokens(context, chance);
    }

    /** Makes a token. What is returned is the only place where it can be read. */
    @Needs(value = Right.ADMIN, agents = false)
    public CreatedToken create(Principal by, TokenDraft draft) {
        Rights.check(by);
        Bounds.given("draft", draft);
        String id = id();
        byte[] secret = new byte[SECRET_BYTES];
        chance.nextBytes(secret);
        String token =
                "stoa_" + id + "_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        return context.write(by, (tx, now) -> {
            String agent = draft.scopes().agent();
            String subject = agent != null ? agent : draft.subject() == null ? "local" : draft.subject();
            Instant expires = draft.lifetime() == null ? null : now.plus(draft.lifetime());
            tx.update(
                    "INSERT INTO access_tokens (token_id, created_at, label, subject, scopes, hash, expires_at)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    id,
                    now,
                    draft.label(),
                    subject,
                    draft.scopes().text(),
                    Digest.sha256(token),
                    expires);
            record(tx, "token_create", by, id, draft.scopes(), subject, now);
            return new CreatedToken(
                    token, new AccessToken(id, now, draft.label(), subject, draft.scopes(), expires, null));
        });
    }

    private String id() {
        StringBuilder id = new StringBuilder(ID_LENGTH);
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(BASE32.charAt(chance.nextInt(BASE32.length())));
        }
        return id.toString();
    }

    private void record(Tx tx, String type, Principal by, String id, Scopes scopes, String subject, Instant now) {
        context.audit()
                .append(
                        tx,
                        AuditEvent.of(
                                type,
                                by.trace(),
                                Json.object(
                                        "token_id", id, "scopes", scopes.names(), "subject", subject, "by", by.name())),
                        now);
    }

    /** All tokens, revoked and expired ones too, oldest first. */
    @Needs(value = Right.ADMIN, agents = false)
    public Page<AccessToken> list(Principal by, Page.Request page) {
        Rights.check(by);
        TokenCursor after = page.cursor() == null ? null : TokenCursor.parse(page.cursor());
        return context.read(by, (tx, now) -> {
            List<AccessToken> found = after == null
                    ? tx.list(
                            "SELECT " + COLUMNS + " ORDER BY created_at, token_id LIMIT ?",
                            AccessTokens::token,
                            page.limit() + 1)
                    : tx.list(
                            "SELECT " + COLUMNS + " WHERE created_at > ? OR (created_at = ? AND token_id > ?)"
                                    + " ORDER BY created_at, token_id LIMIT ?",
                            AccessTokens::token,
                            after.createdAt(),
                            after.createdAt(),
                            after.tokenId(),
                            page.limit() + 1);
            if (found.size() <= page.limit()) {
                return new Page<>(found, null);
            }
            List<AccessToken> items = new ArrayList<>(found.subList(0, page.limit()));
            return new Page<>(items, TokenCursor.after(items.getLast()).text());
        });
    }

    /** Makes a token useless from the commit on; one that was revoked before stays as it is. */
    @Needs(value = Right.ADMIN, agents = false)
    public AccessToken revoke(Principal by, String tokenId) {
        Rights.check(by);
        Bounds.id("token_id", tokenId);
        return context.write(by, (tx, now) -> {
            AccessToken token = tx.one("SELECT " + COLUMNS + " WHERE token_id = ?", AccessTokens::token, tokenId)
                    .orElseThrow(() -> new NotFoundException(
                            "not_found", "there is no token " + tokenId, "list the tokens to see their ids"));
            if (token.revokedAt() != null) {
                return token;
            }
            tx.update("UPDATE access_tokens SET revoked_at = ? WHERE token_id = ?", now, tokenId);
            record(tx, "token_revoke", by, tokenId, token.scopes(), token.subject(), now);
            return new AccessToken(
                    tokenId, token.createdAt(), token.label(), token.subject(), token.scopes(), token.expiresAt(), now);
        });
    }

    /** Whether a token was ever created, revoked ones included: then nothing is open without one. */
    @Needs(Right.NOTHING)
    public boolean everCreated() {
        return context.archive()
                .one("SELECT 1 FROM access_tokens LIMIT 1", row -> true)
                .isPresent();
    }

    /**
     * Who presents a token.
     *
     * @param token what was presented; null if nothing was
     * @param request the id of the request
     * @param trace the id of the trace
     * @throws ForbiddenException with the code {@code unauthorized} if it opens nothing
     * @throws UnavailableException if that cannot be found out, which is never taken for a yes
     */
    @Needs(Right.NOTHING)
    public Principal authenticate(@Nullable String token, @Nullable String request, @Nullable String trace) {
        if (token == null || token.isEmpty()) {
            throw refused("no token was presented", "present one");
        }
        Matcher form = FORM.matcher(token);
        if (!form.matches()) {
            throw refused("what was presented is no token", "present one as it was shown at its creation");
        }
        String id = form.group(1);
        Found found = find(id).orElse(null);
        // Also for an unknown id, so that both take the same time.
        boolean same = equal(Digest.sha256(token), found == null ? NONE : found.hash());
        if (found == null || !same) {
            throw refused("the token is unknown", "present one as it was shown at its creation");
        }
        return holder(found.token(), new Trace(id, request, trace));
    }

    /**
     * Who goes on with a session that was begun by presenting a token.
     *
     * @param tokenId the id of the token, which the caller has seen proved
     * @throws ForbiddenException with the code {@code unauthorized} if it opens nothing any more
     */
    @Needs(Right.NOTHING)
    public Principal resume(String tokenId, @Nullable String request, @Nullable String trace) {
        Found found = find(Bounds.id("token_id", tokenId))
                .orElseThrow(() -> refused("the token of the session is unknown", "log in again"));
        return holder(found.token(), new Trace(tokenId, request, trace));
    }

    private Principal holder(AccessToken token, Trace trace) {
        if (!token.valid(context.now())) {
            throw refused(
                    "token " + token.tokenId() + (token.revokedAt() == null ? " has expired" : " was revoked"),
                    "use another");
        }
        return token.scopes().principal(token.subject(), trace);
    }

    private record Found(AccessToken token, String hash) {}

    private Optional<Found> find(String id) {
        try {
            return context.archive()
                    .one(
                            "SELECT token_id, created_at, label, subject, scopes, expires_at, revoked_at, hash"
                                    + " FROM access_tokens WHERE token_id = ?",
                            row -> new Found(token(row), row.text(8)),
                            id);
        } catch (RuntimeException e) {
            throw new UnavailableException(
                    "unavailable", "whether the token is valid cannot be found out now", "try again later", e);
        }
    }

    private static boolean equal(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private static ForbiddenException refused(String message, String hint) {
        return new ForbiddenException("unauthorized", message, hint);
    }

    private static AccessToken token(Row row) {
        return new AccessToken(
                row.text(1),
                row.instant(2),
                row.text(3),
                row.text(4),
                Scopes.parse(row.text(5)),
                row.instantOrNull(6),
                row.instantOrNull(7));
    }

    /** Where a page of tokens ends. Times are those of rows, which never change. */
    private record TokenCursor(Instant createdAt, String tokenId) {
        private static final String MARK = "t|";

        static TokenCursor after(AccessToken token) {
            return new TokenCursor(token.createdAt(), token.tokenId());
        }

        static TokenCursor parse(String cursor) {
            try {
                String[] parts =
                        new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split("\\|", -1);
                if (parts.length == 3 && parts[0].equals("t")) {
                    return new TokenCursor(Instant.EPOCH.plus(Long.parseLong(parts[1]), ChronoUnit.MICROS), parts[2]);
                }
            } catch (IllegalArgumentException | ArithmeticException | java.time.DateTimeException e) {
                // Not a cursor of this list; refused below.
            }
            throw Bounds.invalid(
                    "cursor " + Bounds.shown(cursor) + " is not from a page before", "use its next, or none");
        }

        String text() {
            String plain = MARK + ChronoUnit.MICROS.between(Instant.EPOCH, createdAt) + "|" + tokenId;
            return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
        }
    }
}
