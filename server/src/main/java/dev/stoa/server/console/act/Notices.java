package dev.stoa.server.console.act;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.server.console.view.Notice;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Cookies;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an act did, told by the page that is shown next. Stateless. The cookie names the act, its ids and what was
 * before: the words are those of the table, ids only become a part of an address, and what was before a field that is
 * sent. It is sealed for the session, so that one that another server of the host has set is ignored.
 */
public final class Notices {
    private static final String NAME = "stoa_notice";
    private static final long SECONDS = 60;
    private static final String ACT = "act";
    private static final String FORMER = "former";
    private static final int LONGEST = 600;
    private static final char SEALED = '|';

    private Notices() {}

    /**
     * What a browser keeps until the next page.
     *
     * @param former what the act that takes it back restores; empty for nothing
     * @param seal what proves a text to be of this server and session; empty if nothing does
     */
    public static String of(
            Act act, Map<String, String> ids, String former, UnaryOperator<String> seal, boolean secure) {
        Map<String, @Nullable Object> said = new LinkedHashMap<>(ids);
        said.put(ACT, act.path());
        if (!former.isEmpty() && former.length() <= LONGEST) {
            said.put(FORMER, former);
        }
        String text = Json.write(said);
        return Cookies.set(NAME, seal.apply(text) + SEALED + text, SECONDS, secure);
    }

    /** Whether a script asks for a part of a page: nobody would read a notice there. */
    public static boolean isUnseen(Call call) {
        return call.header("HX-Request") != null;
    }

    /** The notice of a request, which is then over; a part of a page leaves it for the next page. */
    public static @Nullable Notice taken(Call call, UnaryOperator<String> seal, boolean secure) {
        Optional<String> text = isUnseen(call) ? Optional.empty() : Cookies.read(call.header("Cookie"), NAME);
        if (text.isEmpty()) {
            return null;
        }
        call.visit().answerWith("Set-Cookie", Cookies.set(NAME, "", 0, secure));
        try {
            Map<String, String> said = new LinkedHashMap<>();
            Json.parseObject(opened(text.get(), seal)).forEach((name, value) -> said.put(name, String.valueOf(value)));
            Act act = Acts.by(Objects.requireNonNullElse(said.get(ACT), "")).orElse(null);
            return act == null || !said.keySet().containsAll(act.ids()) ? null : notice(act, said);
        } catch (InvalidException e) {
            return null;
        }
    }

    private static String opened(String sealed, UnaryOperator<String> seal) {
        int end = sealed.indexOf(SEALED);
        String text = sealed.substring(end + 1);
        String proof = seal.apply(text);
        boolean good = end > 0
                && MessageDigest.isEqual(
                        sealed.substring(0, end).getBytes(StandardCharsets.UTF_8),
                        proof.getBytes(StandardCharsets.UTF_8));
        return good ? text : "{}";
    }

    private static Notice notice(Act act, Map<String, String> said) {
        String undo = act.undo();
        Act.Former former = act.after().former();
        String value = said.get(FORMER);
        // Without what was before nothing would be restored.
        boolean lost = !former.isNothing() && value == null;
        Map<String, String> fields = new LinkedHashMap<>(Map.of("reason", "taken back in the console"));
        if (value != null && !former.isNothing()) {
            fields.put(former.input(), value);
        }
        return new Notice(act.done(), undo == null || lost ? "" : Act.page(undo, said), Keys.fresh(), fields);
    }
}
