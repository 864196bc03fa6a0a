package dev.stoa.cli.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.counsel.access.AccessToken;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code token}: who may use Stoa over the network. Used by one thread. */
@Command(
        name = "token",
        description = "Create, list and revoke access tokens for the server.",
        addMethodSubcommands = false)
public final class TokenCommand extends CommandGroup {
    private static final Pattern LIFETIME = Pattern.compile("([0-9]{1,9})([smhd])");

    @Command(
            name = "create",
            description = "Create an access token. The token itself is shown this once and stored only as a hash.")
    void create(
            @Option(
                            names = "--scope",
                            paramLabel = "SCOPE",
                            required = true,
                            split = ",",
                            description =
                                    "What the token allows: ask, read, write, operate, admin or agent:IDENTITY; several"
                                            + " separated by commas.")
                    List<String> scopes,
            @Option(
                            names = "--label",
                            paramLabel = "TEXT",
                            description = "What the token is for, up to 200 characters.")
                    @Nullable
                    String label,
            @Option(
                            names = "--subject",
                            paramLabel = "USER",
                            description = "User whose conversations the token opens (default: local)")
                    @Nullable
                    String subject,
            @Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            defaultValue = "never",
                            description = "Lifetime such as 12h, 30d, 90s or 15m, or never (default: ${DEFAULT-VALUE})")
                    String expires) {
        TokenDraft draft = new TokenDraft(new Scopes(scopes), label == null ? "" : label, subject, lifetime(expires));
        try (Stoa stoa = main.open()) {
            CreatedToken created = stoa.counsel().tokens().create(main.principal(), draft);
            main.print(
                    created.toJson(),
                    List.of(
                            created.token(),
                            "this is token " + created.stored().tokenId() + " with the scopes "
                                    + created.stored().scopes().text() + " for "
                                    + created.stored().subject() + "; it is not shown again"));
        }
    }

    private static @Nullable Duration lifetime(String text) {
        if (text.equals("never")) {
            return null;
        }
        Matcher form = LIFETIME.matcher(text);
        if (!form.matches()) {
            throw Bounds.invalid(
                    "--expires " + Bounds.shown(text) + " is neither never nor a number with s, m, h or d",
                    "write it like 30d");
        }
        long number = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    @Command(name = "list", description = "List all access tokens, oldest first, with expired and revoked ones.")
    void list(@Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Page<AccessToken> page = stoa.counsel().tokens().list(main.principal(), paging.request());
            Instant now = Instant.now();
            Columns columns = new Columns();
            for (AccessToken token : page.items()) {
                columns.row(token.tokenId(), token.scopes().text(), token.subject(), state(token, now), token.label());
            }
            main.print(
                    Json.object(
                            "items",
                            page.items().stream().map(AccessToken::toJson).toList(),
                            "next",
                            page.next()),
                    page.items().isEmpty() ? List.of("no token was created") : columns.lines());
        }
    }

    private static String state(AccessToken token, Instant now) {
        if (token.revokedAt() != null) {
            return "revoked " + Times.show(token.revokedAt());
        }
        if (token.expiresAt() == null) {
            return "does not expire";
        }
        return (token.valid(now) ? "expires " : "expired ") + Times.show(token.expiresAt());
    }

    @Command(name = "revoke", description = "Revoke an access token; the next request with it is refused.")
    void revoke(@Parameters(paramLabel = "ID", description = "Id of the token, as token list shows it.") String id) {
        try (Stoa stoa = main.open()) {
            AccessToken token = stoa.counsel().tokens().revoke(main.principal(), id);
            main.print(token.toJson(), List.of("token " + id + " is revoked"));
        }
    }
}
