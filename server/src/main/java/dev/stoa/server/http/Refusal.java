package dev.stoa.server.http;

import dev.stoa.base.Bounds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that is refused before or beside what the stores refuse, with the status and the code of its answer.
 * Immutable. Its message becomes the detail of the problem.
 */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;
    private final @Nullable String hint;
    private final transient List<BadField> fields;
    private final transient Map<String, String> headers;

    /** A field that is wrong, and how. */
    public record BadField(String name, String message) {}

    private Refusal(
            int status,
            String code,
            String detail,
            @Nullable String hint,
            List<BadField> fields,
            Map<String, String> headers) {
        super(detail, null, false, false);
        this.status = status;
        this.code = code;
        this.hint = hint;
        this.fields = fields;
        this.headers = headers;
    }

    public static Refusal of(int status, String code, String detail, @Nullable String hint) {
        return new Refusal(status, code, detail, hint, List.of(), Map.of());
    }

    /** A field whose value is wrong. */
    public static Refusal field(String name, String message, @Nullable String hint) {
        return new Refusal(
                422,
                "invalid",
                "field \"" + shown(name) + "\" " + message,
                hint,
                List.of(new BadField(shown(name), message)),
                Map.of());
    }

    /** Several values that are wrong, none of which was taken because of the others. */
    public static Refusal several(String detail, @Nullable String hint, List<BadField> wrong) {
        return new Refusal(422, "invalid", detail, hint, List.copyOf(wrong), Map.of());
    }

    static Refusal unknown(String detail, String name, String hint) {
        return new Refusal(422, "invalid", detail, hint, List.of(new BadField(shown(name), "unknown")), Map.of());
    }

    /** The same refusal of a field inside an object. */
    Refusal within(String prefix) {
        BadField bad = fields.getFirst();
        return bad.message().equals("unknown") || bad.name().startsWith(prefix)
                ? this
                : field(prefix + bad.name(), bad.message(), hint);
    }

    /** The same refusal, whose answer has a header more. */
    public Refusal with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Refusal(status, code, String.valueOf(getMessage()), hint, fields, more);
    }

    /** The same refusal, of which a field is the cause. */
    public Refusal of(String field) {
        String detail = String.valueOf(getMessage());
        return new Refusal(status, code, detail, hint, List.of(new BadField(shown(field), detail)), headers);
    }

    /** A name as it may be shown: short, and in printable characters. */
    static String shown(String name) {
        String safe = Bounds.shown(name);
        return safe.length() > 2 && safe.startsWith("\"") ? safe.substring(1, safe.length() - 1) : safe;
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public @Nullable String hint() {
        return hint;
    }

    List<BadField> fields() {
        return fields;
    }

    Map<String, String> headers() {
        return headers;
    }
}
