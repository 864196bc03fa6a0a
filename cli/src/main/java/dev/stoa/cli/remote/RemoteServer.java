package dev.stoa.cli.remote;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.engine.access.SurfaceRights;
import dev.stoa.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The server that {@code STOA_URL} names, which carries out the verbs that agents use. Used by one thread. It is the one
 * place that is contacted: no redirect is followed, so that the token in {@code STOA_TOKEN} goes nowhere else.
 */
public final class RemoteServer {
    private static final String URL = "STOA_URL";
    private static final String TOKEN = "STOA_TOKEN";
    private static final Pattern HEADER = Pattern.compile("[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?");
    private static final Duration CONNECTING = Duration.ofSeconds(10);
    /** Longer than the longest wait that a server allows. */
    private static final Duration LONGEST = Duration.ofSeconds(700);

    private static final int MOST_BYTES = 64 << 20;

    private final String base;
    private final String token;

    private RemoteServer(String base, String token) {
        this.base = base;
        this.token = token;
    }

    /** The server that the environment names; null if it names none. */
    public static @Nullable RemoteServer of(Map<String, String> variables) {
        String url = variables.getOrDefault(URL, "");
        if (url.isBlank()) {
            return null;
        }
        String token = variables.getOrDefault(TOKEN, "");
        if (!token.isEmpty() && !HEADER.matcher(token).matches()) {
            throw Bounds.invalid(TOKEN + " is no token", "set it as it was shown at its creation");
        }
        return new RemoteServer(base(url), token);
    }

    private static String base(String url) {
        try {
            URI uri = new URI(url);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (List.of("http", "https").contains(scheme)
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                return url.replaceFirst("/+$", "");
            }
        } catch (URISyntaxException e) {
            // Said below, without the text, which may hold a password.
        }
        throw Bounds.invalid(
                URL + " is no address of a server", "give one such as http://127.0.0.1:7070, without a user or query");
    }

    /** Whether a verb is for the server: all but those that need no rights, because they read no data. */
    public static boolean concerns(String verb) {
        return SurfaceRights.of(verb).right() != Right.NOTHING;
    }

    /** Lets the server carry out a verb, prints its answer and answers the exit code. */
    public int run(Invocation main, String verb, CommandSpec spec) {
        if (main.namesPlace()) {
            throw Bounds.invalid(
                    "--data or --db is given, and " + URL + " is set", "leave out the option, or unset " + URL);
        }
        RemoteRequest request = RemoteVerbs.of(new TypedVerb(main, verb, spec));
        try {
            Map<String, @Nullable Object> document = send(request, main.principal());
            main.print(document, List.of(TerminalText.json(document)));
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return main.interrupted("the request was interrupted", "see whether it was carried out, and ask again");
        }
    }

    private Map<String, @Nullable Object> send(RemoteRequest request, Principal by) throws InterruptedException {
        String body = request.body();
        HttpRequest.Builder asked = HttpRequest.newBuilder(URI.create(base + "/api/v1/" + request.target()))
                .timeout(LONGEST)
                .header("Accept", "application/json")
                .method(
                        request.method(),
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        if (body != null) {
            asked.header("Content-Type", "application/json");
        }
        if (!token.isEmpty()) {
            asked.header("Authorization", "Bearer " + token);
        }
        identify(asked, by);
        try (HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECTING)
                .build()) {
            HttpResponse<InputStream> answer = client.send(asked.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = answer.body()) {
                return read(answer.statusCode(), in.readNBytes(MOST_BYTES + 1));
            }
        } catch (IOException e) {
            throw new UnavailableException(
                    "unreachable",
                    "the server at " + base + " cannot be reached (" + reason(e) + ")",
                    "see that it runs and that " + URL + " is right",
                    e);
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? "no connection" : e.getMessage();
    }

    /** Says as whom to act. A token of an agent says it already, and then a name that no header can hold is left out. */
    private static void identify(HttpRequest.Builder asked, Principal by) {
        String agent = by.agent();
        if (by.operator()) {
            asked.header("Stoa-Operator", "true");
        }
        if (agent != null && HEADER.matcher(agent).matches()) {
            asked.header("Stoa-Agent", agent);
        } else if (agent != null && by.task() == null) {
            throw Bounds.invalid(
                    "agent " + Bounds.shown(agent) + " cannot be named to a server",
                    "name it by its id, or use its own token");
        }
        if (by.task() != null && HEADER.matcher(by.task()).matches()) {
            asked.header("Stoa-Task", by.task());
        }
    }

    private Map<String, @Nullable Object> read(int status, byte[] bytes) {
        if (bytes.length > MOST_BYTES) {
            throw new UnavailableException(
                    "too_large", "the answer has more than " + MOST_BYTES + " bytes", "ask for less, by --limit");
        }
        Map<String, @Nullable Object> document;
        try {
            document = Json.parseObject(new String(bytes, StandardCharsets.UTF_8));
        } catch (StoaException e) {
            throw foreign(status);
        }
        if (status / 100 == 2) {
            return document;
        }
        if (document.get("code") instanceof String code && document.get("detail") instanceof String detail) {
            throw refusal(status, code, detail, document.get("hint") instanceof String hint ? hint : null);
        }
        throw foreign(status);
    }

    /** What answers so is no Stoa, or something stands before it. */
    private UnavailableException foreign(int status) {
        return new UnavailableException(
                "unreachable",
                "what answers at " + base + " with " + status + " is no server of Stoa",
                "see that " + URL + " names the server itself; redirects are not followed");
    }

    private static StoaException refusal(int status, String code, String detail, @Nullable String hint) {
        return switch (status) {
            case 400, 405, 406, 413, 414, 415, 422, 431 -> new InvalidException(code, detail, hint);
            case 404 -> new NotFoundException(code, detail, hint);
            case 409, 412 -> new ConflictException(code, detail, hint);
            case 401, 403, 421, 429 -> new ForbiddenException(code, detail, hint);
            default -> new UnavailableException(code, detail, hint);
        };
    }
}
